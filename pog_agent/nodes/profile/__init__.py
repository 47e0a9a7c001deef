"""The step that describes one entity; it belongs to no paper."""
