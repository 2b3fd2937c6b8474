"""Figures: as SQLite has them, as the commands print them, and as the finder shows them."""

import json
import sqlite3

from lib import messages
from lib.sandbox import Sandbox

FIGURES = """
    SELECT COUNT(*), TOTAL(special_count), COUNT(CASE WHEN special_count > 0 THEN 1 END),
    COUNT(CASE WHEN tip_count > 0 THEN 1 END), TOTAL(tip_count), TOTAL(checkins_count),
    MIN(distance), MAX(distance) FROM venue WHERE closed = 0"""


def figures(connection: sqlite3.Connection) -> tuple:
    """What `boba stats` has to say of the open venues, asked of SQLite without any index."""
    return tuple(whole(value) for value in connection.execute(
        FIGURES.replace("FROM venue", "FROM venue NOT INDEXED")).fetchone())


def stated_figures(output: str) -> tuple:
    """The same of the output of `boba stats --format json`."""
    stats = json.loads(output)
    values = [stats["count"], stats["deals"]["sum"], stats["deals"]["venues"], stats["withTips"],
              stats["tips"]["sum"], stats["checkins"]["sum"], stats["distance"]["min"],
              stats["distance"]["max"]]
    return tuple(whole(value) for value in values)


def whole(value: object) -> object:
    """A figure without its fraction; what a damaged row has instead of a number is all the same."""
    if value is None:
        return 0
    return int(value) if isinstance(value, (int, float)) and abs(value) < 1e18 else "no number"


def totals(truth: tuple) -> tuple:
    """What the footer of the finder has to show without a filter: see `Finder.totals`."""
    return (truth[0], truth[0], truth[1], truth[4])


def command_problems(sandbox: Sandbox, truth: tuple) -> list[tuple[str, str]]:
    """What `boba count` and `boba stats` say that is not so."""
    count, stats = sandbox.run("count"), sandbox.run("stats", "--format", "json")
    for outcome in (count, stats):
        if outcome.code != 0:
            return [(messages.complaint(outcome) or "a command failed", str(outcome))]
    if int(count.stdout) != truth[0]:
        return [("boba count is wrong", f"{count.stdout.strip()} instead of {truth[0]}")]
    if stated_figures(stats.stdout) != truth:
        return [("boba stats is wrong", f"{stated_figures(stats.stdout)} instead of {truth}")]
    return []
