"""The file of columns that the finder keeps beside a large store."""

import pathlib

from lib import totals
from lib.finder import Finder
from lib.sandbox import Sandbox

#: From 20,000 venues on there is such a file.
ENOUGH = 20_500


def columns_of(sandbox: Sandbox) -> pathlib.Path:
    """The file of columns beside the store."""
    return sandbox.store.with_name(sandbox.store.name + "-columns")


def write_columns(sandbox: Sandbox, extra: dict[str, str] | None = None) -> bool:
    """Has a finder write its file of columns."""
    finder = Finder(sandbox, extra=extra)
    written = finder.wait(lambda _: columns_of(sandbox).exists(), 20)
    finder.settle(0.3)
    finder.quit()
    return written


def finder_problems(sandbox: Sandbox, truth: tuple) -> list[tuple[str, str]]:
    """Opens the finder, also with a filter, and compares its screen."""
    # Wide enough for the totals of millions of venues.
    finder = Finder(sandbox, columns=200)
    wanted = totals.footer(truth)
    found = []
    if not finder.shows(wanted, 10):
        found.append(("the finder shows wrong totals with a damaged file of columns",
                      f"{finder.totals} instead of {wanted}: {finder.screen.line(0)}"))
    left = finder.quit()
    return found + ([(left, "at the end of the finder")] if left else [])
