"""Reads a question from left to right: what it names, and what it asks to be done with it."""

from collections.abc import Sequence

from pog_agent.models import TopicEntity
from pog_agent.reading.composing.comparisons import ComparisonReader
from pog_agent.reading.composing.conditions.flags import FlagReader
from pog_agent.reading.composing.conditions.nobody import NobodyReader
from pog_agent.reading.composing.conditions.records import read_records
from pog_agent.reading.composing.forms.uncomputed import refuse_uncomputed
from pog_agent.reading.composing.kinds import KindJoiner
from pog_agent.reading.composing.names import NameFinder
from pog_agent.reading.composing.operations import OperationReader
from pog_agent.reading.composing.ranks import RankReader
from pog_agent.reading.composing.roots import RootFinder
from pog_agent.reading.composing.scan import Scan, question_words
from pog_agent.reading.composing.stated.amounts import StatedAmount, stated_amounts
from pog_agent.reading.question_words import name_places
from pog_agent.reading.schema.vocabulary import QueryVocabulary


def scanned(question: str, topics: Sequence[TopicEntity], vocabulary: QueryVocabulary) -> Scan:
    """The heads of a question, in order, with what is to be done with them.

    What reads longer cues comes first: a word belongs to the first cue or name that takes it.
    """
    scan, lexicon = Scan(question, tuple(question_words(question))), vocabulary.lexicon
    kinds, ranks = KindJoiner(scan, lexicon), RankReader(scan, lexicon)
    operations = OperationReader(scan, lexicon)
    operations.read_idioms()
    scan.amounts = _amounts(scan, topics, vocabulary)
    _name_things(scan, topics, vocabulary)
    kinds.join()
    FlagReader(scan, lexicon).read()
    NobodyReader(scan, lexicon).read()
    operations.read_counts()
    ComparisonReader(scan, lexicon).read()
    ranks.read()
    operations.read_rest()
    read_records(scan, lexicon)
    RootFinder(scan, vocabulary).find()
    ranks.read_superlative_names()
    kinds.find_owner()
    refuse_uncomputed(scan)
    operations.find_unread()
    return scan


def _amounts(scan: Scan, topics: Sequence[TopicEntity], vocabulary: QueryVocabulary) -> tuple[StatedAmount, ...]:
    """The numbers with units, but for those whose unit is the name of a class or of a thing: "2 stones"."""
    named = _named(scan, topics, vocabulary)
    return tuple(
        amount
        for amount in stated_amounts(scan.question)
        if not any(amount.start < end and start < amount.end for start, end in named)
    )


def _named(scan: Scan, topics: Sequence[TopicEntity], vocabulary: QueryVocabulary) -> list[tuple[int, int]]:
    """The characters of the names of classes and things."""
    named = [(item.start, item.end) for item in vocabulary.classes if item.how != "question_word"]
    return named + [(start, end) for start, end, _ in name_places(scan.question, topics)]


def _name_things(scan: Scan, topics: Sequence[TopicEntity], vocabulary: QueryVocabulary) -> None:
    """Finds names everywhere but in the units of amounts."""
    stated = [scan.unit_place(amount) for amount in scan.amounts]
    kept = [place for place in stated if place is not None and scan.is_free(place)]
    for place in kept:
        scan.use(place)
    NameFinder(scan, topics, vocabulary).find()
    for place in kept:
        scan.used.difference_update(range(*place))
