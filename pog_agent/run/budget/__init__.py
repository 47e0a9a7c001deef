"""What a run may spend, and what becomes of it when that is used up."""
