"""Claims: a declarative sentence as a question for a yes or no, and as questions for what it states."""
