"""A reader of questions: it generates queries around what a question names, says them in words, and ranks them."""
