#!/usr/bin/env python3
"""Uses the finder at random: keys, pastes, mouse, sizes, edits, other programs, restarts, kills.

It never crashes or hangs, gives the terminal back however it ends, and whenever it is left alone its
totals are those of the store and of `boba count` and `boba stats`, also after the store was replaced.
"""

import argparse
import pathlib
import random
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable

from lib import oracle, report, totals, venues
from lib.finder import ESCAPE, Finder
from lib.report import Report
from lib.sandbox import Sandbox

KEYS = [*"lfshcv*mVaeDuUzZyYSCBixwbr@HTHMno.F!?:+-0[]'jkgGpn123456789<>KJ/", " ", "\t", "\r", "\r", ESCAPE,
        ESCAPE, "\x12", "\x04", "\x15", "\x06", "\x02", "\x10", "\x13", "\x0c", "\x7f", "\x1b[A", "\x1b[B",
        "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", "\x1b[Z", "\x1b[3~", "\x1bOP"]
TEXTS = ["tea", "珍珠", "rating > 7", "café", "💥🧋", "a" * 300, "\x1b[31m", "line\nline", "%s%n", "q"]
CHECK_EVERY = 25


class Player:
    """A user of the finder, and other programs."""

    def __init__(self, sandbox: Sandbox, template: pathlib.Path, pick: random.Random,
                 result: Report) -> None:
        self.sandbox, self.pick, self.result = sandbox, pick, result
        self.did: list[str] = []
        self.ends = False
        self.template = template
        sandbox.clear(template)
        self.can_restore = sandbox.supports("restore")
        self.finder = self.open()

    def open(self) -> Finder:
        """A new finder."""
        columns, rows = self.pick.choice([(120, 30), (80, 24), (200, 50)])
        finder = Finder(self.sandbox, columns=columns, rows=rows)
        # Before it has the terminal it has no signal handlers either, and keys are echoed.
        finder.wait(lambda finder: bool(finder.modes), 20)
        finder.settle(0.1)
        return finder

    # MARK: Actions

    def key(self) -> None:
        self.finder.press(self.pick.choice(KEYS))

    def keys(self) -> None:
        self.finder.press("".join(self.pick.choice(KEYS) for _ in range(self.pick.randint(2, 12))))

    def text(self) -> None:
        self.finder.press(self.pick.choice(TEXTS))

    def paste(self) -> None:
        self.finder.press(f"\x1b[200~{self.pick.choice(TEXTS)}\x1b[201~")

    def mouse(self) -> None:
        button = self.pick.choice([0, 0, 0, 2, 32, 64, 65])
        place = f"{self.pick.randint(1, 120)};{self.pick.randint(1, 40)}"
        self.finder.press(f"\x1b[<{button};{place}M\x1b[<{button};{place}m")

    def resize(self) -> None:
        self.finder.resize(self.pick.choice([10, 40, 80, 120, 200]), self.pick.choice([5, 12, 24, 50]))

    def favorite(self) -> None:
        self.finder.press(ESCAPE * 3)
        self.finder.settle()
        self.finder.press("j*")

    def note(self) -> None:
        self.finder.press(ESCAPE * 3)
        self.finder.settle()
        self.finder.press("e" + self.pick.choice(["a note", "珍珠"]) + "\r")

    def delete(self) -> None:
        self.finder.press(ESCAPE * 3)
        self.finder.settle()
        self.finder.press("D")
        self.finder.settle()
        self.finder.press("y")

    def undo(self) -> None:
        self.finder.press(ESCAPE * 3)
        self.finder.settle()
        self.finder.press(self.pick.choice(["u", "uu", "u\x12"]))

    def import_file(self) -> None:
        self.finder.press(ESCAPE * 3 + "I")
        self.finder.settle()
        self.finder.press("\x15more.json\r")

    def export_file(self) -> None:
        self.finder.press(ESCAPE * 3 + "E")
        self.finder.settle()
        self.finder.press(f"\x15out{self.pick.randrange(3)}.json\r\r")

    def command(self) -> None:
        command = self.pick.choice([
            ("set", "specialCount=2", "--price", "1", "--yes"), ("delete", "--price", "3", "--yes"),
            ("undo",), ("redo",), ("import", "more.json"), ("filters", "save", "x", "--price", "1")])
        self.sandbox.run(*command)

    def other_program(self) -> None:
        number = self.pick.randrange(5)
        self.sandbox.sql(f"UPDATE venue SET special_count = special_count + 1 WHERE pk % 5 = {number}")

    # MARK: Ending

    def quit(self) -> None:
        self.finder.press(ESCAPE * 4)
        self.finder.settle()
        self.finder.press("q")
        self.ends = True

    def interrupt(self) -> None:
        self.finder.press("\x03")
        self.ends = True

    def terminate(self) -> None:
        self.finder.process.send_signal(self.pick.choice([signal.SIGTERM, signal.SIGHUP, signal.SIGINT]))
        self.ends = True

    def kill(self) -> None:
        self.finder.kill()
        self.finder = self.open()

    # MARK: Another store in the place of this one

    def make_other(self) -> pathlib.Path:
        """A store with other totals."""
        other = self.sandbox.folder / "other.sqlite"
        other.unlink(missing_ok=True)
        self.sandbox.sql(f"VACUUM INTO '{other}'")
        connection = sqlite3.connect(other)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("UPDATE venue SET tip_count = tip_count + 1, special_count = 1 "
                           "WHERE pk % 3 = ?", (self.pick.randrange(3),))
        connection.commit()
        connection.close()
        return other

    def put_other(self, put: Callable[[pathlib.Path, pathlib.Path], object]) -> None:
        """Puts another store in the place of this one while it has no log, as Documentation/Guarantees.md asks for."""
        other, log = self.make_other(), self.sandbox.store.with_name(self.sandbox.store.name + "-wal")
        connection = sqlite3.connect(self.sandbox.store, isolation_level=None, timeout=10)
        try:
            while True:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                connection.execute("BEGIN IMMEDIATE")
                if log.stat().st_size == 0:
                    break
                connection.execute("ROLLBACK")
            put(other, self.sandbox.store)
        finally:
            connection.close()
        self.let_programs_notice()

    def move_store(self) -> None:
        self.put_other(lambda other, store: other.replace(store))

    def copy_store(self) -> None:
        self.put_other(shutil.copyfile)

    def let_programs_notice(self) -> None:
        """Waits as Documentation/Guarantees.md asks for: until then SQLite mixes the two files."""
        end = time.monotonic() + 1
        while time.monotonic() < end:
            self.finder.take(0.05)

    def restore_store(self) -> None:
        if self.can_restore:
            self.sandbox.run("restore", str(self.make_other()))

    # MARK: Looking

    def problem(self, kind: str, detail: str) -> None:
        """Reports a violation with its cause."""
        self.result.violation(kind, f"{self.did[-1]}:{self.result.injected}",
                              f"{detail}; last: {', '.join(self.did[-6:])}")

    def look_at_end(self) -> None:
        """Notices a finder that has ended, and starts another."""
        end = time.monotonic() + (5 if self.ends else 0)
        while self.finder.is_running and time.monotonic() < end:
            self.finder.take(0.05)
        if self.finder.is_running:
            # A key such as q may have gone into a text; whatever it is, ctrl-c ends it.
            self.ends = False
            return
        screen = self.finder.screen.line(0)
        code = self.finder.process.returncode
        left = self.finder.leave()
        if left:
            self.problem(left, screen)
        elif code not in (0, 129, 130, 143):
            self.problem(f"the finder ended with {code}", screen)
        self.ends = False
        self.finder = self.open()

    def truth(self) -> tuple | None:
        """The totals from SQLite; None for a damaged store."""
        connection = sqlite3.connect(self.sandbox.store, timeout=10)
        try:
            oracle.check(connection)
            return totals.read(connection)
        except (sqlite3.Error, oracle.Broken) as error:
            self.problem("damaged store", str(error))
            return None
        finally:
            connection.close()

    def start_again(self) -> None:
        """Continues with the store of the beginning."""
        self.finder.kill()
        self.sandbox.clear(self.template)
        self.finder = self.open()

    def look_at_totals(self) -> None:
        """Compares the totals of a finder left alone with the truth."""
        self.finder.resize(120, 30)
        for _ in range(3):
            # Typed changes may not be in the store yet, and a typed q may only now end the finder.
            self.finder.go_home()
            if not self.finder.is_running:
                self.look_at_end()
                self.finder.resize(120, 30)
            truth = self.truth()
            if truth is None:
                self.start_again()
                return
            wanted = totals.footer(truth)
            if self.finder.shows(wanted, 1):
                break
        else:
            if self.finder.totals is None:
                self.problem("no totals", self.finder.text[:400].replace("\n", " | "))
            else:
                self.problem("wrong totals", f"{self.finder.totals} instead of {wanted}")
            self.finder.kill()
            self.finder = self.open()
        self.look_at_end()
        problems = totals.command_problems(self.sandbox, truth)
        # Earlier input may have changed the store meanwhile.
        if problems and self.truth() == truth:
            for kind, detail in problems:
                self.problem(kind, detail)

    def play(self, action: Callable[["Player"], None]) -> None:
        """Runs one command and checks the result."""
        self.did.append(action.__name__.replace("_", " "))
        self.result.case()
        self.result.count("Actions", self.did[-1])
        try:
            action(self)
        except OSError as error:
            self.did[-1] += f" ({error})"
        except sqlite3.Error as error:
            self.problem("another program failed", str(error))
            self.start_again()
        self.finder.settle(self.pick.choice([0.0, 0.01, 0.03]), 1)
        if self.ends or not self.finder.is_running:
            self.look_at_end()
        replaced = action in (Player.move_store, Player.copy_store, Player.restore_store)
        if replaced or len(self.did) % CHECK_EVERY == 0:
            self.look_at_totals()


OFTEN = [Player.key, Player.keys, Player.key, Player.keys, Player.mouse, Player.resize, Player.text,
         Player.paste, Player.favorite, Player.note, Player.delete, Player.undo, Player.other_program,
         Player.command]
SELDOM = [Player.import_file, Player.export_file, Player.quit, Player.interrupt, Player.terminate,
          Player.kill, Player.move_store, Player.copy_store, Player.restore_store]


def run(options: argparse.Namespace, folder: pathlib.Path) -> int:
    """Plays until the time is over."""
    result, sandbox = Report("finder", options), Sandbox(options.boba, folder / "run")
    pick, template = random.Random(options.seed), folder / "template"
    sandbox.clear()
    venues.make(sandbox.folder / "first.json", 200, "f")
    venues.make(sandbox.folder / "more.json", 100)
    sandbox.must("count")
    sandbox.must("import", "first.json")
    sandbox.folder.rename(template)
    end = time.monotonic() + options.seconds
    player = Player(sandbox, template, pick, result)
    while time.monotonic() < end:
        player.play(pick.choice(SELDOM if pick.random() < 0.08 else OFTEN))
    player.look_at_totals()
    left = player.finder.quit()
    if left:
        player.problem(left, "at the end")
    return result.finish()


if __name__ == "__main__":
    report.main(run, report.parser(__doc__, seconds=3_600).parse_args())
