#!/usr/bin/env python3
"""Measures the finder on a million venues, in terminals of two sizes.

    Benchmarks/finder.py [--venues N] [--runs N] [--folder FOLDER] [--boba PROGRAM] [--store STORE]

Generates venues, imports them, runs the program in a pseudoterminal, presses keys and prints the
milliseconds from each key to the end of the frame that shows the expected result. The expected results
come from the store.
"""

import argparse
import functools
import json
import os
import pathlib
import platform
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "lib"))
import program  # noqa: E402
import terminal  # noqa: E402
import venues  # noqa: E402

SIZES = [(80, 24), (200, 60)]
DOWN, PAGE, ESCAPE = "j", "\x1b[6~", "\x1b"
TOGGLES = ["price_tier IS 1", "price_tier IS 2", "price_tier IS 3", "price_tier IS 4",
           "special_count > 0", "distance < 500", "tip_count > 0"]
ORDER = "ORDER BY distance NULLS LAST, name_order, id"


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--venues", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=40, help="how often each key is pressed")
    parser.add_argument("--folder", type=pathlib.Path, default=HERE.parent / ".build/benchmarks")
    parser.add_argument("--boba", type=pathlib.Path, help="the program; built if omitted")
    parser.add_argument("--store", type=pathlib.Path, help="an existing store")
    return parser.parse_args()


def filled(boba, folder, count):
    """Returns a store with venues; reuses that of an earlier run."""
    store, whole = folder / f"finder-{count}.sqlite", folder / f"venues-{count}.json"
    if not store.exists():
        if not whole.exists():
            facts = venues.make(count, str(whole), str(folder / f"venues-{count}.ndjson"))
            (folder / f"venues-{count}.facts.json").write_text(json.dumps(facts))
        subprocess.run([boba, "import", whole, "--store", store], check=True, stdout=sys.stderr)
    return store


class Facts:
    """The expected results, from the store."""

    def __init__(self, store):
        self.database = sqlite3.connect(store, isolation_level=None)
        self.count = self.one("SELECT COUNT(*) FROM venue WHERE closed = 0")
        rows = self.database.execute(f"SELECT {', '.join(TOGGLES)} FROM venue WHERE closed = 0")
        digits = zip(*(["1" if cell else "0" for cell in row] for row in rows))
        self.sets = [int("".join(column), 2) for column in digits]

    def one(self, sql, *values):
        return self.database.execute(sql, values).fetchone()[0]

    def matching(self, chosen):
        """Returns the number of venues that match the toggles; prices are alternatives."""
        result = (1 << self.count) - 1
        prices = [self.sets[toggle] for toggle in chosen if toggle < 4]
        if prices:
            result &= functools.reduce(int.__or__, prices)
        for toggle in chosen:
            if toggle >= 4:
                result &= self.sets[toggle]
        return bin(result).count("1")

    def found(self, text):
        words = text.lower().split()
        condition = " AND ".join(["closed = 0"] + ["instr(search_text, ?) > 0"] * len(words))
        return self.one(f"SELECT COUNT(*) FROM venue WHERE {condition}", *words)


class Session:
    """The finder in a terminal, with its own home folder."""

    def __init__(self, boba, store, size):
        self.home = tempfile.TemporaryDirectory()
        environment = {"HOME": self.home.name, "TERM": "xterm-256color", "LANG": "C.UTF-8",
                       "PATH": os.environ["PATH"]}
        self.rows = size[1]
        self.terminal = terminal.Terminal([boba, "--store", store], *size, environment)

    def end(self):
        self.terminal.end()
        self.home.cleanup()

    # The screen left of any pane; the list has four lines above it and two below.

    def page(self, screen):
        return [self.left(line) for line in screen.lines(4, self.rows - 2)]

    def footer(self, screen):
        return self.left(screen.line(self.rows - 2))

    def left(self, line):
        return line.split("│")[0].rstrip()

    def is_full(self, screen):
        return all(self.page(screen))

    def shows(self, count):
        """A condition: all totals are those of `count` venues."""
        number = f"{count:,}"
        return lambda screen: (
            self.footer(screen).endswith(f"/{number}")
            and self.footer(screen).lstrip().startswith(f"{number} "))

    def changed(self, part):
        old = part(self.terminal.screen)
        return lambda screen: part(screen) != old


class Times(dict):
    def add(self, name, milliseconds):
        self.setdefault(name, []).append(milliseconds)


def measure_start(boba, store, size, facts, times):
    for _ in range(3):
        session = Session(boba, store, size)
        screen = session.terminal
        first, length = screen.waits(
            [session.is_full, lambda screen: f"/{facts.count:,}" in session.footer(screen)],
            screen.begin)
        times.add("start to the first list", first)
        times.add("start to its whole length", length)
        session.end()


def measure_keys(session, runs, times):
    for name, keys in [("j", DOWN), ("PgDn", PAGE), ("G, g", "Gg")]:
        for number in range(runs):
            key = keys if name != "G, g" else keys[number % 2]
            condition = session.changed(session.footer)
            begin = session.terminal.press(key)
            times.add(f"key {name}", session.terminal.wait(condition, begin))
            session.terminal.settle(0.02)
    # The key must have a row to move to.
    session.terminal.press("g")
    session.terminal.settle(1)
    for _ in range(10):
        session.terminal.settle(0.3)
        received = session.terminal.received
        session.terminal.press(DOWN)
        session.terminal.settle(0.5)
        times.add("bytes for j", session.terminal.received - received)


def measure_opening(session, times):
    for name, key, condition in [
            ("open the detail", "\r", None),
            ("open the numbers", "b", lambda screen: "$$$$" in "".join(screen.lines(2, 9))),
            ("open the map", "m", lambda screen: any(
                "\u2800" <= cell <= "\u28ff" for line in screen.lines(1, 20) for cell in line))]:
        for _ in range(3):
            before = session.changed(lambda screen: screen.line(0))
            begin = session.terminal.press(key)
            times.add(name, session.terminal.wait(condition or before, begin))
            session.terminal.settle()
            session.terminal.press(ESCAPE)
            session.terminal.settle(0.5)


def measure_filter(session, facts, runs, times):
    """Toggles filters; in a wide terminal, the list is beside the filter screen."""
    is_wide = session.terminal.screen.columns >= 100
    total = f"{facts.count:,}"
    session.terminal.press("f")
    session.terminal.wait(
        lambda screen: f"{total} of {total} venues match" in screen.line(0),
        time.perf_counter())
    session.terminal.settle(1)
    chosen, row, generator = set(), 0, random.Random(1)
    count = facts.count
    for _ in range(runs):
        toggle = generator.randrange(len(TOGGLES))
        after = chosen ^ {toggle}
        new = facts.matching(after)
        if new in (0, count):
            continue
        session.terminal.press((DOWN if toggle > row else "k") * abs(toggle - row))
        session.terminal.settle(0.05)
        text = f"{new:,} of {total} venues match"
        begin = session.terminal.press(" ")
        conditions = [lambda screen: text in screen.line(0)]
        if is_wide:
            conditions.append(lambda screen: f"{new:,} of {total} venues" in session.footer(screen)
                              and f"/{new:,} " in session.footer(screen) + " ")
        found = session.terminal.waits(conditions, begin)
        times.add("toggle to all counts", found[0])
        if is_wide:
            times.add("toggle to the list and its sums", found[1])
        chosen, row, count = after, toggle, new
        session.terminal.settle(0.1)
    session.terminal.press(ESCAPE)
    session.terminal.wait(session.shows(facts.count), time.perf_counter())


def measure_search(session, facts, times):
    session.terminal.press("/")
    session.terminal.settle()
    text = ""
    for letter in "milk te":
        text += letter
        new = f"{facts.found(text):,}"
        begin = session.terminal.press(letter)
        if letter == " ":
            session.terminal.settle()
            continue
        found = session.terminal.wait(
            lambda screen: session.footer(screen).endswith(f"/{new}")
            and f"{new} of " in session.footer(screen), begin)
        times.add("a letter of a search to list and sums", found)
        session.terminal.settle()
    session.terminal.press(ESCAPE)
    session.terminal.wait(session.shows(facts.count), time.perf_counter())
    session.terminal.settle()


def measure_sort(session, facts, times):
    """Clicks a column header to sort, and again to reverse."""
    for name in ["Rating", "Rating", "Name", "Name", "Distance"]:
        column = session.terminal.screen.line(3).find(name) + 1
        if column == 0:
            continue
        session.terminal.press("g")
        session.terminal.settle(2)
        page = session.changed(session.page)
        begin = session.terminal.press(f"\x1b[<0;{column};4M\x1b[<0;{column};4m")
        first, whole = session.terminal.waits(
            [page, lambda screen: page(screen) and f"/{facts.count:,}" in session.footer(screen)],
            begin)
        times.add("another order to its first page", first)
        times.add("another order to the whole list", whole)


def measure_commit(session, facts, times):
    """Changes the second row in another process."""
    session.terminal.press("g")
    session.terminal.settle()
    row, tips = facts.database.execute(
        f"SELECT pk, tip_count FROM venue WHERE closed = 0 {ORDER} LIMIT 1 OFFSET 1").fetchone()
    for number in range(5):
        new = 901 + number
        facts.database.execute("UPDATE venue SET tip_count = ? WHERE pk = ?", (new, row))
        begin = time.perf_counter()
        times.add("commit of another to the screen", session.terminal.wait(
            lambda screen: f" {new} " in screen.line(5), begin))
        session.terminal.settle(1.5)
    facts.database.execute("UPDATE venue SET tip_count = ? WHERE pk = ?", (tips, row))
    session.terminal.settle(2)


def measure(boba, store, size, facts, runs):
    times = Times()
    measure_start(boba, store, size, facts, times)
    session = Session(boba, store, size)
    session.terminal.wait(session.shows(facts.count), session.terminal.begin)
    session.terminal.settle(2)
    times.add("MB after the start", session.terminal.memory("VmRSS"))
    measure_keys(session, runs, times)
    before = session.terminal.processor()
    time.sleep(10)
    times.add("idle: ms of processor in 10 s", (session.terminal.processor() - before) * 1000)
    measure_filter(session, facts, runs, times)
    measure_search(session, facts, times)
    measure_sort(session, facts, times)
    measure_commit(session, facts, times)
    times.add("MB while browsing, at most", session.terminal.memory("VmHWM"))
    measure_opening(session, times)
    times.add("MB with the map, at most", session.terminal.memory("VmHWM"))
    session.end()
    return times


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def main():
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    boba = (options.boba or program.built()).resolve()
    store = options.store or filled(boba, options.folder, options.venues)
    facts = Facts(store)
    results = [measure(boba, store, size, facts, options.runs) for size in SIZES]
    print(f"{facts.count:,} venues, {os.cpu_count()} x {platform.machine()}, "
          f"load {os.getloadavg()[0]:.1f}\n")
    heads = [f"{columns}x{rows}" for columns, rows in SIZES]
    print("| what | " + " | ".join(f"{head} median | p95" for head in heads) + " |")
    print("|---|" + "---:|---:|" * len(heads))
    for name in results[-1]:
        cells = []
        for times in results:
            values = times.get(name)
            cells += ["", ""] if not values else [
                f"{statistics.median(values):,.1f}",
                f"{percentile(values, 0.95):,.1f}" if len(values) > 3 else ""]
        print(f"| {name} | {' | '.join(cells)} |")


main()
