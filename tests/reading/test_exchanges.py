"""Which side of an exchange a question asks for, and which a relation tells."""

import pytest

from pog_agent.reading.exchanges import other_party


@pytest.mark.parametrize(
    ("question", "relation", "verb"),
    [
        ("Who bought ?", "sold by", "bought"),
        ("Who bought ?", "sold to", ""),
        ("Was  bought by ?", "sold by", "bought"),
        ("Was  bought by ?", "sold to", ""),
        ("From whom was  bought?", "sold to", "bought"),
        ("From whom was  bought?", "sold by", ""),
        ("Who was  bought from?", "sold by", ""),
        ("Who sold ?", "bought from", ""),
        ("Who sold ?", "bought by", "sold"),
        ("To whom was  sold?", "bought by", ""),
        ("Who lent  to the museum?", "borrowed by", "lent"),
        ("Who did  borrow from?", "lent by", ""),
        ("Who taught ?", "learned from", ""),
        ("Who bought ?", "bought by", ""),
        ("Who bought ?", "seller", ""),
        ("Who bought or sold ?", "sold by", ""),
        ("When was  bought?", "sold on", ""),
        ("Which plants we buy from  are red?", "bought from", ""),
    ],
)
def test_who_gives_is_not_who_takes(question: str, relation: str, verb: str) -> None:
    assert other_party(question, relation) == verb
