"""Words that ask for something else, or for more, than they seem to: first and last, words said twice, verbs."""
