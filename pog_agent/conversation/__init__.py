"""A conversation: what a follow-up refers to, and what a thread keeps of its turns."""
