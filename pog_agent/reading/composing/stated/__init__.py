"""What a question states of values: amounts, periods and sizes, with where they stand in it."""
