"""Checks of error messages."""

import errno
import re

from lib.sandbox import Outcome

DOCUMENTED = {0, 1, 64, 65, 66, 73, 74, 75}
FORBIDDEN = re.compile(
    r"not an error|constraint failed|DecodingError|unknown error|Error Domain|Cocoa|Optional\(|"
    r"\bnil\b|GRDB|SQLite error|fetchkit_|The operation could|couldn.t be completed|StoreError|"
    r"no such table|no such column|while executing|Swift\.|[A-Z][a-z]+Error\b|\(code \d+\)|errno|"
    r"Fatal error|SQLITE_", re.IGNORECASE)
BARE = {
    "disk I/O error", "database or disk is full", "database is locked", "out of memory",
    "unable to open database file", "database disk image is malformed", "locking protocol",
    "file is not a database", "attempt to write a readonly database", "interrupted"}
FULL = re.compile(r"full|space", re.IGNORECASE)


def complaint(outcome: Outcome, failure: int = 0, wants_reason: bool = False) -> str | None:
    """The problem of a run's end, as a kind and the text; None without one.

    `failure` is the errno that was injected; with `wants_reason` a full disk has to be named.
    """
    if outcome.timed_out:
        return "hang"
    if outcome.crashed:
        return f"crash by signal {-outcome.code}"
    if outcome.code not in DOCUMENTED:
        return f"undocumented exit code {outcome.code}"
    if outcome.code == 0:
        return None
    if outcome.code == 64:
        return "exit code 64 for what is no wrong usage"
    text = complaint_about(outcome.stderr)
    if text is None and wants_reason and failure == errno.ENOSPC:
        return None if FULL.search(outcome.stderr) else "message does not name the full disk"
    return text


def complaint_about(stderr: str) -> str | None:
    """The problem of an error message."""
    errors = [line for line in stderr.splitlines() if line.startswith("error: ")]
    if not errors:
        return "no message that begins with 'error: '"
    if len(errors) > 1:
        return "more than one error message"
    message = errors[0].removeprefix("error: ")
    # A damaged schema is named exactly.
    found = FORBIDDEN.search(re.sub(r"unexpected schema: [^,]*", "", stderr))
    if found:
        return f"message says '{found[0]}'"
    if message in BARE:
        return "message does not say what failed"
    if len(message.split()) < 3:
        return "message is too short"
    parts = message.split(": ")
    if len(set(parts)) < len(parts):
        return "message repeats itself"
    return None
