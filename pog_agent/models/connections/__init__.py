"""Questions for how things are connected, and what was found for them."""
