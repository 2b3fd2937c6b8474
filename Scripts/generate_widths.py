#!/usr/bin/env python3
"""Prints Sources/TerminalKit/Text/WidthData.swift: the width of each character according to the C library.

    Scripts/generate_widths.py > Sources/TerminalKit/Text/WidthData.swift

The table follows wcwidth, which ncurses uses to place cells and tmux agrees with. A newer
Unicode version in some terminals makes no difference, because characters unassigned here are never sent.
"""

import ctypes

HEAD = """// Written by Scripts/generate_widths.py; do not edit.

/// Widths of characters as hexadecimal ranges of code points.
enum WidthData {
"""


def widths():
    libc = ctypes.CDLL("libc.so.6")
    if not libc.setlocale(0, b"C.UTF-8"):
        raise SystemExit("error: this machine has no C.UTF-8 locale")
    return [libc.wcwidth(point) for point in range(0x110000)]


def ranges(table, width):
    """The runs of a width above ASCII; surrogates go with whatever is around them."""
    found, start = [], None
    for point in range(0x80, 0x110001):
        inside = point < 0x110000 and table[point] == width
        if inside and start is None:
            start = point
        if not inside and start is not None:
            found.append((start, point - 1))
            start = None
    return found


def words(found):
    return [f"{first:X}" if first == last else f"{first:X}-{last:X}" for first, last in found]


def wrapped(items):
    lines, line = [], ""
    for item in items:
        if len(line) + len(item) + 1 > 92:
            lines.append(line)
            line = ""
        line = f"{line} {item}" if line else item
    return lines + [line]


def constant(name, comment, found):
    body = " \\\n".join("    " + line for line in wrapped(words(found)))
    return f'  /// {comment}\n  static let {name}: StaticString = """\n{body}\n    """\n'


def main():
    table = widths()
    print(
        HEAD
        + "\n".join(
            [
                constant("zero", "Zero columns: drawn onto the character before.", ranges(table, 0)),
                constant("double", "Two columns wide.", ranges(table, 2)),
                constant("none", "Controls and unassigned code points.", ranges(table, -1)),
            ]
        )
        + "}"
    )


main()
