"""What may speak against an answer: the checks, and what they find."""
