"""Why no query is written."""


class UnwrittenError(Exception):
    """Something of a tree is no query; the message says what."""


class IncomparableError(UnwrittenError):
    """A question was read, but the values of the graph do not compare as it asks; the message says why."""
