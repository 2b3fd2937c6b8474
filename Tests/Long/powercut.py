#!/usr/bin/env python3
"""Cuts the power after each call that an operation makes on its files.

The calls are recorded once. Each beginning of the record is then replayed as several disks that a power
cut may leave: all that was not synced lost, all kept, and random mixtures with torn writes. Each of them
has to open as the old store or the new one; after an operation that reported success, as the new one.
Every operation runs alone, and while another program holds the store open.
"""

import argparse
import contextlib
import hashlib
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lib import columns, oracle, report, totals, venues
from lib.disk import Disk, Record, read_records
from lib.operations import PreparedOperation, prepared_operations
from lib.oracle import Broken
from lib.report import Report
from lib.sandbox import Sandbox
from lib.shim import Shim

HOLDER = """
import sqlite3, sys
holder = sqlite3.connect(sys.argv[1], isolation_level=None)
holder.execute("PRAGMA journal_mode = WAL")
holder.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
print("held", flush=True)
sys.stdin.read()
"""
NAMES = {"first start", "import new", "import filled", "import replace", "set", "delete", "undo",
         "redo", "restore", "filters save", "backup", "export", "doctor repair", "upgrade"}
SHARES = [0.2, 0.5, 0.8]


@dataclass
class Recording:
    """An operation, its calls, and the disk that it began with."""

    prepared: PreparedOperation
    is_held: bool
    disk: Disk
    root: pathlib.Path
    records: list[Record]

    @property
    def name(self) -> str:
        """The operation, and whether another program had the store open."""
        return self.prepared.operation.name + (" held" if self.is_held else "")


@dataclass(frozen=True)
class Image:
    """The contents of a disk after a number of calls."""

    name: str
    recording: Recording
    files: tuple[tuple[str, bytes], ...]
    has_ended: bool
    last: str


@contextlib.contextmanager
def held(store: pathlib.Path) -> Iterator[None]:
    """Another program that has the store open, so that its log stays.

    A process of its own: closing any file of this one would give its locks away.
    """
    child = subprocess.Popen([sys.executable, "-c", HOLDER, store], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE)
    try:
        child.stdout.readline()
        yield
    finally:
        child.communicate()


def record(prepared: PreparedOperation, is_held: bool, sandbox: Sandbox, shim: Shim) -> Recording:
    """Runs an operation and records its file operations."""
    sandbox.clear(prepared.template)
    log = sandbox.folder.with_suffix(".records")
    with held(sandbox.store) if is_held else contextlib.nullcontext():
        disk = Disk(sandbox.folder)
        outcome = sandbox.run(*prepared.operation.arguments,
                              extra=shim.environment(sandbox.folder, "record", log))
    if outcome.code != 0:
        raise RuntimeError(f"undisturbed, {outcome}")
    records = read_records(log) if log.exists() else []
    log.unlink(missing_ok=True)
    return Recording(prepared, is_held, disk, sandbox.folder, records)


def images(number: int, recording: Recording, options: argparse.Namespace) -> Iterator[Image]:
    """The different disks of a recording, each once for a success and once before it."""
    disk = recording.disk
    seen: set[bytes] = set()
    for at in range(len(recording.records) + 1):
        has_ended = at == len(recording.records)
        if at > 0:
            disk.do(recording.records[at - 1])
        if not has_ended and at % options.every != number % options.every:
            continue
        for which, share in enumerate([0.0, 1.0] + SHARES * options.mixtures):
            name = f"{recording.name}:{at}:{which}"
            pick = random.Random(f"{options.seed} {name}")
            files = tuple(disk.image(pick, share).items())
            digest = hashlib.blake2b(repr((files, has_ended)).encode()).digest()
            if digest not in seen and name.startswith(options.only):
                seen.add(digest)
                last = disk.describe(recording.records[at - 1]) if at else "start"
                yield Image(name, recording, files, has_ended, last)


def check(image: Image, sandbox: Sandbox, asks: bool, result: Report) -> Callable[[], None]:
    """Writes a disk and checks it; returns a function that adds it to the report."""
    recording, prepared = image.recording, image.recording.prepared
    shutil.rmtree(sandbox.folder, ignore_errors=True)
    write_files(image.files, sandbox)
    problem = None
    if asks and sandbox.store.exists():
        count = sandbox.run("count", "--store", str(sandbox.store))
        if count.code != 0:
            problem = "the program cannot open the store", str(count)
    problem = problem or wrong(image, prepared, sandbox)
    def tell() -> None:
        result.case()
        result.count("Disks", recording.name)
        if problem:
            result.violation(problem[0], image.name, f"after {image.last.replace(str(recording.root), '')}"
                             f" of {len(recording.records)} calls: {problem[1]}")

    return tell


def wrong(image: Image, prepared: PreparedOperation, sandbox: Sandbox) -> tuple[str, str] | None:
    """The problem of a disk."""
    try:
        found, output = oracle.read(sandbox.store), prepared.output(sandbox)
    except Broken as error:
        return "damaged store", str(error)
    if image.has_ended and (found, output) != (prepared.new, prepared.new_output):
        if output != prepared.new_output:
            return "success reported, but the file is lost", f"{prepared.operation.output}"
        return "success reported, but the change is lost", oracle.difference(found, prepared.new)
    if found not in (prepared.old, prepared.new):
        return "store neither old nor new", oracle.difference(found, prepared.old, prepared.new)
    if output not in (prepared.old_output, prepared.new_output):
        return "file neither old nor new", f"{prepared.operation.output}"
    if prepared.operation.needs == "restore" and found == prepared.new:
        return prepared.wrong_restore(sandbox)
    return None


# MARK: - The file of columns

def column_record(sandbox: Sandbox, shim: Shim) -> tuple[Disk, list[Record]]:
    """The actions of a finder that writes its column file."""
    sandbox.clear()
    venues.make(sandbox.folder / "many.json", columns.ENOUGH)
    sandbox.must("import", "many.json")
    disk, log = Disk(sandbox.folder), sandbox.folder.with_suffix(".records")
    columns.write_columns(sandbox, shim.environment(sandbox.folder, "record", log))
    records = read_records(log)
    log.unlink()
    return disk, records


def cut_columns(sandbox: Sandbox, shim: Shim, options: argparse.Namespace, result: Report) -> None:
    """Cuts the power at random while the file is written: it may be lost, and never is wrong."""
    disk, records = column_record(sandbox, shim)
    pick = random.Random(options.seed)
    cuts = sorted(pick.choices(range(len(records) // 2, len(records) + 1), k=options.columns))
    done = 0
    for at in cuts:
        for record_ in records[done:at]:
            disk.do(record_)
        done = at
        shutil.rmtree(sandbox.folder)
        write_files(tuple(disk.image(pick, pick.choice([0.0, 1.0, *SHARES])).items()), sandbox)
        result.case()
        kept = "kept" if columns.columns_of(sandbox).exists() else "lost"
        result.count("Disks", f"file of columns {kept}")
        # Changes after the cut must be seen, whatever the file contains.
        sandbox.sql(f"UPDATE venue SET special_count = special_count + 1 WHERE pk % {pick.randint(2, 9)} = 0")
        connection = sqlite3.connect(sandbox.store)
        truth = totals.read(connection)
        connection.close()
        for kind, detail in columns.finder_problems(sandbox, truth) + totals.command_problems(
                sandbox, truth):
            result.violation(kind, f"columns:{at}:", f"{detail}; {records[at - 1]}")


def write_files(files: tuple[tuple[str, bytes], ...], sandbox: Sandbox) -> None:
    """Makes the files of a disk."""
    for name, content in files:
        path = sandbox.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def run(options: argparse.Namespace, folder: pathlib.Path) -> int:
    """Records the operations and looks at their disks."""
    shim, result = Shim(folder), Report("powercut", options)
    sandboxes = [Sandbox(options.boba, folder / f"run{job}") for job in range(options.jobs)]
    recordings = []
    for prepared in prepared_operations(sandboxes[0], folder / "templates", NAMES):
        for is_held in (False, True):
            if not (is_held and prepared.operation.start == "none"):
                recordings.append(record(prepared, is_held, sandboxes[0], shim))
    wild = {str(one.first) for each in recordings for one in each.records if one.what == "X"}
    if wild:
        result.violation("a file is written through a map", "record", ", ".join(sorted(wild)))
    cases = (image for number, recording in enumerate(recordings)
             for image in images(number, recording, options))
    asked = random.Random(options.seed)
    work = [(image, asked.random() < 0.1) for image in cases]
    print(f"{len(work):,} disks after {sum(len(each.records) for each in recordings):,} calls")
    report.run_cases(work, options.jobs, lambda job, case: check(
        case[0], sandboxes[job], case[1], result))
    if options.columns and "columns:".startswith(options.only[:8]):
        cut_columns(sandboxes[0], shim, options, result)
    return result.finish()


if __name__ == "__main__":
    arguments = report.parser(__doc__)
    arguments.add_argument("--every", type=int, default=1, help="cut at each N-th call only")
    arguments.add_argument("--mixtures", type=int, default=2, help="random disks a cut, three each")
    arguments.add_argument("--columns", type=int, default=60, help="cuts while columns are written")
    report.main(run, arguments.parse_args())
