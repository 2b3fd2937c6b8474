#!/usr/bin/env python3
"""Damages stores and the files beside them, and checks how the program reacts.

No crash and no hang; what it prints with exit code 0 is what SQLite reads, and an error is clear. The file
of columns never changes a figure. `boba doctor --repair` leaves a whole store with at least the venues
that a plain read of the damaged one gives.
"""

import argparse
import pathlib
import random
import shutil
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass

from lib import messages, oracle, report, totals, venues
from lib.columns import ENOUGH, columns_of, finder_problems, write_columns
from lib.damage import COLUMN_DAMAGES, STORE_DAMAGES, flip_many_bits, truncate
from lib.oracle import Broken
from lib.report import Report
from lib.sandbox import Outcome, Sandbox, finish

COMMANDS = [("count", "--include-closed"), ("stats", "--format", "json"), ("list", "--format", "json"),
            ("export",), ("set", "note=x", "--price", "1", "--yes"), ("delete", "--price", "2", "--yes"),
            ("undo",), ("history",), ("filters", "list"), ("doctor",), ("import", "more.json"),
            ("backup", "copy.sqlite"), ("show", "v000007")]


@dataclass(frozen=True)
class Damage:
    """The target of the damage: a store for a command, a store for a repair, or a column file."""

    kind: str
    number: int

    @property
    def name(self) -> str:
        """The argument of `--only`."""
        return f"{self.kind}:{self.number}:"


class Templates:
    """The stores before the damage, and their contents."""

    def __init__(self, boba: pathlib.Path, folder: pathlib.Path, count: int) -> None:
        self.small, self.large = folder / "small", folder / "large"
        sandbox = Sandbox(boba, folder / "making")
        sandbox.clear()
        venues.make(sandbox.folder / "more.json", 400)
        sandbox.must("count")
        sandbox.must("import", "more.json")
        sandbox.must("set", "note=first", "--price", "3", "--yes")
        self.content = oracle.read(sandbox.store)
        self.answers = {command: sandbox.run(*command) for command in COMMANDS[:4]}
        sandbox.folder.rename(self.small)
        sandbox.clear()
        venues.stream(sandbox.folder / "many.ndjson", count)
        sandbox.must("import", "many.ndjson", timeout=600)
        (sandbox.folder / "many.ndjson").unlink()
        self.has_columns = write_columns(sandbox)
        sandbox.folder.rename(self.large)


# MARK: - Commands on damaged stores

def plain_totals(store: pathlib.Path) -> tuple | None:
    """The totals that SQLite reads from the rows; None if it fails or reports damage."""
    connection = oracle.connect(store)
    try:
        oracle.check(connection)
        return (connection.execute("SELECT COUNT(*) FROM venue NOT INDEXED").fetchone()[0],
                *totals.read(connection))
    except (sqlite3.Error, Broken, ValueError):
        return None
    finally:
        connection.close()


def check_command(damage: Damage, sandbox: Sandbox, templates: Templates, seed: int,
                  result: Report) -> Callable[[], None]:
    """Damages a store and runs a command in it."""
    pick = random.Random(f"{seed} {damage.name}")
    sandbox.clear(templates.small)
    way = STORE_DAMAGES[damage.number % len(STORE_DAMAGES)]
    what = way(sandbox.store, pick)
    command = pick.choice(COMMANDS)
    damaged = sandbox.folder / "damaged.sqlite"
    shutil.copy(sandbox.store, damaged)
    log = sandbox.store.with_name(sandbox.store.name + "-wal")
    if log.exists():
        shutil.copy(log, damaged.with_name(damaged.name + "-wal"))
    outcome = sandbox.run(*command)
    problems, note = [], None
    said = complaint(command, outcome)
    if said:
        problems.append((said, f"{what}: {outcome}"))
    if outcome.code == 0 and command in COMMANDS[:2]:
        stated = figure(command, outcome)
        truth = plain_totals(damaged)
        wanted = truth and (truth[:1] if command[0] == "count" else truth[1:])
        if truth is None and outcome.stdout != templates.answers[command].stdout:
            note = f"{command[0]} answers from a store that integrity_check calls damaged"
        elif truth is not None and stated != wanted:
            problems.append(("wrong figure with exit code 0", f"{what}: {stated} instead of {wanted}"))

    def tell() -> None:
        result.case()
        result.count("Damages", way.__name__.replace("_", " "))
        result.count("Exit codes of commands", str(outcome.code))
        if note:
            result.count("Notes", note)
        for kind, detail in problems:
            result.violation(kind, damage.name, detail)

    return tell


def figure(command: tuple[str, ...], outcome: Outcome) -> tuple:
    """The totals that a command printed."""
    return (int(outcome.stdout),) if command[0] == "count" else totals.printed(outcome.stdout)


def complaint(command: tuple[str, ...], outcome: Outcome) -> str | None:
    """The problem of a command's result; findings of doctor and unknown ids are not errors."""
    said = messages.complaint(outcome)
    return None if command[0] == "doctor" and said and said.startswith("no message") else said


# MARK: - Repairs

def readable_ids(store: pathlib.Path) -> set[str]:
    """The ids of the rows whose id and name a plain read gives, from both ends up to the damage."""
    found: set[str] = set()
    for order in ("ASC", "DESC"):
        connection = oracle.connect(store)
        try:
            for row in connection.execute(f"SELECT id, name FROM venue NOT INDEXED ORDER BY pk {order}"):
                found.add(str(row[0]))
        except (sqlite3.Error, ValueError):
            pass
        finally:
            connection.close()
    return found


def check_repair(damage: Damage, sandbox: Sandbox, templates: Templates, seed: int,
                 result: Report) -> Callable[[], None]:
    """Damages a store and has the doctor repair it."""
    pick = random.Random(f"{seed} {damage.name}")
    sandbox.clear(templates.small)
    way = STORE_DAMAGES[damage.number % len(STORE_DAMAGES)]
    what = way(sandbox.store, pick)
    damaged = sandbox.folder / "damaged.sqlite"
    shutil.copy(sandbox.store, damaged)
    # A log that is not its own is ignored or refused: the rows are those of the file alone.
    readable = readable_ids(damaged) & templates.content.ids
    outcome = sandbox.run("doctor", "--repair", timeout=60)
    problems, saved, state = [], 0, "whole"
    said = complaint(("doctor",), outcome)
    if said:
        problems.append((said, f"{what}: {outcome}"))
    try:
        ids = oracle.read(sandbox.store).ids & templates.content.ids
        saved = len(ids)
        if len(ids) < len(readable):
            problems.append(("the repair lost readable venues",
                             f"{what}: {saved} of {len(readable)} readable: {outcome}"))
    except (Broken, KeyError) as error:
        state = "damaged" if readable else "damaged, and nothing was readable"
        if readable or outcome.code == 0:
            problems.append(("the store is still damaged after the repair",
                             f"{what}: {len(readable)} venues are readable: {error}: {outcome}"))

    def tell() -> None:
        result.case()
        result.count("Repairs", f"{way.__name__.replace('_', ' ')}: {state}, exit code {outcome.code}")
        result.count("Venues in repaired stores", "there before", len(templates.content.ids))
        result.count("Venues in repaired stores", "read plainly", len(readable))
        result.count("Venues in repaired stores", "saved by the repair", saved)
        for kind, detail in problems:
            result.violation(kind, damage.name, detail)

    return tell


# MARK: - Files of columns

def check_columns(damage: Damage, sandbox: Sandbox, templates: Templates, seed: int,
                  result: Report) -> Callable[[], None]:
    """Damages a column file and checks the finder and the commands."""
    pick = random.Random(f"{seed} {damage.name}")
    sandbox.clear(templates.large)
    columns = columns_of(sandbox)
    ways = [*COLUMN_DAMAGES, outdated, foreign, during_use]
    way = ways[damage.number % len(ways)]
    problems = []
    try:
        what = way(columns, pick) if way in COLUMN_DAMAGES else way(sandbox, pick)
    except Broken as error:
        what = "damaged while it was read"
        problems.append(("a command is wrong while the file of columns changes", str(error)))
    connection = sqlite3.connect(sandbox.store)
    truth = totals.read(connection)
    connection.close()
    problems += [(kind, f"{what}: {detail}") for kind, detail in finder_problems(sandbox, truth)]
    for command in COMMANDS[0], COMMANDS[1]:
        outcome = sandbox.run(*command)
        wanted = truth[:1] if command[0] == "count" else truth
        if outcome.code != 0 or figure(command, outcome) != wanted:
            problems.append(("the file of columns changes a command", f"{what}: {outcome}"))

    def tell() -> None:
        result.case()
        result.count("Damages of the file of columns", way.__name__.replace("_", " "))
        for kind, detail in problems:
            result.violation(kind, damage.name, detail)

    return tell


def outdated(sandbox: Sandbox, pick: random.Random) -> str:
    """A file of the same store from before a change that a newer file knows."""
    columns = columns_of(sandbox)
    earlier = sandbox.folder / "earlier"
    shutil.copy(columns, earlier)
    sandbox.sql(f"DELETE FROM venue WHERE pk % {pick.randint(2, 9)} = 0")
    columns.unlink()
    write_columns(sandbox)
    shutil.copy(earlier, columns)
    return "the file from before a change"


def foreign(sandbox: Sandbox, pick: random.Random) -> str:
    """The store is replaced by another one, and the file stays."""
    other = sandbox.folder / "other.sqlite"
    shutil.copy(sandbox.store, other)
    connection = sqlite3.connect(other)
    connection.execute("UPDATE venue SET special_count = special_count + 1 WHERE pk % 3 = 0")
    if pick.random() < 0.5:
        connection.execute("DELETE FROM fetchkit_change")
    connection.commit()
    connection.close()
    other.replace(sandbox.store)
    return "the store replaced by a changed copy"


def during_use(sandbox: Sandbox, pick: random.Random) -> str:
    """The file is cut and damaged in place while commands read it."""
    columns, arguments = columns_of(sandbox), ("stats", "--format", "json", "--group-by", "location.city")
    expected = sandbox.must(*arguments, "--no-cache").stdout
    running = [sandbox.start(*arguments) for _ in range(3)]
    time.sleep(pick.random() * 0.06)
    what = pick.choice([truncate, flip_many_bits])(columns, pick)
    for process in running:
        outcome = finish(process, arguments)
        if outcome.code != 0 or outcome.stdout != expected:
            raise Broken(f"{what} while it was read: {outcome}")
    return f"{what} while it was read"


CHECKS = {"command": check_command, "repair": check_repair, "columns": check_columns}


def run(options: argparse.Namespace, folder: pathlib.Path) -> int:
    """Damages everything."""
    result, templates = Report("corruption", options), Templates(options.boba, folder, options.venues)
    sandboxes = [Sandbox(options.boba, folder / f"run{job}") for job in range(options.jobs)]
    repairs, columns = max(1, options.runs * 3 // 10), max(1, options.runs // 10)
    cases = [Damage("command", number) for number in range(options.runs - repairs - columns)]
    cases += [Damage("repair", number) for number in range(repairs)]
    if templates.has_columns:
        cases += [Damage("columns", number) for number in range(columns)]
    else:
        result.violation("the finder writes no file of columns", "start", f"{options.venues:,} venues")
    chosen = [case for case in cases if case.name.startswith(options.only)]
    report.run_cases(chosen, options.jobs, lambda job, damage: CHECKS[damage.kind](
        damage, sandboxes[job], templates, options.seed, result))
    return result.finish()


if __name__ == "__main__":
    parser = report.parser(__doc__, runs=1_000)
    parser.add_argument("--venues", type=int, default=ENOUGH, help="in the store whose file of columns is damaged")
    report.main(run, parser.parse_args())
