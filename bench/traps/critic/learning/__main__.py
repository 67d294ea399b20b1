"""Teach the critic of hidden traps: `make critic` (MINUTES=90; ANEW=1 to begin from nothing).

One process thinks: many games at once, each position one ply deep with what has been learnt so far behind it, and what
it finds is what is to be learnt. The other learns from the newest of that, at a slower and slower pace.
"""

from __future__ import annotations

import argparse
import tempfile
from multiprocessing import get_context
from pathlib import Path

from .processes import Found, learn, think
from .teaching import LEARNT, Network


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.traps.critic.learning", description=__doc__)
    parser.add_argument("--minutes", type=float, default=90.0)
    parser.add_argument("--anew", action="store_true", help="forget what was learnt")
    given = parser.parse_args()
    network = Network()
    if not given.anew:
        network.load()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Found(folder, "w+")
        network.save(folder / "network.npz")
        other = get_context("spawn").Process(target=think, args=(folder, given.minutes))
        other.start()
        learn(folder, given.minutes, network)
        other.join()
    network.save(LEARNT)
    print(f"{LEARNT.name}: {LEARNT.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
