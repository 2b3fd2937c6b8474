#!/usr/bin/env python3
"""Compares the answers of random commands with plain SQL while another process writes.

The writer commits to the store all the time. A mirror of the columns that the requests use is in memory, and gets the same
statements: an answer has to be the one of plain SQL after a number of commits that was the latest at some time
while the command ran. Some requests are repeated with `--no-cache`.
"""

import argparse
import pathlib
import random
import sqlite3
import threading
import time
from collections.abc import Callable

from lib import report, requests, venues
from lib.report import Report
from lib.requests import Request
from lib.sandbox import Outcome, Sandbox

COLUMNS = ("pk, id, special_count, favorite, closed, rating, city, distance, price_tier, checkins_count, "
           "users_count, tip_count, category, search_text")
Batch = list[tuple[str, tuple]]


class Mirror:
    """The rows of the store after some of the writer's commits, in memory, without functions of the program."""

    def __init__(self, store: pathlib.Path) -> None:
        self.version = 0
        self.connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.connection.executescript(f"""
            ATTACH '{store}' AS store;
            CREATE TABLE venue (pk INTEGER PRIMARY KEY, {COLUMNS.removeprefix("pk, ")});
            CREATE TABLE venue_category (
                owner INTEGER, position INTEGER, name, PRIMARY KEY (owner, position)) WITHOUT ROWID;
            INSERT INTO venue SELECT {COLUMNS} FROM store.venue;
            INSERT INTO venue_category SELECT owner, position, name FROM store.venue_category;
            DETACH store""")

    def follow(self, writer: "Writer", version: int) -> None:
        """Repeats the commits up to a version."""
        for batch in writer.batches[self.version:version]:
            for statement, values in batch:
                self.connection.execute(statement, values)
        self.version = version


class Writer(threading.Thread):
    """Commits random changes to a store until it is stopped."""

    def __init__(self, store: pathlib.Path, seed: int, pause: float) -> None:
        super().__init__(daemon=True)
        self.pick, self.pause = random.Random(f"writer {seed}"), pause
        self.connection = sqlite3.connect(store, isolation_level=None, check_same_thread=False, timeout=60)
        self.highest = self.connection.execute("SELECT MAX(pk) FROM venue").fetchone()[0]
        #: A batch is added before it is committed.
        self.batches: list[Batch] = []
        self.committed = 0
        self.ends = threading.Event()

    def run(self) -> None:
        """Writes, with pauses."""
        while not self.ends.wait(self.pause):
            batch = self.batch()
            self.connection.execute("BEGIN IMMEDIATE")
            for statement, values in batch:
                self.connection.execute(statement, values)
            self.batches.append(batch)
            self.connection.execute("COMMIT")
            self.committed += 1

    def batch(self) -> Batch:
        """Up to five changes, rarely of many rows."""
        if self.pick.random() < 0.01:
            first = self.row()
            return [("UPDATE venue SET tip_count = tip_count + 1 WHERE pk BETWEEN ? AND ?",
                     (first, first + 3000))]
        return [each for _ in range(self.pick.randint(1, 5)) for each in self.change()]

    def row(self) -> int:
        """The key of a row that may exist."""
        return self.pick.randint(1, self.highest)

    def change(self) -> Batch:
        """A change of a row, of one or several statements."""
        row, pick = self.row(), self.pick
        return pick.choice([self.update, self.update, self.copy, self.delete, self.categorize])(row, pick)

    def update(self, row: int, pick: random.Random) -> Batch:
        """Sets a value."""
        column, values = pick.choice([
            ("tip_count", [0, 1, 70, 100_000, None]), ("rating", [None, 5.5, 9.9, 10.0]),
            ("special_count", [0, 1, 9]), ("price_tier", [None, 1, 4]), ("favorite", [0, 1]),
            ("closed", [0, 1]), ("distance", [0.0, 499.5, 70_000.0, None]), ("city", ["Köln", "Queens", None]),
            ("checkins_count", [0, 3_000_000, None])])
        return [(f"UPDATE venue SET {column} = ? WHERE pk = ?", (pick.choice(values), row))]

    def copy(self, row: int, _: random.Random) -> Batch:
        """Inserts a copy of a row."""
        self.highest += 1
        names = COLUMNS.removeprefix("pk, id, ")
        return [(f"INSERT INTO venue (pk, id, {names}) SELECT ?, ?, {names} FROM venue WHERE pk = ?",
                 (self.highest, f"w{self.highest:09d}", row)),
                ("INSERT INTO venue_category (owner, position, name) SELECT ?, position, name "
                 "FROM venue_category WHERE owner = ?", (self.highest, row))]

    def delete(self, row: int, _: random.Random) -> Batch:
        """Deletes a row."""
        return [("DELETE FROM venue WHERE pk = ?", (row,)),
                ("DELETE FROM venue_category WHERE owner = ?", (row,))]

    def categorize(self, row: int, pick: random.Random) -> Batch:
        """Replaces the categories of a row."""
        return [("DELETE FROM venue_category WHERE owner = ?", (row,)),
                ("INSERT INTO venue_category (owner, position, name) SELECT pk, 0, ? FROM venue WHERE pk = ?",
                 (pick.choice(venues.CATEGORIES), row))]


class Comparison:
    """A sandbox's store, its writer, and a mirror for each thread."""

    def __init__(self, sandbox: Sandbox, options: argparse.Namespace) -> None:
        self.sandbox, self.options = sandbox, options
        self.mirrors = [Mirror(sandbox.store) for _ in range(options.jobs)]
        self.writer = Writer(sandbox.store, options.seed, options.pause)

    def ask(self, mirror: Mirror, request: Request, extra: tuple[str, ...]) -> tuple[str, str] | None:
        """Runs a command, and compares its answer with those of plain SQL at that time."""
        while self.writer.committed < mirror.version:
            time.sleep(0.001)
        first = self.writer.committed
        outcome = self.sandbox.run(*request.words, *extra, timeout=120)
        last = len(self.writer.batches)
        if outcome.code != 0:
            return "a command failed", str(outcome)
        found, nearest = request.read(outcome), None
        for version in range(first, last + 1):
            mirror.follow(self.writer, version)
            expected = request.answer(mirror.connection)
            if requests.agrees(found, expected):
                return None
            nearest = nearest or self.difference(outcome, found, expected)
        return "another answer than plain SQL", f"{nearest} ({last - first} commits meanwhile)"

    @staticmethod
    def difference(outcome: Outcome, found: requests.Rows, expected: requests.Rows) -> str:
        """The command and the first rows that differ."""
        pairs = [(left, right) for left, right in zip(found, expected) if not requests.agrees([left], [right])]
        return f"`{outcome.command}`: {len(found)} rows, {len(expected)} expected; {pairs[:2]}"

    def check(self, thread: int, number: int, result: Report) -> Callable[[], None]:
        """Compares one request."""
        pick = random.Random(f"{self.options.seed} {number}")
        request, mirror = requests.request(pick), self.mirrors[thread]
        problems = [self.ask(mirror, request, ())]
        repeats = number % self.options.uncached == 0
        if repeats:
            problems.append(self.ask(mirror, request, ("--no-cache",)))

        def tell() -> None:
            result.case()
            result.count("Requests", request.kind)
            result.count("Answers", "with the cache")
            result.count("Answers", "without", 1 if repeats else 0)
            for problem in filter(None, problems):
                result.violation(problem[0], f"{number}:", problem[1])

        return tell


def run(options: argparse.Namespace, folder: pathlib.Path) -> int:
    """Imports venues and compares all requests."""
    result, sandbox = Report("agreement", options), Sandbox(options.boba, folder / "home")
    sandbox.clear()
    venues.stream(sandbox.folder / "venues.ndjson", options.venues)
    imported = sandbox.run("import", "venues.ndjson", timeout=600)
    if imported.code != 0:
        result.violation("the import failed", "import:", str(imported))
        return result.finish()
    (sandbox.folder / "venues.ndjson").unlink()
    comparison = Comparison(sandbox, options)
    comparison.writer.start()
    cases = [number for number in range(options.requests) if f"{number}:".startswith(options.only)]
    report.run_cases(cases, options.jobs, lambda thread, number: comparison.check(thread, number, result))
    comparison.writer.ends.set()
    comparison.writer.join()
    result.count("Commits meanwhile", "of the writer", comparison.writer.committed)
    columns = sandbox.store.with_name(sandbox.store.name + "-columns")
    if options.venues >= 50_000 and not columns.exists():
        result.violation("no command wrote a file of columns", "end:", str(columns))
    return result.finish()


if __name__ == "__main__":
    parser = report.parser(__doc__)
    parser.add_argument("--venues", type=int, default=1_000_000)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--uncached", type=int, default=20, help="of so many requests one is repeated with --no-cache")
    parser.add_argument("--pause", type=float, default=0.2, help="seconds between two commits")
    report.main(run, parser.parse_args())
