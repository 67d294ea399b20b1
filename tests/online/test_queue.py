"""One thing at a time: what is done when, and what those who wait are told when the store does not answer."""

from __future__ import annotations

from functools import partial

import pytest

from flagfall.online.live.queue import Queue


@pytest.fixture
def done() -> list[str]:
    return []


def test_a_job_is_done_at_once_and_while_the_queue_is_held_in_order(done: list[str]) -> None:
    queue = Queue()
    queue.run(partial(done.append, "at once"))
    queue.held = True
    queue.run(partial(done.append, "first"))
    queue.run(partial(done.append, "second"))
    assert (done, len(queue), queue.is_free) == (["at once"], 2, False)
    queue.held = False
    queue.work()
    assert (done, len(queue), queue.is_free) == (["at once", "first", "second"], 0, True)


def test_a_job_that_begins_something_keeps_the_next_waiting(done: list[str]) -> None:
    queue = Queue()
    queue.held = True
    queue.run(partial(setattr, queue, "held", True))
    queue.run(partial(done.append, "after"))
    queue.held = False
    queue.work()
    assert (done, queue.held, len(queue)) == ([], True, 1)


def test_what_is_put_first_comes_before_what_waits(done: list[str]) -> None:
    queue = Queue()
    queue.held = True
    queue.run(partial(done.append, "waited"))
    queue.put_first((partial(done.append, "one"), None), (partial(done.append, "two"), None))
    queue.held = False
    queue.work()
    assert done == ["one", "two", "waited"]


def test_without_a_store_who_waits_is_told_and_what_must_be_done_is_kept(done: list[str]) -> None:
    queue = Queue()
    queue.held = True
    queue.run(partial(done.append, "job"), partial(done.append, "told"))
    queue.run(partial(done.append, "kept"))
    queue.go_down([(partial(done.append, "other"), partial(done.append, "other told"))])
    assert done == ["other told", "told"]
    queue.run(partial(done.append, "later"), partial(done.append, "told at once"))
    assert (done[2:], len(queue)) == (["told at once"], 1)
    queue.held = queue.down = False
    queue.work()
    assert done[3:] == ["kept"]
