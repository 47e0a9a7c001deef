"""The page on which questions are asked."""
