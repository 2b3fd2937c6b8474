#!/usr/bin/env python3
"""Compares `boba import` with DuckDB loading the same venues into SQLite: into a new store and one with 30 venues.

    Benchmarks/import.py [--venues N] [--runs N] [--folder FOLDER] [--file ENVELOPE --lines NDJSON]

Generates venues, builds the program, runs both alternately, and prints the ratio of their medians and the
peak memory (VmHWM). Needs the Python packages duckdb==1.5.* and duckdb-extension-sqlite-scanner==1.5.*;
without them, only boba is measured. Exits with 1 if the totals in the store are wrong.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import platform
import sqlite3
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "lib"))
import program  # noqa: E402
import venues  # noqa: E402

TOTALS = """
  SELECT COUNT(*), SUM(special_count), SUM(tip_count), SUM(checkins_count),
    SUM(COALESCE(price_tier, 0)) FROM venue
"""


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--venues", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--folder", type=pathlib.Path, default=HERE.parent / ".build/benchmarks")
    parser.add_argument("--file", type=pathlib.Path, help="venues in one JSON document")
    parser.add_argument("--lines", type=pathlib.Path, help="the same venues as NDJSON")
    parser.add_argument("--boba", type=pathlib.Path, help="the program; built if omitted")
    return parser.parse_args()


def made(folder, count):
    """Returns the two files and their totals; reuses those of an earlier run."""
    whole, flat = folder / f"venues-{count}.json", folder / f"venues-{count}.ndjson"
    facts = folder / f"venues-{count}.facts.json"
    if not facts.exists():
        facts.write_text(json.dumps(venues.make(count, str(whole), str(flat))))
    return whole, flat, json.loads(facts.read_text())


def remove(store):
    for end in ["", "-wal", "-shm", "-journal"]:
        pathlib.Path(f"{store}{end}").unlink(missing_ok=True)


def run(command):
    """Returns elapsed seconds, processor seconds and peak memory in MB."""
    begin = time.perf_counter()
    child = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"error: exit code {child.returncode} of {command}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def check(store, facts):
    totals = sqlite3.connect(store).execute(TOTALS).fetchone()
    expected = tuple(facts[name] for name in ["venues", "specials", "tips", "checkins", "tiers"])
    if totals != expected:
        sys.exit(f"error: the store has {totals}, the venues are {expected}")


def line(name, runs):
    seconds, processor, memory = (statistics.median(part) for part in zip(*runs))
    best = min(run[0] for run in runs)
    print(f"{name:30s} {seconds:7.2f} s (best {best:.2f})  {processor:7.2f} s processor  "
          f"{memory:5.0f} MB")
    return seconds


def main():
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.file:
        whole, flat, facts = options.file, options.lines, None
    else:
        whole, flat, facts = made(options.folder, options.venues)
    boba = options.boba or program.built()
    has_peer = flat and importlib.util.find_spec("duckdb_extension_sqlite_scanner")
    ours, peers = options.folder / "ours.sqlite", options.folder / "peer.sqlite"
    filled = options.folder / "filled.sqlite"
    few, _, _ = made(options.folder, 30)
    first, again, added, other = [], [], [], []
    peer = [sys.executable, HERE / "lib/duckdb_import.py", flat, peers]
    for number in range(options.runs):
        if has_peer and number % 2 == 1:
            other.append(run(peer))
        remove(ours)
        first.append(run([boba, "import", whole, "--store", ours]))
        if facts:
            check(ours, facts)
        again.append(run([boba, "import", whole, "--store", ours]))
        remove(filled)
        run([boba, "import", few, "--store", filled])
        added.append(run([boba, "import", whole, "--store", filled]))
        if has_peer and number % 2 == 0:
            other.append(run(peer))
    print(f"{whole.name}: {whole.stat().st_size / 1e6:.0f} MB, {options.runs} runs, "
          f"{os.cpu_count()} x {platform.machine()}, load {os.getloadavg()[0]:.1f}")
    seconds = line("boba import, new store", first)
    print(f"  ratio to the first import: {line('boba import, again', again) / seconds:.2f}")
    filling = line("boba import, 30 venues before", added)
    if other:
        peer = line("DuckDB to SQLite", other)
        print(f"  ratio: {seconds / peer:.2f}, with 30 venues before {filling / peer:.2f}")
    remove(ours)
    remove(filled)
    remove(peers)


main()
