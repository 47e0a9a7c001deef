"""Whoever listens is told of what is done in the same context, in tasks and threads that begin there."""

import asyncio
import threading

from pog_agent.activity import EmbeddingBatch, listening, report


def batch(texts: int) -> EmbeddingBatch:
    return EmbeddingBatch(encoder="e", texts=texts, began=0.0, seconds=0.1)


def test_without_a_listener_nothing_happens():
    report(batch(1))


async def test_a_listener_hears_its_own_tasks_and_threads_only():
    async def work(number: int) -> list[int]:
        heard: list[int] = []
        with listening(lambda activity: heard.append(activity.texts)):
            report(batch(number))
            await asyncio.to_thread(report, batch(number + 10))
            await asyncio.create_task(asyncio.to_thread(report, batch(number + 20)))
        report(batch(99))
        return heard

    assert await asyncio.gather(work(1), work(2)) == [[1, 11, 21], [2, 12, 22]]


def test_a_thread_of_another_context_is_not_heard():
    heard: list[object] = []
    with listening(heard.append):
        thread = threading.Thread(target=report, args=(batch(1),))
        thread.start()
        thread.join()
    assert heard == []
