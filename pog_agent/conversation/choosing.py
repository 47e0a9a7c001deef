"""Which of several things the user has chosen, after it was asked back."""

from collections.abc import Sequence
from typing import Final

from pog_agent.conversation.follow_up import bare, read_follow_up
from pog_agent.conversation.kinds import ThingKinds
from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.models import Referent, Rewriting, Turn, Unclear
from pog_agent.run.context import RunContext
from pog_agent.words import folded

_ARTICLE: Final = english_pattern("conversation", "article")


async def chosen_of(said: str, asked: Unclear, run: RunContext) -> Referent | None:
    """The one of the candidates that a reply names, by its name, class or place; None where it does not."""
    text = folded(bare(read_follow_up(said).text))
    plain = _ARTICLE.sub("", text)
    kinds = ThingKinds(run)
    candidates = asked.candidates
    await kinds.look_up(item.iri for item in candidates)
    named = [item for item in candidates if folded(item.label) in (text, plain) or item.iri == said.strip()]
    of_class = [item for item in candidates if (await kinds.of(item.iri)).is_named(plain)]
    if len(candidates) == 1 and text in english_words("agreement"):
        return candidates[0]
    return _only(named) or _only(of_class) or _by_place(plain, candidates)


def chosen_namesake(said: str, turn: Turn) -> Rewriting | None:
    """The question of a turn about the one of several like-named things that is said by its IRI.

    What its other names mean is as sure as it was: of those with namesakes nothing is known.
    """
    iri = said.strip()
    topic = next((item for item in turn.topics if iri in (item.iri, *item.namesakes)), None)
    if topic is None:
        return None
    kept = [item for item in turn.topics if item.name != topic.name and not item.namesakes]
    chosen = topic.model_copy(update={"iri": iri, "namesakes": ()})
    return Rewriting(said=said, question=turn.question, referents=(*kept, chosen), members=turn.members)


def _only(found: Sequence[Referent]) -> Referent | None:
    return found[0] if len(found) == 1 else None


def _by_place(text: str, candidates: Sequence[Referent]) -> Referent | None:
    said = {"first": 0, "second": 1, "last": len(candidates) - 1}
    place = next((said[word] for word in said if text in english_words(f"{word}_of_several")), len(candidates))
    return candidates[place] if 0 <= place < len(candidates) else None
