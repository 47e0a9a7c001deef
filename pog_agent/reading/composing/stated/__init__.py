"""What a question states of values: amounts and periods, with where they stand in it."""
