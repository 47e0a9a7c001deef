"""Words that ask for something else, or for more, than they seem to: the first of events, a word said twice, verbs."""
