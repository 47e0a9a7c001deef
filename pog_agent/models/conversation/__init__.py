"""What a conversation was about, and what a follow-up in it asks."""
