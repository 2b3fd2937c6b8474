#!/usr/bin/env python3
"""Reads a store without write permission while its owner writes.

The owner changes the notes of all venues at once, again and again. Each answer of a reader has to be of one state: all
venues, with one note. Runs as root only, because the reader is another user.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import threading

from lib import report, venues
from lib.report import Report
from lib.sandbox import Outcome, Sandbox, finish

NOBODY = 65534
COUNT = 3_000
BUSY = 75


class Owner(threading.Thread):
    """Writes until it is told to end."""

    def __init__(self, sandbox: Sandbox) -> None:
        super().__init__()
        self.sandbox, self.ends, self.changes, self.problem = sandbox, threading.Event(), 0, ""

    def run(self) -> None:
        while not self.ends.is_set():
            outcome = self.sandbox.run("set", f"note=note {self.changes + 1}", "--all", "--yes")
            if outcome.code != 0:
                self.problem = str(outcome)
                return
            self.changes += 1


def read(sandbox: Sandbox, words: tuple[str, ...]) -> Outcome:
    """Runs a command as another user, who may read the files only."""
    words = (*words, "--store", str(sandbox.store))
    return finish(sandbox.start(*words, user=NOBODY, group=NOBODY), words)


def may_read(sandbox: Sandbox) -> bool:
    """Whether another user can run the program here."""
    try:
        return os.geteuid() == 0 and read(sandbox, ("count",)).code == 0
    except PermissionError:
        return False


def problem(outcome: Outcome, count: int) -> str | None:
    """Why an answer is not of one state; None if it is."""
    if outcome.code == BUSY:
        return None
    if outcome.code != 0:
        return "a reader failed"
    if outcome.stdout.strip().isdigit():
        return None if int(outcome.stdout) == count else "a reader counts other venues"
    rows = [json.loads(line) for line in outcome.stdout.splitlines()]
    notes = {row.get("note") for row in rows}
    return None if len(rows) == count and len(notes) == 1 else "a reader mixes states"


def run(options: argparse.Namespace, folder: pathlib.Path) -> int:
    """Runs the readers."""
    # Where the program is, another user may not come.
    program = pathlib.Path(shutil.copy(options.boba, folder / "boba"))
    result, sandbox, pick = Report("readers", options), Sandbox(program, folder / "run"), random.Random(options.seed)
    sandbox.clear()
    venues.stream(sandbox.folder / "venues.ndjson", COUNT)
    sandbox.must("import", "venues.ndjson")
    sandbox.must("set", "note=note 0", "--all", "--yes")
    count = int(sandbox.must("count").stdout)
    for path in [folder, *(parent for parent in sandbox.store.parents if folder in parent.parents)]:
        path.chmod(0o755)
    sandbox.store.chmod(0o644)
    if not may_read(sandbox):
        print("This user cannot run the program as another one.")
        return result.finish()
    owner = Owner(sandbox)
    owner.start()
    for number in range(options.runs):
        words = pick.choice([("export", "--format", "ndjson"), ("export", "--format", "ndjson"), ("count",)])
        outcome = read(sandbox, words)
        result.case()
        result.count("Answers", f"{words[0]}: {outcome.code}")
        wrong = problem(outcome, count)
        if wrong:
            result.violation(wrong, f"{number}:", str(outcome))
    owner.ends.set()
    owner.join()
    result.count("Changes meanwhile", "of all notes", owner.changes)
    if owner.problem:
        result.violation("the owner failed", "owner:", owner.problem)
    return result.finish()


if __name__ == "__main__":
    report.main(run, report.parser(__doc__, runs=500).parse_args())
