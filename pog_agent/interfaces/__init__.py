"""What a person or a program talks to: the command line and its views."""
