"""Change one thing at a time in the rules, the match, the record and the protocol, and print what no test notices.

`make mutate` tries changes in an order drawn from a printed seed until its minutes are over; `make mutate ALL=1` tries
them all. Poodle makes the changes and the folders to try them in; each is tried in a fork of this process, which has
the test tools loaded and nothing of Flagfall. The first run, without any change, notes which tests come by which line:
those go first, the quickest before the others. tools/equivalent.toml lists the changes that nobody can notice, and why.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random, SystemRandom
from resource import RLIMIT_AS, RLIMIT_CPU, setrlimit
from typing import Any

import hypothesis
import numpy
import pytest
from coverage import Coverage
from poodle import PoodleTrialRunError
from poodle.config import build_config
from poodle.core import create_temp_zips
from poodle.data_types import Mutant, MutantTrialResult, PoodleWork
from poodle.mutate import create_mutants_for_all_mutators, initialize_mutators
from poodle.run import clean_run_each_source_folder, run_mutant_trails
from poodle.util import create_unified_diff, delete_folder

LOADED = (hypothesis, numpy)  # forks find them in memory
SOURCE = Path("src")
ROOMS = ("core", "games", "match", "record", "online/protocol")
TESTS = Path("tests")
ALL_TESTS = tuple(
    str(TESTS / name)
    for name in (
        "games", "match", "record", "test_laws.py", "test_secrecy.py", "test_kept.py", "test_bad_input.py",
        "test_playthroughs.py", "test_fuzz.py", "test_page_types.py", "draw", "online/test_protocol.py",
        "online/test_errors.py", "online/test_events.py", "online/test_verify.py", "online/test_play.py",
        "online/test_commands.py", "online/test_lasting_secrets.py", "test_rooms.py::test_values_never_change",
        "test_rooms.py::test_what_a_room_names_as_its_own_is_there",
    )
)  # fmt: skip
"""Those that look at these rooms; none of them needs a browser, a terminal or PostgreSQL."""
EQUIVALENT = Path("tools/equivalent.toml")
NOTICED, KNOWN, SURVIVED = ".", "e", "S"
MEMORY = 4 << 30
PROCESSOR = 600
BATCH = 16
FIRST = 100
"""So many of the tests that come by a changed line are run before all others."""


def main() -> None:
    options = arguments()
    seed = SystemRandom().randrange(10**6) if options.seed is None else options.seed
    work = prepared(options)
    mutants = [each for each in create_mutants_for_all_mutators(work) if options.only in str(each.source_file)]
    Random(seed).shuffle(mutants)
    print(f"{len(mutants)} changes, in the order of seed {seed}. First the tests without any ...", flush=True)
    try:
        with passing():
            clean_run_each_source_folder(work)
        end = None if options.all else time.monotonic() + 60 * options.minutes
        summary = sum((tried(work, batch) for batch in batches(mutants, end)), Counter())
    finally:
        delete_folder(work.config.work_folder, work.config)
    print(f"\nTried {summary.total()} of {len(mutants)} changes: a test noticed {summary[NOTICED]},", end=" ")
    print(f"{summary[KNOWN]} are known to change nothing, and nothing noticed {summary[SURVIVED]}.")


@contextmanager
def passing() -> Iterator[None]:
    try:
        yield
    except PoodleTrialRunError as error:
        sys.exit(f"A test fails without any change, so nothing can be learned from the others:\n\n{error.args[1]}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--all", action="store_true", help="try every change, however long it takes")
    parser.add_argument("--minutes", type=float, default=12, help="begin nothing after so many minutes (12)")
    parser.add_argument("--only", default="", help="a part of the names of the modules to change")
    parser.add_argument("--seed", type=int, help="draw the changes of an earlier run")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="how many to try at once")
    return parser.parse_args()


def prepared(options: argparse.Namespace) -> PoodleWork:
    globs = tuple(f"flagfall/{room}/**/*.py" for room in ROOMS)
    work = PoodleWork(build_config((SOURCE,), None, 1, 0, options.workers, (), globs, (), None, None, None))
    delete_folder(work.config.work_folder, work.config)
    create_temp_zips(work)
    work.mutators, work.runner = initialize_mutators(work), trial
    return work


def batches(mutants: list[Mutant], end: float | None) -> Iterator[list[Mutant]]:
    waiting = iter(mutants)
    while (end is None or time.monotonic() < end) and (batch := list(islice(waiting, BATCH))):
        yield batch


def tried(work: PoodleWork, batch: list[Mutant]) -> Counter[str]:
    trials = run_mutant_trails(work, batch, PROCESSOR).mutant_trials
    results = [NOTICED if each.result.found else result_of(each.mutant) for each in trials]
    print("".join(results), flush=True)
    for each, result in zip(trials, results, strict=True):
        if result is SURVIVED:
            print(f"\n{each.mutant.source_file}:{each.mutant.lineno}", *changed_lines(each.mutant), "", sep="\n")
    return Counter(results)


# --- one change ---


def trial(run_folder: Path, mutant: Mutant, **_: Any) -> MutantTrialResult:
    """Whether a test fails in this folder, in which the change was made. To end without an answer is to fail."""
    child = get_context("fork").Process(target=run_tests, args=(run_folder, mutant))
    child.start()
    child.join(2 * PROCESSOR)
    with suppress(ProcessLookupError):
        os.killpg(child.pid or 0, signal.SIGKILL)
    child.join()
    code = MutantTrialResult.RC_FOUND if child.exitcode else MutantTrialResult.RC_NOT_FOUND
    return MutantTrialResult(bool(child.exitcode), code, (run_folder / "output").read_text()[-2000:])


def run_tests(folder: Path, mutant: Mutant) -> None:
    source = (folder / SOURCE).resolve()
    bound(folder)
    sys.path[:] = [str(source), *(each for each in sys.path if Path(each).resolve() != SOURCE.resolve())]
    os.environ |= {
        "PYTHONPATH": str(source),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HYPOTHESIS_STORAGE_DIRECTORY": str(source),
    }
    if mutant.source_file is None:
        os._exit(traced(source, folder.parent))
    first = passing_by(folder.parent, mutant)
    os._exit(any(pytest.main([*PLAIN, *tests]) for tests in (first, ALL_TESTS) if tests))


PLAIN = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--assert=plain", "--hypothesis-seed=0")


def bound(folder: Path) -> None:
    os.setsid()
    setrlimit(RLIMIT_CPU, (PROCESSOR, PROCESSOR))
    setrlimit(RLIMIT_AS, (MEMORY, MEMORY))
    output = os.open(folder / "output", os.O_WRONLY | os.O_CREAT)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.dont_write_bytecode = True


# --- which tests come by which line ---


class Passing:
    """Notes by which lines each test comes, and how long it takes."""

    def __init__(self, coverage: Coverage) -> None:
        self.coverage = coverage
        self.seconds: dict[str, float] = defaultdict(float)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.coverage.switch_context(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration


def traced(source: Path, folder: Path) -> int:
    """All tests over the code as it is."""
    coverage = Coverage(data_file=None, source=[str(source / "flagfall" / room) for room in ROOMS])
    coverage.start()
    passing = Passing(coverage)
    code = pytest.main([*PLAIN, *ALL_TESTS], plugins=[passing])
    coverage.stop()
    data = coverage.get_data()
    for file in data.measured_files():
        lines = {
            line: sorted(filter(None, tests), key=lambda test: passing.seconds[test])[:FIRST]
            for line, tests in data.contexts_by_lineno(file).items()
        }
        where = passed(folder, SOURCE / Path(file).relative_to(source))
        where.write_text(json.dumps(lines))
    return code


def passed(folder: Path, file: Path) -> Path:
    return folder / f"{'-'.join(file.with_suffix('').parts)}.json"


def passing_by(folder: Path, mutant: Mutant) -> list[str]:
    """The tests that come by the changed line, or by the last one before it that any test comes by; quickest first."""
    assert mutant.source_file
    notes = passed(folder, mutant.source_file)
    lines = {int(line): tests for line, tests in json.loads(notes.read_text()).items()} if notes.exists() else {}
    return next((lines[line] for line in range(mutant.lineno, 0, -1) if lines.get(line)), [])


# --- changes that are no news ---


def result_of(survivor: Mutant) -> str:
    return (
        KNOWN
        if any(tells_of(entry, survivor) for entry in tomllib.loads(EQUIVALENT.read_text())["equivalent"])
        else SURVIVED
    )


def tells_of(entry: dict[str, str], mutant: Mutant) -> bool:
    """Whether this entry is about the change: its lines in its file or, where no file is named, its words anywhere."""
    told, seen = tuple(entry["change"].strip().splitlines()), changed_lines(mutant)
    if "file" in entry:
        return (entry["file"], told) == (str(mutant.source_file), seen)
    (was, now), (went, *came) = (line[2:] for line in told), (line[2:] for line in seen)
    return was in went and came == [went.replace(was, now)]


def changed_lines(mutant: Mutant) -> tuple[str, ...]:
    """The lines that went and came, without their numbers: an entry lives as long as the lines it speaks of."""
    lines = (create_unified_diff(mutant) or "").splitlines()[2:]
    return tuple(f"{line[0]} {line[1:].strip()}" for line in lines if line[0] in "+-")


if __name__ == "__main__":
    main()
