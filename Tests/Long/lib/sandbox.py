"""A temporary home folder for the program, and the results of its runs."""

import os
import pathlib
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass

TIMEOUT = 20.0
PARTIAL = re.compile(r"unfinished|draft|private|\.tmp|\.partial|-XXXXXX|\.sb-|\.dat\.nosync|^tmp/(?!etilqs_)")


@dataclass(frozen=True)
class Outcome:
    """The result of a run."""

    command: str
    code: int
    stdout: str
    stderr: str
    seconds: float
    timed_out: bool = False

    @property
    def crashed(self) -> bool:
        """Whether an unexpected signal ended the program."""
        return self.code < 0 and not self.timed_out

    def __str__(self) -> str:
        text = (self.stderr or self.stdout).strip().replace("\n", " | ")
        return f"`{self.command}` ended with {self.code}: {text[:300]}"


class Sandbox:
    """A folder with the home, the store and the files of one test."""

    def __init__(self, boba: pathlib.Path, folder: pathlib.Path) -> None:
        self.boba = boba
        self.folder = pathlib.Path(os.path.realpath(folder))
        self.folder.mkdir(parents=True, exist_ok=True)

    @property
    def store(self) -> pathlib.Path:
        """The default store."""
        return self.folder / "data/boba/venues.sqlite"

    def environment(self, extra: dict[str, str] | None = None) -> dict[str, str]:
        """The variables of a run; nothing of the caller's own home is in them."""
        base = {"HOME": "home", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config",
                "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache", "TMPDIR": "tmp"}
        paths = {name: str(self.folder / path) for name, path in base.items()}
        fixed = {"PATH": str(self.folder / "bin"), "LANG": "C.UTF-8", "TERM": "xterm-256color"}
        return paths | fixed | (extra or {})

    def clear(self, template: pathlib.Path | None = None) -> None:
        """Empties the sandbox, and fills it with a copy of a template."""
        shutil.rmtree(self.folder, ignore_errors=True)
        if template:
            shutil.copytree(template, self.folder)
        for name in ("home", "tmp", "bin"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)

    def start(self, *arguments: str, extra: dict[str, str] | None = None,
              **options: object) -> subprocess.Popen:
        """Starts a run without waiting for it."""
        return subprocess.Popen(
            [self.boba, *arguments], cwd=self.folder, env=self.environment(extra),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, errors="replace", **options)

    def run(self, *arguments: str, extra: dict[str, str] | None = None,
            timeout: float = TIMEOUT) -> Outcome:
        """Runs the program to its end."""
        return finish(self.start(*arguments, extra=extra), arguments, timeout)

    def must(self, *arguments: str, timeout: float = TIMEOUT) -> Outcome:
        """Runs the program for preparation; it has to succeed."""
        outcome = self.run(*arguments, timeout=timeout)
        if outcome.code != 0:
            raise RuntimeError(f"cannot prepare: {outcome}")
        return outcome

    def sql(self, *statements: str) -> list[tuple]:
        """Runs statements in the default store and gives the rows of the last."""
        return sql(self.store, *statements)

    def supports(self, command: str) -> bool:
        """Whether the program has a command."""
        return self.run(command, "--help").code == 0

    def partial_files(self) -> list[str]:
        """Files and folders that a run should not have left."""
        paths = (path.relative_to(self.folder) for path in self.folder.rglob("*"))
        return sorted(str(path) for path in paths if PARTIAL.search(str(path)))


def finish(process: subprocess.Popen, arguments: Iterable[str],
           timeout: float = TIMEOUT) -> Outcome:
    """Waits for a run and kills one that hangs."""
    begin, timed_out = time.monotonic(), False
    try:
        stdout, stderr = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        timed_out = True
        process.send_signal(signal.SIGKILL)
        stdout, stderr = process.communicate()
    command = shlex.join(["boba", *arguments])
    return Outcome(command, process.returncode, stdout, stderr, time.monotonic() - begin, timed_out)


def sql(store: pathlib.Path, *statements: str) -> list[tuple]:
    """Runs statements in a store as another program would."""
    connection = sqlite3.connect(store, isolation_level=None, timeout=10)
    try:
        rows: list[tuple] = []
        for statement in statements:
            rows = connection.execute(statement).fetchall()
        return rows
    finally:
        connection.close()
