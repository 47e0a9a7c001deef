"""The words of a language, as data: one TOML file a language, one entry a line, read once."""
