"""Makes small files of venues, the same for the same seed."""

import json
import pathlib
import random

NAMES = ["Amber Tea", "Blue Boba", "Café Perle", "珍珠奶茶", "Dr. Leaf", "Élan", "Миша", "Mr. Tea"]
CITIES = ["Astoria", "Brooklyn", "Flushing", "Köln"]
CATEGORIES = ["Bubble Tea Shop", "Tea Room", "Café"]


def venue(prefix: str, number: int, pick: random.Random) -> dict:
    """A venue as Foursquare's v2 answers have it."""
    tips = pick.choice([0, 0, pick.randrange(1, 60)])
    result = {
        "id": f"{prefix}{number:06d}",
        "name": f"{pick.choice(NAMES)} {number}",
        "location": {"lat": 40 + pick.random(), "lng": -74 + pick.random(),
                     "distance": pick.randrange(20_000), "city": pick.choice(CITIES),
                     "address": f"{pick.randrange(1, 900)} Main St"},
        "categories": [{"id": f"c{index}", "name": name, "primary": index == 0}
                       for index, name in enumerate(pick.sample(CATEGORIES, pick.choice([1, 2])))],
        "stats": {"checkinsCount": pick.randrange(5_000), "usersCount": pick.randrange(900),
                  "tipCount": tips},
        "specials": {"count": pick.choice([0, 0, 0, 1, 2]), "items": []},
        "rating": pick.randrange(50, 99) / 10,
    }
    tier = pick.choice([None, 1, 1, 2, 3, 4])
    return result | ({} if tier is None else {"price": {"tier": tier, "currency": "$"}})


def make(path: pathlib.Path, count: int, prefix: str = "v", seed: int = 1, first: int = 0) -> list[str]:
    """Writes a file of venues and gives their ids."""
    pick = random.Random(f"{prefix} {seed}")
    venues = [venue(prefix, first + number, pick) for number in range(count)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"meta": {"code": 200}, "response": {"venues": venues}}))
    return [venue["id"] for venue in venues]


def stream(path: pathlib.Path, count: int, prefix: str = "v", seed: int = 1) -> None:
    """Writes any number of venues, one a line."""
    pick = random.Random(f"{prefix} {seed}")
    with path.open("w") as file:
        for number in range(count):
            file.write(json.dumps(venue(prefix, number, pick)) + "\n")
