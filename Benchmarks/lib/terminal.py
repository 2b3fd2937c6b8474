"""Runs a program in a pseudoterminal and tracks its screen.

Interprets the output of ncurses for xterm-256color, without colors.
"""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
import unicodedata

SEQUENCE = re.compile(
    r"\x1b(?:\[([?>=]?)([0-9;:]*)([@-~])|\][^\x07\x1b]*(?:\x07|\x1b\\)|P[^\x1b]*\x1b\\"
    r"|[()][0-9A-B]|[=>78MDE])")
BEGINNING = re.compile(r"\x1b(?:\[[?>=]?[0-9;:]*|\][^\x07\x1b]*\x1b?|P[^\x1b]*\x1b?|[()])?\Z")


class Screen:
    """The cells of a terminal."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.top, self.bottom = 0, rows - 1
        self.last = " "
        self.frames = 0
        self.isInFrame = False
        self.rest = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def line(self, row):
        return "".join(self.cells[row]).rstrip()

    def lines(self, first, last):
        """Returns the lines in a range."""
        return [self.line(row) for row in range(first, last)]

    def feed(self, data):
        text = self.rest + self.decoder.decode(data)
        self.rest = ""
        place = 0
        while place < len(text):
            character = text[place]
            if character == "\x1b":
                found = SEQUENCE.match(text, place)
                if found:
                    self.obey(found)
                    place = found.end()
                    continue
                if BEGINNING.match(text, place):
                    self.rest = text[place:]
                    return
            elif character < " ":
                self.control(character)
            else:
                self.put(character)
            place += 1

    def control(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.down()
        elif character == "\b":
            self.column = max(0, self.column - 1)
        elif character == "\t":
            self.column = min(self.columns - 1, self.column // 8 * 8 + 8)

    def down(self):
        if self.row == self.bottom:
            self.scroll(1)
        else:
            self.row = min(self.rows - 1, self.row + 1)

    def scroll(self, lines, top=None):
        """Scrolls the region up, or down if negative."""
        top = self.top if top is None else top
        part = self.cells[top:self.bottom + 1]
        blank = [[" "] * self.columns for _ in range(min(abs(lines), len(part)))]
        moved = part[lines:] + blank if lines > 0 else blank + part[:lines]
        self.cells[top:self.bottom + 1] = moved

    def put(self, character):
        if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Mn"):
            return
        width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
        cells = self.cells[self.row]
        if self.column < self.columns:
            cells[self.column] = character
        if width == 2 and self.column + 1 < self.columns:
            cells[self.column + 1] = ""
        self.column = min(self.columns, self.column + width)
        self.last = character

    def obey(self, found):
        mark, text, final = found.groups()
        if final is None:
            if found.group() == "\x1bM":
                if self.row == self.top:
                    self.scroll(-1)
                else:
                    self.row -= 1
            return
        numbers = [int(part or 0) for part in re.split("[;:]", text)]
        if mark:
            if numbers == [2026]:
                self.isInFrame = final == "h"
                self.frames += final == "l"
            return
        self.move(final, numbers, numbers[0] or 1)

    def move(self, final, numbers, count):
        cells = self.cells[min(self.row, self.rows - 1)]
        at = min(self.column, self.columns)
        if final in "Hf":
            self.row = min(self.rows, count) - 1
            self.column = (numbers[1] or 1) - 1 if len(numbers) > 1 else 0
        elif final == "A":
            self.row = max(0, self.row - count)
        elif final in "Be":
            self.row = min(self.rows - 1, self.row + count)
        elif final in "Ca":
            self.column = min(self.columns - 1, self.column + count)
        elif final == "D":
            self.column = max(0, self.column - count)
        elif final in "G`":
            self.column = count - 1
        elif final == "d":
            self.row = count - 1
        elif final == "J":
            self.erase(numbers[0])
        elif final == "K":
            first, last = [(at, self.columns), (0, at + 1), (0, self.columns)][numbers[0]]
            cells[first:last] = [" "] * (min(last, self.columns) - first)
        elif final == "X":
            cells[at:at + count] = [" "] * (min(at + count, self.columns) - at)
        elif final == "@":
            cells[at:] = ([" "] * count + cells[at:])[:self.columns - at]
        elif final == "P":
            cells[at:] = (cells[at + count:] + [" "] * count)[:self.columns - at]
        elif final == "b":
            for _ in range(count):
                self.put(self.last)
        elif final in "LM":
            self.scroll(-count if final == "L" else count, top=self.row)
        elif final in "ST":
            self.scroll(count if final == "S" else -count)
        elif final == "r":
            self.top = count - 1
            self.bottom = (numbers[1] if len(numbers) > 1 and numbers[1] else self.rows) - 1
            self.row = self.column = 0

    def erase(self, what):
        rows = {0: range(self.row + 1, self.rows), 1: range(self.row)}.get(what, range(self.rows))
        for row in rows:
            self.cells[row] = [" "] * self.columns
        if what < 2:
            self.move("K", [what], 1)


class Terminal:
    """A program in a pseudoterminal."""

    def __init__(self, command, columns, rows, environment):
        self.screen = Screen(columns, rows)
        self.received = 0
        size = struct.pack("HHHH", rows, columns, 0, 0)
        begins, begin = os.pipe()
        self.process, self.file = pty.fork()
        if self.process == 0:
            os.read(begins, 1)
            os.execvpe(str(command[0]), [str(part) for part in command], environment)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, size)
        self.begin = self.arrived = time.perf_counter()
        os.write(begin, b"x")
        os.close(begins)
        os.close(begin)

    def take(self, seconds):
        """Reads available output, up to the end of a frame; returns False after a timeout or at the end."""
        data = self.read(seconds)
        # The emulation takes longer than most frames of the program, which would wait for it within the frame.
        while data.rfind(b"\x1b[?2026h") > data.rfind(b"\x1b[?2026l"):
            rest = self.read(0.1)
            if not rest:
                break
            data += rest
        self.screen.feed(data)
        return bool(data)

    def read(self, seconds):
        """Reads available output; returns nothing after a timeout or at the end of the program."""
        if not select.select([self.file], [], [], max(0, seconds))[0]:
            return b""
        try:
            data = os.read(self.file, 1 << 16)
        except OSError:
            return b""
        self.arrived = time.perf_counter()
        self.received += len(data)
        return data

    def wait(self, condition, begin, limit=60):
        """Returns the milliseconds from `begin` to the arrival of the first frame that meets a condition."""
        return self.waits([condition], begin, limit)[0]

    def waits(self, conditions, begin, limit=60):
        """Returns the milliseconds for several conditions."""
        found = [None] * len(conditions)
        while None in found:
            if not self.screen.isInFrame:
                for index, condition in enumerate(conditions):
                    if found[index] is None and condition(self.screen):
                        found[index] = max(self.arrived - begin, 0) * 1000
            if None in found and not self.take(begin + limit - time.perf_counter()):
                raise TimeoutError("\n".join(self.screen.lines(0, self.screen.rows)))
        return found

    def press(self, keys):
        """Sends keys and returns the time."""
        begin = time.perf_counter()
        os.write(self.file, keys.encode())
        return begin

    def settle(self, seconds=0.15):
        """Waits until the output pauses."""
        while self.take(seconds):
            pass

    def memory(self, name):
        """Megabytes of the process, such as VmHWM."""
        with open(f"/proc/{self.process}/status", encoding="utf-8") as file:
            return int(re.search(rf"{name}:\s+(\d+)", file.read())[1]) / 1024

    def processor(self):
        """Seconds of processor time up to now."""
        with open(f"/proc/{self.process}/stat", encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        os.kill(self.process, signal.SIGTERM)
        while self.take(5):
            pass
        os.waitpid(self.process, 0)
        os.close(self.file)
