#!/usr/bin/env python3
"""Writes to a store with SQL as any other program may, while the finder is open.

After each batch of statements the finder shows the new totals within two seconds, and `boba count` and
`boba stats` agree with SQLite. Batches of one kind tell which statements go unnoticed.
"""

import argparse
import contextlib
import pathlib
import random
import sqlite3
import time
from collections.abc import Callable

from lib import report, totals, venues
from lib.finder import Finder
from lib.report import Report
from lib.sandbox import Sandbox

LIMIT = 2.0
COLUMNS = ("id, name, special_count, favorite, verified, closed, tip_count, checkins_count, distance, "
           "price_tier, price_category")


class Fuzzer:
    """Generates random statements for a store."""

    def __init__(self, connection: sqlite3.Connection, pick: random.Random) -> None:
        self.connection, self.pick, self.made = connection, pick, 0

    def row(self, identity: str | None = None) -> tuple:
        """The values of a venue; without an id, of a new one."""
        self.made += 1
        tier = self.pick.randint(1, 4)
        return (identity or f"x{self.made}", f"Foreign {self.made}", self.pick.randrange(4), 0, 0,
                int(self.pick.random() < 0.2), self.pick.choice([None, 0, 7, 40]),
                self.pick.randrange(900), self.pick.choice([None, self.pick.randrange(9000)]),
                tier, "$" * tier)

    def known(self, column: str = "id") -> object:
        """A value of an existing venue."""
        rows = self.connection.execute(
            f"SELECT {column} FROM venue ORDER BY pk LIMIT 1 OFFSET ?",
            (self.pick.randrange(max(1, self.count)),)).fetchall()
        return rows[0][0] if rows else "none"

    @property
    def count(self) -> int:
        """The number of venues."""
        return self.connection.execute("SELECT COUNT(*) FROM venue").fetchone()[0]

    def do(self, text: str, *values: object) -> None:
        """Runs a statement; that a constraint refuses it is part of the game."""
        with contextlib.suppress(sqlite3.IntegrityError):
            self.connection.execute(text, values)

    def insert(self, verb: str, identity: object = None) -> None:
        """Inserts a row with a way to solve conflicts."""
        row = self.row(identity)
        self.do(f"{verb} INTO venue ({COLUMNS}) VALUES ({', '.join('?' * len(row))})", *row)

    # MARK: Kinds

    def plain_insert(self) -> None:
        self.insert("INSERT")

    def insert_or_replace(self) -> None:
        self.insert("INSERT OR REPLACE", self.known())

    def replace_by_pk(self) -> None:
        row = (self.known("pk"), *self.row())
        self.do(f"REPLACE INTO venue (pk, {COLUMNS}) VALUES ({', '.join('?' * len(row))})", *row)

    def replace_two_rows(self) -> None:
        row = (self.known("pk"), *self.row(self.known()))
        self.do(f"REPLACE INTO venue (pk, {COLUMNS}) VALUES ({', '.join('?' * len(row))})", *row)

    def insert_or_ignore(self) -> None:
        self.insert("INSERT OR IGNORE", self.pick.choice([None, self.known()]))

    def insert_or_abort(self) -> None:
        self.insert("INSERT OR ABORT", self.pick.choice([None, self.known()]))

    def upsert(self) -> None:
        row = self.row(self.known())
        self.do(f"INSERT INTO venue ({COLUMNS}) VALUES ({', '.join('?' * len(row))}) "
                "ON CONFLICT (id) DO UPDATE SET special_count = excluded.special_count + 1", *row)

    def update(self) -> None:
        self.do("UPDATE venue SET special_count = special_count + 1, tip_count = ? WHERE pk % 5 = ?",
                self.pick.randrange(50), self.pick.randrange(5))

    def close_some(self) -> None:
        self.do("UPDATE venue SET closed = 1 - closed WHERE pk % 7 = ?", self.pick.randrange(7))

    def update_or_replace(self) -> None:
        self.do("UPDATE OR REPLACE venue SET id = ? WHERE pk = ?", self.known(), self.known("pk"))

    def update_pk_or_replace(self) -> None:
        self.do("UPDATE OR REPLACE venue SET pk = ? WHERE pk = ?", self.known("pk"), self.known("pk"))

    def change_pk(self) -> None:
        self.do("UPDATE venue SET pk = pk + 1000000, special_count = special_count + 1 WHERE pk = ?",
                self.known("pk"))

    def delete(self) -> None:
        self.do("DELETE FROM venue WHERE pk IN (SELECT pk FROM venue ORDER BY random() LIMIT ?)",
                self.pick.randrange(1, 5))

    def delete_and_vacuum(self) -> None:
        self.delete()
        self.do("VACUUM")

    def change_lists(self) -> None:
        self.do("INSERT OR REPLACE INTO venue_tip (owner, position, text) VALUES (?, 0, 'a tip')",
                self.known("pk"))
        self.do("DELETE FROM venue_category WHERE owner = ?", self.known("pk"))

    def transaction(self) -> None:
        self.do("BEGIN IMMEDIATE")
        self.pick.choice([self.update, self.insert_or_replace, self.delete])()
        self.do(self.pick.choice(["COMMIT", "COMMIT", "ROLLBACK"]))

    def delete_change_log(self) -> None:
        self.update()
        self.do("DELETE FROM fetchkit_change")

    def recursive_triggers(self) -> None:
        self.do("PRAGMA recursive_triggers = ON")
        self.insert_or_replace()
        self.do("PRAGMA recursive_triggers = OFF")

    # MARK: Kinds that change the schema

    def drop_triggers(self) -> None:
        for (name,) in self.connection.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            self.do(f'DROP TRIGGER "{name}"')
        self.update()
        self.delete()

    def rebuild_table(self) -> None:
        text = self.connection.execute(
            "SELECT sql FROM sqlite_schema WHERE name = 'venue'").fetchone()[0]
        self.do("BEGIN IMMEDIATE")
        self.do("PRAGMA legacy_alter_table = ON")
        for (view,) in self.connection.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'view'").fetchall():
            self.do(f'DROP VIEW "{view}"')
        self.do(text.replace("venue", "venue_new", 1))
        self.do("INSERT INTO venue_new SELECT * FROM venue WHERE pk % 3 > 0")
        self.do("DROP TABLE venue")
        self.do("ALTER TABLE venue_new RENAME TO venue")
        self.do("COMMIT")

    def own_trigger(self) -> None:
        self.do("CREATE TRIGGER mine AFTER UPDATE OF note ON venue BEGIN "
                "UPDATE venue SET special_count = special_count + 1 WHERE pk = NEW.pk; END")
        self.do("UPDATE venue SET note = 'mine' WHERE pk % 4 = 1")

    def add_column(self) -> None:
        self.do("ALTER TABLE venue ADD COLUMN mine TEXT")
        self.update()


ROW_KINDS: list[Callable[[Fuzzer], None]] = [
    Fuzzer.plain_insert, Fuzzer.insert_or_replace, Fuzzer.replace_by_pk, Fuzzer.replace_two_rows,
    Fuzzer.insert_or_ignore, Fuzzer.insert_or_abort, Fuzzer.upsert, Fuzzer.update, Fuzzer.close_some,
    Fuzzer.update_or_replace, Fuzzer.update_pk_or_replace, Fuzzer.change_pk, Fuzzer.delete,
    Fuzzer.delete_and_vacuum, Fuzzer.change_lists, Fuzzer.transaction, Fuzzer.delete_change_log,
    Fuzzer.recursive_triggers]
SCHEMA_KINDS = [Fuzzer.drop_triggers, Fuzzer.rebuild_table, Fuzzer.own_trigger, Fuzzer.add_column]


class Bout:
    """An open finder and another program on the same store."""

    def __init__(self, sandbox: Sandbox, template: pathlib.Path, pick: random.Random) -> None:
        self.sandbox = sandbox
        sandbox.clear(template)
        self.finder = Finder(sandbox)
        self.connection = sqlite3.connect(sandbox.store, isolation_level=None, timeout=10)
        self.fuzzer = Fuzzer(self.connection, pick)
        self.finder.wait(lambda finder: finder.totals is not None, 10)

    @property
    def truth(self) -> tuple:
        """The totals from SQLite."""
        return totals.read(self.connection)

    def problems(self) -> list[tuple[str, str]]:
        """The wrong output of the finder and the commands."""
        truth, begin = self.truth, time.monotonic()
        wanted = totals.footer(truth)
        agrees = self.finder.shows(wanted, LIMIT)
        found = []
        if not agrees:
            found.append(("the open finder shows wrong totals",
                          f"{self.finder.totals} instead of {wanted} after {time.monotonic() - begin:.1f} s"))
        return found + totals.command_problems(self.sandbox, truth)

    def end(self) -> str | None:
        """Ends both; returns the problem of the finder's end, if any."""
        self.connection.close()
        return self.finder.quit()


def batch_of(number: int, pick: random.Random) -> tuple[str, list[Callable[[Fuzzer], None]]]:
    """The name of a batch and its statements: three of one kind, then one of several."""
    if number % 4 == 3:
        return "mixed", [pick.choice(ROW_KINDS) for _ in range(pick.randint(2, 6))]
    kinds = ROW_KINDS + SCHEMA_KINDS
    kind = kinds[(number - number // 4) % len(kinds)]
    repeats = 1 if kind in SCHEMA_KINDS else pick.randint(1, 3)
    return kind.__name__.replace("_", " "), [kind] * repeats


def run(options: argparse.Namespace, folder: pathlib.Path) -> int:
    """Runs all batches; restarts after a problem or a schema change."""
    result, sandbox = Report("foreign", options), Sandbox(options.boba, folder / "run")
    template, pick = folder / "template", random.Random(options.seed)
    sandbox.clear()
    venues.make(sandbox.folder / "more.json", 200)
    sandbox.must("count")
    sandbox.must("import", "more.json")
    sandbox.folder.rename(template)
    bout = Bout(sandbox, template, pick)
    for number in range(options.runs):
        kind, batch = batch_of(number, pick)
        if not kind.startswith(options.only.split(":")[0]):
            continue
        changes_schema = batch[0] in SCHEMA_KINDS
        for each in batch:
            each(bout.fuzzer)
        result.case()
        result.count("Batches", kind)
        problems = bout.problems()
        for what, detail in problems:
            result.violation(what, f"{kind}:{number}:", detail)
        if problems or changes_schema or bout.fuzzer.count < 100:
            left = bout.end()
            if left:
                result.violation(left, f"{kind}:{number}:", "at the end of the finder")
            bout = Bout(sandbox, template, pick)
    left = bout.end()
    if left:
        result.violation(left, "end", "at the end of the finder")
    return result.finish()


if __name__ == "__main__":
    report.main(run, report.parser(__doc__, runs=1_000).parse_args())
