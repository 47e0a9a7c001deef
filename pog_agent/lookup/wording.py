"""Words of a graph in English questions: what can be said, and in which sentence."""

from pog_agent.words import IRREGULAR_VERBS, one_line

LONGEST_NAME = 40
PREPOSITIONS = frozenset(
    "about after at before between by for from in into near of on over since through to under until with".split()  # noqa: SIM905
)
NOUNS_OF_VERBS = frozenset({"birth", "death"})


def question_for(relation: str, name: str, asked: str, *, may_be_place: bool) -> str:
    """A question for what a relation leads to; empty where its words give no good sentence."""
    words = relation.split()
    if not is_sayable(relation):
        return ""
    if is_noun(relation):
        return f"{asked} is the {relation} of {name}?"
    if len(words) == 1 or words[-1].lower() not in PREPOSITIONS - {"since", "until"}:
        return ""
    if is_past(words[0]):
        is_place = may_be_place and words[-1].lower() in ("in", "at")
        return f"Where was {name} {' '.join(words[:-1])}?" if is_place else f"{asked} was {name} {relation}?"
    if _is_of_third_person(words[0]):
        return f"{asked} does {name} {' '.join([words[0][:-1], *words[1:]])}?"
    return f"{asked} is {name} {relation}?"


def questions_about(relation: str, name: str) -> tuple[str, ...]:
    """Questions for what a relation of a thing leads to, in words; none where they give no good sentence."""
    asking = ("Who", "What") if relation.endswith(" by") else ("What",)
    texts = (question_for(relation, name, asked, may_be_place=False) for asked in asking)
    return tuple(text for text in texts if text)


def _is_of_third_person(word: str) -> bool:
    return word.endswith("s") and not word.endswith("ss")


def is_clumsy(question: str) -> bool:
    """Whether a question had to put a relation into a sentence of its own, or has a verb or a code for a noun."""
    start, _, rest = question.partition(" the ")
    noun = rest.partition(" of ")[0].split()
    if start not in ("What is", "Who is"):
        return not question.startswith("Where was ")
    return (len(noun) > 1 and _is_of_third_person(noun[0])) or any(char.isdigit() for char in "".join(noun))


def is_noun(relation: str) -> bool:
    """Whether the words can stand behind "the": no past tense, no preposition but "of", no lone -s."""
    words = relation.lower().split()
    is_verbal = any(word in PREPOSITIONS - {"of"} or is_past(word) for word in words)
    is_lone_verb = len(words) == 1 and words[0].endswith("s")
    return bool(words) and words[-1] != "of" and not is_verbal and not is_lone_verb


def is_past(word: str) -> bool:
    """Whether a word is a past tense or participle: "painted", "born"."""
    folded = word.lower()
    return folded.endswith("ed") or (folded in IRREGULAR_VERBS and folded not in NOUNS_OF_VERBS)


def is_sayable(name: str) -> bool:
    """Whether a name can stand in a question as it is: short, in one line, with a letter and nothing of markup."""
    is_plain = name == one_line(name, LONGEST_NAME) and not set(name) & set('<>{}[]"`|\\')
    return is_plain and len(name) > 1 and any(char.isalpha() for char in name)
