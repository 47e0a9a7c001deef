"""Reading a question against a path: which words of it the path explains, and which parts of the path it asks for.

Start with `reader.py`. `wording.py` tells from cue words what kind of answer is asked for, `alignment.py` pairs
words with relations and classes, the other files check one meaning each. All of it reads English.
"""
