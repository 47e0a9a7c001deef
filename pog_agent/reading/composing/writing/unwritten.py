"""Why no query is written."""


class UnwrittenError(Exception):
    """Something of a tree is no query; the message says what."""


def not_read(text: str) -> str:
    """Why nothing is written for words that ask for something which was not read."""
    return f"what {text!r} asks for was not read"


class IncomparableError(UnwrittenError):
    """A question was read, but the values of the graph do not compare as it asks; the message says why."""
