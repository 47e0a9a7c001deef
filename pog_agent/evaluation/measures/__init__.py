"""How right, how sure and how expensive answers are."""
