#!/usr/bin/env python3
"""Stores text with control characters wherever a user or a file can put it, and reads what all commands print.

No output may have a control character, an escape sequence or a bidirectional control, also when a command fails. The
folders of the program, its state and its backups have to be private.
"""

import argparse
import json
import pathlib
import random
import re
import stat

from lib import report
from lib.report import Report
from lib.sandbox import Outcome, Sandbox

UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
ATTACKS = ["\x1b[2J", "\x1b]52;c;aGk=\x07", "\x1b]0;title\x07", "\x9b31m", "\x9d0;title\x9c", "\x1b[201~", "\u202e", "\u2066",
           "\r", "\b\b\b", "\x7f", "\x07", "\x0e", "\x1bP1$r\x1b\\", "\u061c"]
COPY = "copy.sqlite"
TEXTS = ["name", "description", "url"]
COMMANDS = [
    ("list",), ("list", "--format", "json"), ("list", "--sort", "name", "--limit", "3"), ("stats",),
    ("stats", "--group-by", "location.city"), ("stats", "--group-by", "category"), ("explain",), ("history",), ("doctor",),
    ("filters", "list"), ("undo",), ("redo",), ("export", "--format", "geojson"),
    ("backup", COPY),
]


def attacked(pick: random.Random, word: str) -> str:
    """A word with one or two attacks in it."""
    for _ in range(pick.randint(1, 2)):
        place = pick.randint(0, len(word))
        word = word[:place] + pick.choice(ATTACKS) + word[place:]
    return word


def venue(pick: random.Random, number: int) -> dict:
    """A venue of which every text is an attack."""
    return {"id": attacked(pick, f"id{number}"), **{key: attacked(pick, f"{key} {number}") for key in TEXTS},
            "location": {key: attacked(pick, key) for key in ("address", "crossStreet", "city", "state", "country")},
            "categories": [{"id": attacked(pick, "c"), "name": attacked(pick, "Tea")}],
            "tips": {"count": 1, "groups": [{"items": [{"text": attacked(pick, "good")}]}]},
            "contact": {"phone": attacked(pick, "555")}, "unknown": attacked(pick, "rest")}


def outcomes(sandbox: Sandbox, pick: random.Random) -> list[Outcome]:
    """Imports attacks from a file with such a name, asks every command, and makes some fail."""
    file = sandbox.folder / (attacked(pick, "file").replace("/", "") + ".json")
    file.write_text(json.dumps([venue(pick, number) for number in range(4)] + [7, {"id": attacked(pick, "nameless")}]))
    broken = sandbox.folder / (attacked(pick, "broken") + ".json")
    broken.write_text('{"venues": [{"name": "' + attacked(pick, "a"))
    runs = [("import", file.name), ("import", broken.name), ("filters", "save", attacked(pick, "mine"), "--price", "1"),
            ("set", "note=" + attacked(pick, "note"), "--all", "--yes"), *COMMANDS,
            ("count", "--where", attacked(pick, "name = 'a'")), ("list", "--sort", attacked(pick, "nam")),
            ("count", "--search", attacked(pick, "tea")), (attacked(pick, "lst"),),
            ("list", "--filter", attacked(pick, "other")), ("restore", attacked(pick, "missing"))]
    return [sandbox.run(*(word.replace("\x00", "") for word in words)) for words in runs]


def open_files(sandbox: Sandbox) -> list[str]:
    """The private files that others may read, and the folders that they may enter."""
    data, state = (sandbox.folder / name for name in ("data/boba", "state/boba"))
    paths = [data, state, *state.rglob("*"), sandbox.folder / COPY]
    shared = {path: stat.S_IMODE(path.lstat().st_mode) & 0o077 for path in paths if path.exists()}
    return [f"{path.relative_to(sandbox.folder)} has {mode:03o}" for path, mode in shared.items() if mode]


def run(options: argparse.Namespace, folder: pathlib.Path) -> int:
    """Runs all cases in sandboxes of their own."""
    result = Report("hostile_text", options)
    for number in range(options.runs):
        if not f"{number}:".startswith(options.only):
            continue
        sandbox, pick = Sandbox(options.boba, folder / "run"), random.Random(f"{options.seed} {number}")
        sandbox.clear()
        result.case()
        for outcome in outcomes(sandbox, pick):
            result.count("Exit codes", str(outcome.code))
            unsafe = sorted({hex(ord(character)) for character in UNSAFE.findall(outcome.stdout + outcome.stderr)})
            if unsafe:
                result.violation("a control character was printed", f"{number}:", f"{unsafe}: {outcome!s:.200}")
            if outcome.crashed or outcome.timed_out:
                result.violation("a command crashed or hung", f"{number}:", str(outcome))
        for path in open_files(sandbox):
            result.violation("a file is not private", f"{number}:", path)
    return result.finish()


if __name__ == "__main__":
    report.main(run, report.parser(__doc__, runs=500).parse_args())
