"""Reads a question from left to right: what it names, and what it asks to be done with it."""

from collections.abc import Sequence

from pog_agent.models import TopicEntity
from pog_agent.reading.composing.comparisons import ComparisonReader
from pog_agent.reading.composing.kinds import KindJoiner
from pog_agent.reading.composing.names import NameFinder
from pog_agent.reading.composing.operations import OperationReader
from pog_agent.reading.composing.ranks import RankReader
from pog_agent.reading.composing.roots import RootFinder
from pog_agent.reading.composing.scan import Scan, question_words
from pog_agent.reading.schema.vocabulary import QueryVocabulary


def scanned(question: str, topics: Sequence[TopicEntity], vocabulary: QueryVocabulary) -> Scan:
    """The heads of a question, in order, with what is to be done with them.

    What reads longer cues comes first: a word belongs to the first cue or name that takes it.
    """
    scan, lexicon = Scan(question, tuple(question_words(question))), vocabulary.lexicon
    kinds, ranks = KindJoiner(scan, lexicon), RankReader(scan, lexicon)
    operations = OperationReader(scan, lexicon)
    operations.read_idioms()
    NameFinder(scan, topics, vocabulary).find()
    kinds.join()
    operations.read_counts()
    ComparisonReader(scan, lexicon).read()
    ranks.read()
    operations.read_rest()
    ranks.read_choice()
    RootFinder(scan, vocabulary).find()
    ranks.read_superlative_names()
    kinds.find_owner()
    operations.find_unread()
    return scan
