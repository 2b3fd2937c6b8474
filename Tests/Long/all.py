#!/usr/bin/env python3
"""Runs all long-form tests and prints one table for Documentation/Guarantees.md.

    Tests/Long/all.py --short      in about 100 seconds, as Scripts/test-release does
    Tests/Long/all.py --full       hours, before a release
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from lib.report import PACKAGE

HERE = pathlib.Path(__file__).resolve().parent


@dataclass(frozen=True)
class Script:
    """A script, what it tests, and the options of its short and full form."""

    name: str
    guarantee: str
    short: tuple[str, ...]
    full: tuple[str, ...]


SCRIPTS = [
    Script("faults", "A failing or full disk loses nothing, and the message says so",
           ("--runs", "130"), ("--runs", "5000")),
    Script("kills", "A killed program leaves the old store or the new one",
           ("--runs", "130"), ("--every", "1")),
    Script("powercut", "What was reported as done survives a power cut",
           ("--every", "30", "--mixtures", "1", "--columns", "3"), ("--every", "1", "--mixtures", "4")),
    Script("races", "Programs at the same time lose nothing of each other",
           ("--runs", "60"), ("--runs", "2000")),
    Script("corruption", "A damaged file is an error or repaired, never a wrong figure",
           ("--runs", "90"), ("--runs", "1000")),
    Script("soak", "Many programs on one store for a long time",
           ("--seconds", "7"), ("--seconds", "600")),
    Script("finder", "Random use of the finder",
           ("--seconds", "7"), ("--seconds", "3600")),
    Script("statistics_oracle", "Statistics are those of Python",
           ("--runs", "40"), ("--runs", "2000")),
    Script("agreement", "Commands agree with plain SQL while another program writes",
           ("--venues", "60000", "--requests", "100", "--pause", "0.1"), ()),
    Script("hostile_text", "Hostile text never reaches the terminal, and private files stay private",
           ("--runs", "3"), ("--runs", "500")),
    Script("readers", "A reader without write permission sees one consistent state",
           ("--runs", "8"), ("--runs", "500")),
    Script("foreign", "Changes by any other program are seen",
           ("--runs", "25"), ("--runs", "1000")),
]


def run(script: Script, options: argparse.Namespace, folder: pathlib.Path) -> dict:
    """Runs a script; its output is shown as it comes."""
    summary, begin = folder / f"{script.name}.json", time.monotonic()
    form = script.short if options.short else script.full
    print(f"== {script.name} {' '.join(form)}", flush=True)
    done = subprocess.run([sys.executable, HERE / f"{script.name}.py", "--boba", options.boba, "--seed",
                           str(options.seed), "--summary", summary, *form])
    if summary.exists():
        return json.loads(summary.read_text()) | {"guarantee": script.guarantee}
    return {"name": script.name, "guarantee": script.guarantee, "injected": 0, "survived": 0,
            "violations": f"ended with {done.returncode}", "seconds": round(time.monotonic() - begin, 1)}


def main() -> int:
    """Runs the scripts and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    form = parser.add_mutually_exclusive_group(required=True)
    form.add_argument("--short", action="store_true")
    form.add_argument("--full", action="store_true")
    parser.add_argument("--boba", type=lambda path: pathlib.Path(path).resolve(),
                        default=PACKAGE / ".build/release/boba")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = [run(script, options, pathlib.Path(folder)) for script in SCRIPTS]
    print("\n| Test | Guarantee | Injected | Survived | Violations | Seconds |")
    print("|---|---|---:|---:|---:|---:|")
    for row in rows:
        print(f"| `{row['name']}.py` | {row['guarantee']} | {row['injected']:,} | {row['survived']:,} | "
              f"{row['violations']} | {row['seconds']:.0f} |")
    total = sum(row["seconds"] for row in rows)
    print(f"\nSeed {options.seed}, {total:.0f} seconds.")
    return 1 if any(row["violations"] != 0 for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
