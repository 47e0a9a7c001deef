"""Path patterns between entities, enumerated and ranked."""
