"""The program that the benchmarks measure."""

import pathlib
import subprocess
import sys

PACKAGE = pathlib.Path(__file__).resolve().parent.parent.parent


def built():
    """Builds the program as a release and returns its path."""
    subprocess.run(
        ["swift", "build", "-c", "release", "--static-swift-stdlib", "--no-color-diagnostics",
         "--product", "boba", "--package-path", PACKAGE],
        check=True, stdout=sys.stderr)
    return PACKAGE / ".build/release/boba"
