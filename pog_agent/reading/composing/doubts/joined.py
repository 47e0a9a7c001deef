"""Whether the joins of a reading say what the question says: by small words, of events, of what is denied."""

from collections.abc import Iterator

from pog_agent.language.english import english_pattern
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.answer_type import names_agent
from pog_agent.reading.composing.asking import LEAST_ASKED
from pog_agent.reading.composing.joins import is_mediated
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.trees import Tree
from pog_agent.reading.cues import NEGATION
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.reading.senses.plain_links import unlike_link
from pog_agent.reading.senses.prepositions import is_unlike_text


def unlike_links(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """Relations that usually join two things, where small words of the question say something else of them."""
    for join in tree.joins:
        ends = sorted((join.near, join.far), key=lambda place: scan.heads[place].place)
        kinds = [place for place in ends if scan.heads[place].kind == "class" and not scan.heads[place].is_hint]
        is_plain = len(join.steps) == 1 and join.measure is None and not (join.words or join.unasked)
        if not is_plain or not kinds or join.fits[0] >= LEAST_ASKED or scan.heads[join.far].excluded:
            continue
        named = [scan.heads[place].text for place in kinds]
        named += [lexicon.class_label(tree.classes[place]) for place in kinds if place in tree.classes]
        nouns = " ".join(named).casefold().split()
        of_nouns = {number for place in kinds for number in range(*scan.heads[place].place)}
        first = scan.heads[ends[0]].place[0]
        words = [scan.words[number] for number in range(first, len(scan.words)) if number not in of_nouns]
        label = lexicon.label(join.steps[0].relation)
        said = unlike_link(scan.question, nouns, words, label)
        if said:
            yield finding("other-way-said", repr(said), label)


def unlike_texts(scan: Scan, tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """Attributes that have a text of the question, where no word asks for them and its preposition says another.

    Where it is asked whether one thing is so, that is uncertain without a word for the attribute, or "in" before
    the text.
    """
    for join in tree.joins:
        far = scan.heads[join.far]
        if far.kind != "text" or far.is_flag or join.words or len(join.steps) > 1:
            continue
        before = scan.before(far.place)
        found = english_pattern("asking", "preposition_before").search(before)
        said, label = (found["preposition"].casefold() if found else ""), lexicon.label(join.steps[0].relation)
        is_bare = scan.asks_whether_so and said not in ("in", "at", "on") and not far.text.islower()
        is_somebody = said in ("in", "at", "on") and names_agent(label)
        if is_bare or is_somebody or is_unlike_text(said, label):
            yield finding("meaning-uncertain", f"{said} {far.text}".strip(), label)


def unspoken_events(tree: Tree, lexicon: SchemaLexicon) -> Iterator[Finding]:
    """Events that join two things beside a relation that is asked for, and of which no word speaks.

    "Who owns the garage" is not answered by whom a car was lent to that the garage owns.
    """
    for join in (item for item in tree.joins if len(item.steps) > 2 and item.measure is None):
        for number, step in enumerate(join.steps[:-1]):
            around = join.fits[number : number + 2]
            if is_mediated(step) and max(around) < LEAST_ASKED:
                yield finding("relation-unasked", lexicon.label(step.relation))


def narrow_negations(scan: Scan, tree: Tree) -> Iterator[Finding]:
    """Where something is denied of a thing, and the question denies that there is such a thing.

    "Never awarded a grant" is not "of a grant that was not awarded".
    """
    for join in tree.joins:
        denied, owner = scan.heads[join.far], scan.heads[join.near]
        if not denied.negated or denied.excluded or join.near == tree.root or owner.is_hint:
            continue
        before = scan.before(denied.place)
        said = [*NEGATION.finditer(before)]
        if said and owner.place > denied.place:
            yield finding("negation-scope", said[-1].group(), denied.text, owner.text)
