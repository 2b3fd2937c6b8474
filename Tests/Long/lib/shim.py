"""The library that is preloaded into the program under test; see shim.c."""

import pathlib
import shutil
import subprocess
import sys
from dataclasses import dataclass

SOURCE = pathlib.Path(__file__).with_name("shim.c")
WRITING = "create,write,sync,truncate,rename,link,unlink,mkdir,allocate"
GROWING = "create,write,mkdir,allocate"


@dataclass(frozen=True)
class Call:
    """A numbered call of the program: its number, kind, and the file below the sandbox."""

    number: int
    kind: str
    path: str


class Shim:
    """The compiled library."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.library = folder / "shim.so"
        try:
            compiler = shutil.which("cc") or shutil.which("clang") or "cc"
            subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", self.library, SOURCE], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit(f"error: cannot compile {SOURCE.name}: {error}")

    def environment(self, root: pathlib.Path, mode: str, log: pathlib.Path, calls: str = "",
                    at: int = 0, error: int = 0, sticky: str = "") -> dict[str, str]:
        """The variables that make the library do its work in one run."""
        return {"LD_PRELOAD": str(self.library), "LONG_ROOT": str(root), "LONG_MODE": mode,
                "LONG_CALLS": calls, "LONG_AT": str(at), "LONG_ERROR": str(error),
                "LONG_STICKY": sticky, "LONG_LOG": str(log)}


def read_calls(log: pathlib.Path) -> list[Call]:
    """The calls that a run left in its log, which is removed."""
    if not log.exists():
        return []
    lines = log.read_text(errors="replace").splitlines()
    log.unlink()
    parts = [line.split(" ", 2) for line in lines]
    return [Call(int(part[0]), part[1], part[2]) for part in parts if len(part) == 3]
