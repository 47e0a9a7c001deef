"""The verb of a plain question, told by where it stands: "who runs X", "when was X built"."""

import re

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words


def asked_verb(question: str, name: str) -> str:
    """The verb behind "who", or the one at the end, where the topic has a `name`; empty where none stands there.

    Words that a preposition, an article or a genitive stands before are none.
    """
    text = english_pattern("names", "with_article", topic=re.escape(name)).sub("X", question)
    does, done = (english_pattern("verbs", kind).search(text) for kind in ("behind_who", "at_the_end"))
    if does and does["verb"].casefold() not in english_words("auxiliary"):
        return does["verb"].casefold()
    is_noun = done is None or (done["before"] or "").strip().casefold() in english_words("before_nouns")
    return "" if done is None or is_noun or done["verb"] == "X" else done["verb"].casefold()
