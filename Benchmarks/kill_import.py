#!/usr/bin/env python3
"""Kills imports at random moments and checks the store.

    Benchmarks/kill_import.py [--times N] [--venues N] [--boba PROGRAM]

The store is alternately new, empty, and full of other venues. It must open, pass the integrity check, and
contain either all of the file or nothing of it. Exits with 1 otherwise.
"""

import argparse
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "lib"))
import venues  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--venues", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boba", type=pathlib.Path, default=HERE.parent / ".build/release/boba")
    return parser.parse_args()


def prepare(boba, kind, store, others):
    """Creates a store: new, empty or full."""
    for path in store.parent.glob(store.name + "*"):
        path.unlink()
    if kind == "full":
        subprocess.run([boba, "import", others, "--store", store], check=True, capture_output=True)
    if kind == "empty":
        subprocess.run([boba, "import", "-", "--store", store], input=b"[]", check=True,
                       capture_output=True)


def facts(store):
    """Returns the number of venues and a sum that every import changes."""
    connection = sqlite3.connect(store)
    found = connection.execute("PRAGMA integrity_check").fetchone()[0]
    if found != "ok":
        sys.exit(f"error: {found}")
    result = connection.execute("SELECT COUNT(*), TOTAL(tip_count) FROM venue").fetchone()
    connection.close()
    return result


def attempt(boba, store, file, delay):
    child = subprocess.Popen([boba, "import", file, "--store", store], stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    try:
        child.wait(delay)
        return False
    except subprocess.TimeoutExpired:
        child.send_signal(signal.SIGKILL)
        child.wait()
        return True


def after(boba, store):
    """Returns the contents according to boba and to SQLite; a missing store is empty."""
    if not store.exists():
        return (0, 0.0)
    count = subprocess.run([boba, "count", "--include-closed", "--store", store],
                           capture_output=True, text=True)
    found = facts(store)
    if count.returncode != 0 or int(count.stdout) != found[0]:
        sys.exit(f"error: boba count says {count.stdout}{count.stderr}, the file has {found}")
    return found


def main():
    options = arguments()
    pick = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        file, others = pathlib.Path(folder, "venues.json"), pathlib.Path(folder, "others.json")
        whole = venues.make(options.venues, str(file), None)
        venues.make(options.venues // 2, str(others), None, seed="others")
        store = pathlib.Path(folder, "store.sqlite")
        killed, outcomes = 0, {}
        for number in range(options.times):
            kind = ["new", "empty", "full"][number % 3]
            prepare(options.boba, kind, store, others)
            before = after(options.boba, store)
            begin = time.perf_counter()
            if number < 3:
                subprocess.run([options.boba, "import", file, "--store", store], check=True,
                               capture_output=True)
                outcomes[kind] = (before, after(options.boba, store), time.perf_counter() - begin)
                continue
            killed += attempt(options.boba, store, file, pick.uniform(0, outcomes[kind][2]))
            if after(options.boba, store) not in outcomes[kind][:2]:
                sys.exit(f"error: {after(options.boba, store)} after {outcomes[kind]}")
        print(f"{killed} imports of {whole['venues']} venues killed: every store is whole")


main()
