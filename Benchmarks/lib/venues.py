"""Generates venues in the format of Foursquare v2 explore responses, reproducibly for a seed.

A file of venues comes with the totals that a correct import gives: `FILE.facts.json`.
"""

import json
import math
import multiprocessing
import random

BLOCK = 5_000
MIDDLE = (51.0504, 13.7373)
REACH = 15_000

OPENINGS = ["Amber", "Blue", "Cosy", "Double", "Early", "Fine", "Green", "Hidden", "Iris", "Jolly",
            "Kind", "Lunar", "Misty", "New", "Old", "Plum", "Quiet", "Red", "Silky", "Tiny",
            "Über", "Velvet", "Wild", "Yuzu", "Zen", "Élan", "Миша", "北極", "하루", "ชา"]
MIDDLES = ["Bubble", "Boba", "Milk", "Tea", "Taro", "Pearl", "Matcha", "Oolong", "Lychee", "Honey",
           "Foam", "Melon", "Ginger", "Cocoa", "Peach", "奶茶"]
ENDINGS = ["House", "Bar", "Café", "Corner", "Lab", "Works", "Garden", "Room", "Stop", "& Friends",
           "\"No. 1\"", "Kiosk", "To Go", "茶", "Studio", "Pavilion"]
CHAINS = ["Cup Parade", "Straw & Co.", "Tapioca Union", "Thé du Nord", "Leaf Story 葉語", "Mr. Boba"]
STREETS = ["Alder Way", "Birch St", "Canal Row", "Dock Rd", "Elm Ave", "Ferry Ln", "Grove St",
           "Hill Rd", "Iron Bridge", "Jetty Walk", "Königsstraße", "Lime Tree Ave"]
TOWNS = [("Dresden", "SN"), ("Leipzig", "SN"), ("Radebeul", "SN"), ("Pirna", "SN"), ("Meißen", "SN"),
         ("Freital", "SN"), ("Coswig", "SN")]
KINDS = [("Bubble Tea Shop", "52e81612bcbc57f1066b7a0c", "bubble"),
         ("Tea Room", "4bf58dd8d48988d1dc931735", "tearoom"),
         ("Café", "4bf58dd8d48988d16d941735", "cafe"),
         ("Dessert Shop", "4bf58dd8d48988d1d0941735", "dessert"),
         ("Juice Bar", "4bf58dd8d48988d112941735", "juicebar")]
PRICES = ["Cheap", "Moderate", "Expensive", "Very Expensive"]
DEALS = ["One topping for free", "Two for one before noon", "Ten percent off with this app"]


def dumped(value, escapes=False):
    return json.dumps(value, ensure_ascii=escapes, separators=(",", ":"))


def name_of(pick):
    if pick.random() < 0.3:
        chain = pick.choice(CHAINS)
        return f"{chain} {pick.randrange(1, 500)}" if pick.random() < 0.6 else chain
    return f"{pick.choice(OPENINGS)} {pick.choice(MIDDLES)} {pick.choice(ENDINGS)}"


def location_of(pick):
    meters = int(REACH * math.sqrt(pick.random()) * pick.random())
    angle = pick.random() * math.tau
    town, region = TOWNS[int(len(TOWNS) * pick.random() ** 2)]
    street = f"{pick.randrange(1, 800)} {pick.choice(STREETS)}" if pick.random() < 0.92 else None
    post = f"01{pick.randrange(1000):03d}"
    location = {} if street is None else {"address": street}
    if street and pick.random() < 0.4:
        location["crossStreet"] = f"at {pick.choice(STREETS)}"
    location |= {
        "lat": MIDDLE[0] + meters * math.cos(angle) / 111_195,
        "lng": MIDDLE[1] + meters * math.sin(angle) / 69_900,
        "distance": meters, "postalCode": post, "cc": "DE", "city": town, "state": region,
        "country": "Germany",
        "formattedAddress": ([street] if street else []) + [f"{post} {town}", "Germany"],
    }
    return location


def kinds_of(pick):
    first = int(len(KINDS) * pick.random() ** 2)
    chosen = [first] + ([(first + 1) % len(KINDS)] if pick.random() < 0.15 else [])
    return [
        {"id": KINDS[k][1], "name": KINDS[k][0], "pluralName": KINDS[k][0] + "s",
         "shortName": KINDS[k][0], "primary": k == first,
         "icon": {"prefix": f"https://ss3.4sqi.net/img/categories_v2/food/{KINDS[k][2]}_",
                  "suffix": ".png"}}
        for k in chosen
    ]


def venue(pick, number):
    """Returns a venue as a dictionary, and its expected values."""
    identity = f"{pick.getrandbits(96):024x}"
    checkins = int(15 / (1.001 - pick.random()))
    tips = 0 if pick.random() < 0.4 else int(checkins * 0.03 * pick.random()) + 1
    deals = 0 if pick.random() < 0.88 else pick.randrange(1, 4)
    tier = pick.choices([1, 2, 3, 4, None], [55, 25, 8, 2, 10])[0]
    contact = {}
    if pick.random() < 0.8:
        digits = f"351{pick.randrange(10**7):07d}"
        contact = {"phone": digits, "formattedPhone": f"({digits[:3]}) {digits[3:6]}-{digits[6:]}"}
    made = {
        "id": identity, "name": name_of(pick), "contact": contact, "location": location_of(pick),
        "categories": kinds_of(pick), "verified": pick.random() < 0.3,
        "stats": {"checkinsCount": checkins, "usersCount": checkins // 2, "tipCount": tips},
    }
    if pick.random() < 0.3:
        made["url"] = f"http://www.{identity[:10]}.example.com"
    if tier:
        made["price"] = {"tier": tier, "message": PRICES[tier - 1], "currency": "$" * tier}
    if pick.random() < 0.85:
        made |= {"rating": round(5 + 4.9 * pick.random(), 1), "ratingColor": "00B551",
                 "ratingSignals": checkins // 20}
    if pick.random() < 0.75:
        made["hours"] = {"status": "Open until 9:00 PM", "isOpen": pick.random() < 0.7}
    items = [{"id": f"{pick.getrandbits(96):024x}", "type": "frequency", "title": "Special",
              "message": pick.choice(DEALS), "icon": "frequency"} for _ in range(deals)]
    made |= {
        "specials": {"count": deals, "items": items},
        "photos": {"count": checkins // 30, "groups": []},
        "hereNow": {"count": pick.randrange(4), "summary": "Nobody here", "groups": []},
        "referralId": f"v-{1_500_000_000 + number}",
    }
    return made, (deals, tips, checkins, tier or 0)


def block(task):
    seed, index, count = task
    pick = random.Random(f"{seed}/{index}")
    lines, facts = [], [0, 0, 0, 0]
    for number in range(count):
        made, totals = venue(pick, index * BLOCK + number)
        lines.append(dumped(made, escapes=pick.random() < 0.25))
        facts = [total + figure for total, figure in zip(facts, totals)]
    return lines, facts


HEAD = ('{"meta":{"code":200,"requestId":"5ac51d7e6a607143d811cecb"},"response":{"headerLocation":'
        '"Dresden","groups":[{"type":"Recommended Places","name":"recommended","items":[')
BEFORE = ('{"reasons":{"count":0,"items":[{"summary":"This spot is popular","type":"general",'
          '"reasonName":"globalInteractionReason"}]},"venue":')
TAIL = "]}]}}"


def make(count, envelope, lines_path, seed="venues"):
    """Writes the venues as one response and as NDJSON; either path may be None."""
    tasks = [(seed, index, min(BLOCK, count - index * BLOCK))
             for index in range(-(-count // BLOCK))]
    facts = [0, 0, 0, 0]
    with open(envelope or "/dev/null", "w", encoding="utf-8") as whole, \
            open(lines_path or "/dev/null", "w", encoding="utf-8") as flat, \
            multiprocessing.Pool(2) as pool:
        whole.write(HEAD)
        for index, (lines, totals) in enumerate(pool.imap(block, tasks)):
            facts = [total + figure for total, figure in zip(facts, totals)]
            if envelope:
                whole.write("," if index else "")
                whole.write(",".join(f"{BEFORE}{line}}}" for line in lines))
            if lines_path:
                flat.write("\n".join(lines) + "\n")
        whole.write(TAIL)
    names = ["specials", "tips", "checkins", "tiers"]
    return {"venues": count} | dict(zip(names, facts))
