"""The systems: Paths-over-Graph and what it is compared with, one page of wiring each."""
