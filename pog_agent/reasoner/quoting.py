"""Quotations in replies: what a model says that a passage states."""

from collections.abc import Sequence

from pog_agent.models import Quotation, ShownPath
from pog_agent.reasoner.places import place_codes
from pog_agent.reasoner.replies import Number, ReplyModel, Text
from pog_agent.reasoner.reply_schema import Choices
from pog_agent.reasoner.shown import ShownPassage


class QuotationReply(ReplyModel):
    """An answer with the words of a passage that state it, and the path that leads to the passage."""

    passage: Number
    quote: Text
    answer: Text
    path: Number | None = None


def evidence_choices(paths: Sequence[ShownPath], passages: Sequence[ShownPassage]) -> Choices:
    """What an answer may cite and quote of what was shown."""
    codes = place_codes(paths)
    return {
        "citations": codes,
        "key_position": codes,
        "quotes.passage": [passage.number for passage in passages],
        "quotes.path": [path.number for path in paths],
    }


def quotations_of(
    replies: Sequence[QuotationReply], paths: Sequence[ShownPath], passages: Sequence[ShownPassage]
) -> tuple[tuple[Quotation, ...], tuple[str, ...]]:
    """The quotations of passages that were shown, and a warning if there were others.

    Whether a passage has the words is looked up by verification. A path that was not shown is none.
    """
    shown = {passage.number for passage in passages}
    known = {path.number for path in paths}
    quotations = tuple(
        Quotation(
            passage=item.passage,
            quote=item.quote.strip(),
            answer=item.answer.strip(),
            path=item.path if item.path in known else None,
        )
        for item in replies
        if item.passage in shown and item.quote.strip() and item.answer.strip()
    )
    dropped = len(replies) - len(quotations)
    return quotations, (f"dropped {dropped} quotations of passages not shown",) if dropped else ()
