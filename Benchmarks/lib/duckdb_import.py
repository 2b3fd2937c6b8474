"""Loads NDJSON into a table of a new SQLite database with DuckDB, for comparison.

    duckdb_import.py VENUES.ndjson OUT.sqlite
"""

import os
import sys

import duckdb
import duckdb_extension_sqlite_scanner

COLUMNS = """
  v.id, v.name, v.contact.phone AS phone, v.location.address AS address, v.location.city AS city,
  v.location.state AS state, v.location."postalCode" AS postal_code, v.location.cc AS country_code,
  v.categories[1].name AS category, v.location.lat AS latitude, v.location.lng AS longitude,
  v.location.distance AS distance, v.stats."checkinsCount" AS checkins_count,
  v.stats."usersCount" AS users_count, v.stats."tipCount" AS tip_count, v.price.tier AS price_tier,
  v.rating, v.hours."isOpen" AS is_open, v.specials.count AS special_count,
  v.photos.count AS photo_count
"""


def extension():
    folder = os.path.dirname(duckdb_extension_sqlite_scanner.__file__)
    for parent, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".duckdb_extension"):
                return os.path.join(parent, name)
    sys.exit("error: the package duckdb_extension_sqlite_scanner holds no extension")


def main(source, target):
    if os.path.exists(target):
        os.remove(target)
    connection = duckdb.connect()
    connection.execute(f"LOAD '{extension()}'")
    connection.execute(f"ATTACH '{target}' AS store (TYPE sqlite)")
    lines = f"(SELECT v FROM read_json_auto('{source}', format='newline_delimited') AS v)"
    connection.execute(f"CREATE TABLE store.venue AS SELECT {COLUMNS} FROM {lines}")
    connection.close()


main(*sys.argv[1:])
