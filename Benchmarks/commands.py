#!/usr/bin/env python3
"""Compares cold `boba` commands with DuckDB processes that answer the same questions from its own table.

    Benchmarks/commands.py [--venues N ...] [--runs N] [--folder FOLDER] [--boba PROGRAM]

Generates venues, builds the program, imports the venues with both, and runs each question by turns, each time in a new
process. Prints the medians and their ratio. Needs the Python package duckdb==1.5.*; without it, only boba is measured.
Exits with 1 if a count differs.
"""

import argparse
import importlib.util
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "lib"))
import program  # noqa: E402
import venues  # noqa: E402

QUESTIONS = [
    ("stats", ["stats"],
     """SELECT count(*), sum(special_count), sum(tip_count), avg(tip_count), min(distance), max(distance),
        avg(distance), min(rating), max(rating), avg(rating), sum(checkins_count), sum(users_count),
        count(*) FILTER (price_tier = 1), count(*) FILTER (price_tier = 2), count(*) FILTER (price_tier = 3),
        count(*) FILTER (price_tier = 4), count(*) FILTER (special_count > 0), count(*) FILTER (tip_count > 0)
        FROM venue"""),
    ("count with three filters", ["count", "--price", "1", "--deals", "--within", "2000", "--include-closed"],
     "SELECT count(*) FROM venue WHERE price_tier = 1 AND special_count > 0 AND distance < 2000"),
    ("list --sort -tips --limit 20", ["list", "--sort", "-tips", "--limit", "20"],
     "SELECT name, category, price_tier, distance, rating, tip_count FROM venue "
     "ORDER BY tip_count DESC NULLS LAST, id LIMIT 20"),
    ("count --search milk", ["count", "--search", "milk"],
     "SELECT count(*) FROM venue WHERE contains(lower(name), 'milk') OR contains(lower(category), 'milk') "
     "OR contains(lower(address), 'milk') OR contains(lower(city), 'milk')"),
    ("stats --group-by city", ["stats", "--group-by", "location.city"],
     "SELECT city, count(*) FROM venue GROUP BY city ORDER BY city NULLS LAST"),
    ("list --limit 20", ["list", "--limit", "20"],
     "SELECT name, category, price_tier, distance, rating, tip_count FROM venue "
     "ORDER BY distance NULLS LAST, name, id LIMIT 20"),
    ("list --near 40.72,-73.99 --limit 20", ["list", "--near", "40.72,-73.99", "--limit", "20"],
     "SELECT name, category, price_tier, 12742000 * asin(least(1, sqrt("
     "pow(sin(radians(40.72 - latitude) / 2), 2) + cos(radians(latitude)) * cos(radians(40.72)) "
     "* pow(sin(radians(-73.99 - longitude) / 2), 2)))) AS meters, rating, tip_count FROM venue "
     "ORDER BY meters NULLS LAST, name, id LIMIT 20"),
]

IMPORT = """
import duckdb, sys
connection = duckdb.connect(sys.argv[2])
connection.execute(f'''CREATE TABLE venue AS SELECT v.id, v.name, v.location.address AS address,
  v.location.city AS city, v.categories[1].name AS category, v.location.lat AS latitude,
  v.location.lng AS longitude, v.location.distance AS distance, v.stats."checkinsCount" AS checkins_count,
  v.stats."usersCount" AS users_count, v.stats."tipCount" AS tip_count, v.price.tier AS price_tier,
  v.rating, v.specials.count AS special_count
  FROM (SELECT v FROM read_json_auto('{sys.argv[1]}', format='newline_delimited') AS v)''')
"""

ASK = """
import duckdb, sys
print(duckdb.connect(sys.argv[1], read_only=True).execute(sys.argv[2]).fetchall())
"""


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--venues", type=int, nargs="+", default=[500_000, 1_000_000])
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--folder", type=pathlib.Path, default=HERE.parent / ".build/benchmarks")
    parser.add_argument("--boba", type=pathlib.Path, help="the program; built if omitted")
    return parser.parse_args()


def run(command):
    """Returns elapsed milliseconds and the output."""
    begin = time.perf_counter()
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, check=True)
    return (time.perf_counter() - begin) * 1000, done.stdout.decode()


def made(folder, count):
    lines = folder / f"venues-{count}.ndjson"
    if not lines.exists():
        venues.make(count, str(folder / f"venues-{count}.json"), str(lines))
    return lines


def prepared(boba, folder, count, has_peer):
    """Imports the venues with both programs, and has boba write its column cache."""
    store, table = folder / f"commands-{count}.sqlite", folder / f"commands-{count}.duckdb"
    if not store.exists():
        run([boba, "import", made(folder, count), "--store", store])
    if has_peer and not table.exists():
        run([sys.executable, "-c", IMPORT, made(folder, count), table])
    first, _ = run([boba, "stats", "--store", store])
    print(f"{count:,} venues: boba stats, first time {first:.0f} ms")
    return store, table


def compare(boba, store, table, runs, has_peer):
    for title, words, sql in QUESTIONS:
        ours, plain, theirs = [], [], []
        for _ in range(runs):
            elapsed, output = run([boba, *words, "--store", store])
            ours.append(elapsed)
            elapsed, expected = run([boba, *words, "--store", store, "--no-cache"])
            plain.append(elapsed)
            if output != expected:
                sys.exit(f"error: {title}: {output} with the column cache, {expected} without")
            if not has_peer:
                continue
            elapsed, answer = run([sys.executable, "-c", ASK, table, sql])
            theirs.append(elapsed)
            if "--include-closed" in words and answer.strip("[(,)]\n") != output.strip():
                sys.exit(f"error: {title}: {output.strip()}, DuckDB {answer.strip()}")
        line = f"| `{title}` | {statistics.median(ours):.0f} | {statistics.median(plain):.0f} |"
        if theirs:
            peer = statistics.median(theirs)
            line += f" {peer:.0f} | {peer / statistics.median(ours):.1f} |"
        print(line)


def main():
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    boba = options.boba or program.built()
    has_peer = importlib.util.find_spec("duckdb") is not None
    print(f"{options.runs} runs, {os.cpu_count()} x {platform.machine()}, "
          f"load {os.getloadavg()[0]:.1f}")
    for count in options.venues:
        store, table = prepared(boba, options.folder, count, has_peer)
        print("| command | boba, ms | without column cache | DuckDB | ratio |")
        print("|---|---:|---:|---:|---:|")
        compare(boba, store, table, options.runs, has_peer)


main()
