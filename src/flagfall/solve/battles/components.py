"""Strongly connected components: which places can be reached from each other (Kosaraju's way)."""

from __future__ import annotations

import numpy as np

from flagfall.solve.arrays import Numbers


def strongly_connected(size: int, source: Numbers, target: Numbers) -> Numbers:
    """For each of `size` places the number of its component, given the steps from `source` to `target`."""
    backward = _neighbours(size, target, source)
    component = [-1] * size
    components = 0
    for root in reversed(_finished(_neighbours(size, source, target))):
        if component[root] < 0:
            _flood(root, backward, component, components)
            components += 1
    return np.array(component, dtype=np.int64)


def _neighbours(size: int, source: Numbers, target: Numbers) -> list[list[int]]:
    order = np.argsort(source, kind="stable")
    bounds = np.searchsorted(source[order], np.arange(1, size))
    return [part.tolist() for part in np.split(target[order], bounds)] if size else []


def _finished(forward: list[list[int]]) -> list[int]:
    """All places in the order in which a search in depth is done with them."""
    finished: list[int] = []
    seen = [False] * len(forward)
    for root in range(len(forward)):
        path = [] if seen[root] else [(root, iter(forward[root]))]
        seen[root] = True
        while path:
            place, ahead = path[-1]
            following = next((each for each in ahead if not seen[each]), None)
            if following is None:
                finished.append(place)
                path.pop()
            else:
                seen[following] = True
                path.append((following, iter(forward[following])))
    return finished


def _flood(root: int, backward: list[list[int]], component: list[int], number: int) -> None:
    """Mark everything unmarked from which `root` can be reached."""
    component[root] = number
    waiting = [root]
    while waiting:
        for place in backward[waiting.pop()]:
            if component[place] < 0:
                component[place] = number
                waiting.append(place)
