#!/usr/bin/env python3
"""Writes Sources/Collation/UnicodeTables.swift from Python's Unicode database.

A table is a list of runs, separated by spaces. A run is a list of hexadecimal numbers:
gap,count,stride,step,target...: it starts `gap` after the end of the run before it, covers
`count` scalars, each `stride` after the last; the first becomes the targets, the next the targets
plus `step`, and so on. A run without targets removes its scalars. Two numbers, gap,target, are a
run of one scalar.
"""

import pathlib
import sys
import textwrap
import unicodedata

OUTPUT = pathlib.Path(__file__).parent.parent / "Sources/Collation/UnicodeTables.swift"
SCALARS = [c for c in range(sys.maxunicode + 1) if not 0xD800 <= c <= 0xDFFF]
MARKS = [(0x300, 0x36F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F)]


def is_mark(scalar):
    return any(first <= scalar <= last for first, last in MARKS)


def is_latin_greek_or_cyrillic(scalar):
    return scalar < 0x530 or 0x1E00 <= scalar <= 0x1FFF


def case_folding(scalar):
    return [ord(c) for c in chr(scalar).casefold()]


def without_marks(scalar):
    """The canonical decomposition without marks, for Latin, Greek, Cyrillic and marked symbols."""
    parts = [ord(c) for c in unicodedata.normalize("NFD", chr(scalar))]
    if any(map(is_mark, parts)) or is_latin_greek_or_cyrillic(parts[0]):
        return [part for part in parts if not is_mark(part)]
    return [scalar]


def mapping(function):
    return {c: function(c) for c in SCALARS if function(c) != [c]}


def run_length(table, first, stride, step):
    count = 1
    while True:
        scalar = first + count * stride
        between = range(scalar - stride + 1, scalar)
        if any(c in table for c in between):
            return count
        if table.get(scalar) != [t + count * step for t in table[first]]:
            return count
        count += 1


def runs(table):
    end = 0
    scalars = sorted(table)
    while scalars:
        first = scalars[0]
        shapes = [(1, 1), (2, 2), (1, 0)]
        count, stride, step = max(
            ((run_length(table, first, *shape), *shape) for shape in shapes), key=lambda s: s[0]
        )
        is_single = count == 1 and len(table[first]) == 1
        yield [first - end, *([] if is_single else [count, stride, step]), *table[first]]
        end = first + (count - 1) * stride + 1
        scalars = [c for c in scalars if c >= end]


def literal(table):
    text = " ".join(",".join(f"{number:x}" for number in run) for run in runs(table))
    lines = textwrap.wrap(text, 92, break_on_hyphens=False)
    return "\n".join(f"    {line} \\" for line in lines[:-1]) + f"\n    {lines[-1]}"


def decimal_zeros():
    zeros = [c for c in SCALARS if unicodedata.decimal(chr(c), None) == 0]
    for zero in zeros:
        assert [unicodedata.decimal(chr(zero + n)) for n in range(10)] == list(range(10))
    text = ", ".join(f"0x{zero:X}" for zero in zeros if zero > 0x7F)
    return textwrap.fill(text, 96, initial_indent="    ", subsequent_indent="    ")


SOURCE = f'''\
// Made by Scripts/generate_unicode_tables.py, which explains the format; do not edit.

/// Unicode {unicodedata.unidata_version} data for folding.
enum UnicodeTables {{
  /// Full, locale-independent case folding.
  static let caseFolding: StaticString = """
{literal(mapping(case_folding))}
    """

  /// Latin, Greek and Cyrillic without their marks, and the marks themselves.
  static let diacriticFolding: StaticString = """
{literal(mapping(without_marks))}
    """

  /// The zeros of all decimal digits outside ASCII, ascending; each is followed by its one to nine.
  static let decimalZeros: [UInt32] = [
{decimal_zeros()},
  ]
}}
'''

OUTPUT.parent.mkdir(parents=True, exist_ok=True)
OUTPUT.write_text(SOURCE)
