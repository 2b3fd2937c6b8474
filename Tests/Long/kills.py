#!/usr/bin/env python3
"""Kills operations before each of their calls that change a file.

Afterwards the store opens, passes SQLite's integrity check, and is the old or the new one; the same
command once more works and leaves no partial file.
"""

import argparse
import pathlib
from collections.abc import Callable
from dataclasses import dataclass

from lib import report
from lib.operations import PreparedOperation, prepared_operations
from lib.report import Report
from lib.sandbox import Sandbox
from lib.shim import WRITING, Call, Shim, read_calls

NAMES = {"first start", "import new", "import filled", "import replace", "set", "delete", "undo",
         "redo", "export", "backup", "restore", "filters save", "doctor repair", "upgrade",
         "upgrade hours"}


@dataclass(frozen=True)
class Kill:
    """The call that is not reached."""

    prepared: PreparedOperation
    call: Call

    @property
    def name(self) -> str:
        """The argument of `--only`."""
        return f"{self.prepared.operation.name}:{self.call.number}:"


def kills_of(prepared: PreparedOperation, sandbox: Sandbox, shim: Shim, log: pathlib.Path) -> list[Kill]:
    """A kill before each call of an operation."""
    sandbox.clear(prepared.template)
    sandbox.run(*prepared.operation.arguments,
                extra=shim.environment(sandbox.folder, "count", log, WRITING))
    return [Kill(prepared, call) for call in read_calls(log)]


def kill(case: Kill, sandbox: Sandbox, shim: Shim, result: Report) -> Callable[[], None]:
    """Kills a run and checks the state; returns a function that adds it to the report."""
    prepared, log = case.prepared, sandbox.folder.with_suffix(".log")
    sandbox.clear(prepared.template)
    outcome = sandbox.run(*prepared.operation.arguments, extra=shim.environment(
        sandbox.folder, "kill", log, WRITING, case.call.number))
    hit = read_calls(log)
    problem = prepared.wrong(sandbox, None) or prepared.next_run(sandbox)
    where = f"before {hit[0].kind} {hit[0].path}" if hit else "not reached"

    def tell() -> None:
        result.count("Kills" if hit else "Not reached", prepared.operation.name)
        if hit:
            result.case()
        if hit and outcome.code != -9:
            result.violation("the kill was survived", case.name, str(outcome))
        if problem:
            result.violation(problem[0], case.name, f"{where}: {problem[1]}")

    return tell


def run(options: argparse.Namespace, folder: pathlib.Path) -> int:
    """Kills at every call, or at every n-th."""
    shim, result = Shim(folder), Report("kills", options)
    sandboxes = [Sandbox(options.boba, folder / f"run{job}") for job in range(options.jobs)]
    kills: list[Kill] = []
    for prepared in prepared_operations(sandboxes[0], folder / "templates", NAMES):
        kills += kills_of(prepared, sandboxes[0], shim, folder / "calls.log")
    print(f"{len(kills):,} calls can be the last")
    every = max(options.every, len(kills) // options.runs if options.runs else 1)
    cases = kills[options.seed % every::every]
    if options.only:
        cases = [case for case in kills if case.name.startswith(options.only)]
    report.run_cases(cases, options.jobs,
                     lambda job, case: kill(case, sandboxes[job], shim, result))
    return result.finish()


if __name__ == "__main__":
    arguments = report.parser(__doc__, runs=0)
    arguments.add_argument("--every", type=int, default=1, help="kill at each N-th call only")
    report.main(run, arguments.parse_args())
