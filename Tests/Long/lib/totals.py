"""Totals of a store: from SQLite, from the output of commands, and from the finder."""

import json
import sqlite3

from lib import messages
from lib.sandbox import Sandbox

TOTALS = """
    SELECT COUNT(*), TOTAL(special_count), COUNT(CASE WHEN special_count > 0 THEN 1 END),
    COUNT(CASE WHEN tip_count > 0 THEN 1 END), TOTAL(tip_count), TOTAL(checkins_count),
    MIN(distance), MAX(distance) FROM venue WHERE closed = 0"""


def read(connection: sqlite3.Connection) -> tuple:
    """Returns the totals of `boba stats`, computed by SQLite without indexes."""
    return tuple(whole(value) for value in connection.execute(
        TOTALS.replace("FROM venue", "FROM venue NOT INDEXED")).fetchone())


def printed(output: str) -> tuple:
    """Returns the totals in the output of `boba stats --format json`."""
    stats = json.loads(output)
    values = [stats["count"], stats["deals"]["sum"], stats["deals"]["venues"], stats["withTips"],
              stats["tips"]["sum"], stats["checkins"]["sum"], stats["distance"]["min"],
              stats["distance"]["max"]]
    return tuple(whole(value) for value in values)


def whole(value: object) -> object:
    """Returns a number without its fraction; values of damaged rows that are not numbers are equal."""
    if value is None:
        return 0
    return int(value) if isinstance(value, (int, float)) and abs(value) < 1e18 else "no number"


def footer(truth: tuple) -> tuple:
    """Returns the expected totals in the finder's footer without a filter; see `Finder.totals`."""
    return (truth[0], truth[0], truth[1], truth[4])


def command_problems(sandbox: Sandbox, truth: tuple) -> list[tuple[str, str]]:
    """Returns differences between the totals and the output of `boba count` and `boba stats`."""
    count, stats = sandbox.run("count"), sandbox.run("stats", "--format", "json")
    for outcome in (count, stats):
        if outcome.code != 0:
            return [(messages.complaint(outcome) or "a command failed", str(outcome))]
    if int(count.stdout) != truth[0]:
        return [("boba count is wrong", f"{count.stdout.strip()} instead of {truth[0]}")]
    if printed(stats.stdout) != truth:
        return [("boba stats is wrong", f"{printed(stats.stdout)} instead of {truth}")]
    return []
