"""Random requests: the arguments of a command, and the plain SQL that gives the same answer."""

import json
import math
import random
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from lib.sandbox import Outcome

Rows = list[tuple]
#: Key path, name in JSON and column of the numbers that requests use.
NUMBERS = [("rating", "rating", "rating"), ("stats.tipCount", "tipCount", "tip_count"),
           ("stats.checkinsCount", "checkinsCount", "checkins_count"),
           ("stats.usersCount", "usersCount", "users_count"),
           ("location.distance", "distance", "distance"), ("priceInfo.tier", "tier", "price_tier"),
           ("specialCount", "specialCount", "special_count")]
KEYS = [("location.city", "city"), ("priceInfo.tier", "price_tier"), ("specialCount", "special_count"),
        ("categories.name", "category.name"), ("category.name", "venue.category")]
CITIES = {"Brooklyn": "Brooklyn", "flushing": "Flushing", "KOLN": "Köln", "Nowhere": "Nowhere"}
WORDS = {"Perle": "perle", "main st": "main st", "ELAN": "elan", "tea 77": "tea 77", "珍珠": "珍珠", "zzz": "zzz"}
CATEGORIES = {"tea room": "Tea Room", "CAFE": "Café", "Bubble Tea Shop": "Bubble Tea Shop", "Bar": "Bar"}
EACH_CATEGORY = """LEFT JOIN venue_category AS category ON category.owner = venue.pk AND NOT EXISTS (
    SELECT 1 FROM venue_category AS earlier WHERE earlier.owner = category.owner
    AND earlier.name = category.name AND earlier.position < category.position)"""
HAS_CATEGORY = "EXISTS (SELECT 1 FROM venue_category AS own WHERE own.owner = venue.pk AND own.name = '{}')"


@dataclass(frozen=True)
class Request:
    """A command and the statement that gives the rows of its answer."""

    kind: str
    words: tuple[str, ...]
    sql: str
    read: Callable[[Outcome], Rows]

    def answer(self, connection: sqlite3.Connection) -> Rows:
        """The rows that plain SQL gives."""
        return connection.execute(self.sql).fetchall()


def agrees(found: Rows, expected: Rows) -> bool:
    """Whether rows are equal but for the rounding of averages."""
    return len(found) == len(expected) and all(
        len(left) == len(right) and all(map(is_equal, left, right))
        for left, right in zip(found, expected))


def is_equal(left: object, right: object) -> bool:
    """Whether two values are equal, doubles but for rounding."""
    if isinstance(left, float) or isinstance(right, float):
        return (isinstance(left, (int, float)) and isinstance(right, (int, float))
                and math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-9))
    return left == right


# MARK: - Filters

def has_words(text: str) -> str:
    """The condition of a search for words, in any order."""
    return " AND ".join(f"instr(search_text, '{word}') > 0" for word in text.split())


def condition(pick: random.Random) -> tuple[list[str], str]:
    """The arguments of a filter and its condition."""
    path, _, column = pick.choice(NUMBERS)
    number, sign = pick.choice([0, 1, 2, 5, 8, 60, 400, 3000]), pick.choice(["<", "<=", ">", ">=", "==", "!="])
    city, word, category = pick.choice(list(CITIES)), pick.choice(list(WORDS)), pick.choice(list(CATEGORIES))
    tiers = pick.sample([1, 2, 3, 4], 2)
    is_other = f"({column} <> {number} OR {column} IS NULL)"
    return pick.choice([
        (["--price", str(tiers[0]), "--price", str(tiers[1])], f"price_tier IN ({tiers[0]}, {tiers[1]})"),
        (["--price", "none"], "price_tier IS NULL"),
        (["--deals"], "special_count > 0"),
        (["--tips"], "tip_count > 0"),
        (["--favorites"], "favorite = 1"),
        (["--walking"], "distance < 500"),
        (["--within", str(number)], f"distance < {number}"),
        (["--rating", str(min(number, 10))], f"rating >= {min(number, 10)}"),
        (["--city", city], f"city = '{CITIES[city]}'"),
        (["--search", word], has_words(WORDS[word])),
        (["--category", category], HAS_CATEGORY.format(CATEGORIES[category])),
        (["--where", f"{path} {sign} {number}"],
         is_other if sign == "!=" else f"{column} {sign.replace('==', '=')} {number}"),
        (["--where", f"{path} > {number} OR favorite == 1"], f"({column} > {number} OR favorite = 1)"),
    ])


def filters(pick: random.Random) -> tuple[list[str], str]:
    """The arguments of up to three filters and their conditions."""
    words: list[str] = []
    conditions: list[str] = []
    for _ in range(pick.choice([0, 1, 1, 2, 3])):
        more, text = condition(pick)
        if more[0] == "--where" or more[0] not in words:
            words += more
            conditions.append(text)
    if pick.random() < 0.3:
        words.append("--include-closed")
    else:
        conditions.append("closed = 0")
    return words, " AND ".join(conditions) or "1"


# MARK: - Requests

def count(pick: random.Random) -> Request:
    """The number of venues."""
    words, where = filters(pick)
    return Request("count", ("count", *words), f"SELECT COUNT(*) FROM venue WHERE {where}",
                   lambda outcome: [(int(outcome.stdout),)])


def totals(pick: random.Random) -> Request:
    """The numbers of `stats` without groups."""
    words, where = filters(pick)
    return Request("totals", ("stats", "--format", "json", *words), f"""
        SELECT COUNT(*), COALESCE(SUM(special_count), 0), COALESCE(SUM(special_count > 0), 0),
        COALESCE(SUM(tip_count > 0), 0), MIN(rating), MAX(rating), AVG(rating), SUM(checkins_count),
        MAX(distance), COALESCE(SUM(price_tier IS NULL), 0) FROM venue WHERE {where}""", read_totals)


def read_totals(outcome: Outcome) -> Rows:
    """The same numbers from JSON."""
    stats = json.loads(outcome.stdout)
    rating, checkins, distance = (stats.get(name) or {} for name in ("rating", "checkins", "distance"))
    return [(stats["count"], stats["deals"]["sum"], stats["deals"]["venues"], stats["withTips"],
             rating.get("min"), rating.get("max"), rating.get("average"), checkins.get("sum"),
             distance.get("max"), stats["price"]["none"])]


def groups(pick: random.Random) -> Request:
    """Groups by one or two keys, with or without a condition."""
    words, where = filters(pick)
    keys = pick.sample(KEYS, pick.choice([1, 1, 2]))
    function, (path, _, column) = pick.choice(["sum", "average", "min", "max"]), pick.choice(NUMBERS)
    aggregate = f"{function.replace('average', 'avg')}({column})"
    words += ["--group-by", ",".join(key for key, _ in keys), "--aggregate", f"a={function}({path})"]
    having = ""
    if pick.random() < 0.4:
        limit = pick.choice([1, 100, 5000])
        words += ["--having", f"count > {limit} AND a > 3"]
        having = f"HAVING COUNT(*) > {limit} AND {aggregate} > 3"
    names = ", ".join(column for _, column in keys)
    has_list = any(key == "categories.name" for key, _ in keys)
    return Request(
        f"groups by {len(keys)}{' having' if having else ''}", ("stats", "--format", "json", *words),
        f"""SELECT {names}, COUNT(*), {aggregate} FROM venue {EACH_CATEGORY if has_list else ''}
        WHERE {where} GROUP BY {names} {having} ORDER BY {names}""",
        lambda outcome: sorted(
            (tuple(row.get(name) for name in [key for key, _ in keys] + ["count", "a"])
             for row in json.loads(outcome.stdout)), key=lambda row: sorting_key(row[:len(keys)])))


def sorting_key(row: tuple) -> list:
    """The order of rows in SQLite: null, numbers, then texts by their bytes."""
    return [(0, 0, b"") if value is None else (2, 0, value.encode()) if isinstance(value, str)
            else (1, value, b"") for value in row]


def page(pick: random.Random) -> Request:
    """A page of a sorted list."""
    words, where = filters(pick)
    path, name, column = pick.choice(NUMBERS)
    descends, limit, offset = pick.random() < 0.5, pick.choice([1, 20, 50]), pick.choice([0, 0, 3, 500])
    # Lists show whole meters.
    shown = "ROUND(distance)" if column == "distance" else column
    # A filter --sort -x is one argument, or it would be another option.
    words += [f"--sort={'-' if descends else ''}{path}", "--limit", str(limit), "--offset", str(offset)]
    return Request(
        "page", ("list", "--format", "json", *words),
        f"""SELECT id, {shown} FROM venue WHERE {where} ORDER BY {column} IS NULL,
        {column} {'DESC' if descends else 'ASC'}, id LIMIT {limit} OFFSET {offset}""",
        lambda outcome: [(row["id"], row[name]) for row in json.loads(outcome.stdout)])


def request(pick: random.Random) -> Request:
    """A random request."""
    return pick.choice([count, totals, groups, groups, page, page])(pick)
