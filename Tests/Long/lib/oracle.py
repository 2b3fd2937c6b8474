"""The contents of a store, read by SQLite alone, and the expected output of the program."""

import pathlib
import sqlite3
from dataclasses import dataclass

UNCOMPARED = {"pk", "owner", "content_hash", "open_now_at"}
LISTS = ["venue_category", "venue_tip", "venue_opening"]


@dataclass(frozen=True)
class Content:
    """All that a person would miss: venues, saved filters, the place, steps, tables of other programs."""

    venues: frozenset[tuple]
    metadata: frozenset[tuple]
    steps: tuple[tuple, ...]
    others: frozenset[tuple]

    @property
    def ids(self) -> set[str]:
        """The ids of all venues."""
        return {dict(venue)["id"] for venue in self.venues}

    def __str__(self) -> str:
        keys = sorted(key for key, _ in self.metadata)
        return f"{len(self.venues)} venues, {len(self.steps)} steps, metadata {keys}"


EMPTY = Content(frozenset(), frozenset(), (), frozenset())


class Broken(Exception):
    """The store cannot be read, or is damaged."""


def connect(store: pathlib.Path) -> sqlite3.Connection:
    """A connection that reads texts whatever their bytes."""
    connection = sqlite3.connect(store, timeout=10)
    connection.text_factory = lambda text: text.decode(errors="surrogateescape")
    return connection


def read(store: pathlib.Path) -> Content:
    """The contents of a store; empty for a missing file or one without tables."""
    if not store.exists():
        return EMPTY
    connection = connect(store)
    try:
        check(connection)
        return content(connection)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise Broken(f"cannot read the store: {error}") from error
    finally:
        connection.close()


def check(connection: sqlite3.Connection) -> None:
    """Throws when SQLite finds anything wrong."""
    found = [row[0] for row in connection.execute("PRAGMA integrity_check(5)")]
    if found != ["ok"]:
        raise Broken("integrity_check: " + "; ".join(found))


def content(connection: sqlite3.Connection) -> Content:
    """The contents for a connection, in one snapshot."""
    connection.execute("BEGIN")
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if "venue" not in tables:
        return EMPTY
    others = {(name, *connection.execute(f"SELECT COUNT(*), TOTAL(rowid) FROM \"{name}\"").fetchone())
              for name in tables if not name.startswith(("venue", "fetchkit_", "sqlite_"))}
    metadata = connection.execute(
        "SELECT key, value FROM fetchkit_metadata WHERE key IN ('client.filters', 'client.origin')")
    steps = connection.execute("SELECT name, count, undone FROM fetchkit_step ORDER BY step")
    return Content(frozenset(venues(connection, tables)), frozenset(metadata.fetchall()),
                   tuple(steps.fetchall()), frozenset(others))


def venues(connection: sqlite3.Connection, tables: set[str]) -> list[tuple]:
    """Each venue with its lists; missing values are omitted, so that new columns change nothing."""
    lists: dict[int, list[tuple]] = {}
    for table in LISTS:
        if table not in tables:
            continue
        cursor = connection.execute(f"SELECT * FROM {table} ORDER BY owner, position")
        for row in named(cursor):
            lists.setdefault(row["owner"], []).append((table, *known(row)))
    rows = named(connection.execute("SELECT * FROM venue"))
    return [(*known(row), ("lists", tuple(lists.pop(row["pk"], ())))) for row in rows] + [
        (("id", None), ("orphans", tuple(map(tuple, lists.values()))))] * bool(lists)


def named(cursor: sqlite3.Cursor) -> list[dict]:
    """Rows by the names of their columns."""
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def known(row: dict) -> tuple:
    """The columns that are compared, in the order of their names."""
    return tuple(sorted((key, value) for key, value in row.items()
                        if value is not None and key not in UNCOMPARED))


def difference(found: Content, *wanted: Content) -> str:
    """The difference of contents from the expected ones."""
    parts = [f"found {found}"]
    for one in wanted:
        names = [name for name in ("venues", "metadata", "steps", "others")
                 if getattr(found, name) != getattr(one, name)]
        parts.append(f"expected {one}, differing in {', '.join(names)}")
    return "; ".join(parts)
