#!/usr/bin/env python3
"""Starts 2 to 8 programs at once on the same store, and looks whether anything was lost.

First imports of different files or of the same one into a store that is not there, first starts without a
store, and imports, edits and saved filters while other programs write with SQLite.
"""

import argparse
import pathlib
import random
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from lib import messages, oracle, report, venues
from lib.oracle import Broken
from lib.report import Report
from lib.sandbox import Outcome, Sandbox, finish

SEED_VENUES = 30


@dataclass(frozen=True)
class Race:
    """A kind of race, and its number."""

    kind: str
    number: int

    @property
    def name(self) -> str:
        """The argument of `--only`."""
        return f"{self.kind}:{self.number}:"


class Foreign(threading.Thread):
    """Another program that makes a table of its own and adds a row again and again."""

    def __init__(self, store: pathlib.Path, wait: float) -> None:
        super().__init__()
        self.store, self.wait, self.rows, self.made = store, wait, 0, False
        self.error: Exception | None = None

    def run(self) -> None:
        """Writes some rows; each that was committed counts."""
        time.sleep(self.wait)
        for _ in range(5):
            try:
                self.write()
            except sqlite3.Error as error:
                self.error = error

    def write(self) -> None:
        """Adds a row in a connection of its own, as a script would."""
        connection = sqlite3.connect(self.store, isolation_level=None, timeout=15)
        try:
            connection.execute("CREATE TABLE IF NOT EXISTS mine (text)")
            self.made = True
            connection.execute("INSERT INTO mine VALUES ('kept')")
            self.rows += 1
        finally:
            connection.close()


class Arena:
    """A sandbox, the commands that ran in it, and the expected contents."""

    def __init__(self, sandbox: Sandbox, race: Race, seed: int) -> None:
        self.sandbox = sandbox
        self.pick = random.Random(f"{seed} {race.name}")
        self.ids: dict[str, set[str]] = {}
        self.foreign: list[Foreign] = []
        self.commands: list[tuple[str, ...]] = []
        sandbox.clear()

    def file(self, name: str, prefix: str) -> str:
        """A file whose venues have to be in the store."""
        count = self.pick.choice([1, 10, 200, 500])
        self.ids[name] = set(venues.make(self.sandbox.folder / name, count, prefix))
        return name

    def run(self) -> list[Outcome]:
        """Starts everything within some milliseconds and waits for all."""
        for other in self.foreign:
            other.start()
        running = []
        for command in self.commands:
            running.append((self.sandbox.start(*command), command))
            time.sleep(self.pick.choice([0, 0, 0.001, 0.005, 0.02]))
        outcomes = [finish(process, command) for process, command in running]
        for other in self.foreign:
            other.join()
        return outcomes


def first_imports(arena: Arena, is_same: bool) -> None:
    """Imports into a store that is not there."""
    for number in range(arena.pick.randint(2, 8)):
        file = "same.json" if is_same else arena.file(f"{number}.json", f"f{number}-")
        if is_same and number == 0:
            arena.file(file, "f")
        arena.commands.append(("import", file))


def first_starts(arena: Arena) -> None:
    """Commands without a store."""
    for _ in range(arena.pick.randint(2, 8)):
        arena.commands.append(arena.pick.choice([("count",), ("list",), ("stats",)]))


def first_start_and_imports(arena: Arena) -> None:
    """Two programs at once; the imported venues must exist afterwards."""
    first_starts(arena)
    for number in range(2):
        arena.commands.append(("import", arena.file(f"{number}.json", f"f{number}-")))
    arena.pick.shuffle(arena.commands)


def mixed(arena: Arena, is_filled: bool) -> None:
    """Imports while others change everything else."""
    if is_filled:
        arena.sandbox.must("count")
    else:
        (arena.sandbox.folder / "empty.json").write_text("[]")
        arena.sandbox.must("import", "empty.json")
    for number in range(arena.pick.randint(1, 3)):
        arena.commands.append(("import", arena.file(f"{number}.json", f"f{number}-")))
    for number in range(arena.pick.randint(1, 3)):
        arena.commands.append(("filters", "save", f"filter{number}", "--price", "2"))
    for number in range(arena.pick.randint(0, 2)):
        arena.commands.append(("set", f"note=note{number}", "--price", "1", "--yes"))
    arena.pick.shuffle(arena.commands)
    for _ in range(arena.pick.randint(1, 2)):
        arena.foreign.append(Foreign(arena.sandbox.store, arena.pick.uniform(0, 0.05)))


KINDS: dict[str, Callable[[Arena], None]] = {
    "first imports": lambda arena: first_imports(arena, is_same=False),
    "first imports of one file": lambda arena: first_imports(arena, is_same=True),
    "first starts": first_starts,
    "first starts and imports": first_start_and_imports,
    "into an empty store": lambda arena: mixed(arena, is_filled=False),
    "into a filled store": lambda arena: mixed(arena, is_filled=True),
}


def losses(race: Race, arena: Arena, outcomes: list[Outcome]) -> list[tuple[str, str]]:
    """Changes that were reported as done and are missing in the store."""
    try:
        content = oracle.read(arena.sandbox.store)
    except Broken as error:
        return [("damaged store", str(error))]
    found: list[tuple[str, str]] = []
    ends = zip(arena.commands, outcomes, strict=True)
    succeeded = [command for command, outcome in ends if outcome.code == 0]
    imported = set().union(*(arena.ids[command[1]] for command in succeeded if command[0] == "import"))
    lost = imported - content.ids
    if lost:
        found.append(("imported with exit code 0, and lost",
                      f"{len(lost)} of {len(imported)} venues are missing"))
    seeded = len(content.ids - set().union(*arena.ids.values()))
    # Who imports first decides whether the bundled venues come at all.
    allowed = {"first starts": {SEED_VENUES}, "into a filled store": {SEED_VENUES},
               "first starts and imports": {0, SEED_VENUES}}.get(race.kind, {0})
    if seeded not in allowed:
        found.append(("wrong bundled venues", f"{seeded} instead of {sorted(allowed)}"))
    metadata = dict(content.metadata)
    saved = [command[2] for command in succeeded if command[0] == "filters"]
    missing = [name for name in saved if f'"{name}"' not in metadata.get("client.filters", "")]
    if missing:
        found.append(("filters saved with exit code 0, and lost", ", ".join(missing)))
    return found + lost_rows(arena, content)


def lost_rows(arena: Arena, content: oracle.Content) -> list[tuple[str, str]]:
    """The lost rows that another program had committed, and its failures."""
    found = [("another program failed", str(other.error)) for other in arena.foreign if other.error]
    rows = sum(other.rows for other in arena.foreign)
    kept = next((count for name, count, _ in content.others if name == "mine"), None)
    if kept is None and any(other.made for other in arena.foreign):
        return found + [("lost table of another program", f"{rows} rows")]
    if (kept or 0) < rows:
        return found + [("lost rows of another program", f"{rows - (kept or 0)} of {rows}")]
    return found


def start(race: Race, sandbox: Sandbox, options: argparse.Namespace, result: Report) -> Callable[[], None]:
    """Runs a race; returns a function that adds it to the report."""
    arena = Arena(sandbox, race, options.seed)
    KINDS[race.kind](arena)
    outcomes = arena.run()
    problems = []
    for outcome in outcomes:
        said = messages.complaint(outcome)
        if outcome.code != 0:
            problems.append((f"a program failed with {outcome.code}", str(outcome)))
        if said:
            problems.append((said, str(outcome)))
        if race.kind == "first starts" and outcome.command == "boba count" and outcome.stdout not in (
                "30\n", ""):
            problems.append(("wrong count at a first start", str(outcome)))
    problems += losses(race, arena, outcomes)
    left = sandbox.partial_files()
    if left:
        problems.append(("partial files left", ", ".join(left)))

    def tell() -> None:
        result.case()
        result.count("Races", race.kind)
        result.count("Programs", "started", len(outcomes) + len(arena.foreign))
        for kind, detail in problems:
            result.violation(kind, race.name, f"{len(outcomes)} programs: {detail}")

    return tell


def run(options: argparse.Namespace, folder: pathlib.Path) -> int:
    """Runs all races."""
    result = Report("races", options)
    sandboxes = [Sandbox(options.boba, folder / f"run{job}") for job in range(options.jobs)]
    kinds = list(KINDS)
    races = [Race(kinds[number % len(kinds)], number) for number in range(options.runs)]
    chosen = [race for race in races if race.name.startswith(options.only)]
    report.run_cases(chosen, options.jobs,
                     lambda job, race: start(race, sandboxes[job], options, result))
    return result.finish()


if __name__ == "__main__":
    report.main(run, report.parser(__doc__, runs=2_000).parse_args())
