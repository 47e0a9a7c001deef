"""Files that cost far more than their size."""
