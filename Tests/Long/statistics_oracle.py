#!/usr/bin/env python3
"""Compares the statistics of random requests with those of Python's statistics module.

Each request groups some venues by keys, lists, intervals or parts of dates, and asks for aggregates of
attributes and of expressions.
"""

import argparse
import datetime
import json
import math
import pathlib
import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass

from lib import report, venues
from lib.report import Report
from lib.sandbox import Sandbox

Venue = dict[str, object]
NUMBERS = {"rating": "rating", "stats.tipCount": "tips", "stats.checkinsCount": "checkins",
           "location.distance": "distance", "rating * 2 + 1": "double",
           "stats.tipCount + stats.usersCount": "visits"}


def flat(venue: dict) -> Venue:
    """The values of a venue that requests use."""
    stats, place = venue["stats"], venue["location"]
    created = datetime.datetime.fromtimestamp(venue["createdAt"], datetime.timezone.utc)
    return {
        "rating": venue.get("rating"), "tips": stats["tipCount"], "checkins": stats["checkinsCount"],
        "distance": place["distance"], "city": place["city"], "created": created,
        "double": venue["rating"] * 2 + 1 if "rating" in venue else None,
        "visits": stats["tipCount"] + stats["usersCount"],
        "categories": sorted({category["name"] for category in venue["categories"]})}


def interval(value: float | None, width: float) -> float | None:
    """The lower end of the interval with a number."""
    return None if value is None else round(math.floor(round(value / width, 9)) * width, 9)


def band(value: float, bounds: list[float]) -> float:
    """The lower end of the band with a number."""
    return max([bound for bound in bounds if bound <= value], default=0)


KEYS: dict[str, Callable[[Venue], list]] = {
    "location.city": lambda venue: [venue["city"]],
    "categories.name": lambda venue: venue["categories"],
    "bin(rating, 0.5)": lambda venue: [interval(venue["rating"], 0.5)],
    "bin(rating,0.1)": lambda venue: [interval(venue["rating"], 0.1)],
    "bin(tipCount, 7)": lambda venue: [interval(venue["tips"], 7)],
    "bands(distance, 500, 1000, 5000)": lambda venue: [band(venue["distance"], [500, 1000, 5000])],
    "year(createdAt)": lambda venue: [venue["created"].year],
    "month(createdAt)": lambda venue: [venue["created"].month],
    "weekday(createdAt)": lambda venue: [venue["created"].isoweekday()],
}


def percentile(values: list[float], place: float) -> float:
    """Linear interpolation; `statistics.quantiles` has no ends and no fractions."""
    if len(values) == 1 or place in (0, 100):
        return min(values) if place == 0 or len(values) == 1 else max(values)
    if place == int(place):
        return statistics.quantiles(values, n=100, method="inclusive")[int(place) - 1]
    return statistics.quantiles(values, n=1000, method="inclusive")[round(place * 10) - 1]


FUNCTIONS: dict[str, Callable[[list], float]] = {
    "sum": math.fsum, "average": statistics.fmean, "min": min, "max": max, "median": statistics.median,
    "stddev": statistics.pstdev, "count": len, "distinct": lambda values: len(set(values))}


@dataclass(frozen=True)
class Aggregate:
    """An aggregate of a request."""

    text: str
    attribute: str
    compute: Callable[[list], float]
    is_count: bool

    def value(self, members: list[Venue]) -> float | None:
        """The expected value; None without numbers."""
        values = [each[self.attribute] for each in members if each[self.attribute] is not None]
        return self.compute(values) if values or self.is_count else None


def aggregate(number: int, pick: random.Random) -> Aggregate:
    """A random aggregate."""
    expression = pick.choice(list(NUMBERS))
    name = pick.choice([*FUNCTIONS, "percentile", "percentile"])
    if name == "percentile":
        place = pick.choice([0, 10, 25, 33.3, 50, 90, 99, 100])
        return Aggregate(f"a{number}=percentile({expression}, {place})", NUMBERS[expression],
                         lambda values: percentile(values, place), False)
    return Aggregate(f"a{number}={name}({expression})", NUMBERS[expression], FUNCTIONS[name],
                     name in ("count", "distinct"))


def is_close(found: object, expected: float | None) -> bool:
    """Whether a number is the expected one but for rounding."""
    if found is None or expected is None:
        return found is None and expected is None
    return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9)


def grouped(members: list[Venue], keys: list[str]) -> dict[tuple, list[Venue]]:
    """The venues of each group."""
    groups: dict[tuple, list[Venue]] = {}
    for venue in members:
        places: list[tuple] = [()]
        for key in keys:
            places = [(*place, value) for place in places for value in KEYS[key](venue)]
        for place in places:
            groups.setdefault(place, []).append(venue)
    return groups if keys else {(): members}


def check(sandbox: Sandbox, members: list[Venue], number: int, pick: random.Random, log: Report) -> None:
    """Compares the answer of one random request."""
    keys = pick.sample(list(KEYS), pick.choice([0, 1, 1, 2]))
    aggregates = [aggregate(index, pick) for index in range(pick.randrange(1, 4))]
    limit = pick.choice([None, None, 8.0])
    chosen = [each for each in members if limit is None or (each["rating"] or 0) > limit]
    words = ["stats", "--format", "json"] + (["--group-by", ",".join(keys)] if keys else [])
    words += [word for each in aggregates for word in ("--aggregate", each.text)]
    words += [] if limit is None else ["--where", f"rating > {limit}"]
    outcome = sandbox.run(*words)
    log.case()
    case = f"{number}:"
    if outcome.code:
        return log.violation("a request failed", case, str(outcome))
    rows = json.loads(outcome.stdout)
    groups = grouped(chosen, keys)
    if keys and len(rows) != len(groups):
        return log.violation("wrong number of groups", case, f"{outcome} {len(rows)} {len(groups)}")
    for row in rows:
        place = tuple(round(row[key], 9) if isinstance(row.get(key), float) else row.get(key)
                      for key in keys)
        expected = groups.get(place)
        if expected is None or row["count"] != len(expected):
            return log.violation("wrong group", case, f"{outcome} {place}")
        for index, each in enumerate(aggregates):
            if not is_close(row.get(f"a{index}"), each.value(expected)):
                log.violation("wrong figure", case, f"{outcome} {place} {each.text} "
                              f"{row.get(f'a{index}')} {each.value(expected)}")
    return None


def run(options: argparse.Namespace, folder: pathlib.Path) -> int:
    """Imports random venues and runs the requests."""
    log = Report("statistics", options)
    sandbox, pick = Sandbox(options.boba, folder / "home"), random.Random(options.seed)
    sandbox.clear()
    data = [venues.venue("v", number, pick) for number in range(400)]
    for venue in data:
        venue["createdAt"] = pick.randrange(1_200_000_000, 1_700_000_000)
        if pick.random() < 0.2:
            del venue["rating"]
    (sandbox.folder / "venues.json").write_text(json.dumps(data))
    imported = sandbox.run("import", "venues.json")
    if imported.code:
        log.violation("the import failed", "import:", str(imported))
    members = [flat(venue) for venue in data]
    for number in range(options.runs):
        if f"{number}:".startswith(options.only):
            check(sandbox, members, number, random.Random(f"{options.seed} {number}"), log)
    return log.finish()


if __name__ == "__main__":
    report.main(run, report.parser(__doc__, runs=2000).parse_args())
