"""What the first words of a question ask for: a kind of thing, a side of a relation, what is done."""
