"""What a question says and the relations of its answer deny: opposites, and words that change what is asked."""
