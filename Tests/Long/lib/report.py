"""Options, counts and the closing words of a script."""

import argparse
import json
import pathlib
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

PACKAGE = pathlib.Path(__file__).resolve().parents[3]
Case = TypeVar("Case")


def parser(description: str, runs: int | None = None, seconds: int | None = None) -> argparse.ArgumentParser:
    """The options that all scripts share."""
    result = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument("--boba", type=lambda path: pathlib.Path(path).resolve(),
                        default=PACKAGE / ".build/release/boba", help="the program under test")
    if runs is not None:
        result.add_argument("--runs", type=int, default=runs)
    if seconds is not None:
        result.add_argument("--seconds", type=float, default=seconds)
    result.add_argument("--seed", type=int, default=1)
    result.add_argument("--jobs", type=int, default=2, help="cases at the same time")
    result.add_argument("--only", default="", help="only cases whose name begins so, as violations name them")
    result.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()),
                        help="where the sandboxes are made")
    result.add_argument("--summary", type=pathlib.Path, help="a file for the counts, as JSON")
    return result


@dataclass
class Report:
    """The number of injected and survived cases, and each violation with a command that repeats it."""

    name: str
    options: argparse.Namespace
    injected: int = 0
    tables: dict[str, Counter] = field(default_factory=dict)
    violations: list[tuple[str, str, str]] = field(default_factory=list)
    violated: set[str] = field(default_factory=set)
    begin: float = field(default_factory=time.monotonic)

    def case(self) -> None:
        """Counts an injection."""
        self.injected += 1

    def count(self, table: str, row: str, number: int = 1) -> None:
        """Adds to a table of counts that is printed at the end."""
        self.tables.setdefault(table, Counter())[row] += number

    def violation(self, kind: str, case: str, detail: str) -> None:
        """Reports a violation."""
        self.violations.append((kind, case, detail.replace("\n", " | ")))
        self.violated.add(case)

    @property
    def survived(self) -> int:
        """Injections without any violation."""
        return self.injected - min(self.injected, len(self.violated))

    def finish(self) -> int:
        """Prints everything and gives the exit code."""
        seconds = time.monotonic() - self.begin
        for title, rows in self.tables.items():
            print(f"{title}:")
            for row, number in sorted(rows.items(), key=lambda pair: (-pair[1], pair[0])):
                print(f"{number:8,}  {row}")
        self.print_violations()
        print(f"{self.name}: {self.injected:,} injected, {self.survived:,} survived, "
              f"{len(self.violations):,} violations, {seconds:.1f} s, seed {self.options.seed}")
        if self.options.summary:
            self.options.summary.write_text(json.dumps({
                "name": self.name, "injected": self.injected, "survived": self.survived,
                "violations": len(self.violations), "seconds": round(seconds, 1),
                "kinds": Counter(kind for kind, _, _ in self.violations)}))
        return 1 if self.violations else 0

    def print_violations(self) -> None:
        """Prints the kinds, most frequent first, each with its first cases."""
        kinds = Counter(kind for kind, _, _ in self.violations)
        for kind, number in kinds.most_common():
            print(f"VIOLATION {kind}: {number:,}")
            groups: dict[str, list[tuple[str, str]]] = {}
            for _, case, detail in [each for each in self.violations if each[0] == kind]:
                groups.setdefault(case.split(":")[0], []).append((case, detail))
            for group, cases in groups.items():
                print(f"  {group}: {len(cases):,}, such as '{cases[0][0]}'")
                print(f"      {cases[0][1][:700]}")


def run_cases(cases: Iterable[Case], jobs: int, work: Callable[[int, Case], Callable[[], None]]) -> None:
    """Runs cases in parallel; the functions they return are called in the order of the cases.

    `work` gets the number of its thread, 0-based, whose sandbox it may use alone. Ctrl-C ends the run after the cases
    so far, whose counts are printed.
    """
    free = list(range(jobs))

    def one(case: Case) -> Callable[[], None]:
        worker = free.pop()
        try:
            return work(worker, case)
        finally:
            free.append(worker)

    pool = ThreadPoolExecutor(jobs)
    try:
        for result in pool.map(one, cases):
            result()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    finally:
        pool.shutdown(cancel_futures=True)


def main(run: Callable[[argparse.Namespace, pathlib.Path], int], options: argparse.Namespace) -> None:
    """Runs a script in a folder of its own and ends the program."""
    if not options.boba.exists():
        sys.exit(f"error: there is no program {options.boba}; name one with --boba")
    with tempfile.TemporaryDirectory(prefix="boba-long-", dir=options.folder,
                                     ignore_cleanup_errors=True) as folder:
        code = run(options, pathlib.Path(folder).resolve())
    sys.exit(code)
