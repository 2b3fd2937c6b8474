"""The finder in a private terminal: sends keys and reads the screen."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable

from lib.report import PACKAGE
from lib.sandbox import Sandbox

sys.path.insert(0, str(PACKAGE / "Benchmarks/lib"))
from terminal import Screen  # noqa: E402

MODE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
TOTALS = re.compile(r"^ *(?:([\d,]+) of )?([\d,]+) venues?(?: · ([\d,]+) deals?)?(?: · ([\d,]+) tips?)?")
ESCAPE, REDRAW = "\x1b", "\x0c"


class Finder:
    """A running finder."""

    def __init__(self, sandbox: Sandbox, *arguments: str, columns: int = 120, rows: int = 30,
                 extra: dict[str, str] | None = None) -> None:
        self.sandbox = sandbox
        self.screen = Screen(columns, rows)
        self.modes: dict[int, bool] = {}
        self.file, inner = pty.openpty()
        self.resize(columns, rows)
        self.settings = termios.tcgetattr(inner)

        def take_terminal() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            [sandbox.boba, *arguments], cwd=sandbox.folder, env=sandbox.environment(extra),
            stdin=inner, stdout=inner, stderr=inner, start_new_session=True,
            preexec_fn=take_terminal)
        self.inner = inner

    # MARK: Screen

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.screen.lines(0, self.screen.rows))

    @property
    def totals(self) -> tuple[int, int, int, int] | None:
        """The totals in the footer: visible and all venues, deals, tips; -1 for hidden ones."""
        found = TOTALS.match(self.screen.line(self.screen.rows - 2))
        if not found:
            return None
        shown, all_, deals, tips = (-1 if part is None else int(part.replace(",", ""))
                                    for part in found.groups())
        return (all_ if shown < 0 else shown, all_, deals, tips)

    # MARK: Actions

    def resize(self, columns: int, rows: int) -> None:
        """Gives the terminal another size."""
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if (columns, rows) != (self.screen.columns, self.screen.rows):
            self.screen = Screen(columns, rows)

    def press(self, keys: str) -> None:
        """Sends keys; a program that does not read them loses them."""
        if select.select([], [self.file], [], 1)[1]:
            os.write(self.file, keys.encode())

    def take(self, seconds: float) -> bool:
        """Reads the next output; returns False after a timeout, or if the program has ended."""
        if not select.select([self.file], [], [], max(0, seconds))[0]:
            return False
        try:
            data = os.read(self.file, 1 << 16)
        except OSError:
            return False
        for numbers, final in MODE.findall(data):
            for number in numbers.split(b";"):
                self.modes[int(number)] = final == b"h"
        try:
            self.screen.feed(data)
        except (IndexError, ValueError):
            # The frame was drawn for another size; the next one is correct.
            self.screen = Screen(self.screen.columns, self.screen.rows)
        return bool(data)

    def settle(self, seconds: float = 0.05, limit: float = 3) -> None:
        """Waits until nothing comes for a while."""
        end = time.monotonic() + limit
        while time.monotonic() < end and self.take(seconds):
            pass

    def wait(self, condition: Callable[["Finder"], bool], limit: float) -> bool:
        """Waits for a condition of the whole frame."""
        end = time.monotonic() + limit
        while not (condition(self) and not self.screen.isInFrame):
            rest = end - time.monotonic()
            if rest <= 0 or not self.is_running:
                return False
            self.take(min(rest, 0.05))
        return True

    def shows(self, totals: tuple, limit: float) -> bool:
        """Whether the footer has these totals, at once or soon."""
        return self.wait(lambda finder: finder.totals == totals, limit)

    def go_home(self) -> bool:
        """Leaves every box and screen, and shows all venues."""
        for _ in range(5):
            self.press(ESCAPE)
            self.settle(0.06)
        self.press("c" + REDRAW)
        self.settle()
        return self.totals is not None

    @property
    def is_running(self) -> bool:
        """Whether the program has not ended."""
        return self.process.poll() is None

    # MARK: The end

    def quit(self, limit: float = 5) -> str | None:
        """Quits the program from any screen; returns the problem of the restored terminal, if any."""
        self.press("\x03")
        end = time.monotonic() + limit
        while self.is_running and time.monotonic() < end:
            self.take(0.05)
        if self.is_running:
            self.kill()
            return "hang: ctrl-c does not end the finder"
        return self.leave()

    def leave(self) -> str | None:
        """Closes the terminal of an ended program; returns its problem, if any."""
        self.settle(0.02)
        code = self.process.wait()
        restored = termios.tcgetattr(self.inner) == self.settings
        left = sorted(mode for mode, is_on in self.modes.items()
                      if is_on and mode not in (7, 25, 12)) + [25] * (self.modes.get(25) is False)
        self.close()
        if code < 0:
            return f"crash by signal {-code}"
        if not restored or left:
            return f"the terminal is not restored: settings {restored}, modes {left}"
        return None

    def kill(self) -> None:
        """Ends the program without a chance to clean up."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.close()

    def close(self) -> None:
        """Closes the terminal."""
        for file in (self.file, self.inner):
            os.close(file)
