"""An encoder that embeds until a deadline: what is left out counts as unlike, and is counted."""

import time
from threading import Event

import numpy as np

from pog_agent.deadline import NEVER, Deadline
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder, Vectors
from pog_agent.ranking.timed import AT_ONCE, FIRST, TimedEncoder

TEXTS = [f"text {number}" for number in range(200)]


class Slow(LexicalEncoder):
    """Takes its time for each call."""

    def encode(self, texts: list[str]) -> Vectors:
        time.sleep(0.02)
        return super().encode(texts)


def test_with_time_it_embeds_as_the_encoder_itself_does() -> None:
    timed = TimedEncoder(LexicalEncoder(), NEVER)
    assert np.array_equal(timed.encode(TEXTS), LexicalEncoder().encode(TEXTS))
    assert timed.encode([]).shape == (0, 1024)
    assert (timed.asked, timed.left_out) == (200, 0)


def test_without_time_only_the_first_texts_are_embedded() -> None:
    timed = TimedEncoder(LexicalEncoder(), Deadline.after(0))
    vectors = timed.encode(TEXTS)
    assert vectors.shape == (200, 1024)
    assert vectors[:FIRST].any(axis=1).all() and not vectors[FIRST:].any()
    assert (timed.asked, timed.left_out) == (200, 200 - FIRST)


def test_it_ends_between_two_batches() -> None:
    timed = TimedEncoder(Slow(), Deadline.after(0.05))
    start = time.monotonic()
    vectors = timed.encode(TEXTS)
    assert time.monotonic() - start < 1
    embedded = int(vectors.any(axis=1).sum())
    assert embedded % AT_ONCE == 0 and embedded == 200 - timed.left_out < 200


def test_without_a_deadline_it_ends_as_soon_as_nobody_waits() -> None:
    abandoned = Event()

    class Left(LexicalEncoder):
        def encode(self, texts: list[str]) -> Vectors:
            if len(texts) == AT_ONCE:
                abandoned.set()
            return super().encode(texts)

    timed = TimedEncoder(Left(), NEVER.unless(abandoned))
    assert timed.encode(TEXTS).any(axis=1).sum() == AT_ONCE
    assert timed.left_out == 200 - AT_ONCE


def test_what_was_embedded_before_takes_no_time_and_is_not_left_out() -> None:
    encoder = CachedEncoder(LexicalEncoder())
    encoder.encode(TEXTS[100:])
    timed = TimedEncoder(TimedEncoder(encoder, NEVER), Deadline.after(0))
    vectors, is_done = timed.embedded(TEXTS)
    assert is_done.tolist() == [number < FIRST or number >= 100 for number in range(200)]
    assert np.array_equal(vectors.any(axis=1), is_done) and timed.left_out == 100 - FIRST
