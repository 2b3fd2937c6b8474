"""The operations to disturb, their initial stores, and the permitted results."""

import pathlib
import sqlite3
from dataclasses import dataclass

from lib import oracle, venues
from lib.oracle import Broken
from lib.report import PACKAGE
from lib.sandbox import Outcome, Sandbox

STORES = PACKAGE / "Tests/EndToEndTests/Stores"


@dataclass(frozen=True)
class Operation:
    """A command in a store of some kind."""

    name: str
    start: str
    arguments: tuple[str, ...]
    #: A file that the command writes, besides or instead of the store.
    output: str | None = None
    #: Whether what it prints is compared.
    prints: bool = False
    #: A command that the program may not have yet.
    needs: str | None = None


OPERATIONS = [
    Operation("first start", "none", ("count",), prints=True),
    Operation("import new", "none", ("import", "new.json")),
    Operation("import filled", "filled", ("import", "new.json")),
    Operation("import replace", "filled", ("import", "new.json", "--replace", "--yes")),
    Operation("set", "filled", ("set", "note=changed", "favorite=true", "--price", "1", "--yes")),
    Operation("delete", "filled", ("delete", "--price", "1", "--yes")),
    Operation("undo", "edited", ("undo",)),
    Operation("redo", "undone", ("redo",)),
    Operation("export", "filled", ("export", "--output", "out.json"), output="out.json"),
    Operation("backup", "filled", ("backup", "copy.sqlite"), output="copy.sqlite"),
    Operation("restore", "restorable", ("restore", "old.sqlite"), needs="restore"),
    Operation("filters save", "filled", ("filters", "save", "dear", "--price", "4")),
    Operation("doctor repair", "stale", ("doctor", "--repair")),
    Operation("list", "filled", ("list", "--format", "json"), prints=True),
    Operation("stats", "filled", ("stats", "--format", "json"), prints=True),
    Operation("upgrade", "0.1.0", ("count",), prints=True),
    Operation("upgrade hours", "0.1.0-before-hours", ("count",), prints=True),
]


def fill(sandbox: Sandbox) -> None:
    """A store with the bundled venues, a note and a saved filter."""
    sandbox.must("count")
    sandbox.must("set", "note=first", "--price", "2", "--yes")
    sandbox.must("filters", "save", "cheap", "--price", "1")


def prepare(sandbox: Sandbox, start: str) -> None:
    """Makes the store that operations start from, and the files they read."""
    sandbox.clear()
    venues.make(sandbox.folder / "new.json", 300)
    if start in ("0.1.0", "0.1.0-before-hours"):
        sandbox.store.parent.mkdir(parents=True)
        connection = sqlite3.connect(sandbox.store)
        connection.executescript((STORES / f"{start}.sql").read_text())
        connection.close()
    elif start != "none":
        fill(sandbox)
    if start == "filled":
        (sandbox.folder / "out.json").write_text("an earlier export")
    if start in ("edited", "undone"):
        sandbox.must("set", "note=second", "--all", "--yes")
    if start == "undone":
        sandbox.must("undo")
    if start == "stale":
        sandbox.sql("UPDATE venue SET name = 'Zebra ' || name")
    if start == "restorable":
        sandbox.must("backup", "old.sqlite")
        sandbox.must("delete", "--price", "2", "--yes")


class PreparedOperation:
    """An operation with its initial store and the only contents that it may leave."""

    def __init__(self, operation: Operation, sandbox: Sandbox, templates: pathlib.Path) -> None:
        self.operation = operation
        self.template = templates / operation.name.replace(" ", "-")
        prepare(sandbox, operation.start)
        sandbox.folder.rename(self.template)
        sandbox.clear(self.template)
        self.old = oracle.read(sandbox.store)
        self.old_output = self.output(sandbox)
        sandbox.clear(self.template)
        self.whole = sandbox.run(*operation.arguments)
        if self.whole.code != 0:
            raise RuntimeError(f"undisturbed, {self.whole}")
        self.new = oracle.read(sandbox.store)
        self.new_output = self.output(sandbox)

    def output(self, sandbox: Sandbox) -> object:
        """The contents of the file that the operation writes; of a store, its rows."""
        if self.operation.output is None:
            return None
        path = sandbox.folder / self.operation.output
        if not path.exists():
            return None
        return oracle.read(path) if path.suffix == ".sqlite" else path.read_text()

    def wrong(self, sandbox: Sandbox, outcome: Outcome | None) -> tuple[str, str] | None:
        """The error in the state that a disturbed run left; `outcome` is None if it was killed."""
        try:
            found, output = oracle.read(sandbox.store), self.output(sandbox)
        except Broken as error:
            return "damaged store", str(error)
        succeeded = outcome is not None and outcome.code == 0
        if succeeded and found != self.new:
            return "success reported, result not in the store", oracle.difference(found, self.new)
        if found not in (self.old, self.new):
            return "store neither old nor new", oracle.difference(found, self.old, self.new)
        if succeeded and output != self.new_output:
            return "success reported, file not written", f"{self.operation.output}"
        if output not in (self.old_output, self.new_output):
            return "file neither old nor new", f"{self.operation.output}: {str(output)[:80]}"
        if succeeded and self.operation.prints and outcome.stdout != self.whole.stdout:
            return "wrong output with exit code 0", f"{outcome.stdout[:80]!r}"
        if self.operation.needs == "restore" and found == self.new:
            return self.wrong_restore(sandbox)
        return None

    def wrong_restore(self, sandbox: Sandbox) -> tuple[str, str] | None:
        """A restore keeps the previous store as a file beside the new one."""
        for path in sandbox.store.parent.iterdir():
            if path != sandbox.store and path.name.startswith("venues") and not path.name.endswith(
                    ("-wal", "-shm", "-columns", "-journal")):
                try:
                    if oracle.read(path) == self.old:
                        return None
                except Broken:
                    continue
        return "previous store lost by restore", str(sorted(sandbox.store.parent.iterdir()))

    def next_run(self, sandbox: Sandbox) -> tuple[str, str] | None:
        """The error of repeating the command undisturbed: it must succeed and leave no partial files."""
        done = self.output(sandbox) == self.new_output and self.operation.output == "copy.sqlite"
        again = sandbox.run(*self.operation.arguments)
        has_nothing_left = self.operation.name in ("undo", "redo") and "nothing to" in again.stderr
        if again.code != 0 and not done and not has_nothing_left:
            return "the next run fails", str(again)
        count = sandbox.run("count", "--include-closed")
        try:
            found = oracle.read(sandbox.store)
        except Broken as error:
            return "damaged store after the next run", str(error)
        if count.code != 0 or count.stdout.strip() != str(len(found.venues)):
            return "wrong count after the next run", f"{count}, SQLite has {len(found.venues)}"
        left = sandbox.partial_files()
        return ("partial files after the next run", ", ".join(left)) if left else None


def prepared_operations(sandbox: Sandbox, templates: pathlib.Path, names: set[str] | None = None) -> list[PreparedOperation]:
    """The operations of the program, each with its initial store."""
    templates.mkdir(parents=True, exist_ok=True)
    sandbox.clear()
    chosen = [one for one in OPERATIONS if names is None or one.name in names]
    return [PreparedOperation(one, sandbox, templates) for one in chosen
            if one.needs is None or sandbox.supports(one.needs)]
