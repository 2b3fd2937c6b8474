#!/usr/bin/env python3
"""Makes file operations fail, one in each run, and checks how the program reacts.

A call is any that SQLite or the program makes on a file of the sandbox; it fails with an errno, or writes
only half. A failure is a single one, or a disk that stays full from then on. Afterwards a run that
succeeded has done its work, one that failed says why and leaves the store old or new; the next run works
and leaves no partial file.
"""

import argparse
import dataclasses
import errno
import pathlib
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from lib import messages, report
from lib.operations import PreparedOperation, prepared_operations
from lib.report import Report
from lib.sandbox import Sandbox
from lib.shim import GROWING, Shim, read_calls

ERRORS: dict[str, list[int]] = {
    "open": [errno.EACCES, errno.EIO, errno.EMFILE],
    "create": [errno.ENOSPC, errno.EACCES, errno.EDQUOT, errno.EROFS, errno.EIO],
    "read": [errno.EIO],
    "write": [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG, 0],
    "sync": [errno.EIO, errno.ENOSPC, errno.EDQUOT],
    "truncate": [errno.EIO, errno.EFBIG],
    "rename": [errno.EIO, errno.ENOSPC, errno.EACCES],
    "link": [errno.EIO, errno.ENOSPC, errno.EACCES],
    "unlink": [errno.EIO, errno.EACCES],
    "mkdir": [errno.ENOSPC, errno.EACCES],
    "map": [errno.ENOMEM],
    "lock": [errno.ENOLCK, errno.EIO],
    "allocate": [errno.ENOSPC],
}


@dataclass(frozen=True)
class Fault:
    """The call that fails: the `at`-th of its kind, counted from 1."""

    prepared: PreparedOperation
    kind: str
    at: int
    error: int
    stays_full: bool

    @property
    def name(self) -> str:
        """The argument of `--only`."""
        error = errno.errorcode[self.error] if self.error else "SHORT"
        return f"{self.prepared.operation.name}:{self.kind}:{self.at}:{error}{'+' * self.stays_full}"


def faults_of(prepared: PreparedOperation, sandbox: Sandbox, shim: Shim, log: pathlib.Path) -> list[Fault]:
    """Everything that can fail in an operation."""
    sandbox.clear(prepared.template)
    sandbox.run(*prepared.operation.arguments,
                extra=shim.environment(sandbox.folder, "count", log, ",".join(ERRORS)))
    result: list[Fault] = []
    for kind, number in Counter(call.kind for call in read_calls(log)).items():
        for at in range(1, number + 1):
            result += [Fault(prepared, kind, at, error, False) for error in ERRORS[kind]]
            if kind in GROWING.split(","):
                result.append(Fault(prepared, kind, at, errno.ENOSPC, True))
    return result


def chosen(faults: list[Fault], runs: int, pick: random.Random) -> list[Fault]:
    """As many faults as wanted: those of each operation and kind by turns, so that each has some."""
    groups: dict[tuple[str, str, int], list[Fault]] = {}
    for fault in faults:
        groups.setdefault((fault.prepared.operation.name, fault.kind, fault.error), []).append(fault)
    queues = [pick.sample(group, len(group)) for group in groups.values()]
    pick.shuffle(queues)
    result: list[Fault] = []
    while len(result) < runs and any(queues):
        result += [queue.pop() for queue in queues if queue]
    return sorted(result[:runs], key=lambda fault: fault.name)


def inject(fault: Fault, sandbox: Sandbox, shim: Shim, result: Report) -> Callable[[], None]:
    """Runs an operation with a fault and checks it; returns a function that adds it to the report."""
    prepared, log = fault.prepared, sandbox.folder.with_suffix(".log")
    sandbox.clear(prepared.template)
    sticky = GROWING if fault.stays_full else ""
    outcome = sandbox.run(*prepared.operation.arguments, extra=shim.environment(
        sandbox.folder, "fail", log, fault.kind, fault.at, fault.error, sticky))
    hit = read_calls(log)
    left = [] if fault.kind == "unlink" else sandbox.partial_files()
    problems: list[tuple[str, str]] = []
    spoken = outcome
    if prepared.operation.name == "doctor repair" and outcome.code not in (0, 64):
        # The doctor's findings are its output.
        spoken = dataclasses.replace(outcome, stderr=outcome.stderr or "error: " + outcome.stdout)
    said = messages.complaint(spoken, fault.error, wants_reason=fault.kind == "write")
    if said:
        problems.append((said, str(outcome)))
    problems += [each for each in (prepared.wrong(sandbox, outcome),) if each]
    if outcome.code != 0 and left:
        problems.append(("partial files left by the failed run", ", ".join(left)))
    if not problems:
        problems += [each for each in (prepared.next_run(sandbox),) if each]
    return lambda: tell(fault, outcome.code, hit[0].path if hit else None, problems, result)


def tell(fault: Fault, code: int, path: str | None, problems: list[tuple[str, str]],
         result: Report) -> None:
    """Notes an injection in the report."""
    if path is None:
        result.count("Not reached", fault.prepared.operation.name)
        return
    result.case()
    result.count("Exit codes", f"{fault.prepared.operation.name}: {code}")
    for kind, detail in problems:
        result.violation(kind, fault.name, f"{path}: {detail}")


def run(options: argparse.Namespace, folder: pathlib.Path) -> int:
    """Injects the faults of the options."""
    shim, result = Shim(folder), Report("faults", options)
    sandboxes = [Sandbox(options.boba, folder / f"run{job}") for job in range(options.jobs)]
    log, faults = folder / "calls.log", []
    for prepared in prepared_operations(sandboxes[0], folder / "templates"):
        faults += faults_of(prepared, sandboxes[0], shim, log)
    print(f"{len(faults):,} faults are possible in {len({f.prepared for f in faults})} operations")
    cases = [fault for fault in faults if fault.name.startswith(options.only)]
    if not options.only:
        cases = chosen(cases, options.runs, random.Random(options.seed))
    report.run_cases(cases, options.jobs,
                     lambda job, fault: inject(fault, sandboxes[job], shim, result))
    return result.finish()


if __name__ == "__main__":
    report.main(run, report.parser(__doc__, runs=5_000).parse_args())
