"""One thing at a time: the jobs of one game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from time import monotonic

Job = Callable[[], None]
Wait = tuple[Job, Job | None]
"""What is to be done, and what instead when the store does not answer; None waits until it does."""


class Queue:
    """Jobs are done at once, or one after the other when it is no longer held. (Callbacks, and no coroutine under a
    lock: nearly every job is done at once, and a task for each would be felt in the number of moves a second.)"""

    __slots__ = ("_jobs", "down", "held", "used")

    def __init__(self) -> None:
        self.used = monotonic()
        """When somebody last wanted something."""
        self.held = False
        """Whether something has begun that is not yet done."""
        self.down = False
        """Whether the store does not answer: then nobody is kept waiting."""
        self._jobs: deque[Wait] = deque()

    def __len__(self) -> int:
        return len(self._jobs)

    @property
    def is_free(self) -> bool:
        """Whether a job would be done at once."""
        return not (self.held or self._jobs or self.down)

    def run(self, job: Job, otherwise: Job | None = None) -> None:
        self.used = monotonic()
        if self.down and otherwise:
            otherwise()
            return
        self._jobs.append((job, otherwise))
        self.work()

    def put_first(self, *jobs: Wait) -> None:
        """Before all that waits, in this order."""
        self._jobs.extendleft(reversed(jobs))

    def work(self) -> None:
        while self._jobs and not self.held:
            self._jobs.popleft()[0]()

    def go_down(self, others: Iterable[Wait] = ()) -> None:
        """The store does not answer: tell all who wait, and `others` before them."""
        self.down = True
        waiting = [*others, *self._jobs]
        self._jobs = deque(each for each in waiting if each[1] is None)
        for _, otherwise in waiting:
            if otherwise:
                otherwise()
