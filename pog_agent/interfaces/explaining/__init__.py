"""Views of a recorded run: on the terminal, and as a page of its own."""
