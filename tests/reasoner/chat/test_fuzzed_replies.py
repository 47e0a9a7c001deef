"""Replies that are nearly right, or nothing at all: every step reads them or says what is wrong."""

import json

from hypothesis import example, given

from tests.fuzzing import any_bytes, check_reply, tries
from tests.reasoner.chat.broken_replies import WHOLE

SEEDS = [json.dumps(data).encode() for _, data in WHOLE]


@tries(150)
@given(any_bytes(SEEDS))
@example(b'{"selected": [' + b"9" * 5000 + b"]}")
@example(b'{"citations": [{"path": 1, "position": ' + b"9" * 5000 + b"}]}")
@example(b'{"selected": ["\\ud800"]}')
@example(b'{"selected": [1e999]}')
def test_a_reply_is_read_or_its_problem_is_told(data: bytes) -> None:
    check_reply(data)
