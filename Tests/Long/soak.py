#!/usr/bin/env python3
"""Has many programs work on one store for a long time, and looks whether anything is lost or wrong.

Eight writers import, set, delete, undo and save filters; four readers check invariants;
two other programs write with SQLite; two finders are used. Every few seconds all writers pause, and the
finders, the commands and SQLite have to agree.
"""

import argparse
import contextlib
import pathlib
import random
import sqlite3
import threading
import time
from collections.abc import Iterator

from lib import messages, oracle, report, totals, venues
from lib.finder import Finder
from lib.report import Report
from lib.sandbox import Outcome, Sandbox

WRITERS, READERS, FOREIGNERS, FINDERS = 8, 4, 2, 2
GROUP, OWNED, DEALS = 20, 40, 120
NAVIGATION = [*"jkgGfsbm/.?:SCBi ", "\x1b", "\x1b", "\x1b", "\x1b[6~", "\x1b[5~", "\t"]


class Gate:
    """Lets many pass at once, or one alone."""

    def __init__(self) -> None:
        self.condition = threading.Condition()
        self.inside, self.is_closed = 0, False

    @contextlib.contextmanager
    def shared(self) -> Iterator[None]:
        """With others."""
        with self.condition:
            self.condition.wait_for(lambda: not self.is_closed)
            self.inside += 1
        try:
            yield
        finally:
            with self.condition:
                self.inside -= 1
                self.condition.notify_all()

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Without anybody else."""
        with self.condition:
            self.condition.wait_for(lambda: not self.is_closed)
            self.is_closed = True
            self.condition.wait_for(lambda: self.inside == 0)
        try:
            yield
        finally:
            with self.condition:
                self.is_closed = False
                self.condition.notify_all()


class Soak:
    """The store that all work on."""

    def __init__(self, sandbox: Sandbox, options: argparse.Namespace, result: Report) -> None:
        self.sandbox, self.options, self.result = sandbox, options, result
        self.gate, self.lock = Gate(), threading.Lock()
        self.end = time.monotonic() + options.seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() > self.end

    def problem(self, kind: str, detail: str, who: str) -> None:
        """Notes a violation."""
        with self.lock:
            self.result.violation(kind, f"{who}:{self.result.injected}:", detail)

    def run(self, who: str, *arguments: str) -> Outcome:
        """Runs a command; a store that stays locked is allowed when the message is clear."""
        outcome = self.sandbox.run(*arguments, timeout=60)
        with self.lock:
            self.result.case()
            self.result.count("Commands", f"{arguments[0]}: {outcome.code}")
        said = messages.complaint(outcome)
        if said:
            self.problem(said, str(outcome), who)
        if outcome.code not in (0, 75):
            self.problem(f"a command failed with {outcome.code}", str(outcome), who)
        return outcome


class Worker(threading.Thread):
    """A worker that repeats an action."""

    def __init__(self, soak: Soak, kind: str, number: int) -> None:
        super().__init__(name=f"{kind}{number}")
        self.soak, self.number = soak, number
        self.pick = random.Random(f"{soak.options.seed} {self.name}")

    def run(self) -> None:
        """Works until the time is over."""
        while not self.soak.is_over:
            try:
                self.work()
            except (sqlite3.Error, ValueError, KeyError, OSError) as error:
                self.soak.problem("another program failed", f"{type(error).__name__}: {error}", self.name)

    def work(self) -> None:
        """One thing."""
        raise NotImplementedError

    def boba(self, *arguments: str) -> Outcome:
        """Runs a command."""
        return self.soak.run(self.name, *arguments)


class Writer(Worker):
    """Changes venues that no other writer touches, and knows their expected state."""

    def __init__(self, soak: Soak, number: int) -> None:
        super().__init__(soak, "writer", number)
        self.prefix = f"w{number}-"
        self.expected: dict[str, str | None] = {}
        self.filters: set[str] = set()
        self.files = 0

    def work(self) -> None:
        actions = [self.import_more, self.set_notes, self.set_notes, self.delete, self.save_filter,
                   self.undo]
        self.pick.choice(actions if self.expected else [self.import_more])()

    def import_more(self) -> None:
        """A new group, or all of an earlier one again."""
        name = f"{self.prefix}{self.files}.json"
        ids = venues.make(self.soak.sandbox.folder / name, GROUP, self.prefix, first=self.files * GROUP)
        self.files += 1
        with self.soak.gate.shared():
            if self.boba("import", name).code == 0:
                self.expected |= dict.fromkeys(ids)

    def set_notes(self) -> None:
        """A note for all venues of this writer."""
        note = f"note {self.pick.randrange(1_000)}"
        with self.soak.gate.shared():
            if self.boba("set", f"note={note}", "--where", self.mine, "--yes").code == 0:
                self.expected = dict.fromkeys(self.expected, note)

    def delete(self) -> None:
        """All venues of this writer, when there are many."""
        if len(self.expected) < 3 * GROUP:
            return
        with self.soak.gate.shared():
            if self.boba("delete", "--where", self.mine, "--yes").code == 0:
                self.expected = {}

    def save_filter(self) -> None:
        """One more filter."""
        name = f"{self.prefix}{self.pick.randrange(20)}"
        with self.soak.gate.shared():
            if self.boba("filters", "save", name, "--price", "1").code == 0:
                self.filters.add(name)

    def undo(self) -> None:
        """A change that is undone; no other writer may run between the two."""
        with self.soak.gate.alone():
            if self.boba("set", "note=undone", "--where", self.mine, "--yes").code == 0:
                self.boba("undo")

    @property
    def mine(self) -> str:
        """The predicate of this writer's venues."""
        return f"id BEGINSWITH '{self.prefix}'"

    def losses(self, connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
        """The missing contents."""
        found = dict(connection.execute(
            "SELECT id, note FROM venue WHERE id GLOB ?", (self.prefix + "*",)).fetchall())
        if found != self.expected:
            wrong = [key for key in found.keys() | self.expected.keys()
                     if found.get(key, "gone") != self.expected.get(key, "gone")]
            yield "lost or wrong venues", f"{self.name}: {len(wrong)} of {len(self.expected)}: {wrong[:3]}"
        rows = connection.execute("SELECT value FROM fetchkit_metadata WHERE key = 'client.filters'")
        saved = (rows.fetchone() or ("",))[0]
        missing = [name for name in self.filters if f'"{name}"' not in saved]
        if missing:
            yield "lost saved filters", f"{self.name}: {missing}"


class Foreigner(Worker):
    """Another program: its venues always have the same number and sum, whatever it does to the rows."""

    def __init__(self, soak: Soak, number: int) -> None:
        super().__init__(soak, "foreigner", number)
        self.prefix, self.rows = f"x{number}-", 0
        connection = sqlite3.connect(soak.sandbox.store)
        connection.executemany(
            "INSERT INTO venue (id, name, special_count) VALUES (?, ?, ?)",
            [(f"{self.prefix}{index}", f"Foreign {index}", DEALS // OWNED) for index in range(OWNED)])
        connection.execute(f"CREATE TABLE mine{number} (text)")
        connection.commit()
        connection.close()

    def work(self) -> None:
        connection = sqlite3.connect(self.soak.sandbox.store, isolation_level=None, timeout=30)
        try:
            with self.soak.gate.shared():
                connection.execute("BEGIN IMMEDIATE")
                self.pick.choice([self.transfer, self.replace, self.change_key, self.renew])(connection)
                connection.execute(f"INSERT INTO mine{self.number} VALUES ('kept')")
                connection.execute("COMMIT")
                self.rows += 1
                with self.soak.lock:
                    self.soak.result.case()
        finally:
            connection.close()
        time.sleep(self.pick.uniform(0, 0.1))

    def one(self) -> str:
        """A venue of this program."""
        return f"{self.prefix}{self.pick.randrange(OWNED)}"

    def transfer(self, connection: sqlite3.Connection) -> None:
        """A deal from one venue to another."""
        change = "UPDATE venue SET special_count = special_count + ? WHERE id = ?"
        connection.execute(change, (1, self.one()))
        connection.execute(change, (-1, self.one()))

    def replace(self, connection: sqlite3.Connection) -> None:
        """The same venue in a new row."""
        connection.execute(
            "INSERT OR REPLACE INTO venue (id, name, special_count) "
            "SELECT id, name || '.', special_count FROM venue WHERE id = ?", (self.one(),))

    def change_key(self, connection: sqlite3.Connection) -> None:
        """The same venue in another row."""
        connection.execute("UPDATE venue SET pk = (SELECT MAX(pk) + 1 FROM venue) WHERE id = ?",
                           (self.one(),))

    def renew(self, connection: sqlite3.Connection) -> None:
        """A venue takes the place of another, which comes back."""
        first, second = self.one(), self.one()
        rows = dict(connection.execute(
            "SELECT id, special_count FROM venue WHERE id IN (?, ?)", (first, second)))
        if first == second:
            return
        connection.execute("UPDATE OR REPLACE venue SET id = ? WHERE id = ?", (first, second))
        connection.execute("UPDATE venue SET special_count = ? WHERE id = ?", (rows[first], first))
        connection.execute("INSERT INTO venue (id, name, special_count) VALUES (?, 'Renewed', ?)",
                           (second, rows[second]))

    def losses(self, connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
        """The missing contents."""
        kept = connection.execute(f"SELECT COUNT(*) FROM mine{self.number}").fetchone()[0]
        if kept != self.rows:
            yield "lost rows of another program", f"{self.name}: {kept} of {self.rows}"


class Reader(Worker):
    """Checks invariants while others write."""

    def __init__(self, soak: Soak, number: int) -> None:
        super().__init__(soak, "reader", number)

    def work(self) -> None:
        self.pick.choice([self.stats, self.count, self.export])()
        time.sleep(self.pick.uniform(0, 0.05))

    def stats(self) -> None:
        """The number and the deals of another program's venues."""
        where = f"id BEGINSWITH 'x{self.pick.randrange(FOREIGNERS)}-'"
        outcome = self.boba("stats", "--where", where, "--format", "json")
        if outcome.code == 0:
            stated = totals.printed(outcome.stdout)
            self.compare(stated[:2], (OWNED, DEALS), outcome)

    def count(self) -> None:
        """The venues of a writer that imports and deletes whole groups."""
        outcome = self.boba("count", "--where", f"id BEGINSWITH 'w{self.pick.randrange(WRITERS)}-'")
        if outcome.code == 0:
            self.compare(int(outcome.stdout) % GROUP, 0, outcome)

    def export(self) -> None:
        """Each venue of another program once."""
        where = f"id BEGINSWITH 'x{self.pick.randrange(FOREIGNERS)}-'"
        outcome = self.boba("list", "--where", where, "--columns", "id", "--format", "tsv")
        if outcome.code == 0:
            lines = outcome.stdout.splitlines()[1:]
            self.compare((len(lines), len(set(lines))), (OWNED, OWNED), outcome)

    def compare(self, found: object, wanted: object, outcome: Outcome) -> None:
        """Notes a figure that was never true."""
        if found != wanted:
            self.soak.problem("wrong figure", f"{found} instead of {wanted}: {outcome.command}", self.name)


class Browser(Worker):
    """Uses a finder and compares its totals on request."""

    def __init__(self, soak: Soak, number: int) -> None:
        super().__init__(soak, "finder", number)
        self.finder = Finder(soak.sandbox)
        self.pressed: list[str] = []
        self.wanted: tuple | None = None
        self.done = threading.Event()

    def work(self) -> None:
        if self.wanted is not None:
            self.compare(self.wanted)
            self.wanted = None
            self.done.set()
        if not self.finder.is_running:
            left = self.finder.leave() or f"ended with {self.finder.process.returncode}"
            self.soak.problem("the finder ended", f"{left}; last keys: {self.pressed[-40:]}", self.name)
            self.finder = Finder(self.soak.sandbox)
        self.pressed.append(self.pick.choice(NAVIGATION))
        self.finder.press(self.pressed[-1])
        self.finder.settle(0.05, 0.5)

    def compare(self, wanted: tuple) -> None:
        """Compares the totals while no writer runs."""
        self.finder.go_home()
        if not self.finder.shows(wanted, 3):
            self.soak.problem("the open finder shows wrong totals",
                              f"{self.finder.totals} instead of {wanted}", self.name)
            self.finder.kill()
            self.finder = Finder(self.soak.sandbox)


def be_quiet(soak: Soak, workers: list[Worker]) -> None:
    """Stops all writers and compares everything."""
    with soak.gate.alone():
        connection = sqlite3.connect(soak.sandbox.store, timeout=30)
        try:
            oracle.check(connection)
            truth = totals.read(connection)
            for worker in workers:
                if isinstance(worker, (Writer, Foreigner)):
                    for kind, detail in worker.losses(connection):
                        soak.problem(kind, detail, worker.name)
        except (sqlite3.Error, oracle.Broken) as error:
            soak.problem("damaged store", str(error), "store")
            return
        finally:
            connection.close()
        for kind, detail in totals.command_problems(soak.sandbox, truth):
            soak.problem(kind, detail, "commands")
        browsers = [worker for worker in workers if isinstance(worker, Browser) and worker.is_alive()]
        for browser in browsers:
            browser.done.clear()
            browser.wanted = totals.footer(truth)
        for browser in browsers:
            if not browser.done.wait(20) and not soak.is_over:
                soak.problem("hang: the finder does not answer", browser.finder.screen.line(0), browser.name)
        soak.result.count("Comparisons", "of everything, while all writers pause")


def run(options: argparse.Namespace, folder: pathlib.Path) -> int:
    """Lets everybody work."""
    result, sandbox = Report("soak", options), Sandbox(options.boba, folder / "run")
    sandbox.clear()
    sandbox.must("count")
    soak = Soak(sandbox, options, result)
    workers: list[Worker] = [Foreigner(soak, number) for number in range(FOREIGNERS)]
    workers += [Writer(soak, number) for number in range(WRITERS)]
    workers += [Reader(soak, number) for number in range(READERS)]
    workers += [Browser(soak, number) for number in range(FINDERS)]
    for worker in workers:
        worker.start()
    while not soak.is_over:
        time.sleep(min(5.0, max(0.5, options.seconds / 4)))
        be_quiet(soak, workers)
    for worker in workers:
        worker.join()
        if isinstance(worker, Browser):
            left = worker.finder.quit()
            if left:
                soak.problem(left, "at the end", worker.name)
    be_quiet(soak, workers)
    left = sandbox.partial_files()
    if left:
        soak.problem("partial files left", ", ".join(left), "store")
    return result.finish()


if __name__ == "__main__":
    report.main(run, report.parser(__doc__, seconds=600).parse_args())
