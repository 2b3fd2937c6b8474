#!/usr/bin/env python3
"""Measures how time, memory and file sizes grow with the number of venues.

    Benchmarks/scale.py [--venues N ...] [--runs N] [--folder FOLDER] [--boba PROGRAM] [--svg FILE]

Generates venues, builds the program, imports each number of venues into a new store, and asks questions of it, each in a
new process. Prints a table with the exponent of each measurement, which is 1 for linear growth, and draws the curves.
"""

import argparse
import math
import os
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "lib"))
import program  # noqa: E402
import venues  # noqa: E402

QUESTIONS = {
    "count": ["count", "--price", "1", "--deals"],
    "search": ["count", "--search", "milk"],
    "stats": ["stats"],
    "groups": ["stats", "--group-by", "location.city"],
    "first list": ["list", "--limit", "20"],
    "top tips": ["list", "--sort", "-tips", "--limit", "20"],
}
# Exponents are measured from here: below, starting a process dominates.
LARGE = 10_000
WIDTH, HEIGHT, LEFT, TOP, GAP = 380, 240, 60, 40, 60
COLORS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#555555"]


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--venues", type=int, nargs="+",
                        default=[30, 10_000, 100_000, 1_000_000, 10_000_000])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--folder", type=pathlib.Path, default=HERE.parent / ".build/benchmarks")
    parser.add_argument("--boba", type=pathlib.Path, help="the program; built if omitted")
    parser.add_argument("--svg", type=pathlib.Path, default=HERE / "scale.svg")
    return parser.parse_args()


def run(command):
    """Returns elapsed seconds, processor seconds and peak memory in MB of a process."""
    begin = time.perf_counter()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL)
    peak = 0
    while True:
        # The peak that wait4 reports includes that of this process before it became another program.
        peak = max(peak, resident_peak(process.pid, pathlib.Path(command[0]).name))
        done, status, usage = os.wait4(process.pid, os.WNOHANG)
        if done:
            break
        time.sleep(0.002)
    elapsed = time.perf_counter() - begin
    if status:
        sys.exit(f"{' '.join(map(str, command))}: status {status}")
    return elapsed, usage.ru_utime + usage.ru_stime, peak


def resident_peak(process, name):
    """The peak memory of a running program with a name in MB; 0 if it is not known."""
    try:
        with open(f"/proc/{process}/status", encoding="ascii") as status:
            lines = dict(line.split(":", 1) for line in status)
        return int(lines["VmHWM"].split()[0]) / 1024 if lines["Name"].strip() == name[:15] else 0
    except (OSError, KeyError):
        return 0


def measure(boba, count, folder, runs):
    """Returns the measurements for a number of venues by name; names end with their unit."""
    source, store = folder / f"scale-{count}.ndjson", folder / f"scale-{count}.sqlite"
    is_made = not source.exists()
    if is_made:
        venues.make(count, None, source)
    for old in folder.glob(store.name + "*"):
        old.unlink()
    found = {"file, MB": source.stat().st_size / 1e6}
    elapsed, processor, memory = run([boba, "import", source, "--store", store])
    found |= {"import, s": elapsed, "import, processor s": processor, "import, MB": memory,
              "store, MB": store.stat().st_size / 1e6}
    run([boba, "stats", "--store", store])
    caches = [path for path in folder.glob(store.name + "*") if path != store]
    found["column file, MB"] = sum(path.stat().st_size for path in caches) / 1e6
    peak = 0
    for name, question in QUESTIONS.items():
        samples = [run([boba, *question, "--store", store]) for _ in range(runs)]
        found[f"{name}, ms"] = statistics.median(sample[0] for sample in samples) * 1000
        peak = max(peak, *(sample[2] for sample in samples))
    found["questions, MB"] = peak
    # Ten million venues take 11 GB, and their store 6.
    for path in [*folder.glob(store.name + "*"), *([source] if is_made else [])]:
        path.unlink()
    return found


def exponent(points):
    """The slope of the logarithms of the large points, by least squares; None for fewer than two."""
    logs = [(math.log(count), math.log(value)) for count, value in points
            if count >= LARGE and value > 0]
    if len(logs) < 2:
        return None
    middle = [statistics.fmean(axis) for axis in zip(*logs)]
    spread = sum((x - middle[0]) ** 2 for x, _ in logs)
    return sum((x - middle[0]) * (y - middle[1]) for x, y in logs) / spread


def label(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def print_table(results):
    counts = list(results)
    print("| | " + " | ".join(f"{count:,}" for count in counts) + " | exponent |")
    print("|---|" + "---:|" * (len(counts) + 1))
    for name in results[counts[0]]:
        slope = exponent([(count, results[count][name]) for count in counts])
        cells = [label(results[count][name]) for count in counts]
        print(f"| {name} | " + " | ".join(cells) + f" | {'–' if slope is None else f'{slope:.2f}'} |")


def short(power):
    """A power of ten such as 100 k or 10 M."""
    return f"{10 ** (power % 3)}{['', ' k', ' M', ' G'][power // 3]}"


def chart(title, series, left, top):
    """One diagram with logarithmic axes."""
    points = [point for line in series.values() for point in line if point[1] > 0]
    bounds = [(math.floor(math.log10(min(axis))), max(math.ceil(math.log10(max(axis))), 1))
              for axis in zip(*points)]

    def place(point):
        share = [(math.log10(value) - low) / max(1, high - low)
                 for value, (low, high) in zip(point, bounds)]
        return left + share[0] * WIDTH, top + HEIGHT - share[1] * HEIGHT

    parts = [f'<text x="{left}" y="{top - 14}" font-weight="bold">{title}</text>',
             f'<rect x="{left}" y="{top}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#999"/>']
    for power in range(bounds[0][0], bounds[0][1] + 1):
        x, _ = place((10 ** power, 10 ** bounds[1][0]))
        parts.append(f'<text x="{x:.0f}" y="{top + HEIGHT + 16}" text-anchor="middle">{short(power)}</text>')
    for power in range(bounds[1][0], bounds[1][1] + 1):
        _, y = place((10 ** bounds[0][0], 10 ** power))
        parts.append(f'<path d="M{left} {y:.1f}h{WIDTH}" stroke="#ddd"/>'
                     f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{10 ** power:g}</text>')
    for index, (name, line) in enumerate(series.items()):
        color = COLORS[index % len(COLORS)]
        places = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(place, (p for p in line if p[1] > 0)))
        slope = exponent(line)
        text = name if slope is None else f"{name} ({slope:.2f})"
        parts.append(f'<polyline points="{places}" fill="none" stroke="{color}" stroke-width="2"/>'
                     f'<text x="{left + 8}" y="{top + 16 + 15 * index}" fill="{color}">{text}</text>')
    return "\n".join(parts)


def svg(results):
    """Diagrams of time, memory and file sizes over the number of venues."""
    names = list(next(iter(results.values())))
    kinds = {
        "Questions, milliseconds": [name for name in names if name.endswith(", ms")],
        "Import, seconds": [name for name in names if name.endswith(" s")],
        "Memory, MB": ["import, MB", "questions, MB"],
        "Files, MB": ["file, MB", "store, MB", "column file, MB"],
    }
    charts = []
    for index, (title, chosen) in enumerate(kinds.items()):
        series = {name.rsplit(",", 1)[0] if title != "Import, seconds" else name:
                  [(count, results[count][name]) for count in results] for name in chosen}
        charts.append(chart(title, series, LEFT + (index % 2) * (WIDTH + LEFT + GAP),
                            TOP + index // 2 * (HEIGHT + TOP + GAP)))
    width, height = 2 * (WIDTH + LEFT + GAP), 2 * (HEIGHT + TOP + GAP)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">\n'
            f'<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(charts) + "\n</svg>\n")


def main():
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    boba = options.boba or program.built()
    results = {}
    for count in options.venues:
        results[count] = measure(boba, count, options.folder, options.runs)
        print(f"measured {count:,} venues", file=sys.stderr)
    print_table(results)
    options.svg.write_text(svg(results), encoding="utf-8")


if __name__ == "__main__":
    main()
