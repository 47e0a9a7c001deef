"""English function words and the content words of a text, for linking and for the offline reasoner."""

import re

FUNCTION_WORDS = frozenset(
    """
    a an and any are as at be been being but by can could did do does for from give had has have he her him
    his how i if in into is it its list many may me might much must my name not of on one ones or our own s shall
    she should show some such t tell than that the their them then there these they this those to us was we
    were what when where which who whom whose why will with would you your
    """.split()  # noqa: SIM905 (a list of a hundred words reads better so)
)

_WORD = re.compile(r"[^\W_]+(?:['’\-.][^\W_]+)*")


def content_words(text: str) -> list[str]:
    """The words of a text in lower case, in order, without function words."""
    found = (re.sub(r"['’]s$", "", word) for word in _WORD.findall(text.lower()))
    return [word for word in found if word not in FUNCTION_WORDS]
