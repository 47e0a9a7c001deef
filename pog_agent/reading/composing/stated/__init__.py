"""What a question states of values: amounts and numbers, with where they stand in it."""
