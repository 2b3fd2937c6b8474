"""Random damage to files."""

import os
import pathlib
import random
from collections.abc import Callable

PAGE = 4096


def flip_bits(path: pathlib.Path, pick: random.Random) -> str:
    """Flips up to 20 bits anywhere."""
    data = bytearray(path.read_bytes())
    places = [pick.randrange(len(data)) for _ in range(pick.randint(1, 20))]
    for place in places:
        data[place] ^= 1 << pick.randrange(8)
    path.write_bytes(data)
    return f"{len(places)} bits from byte {min(places)}"


def flip_many_bits(path: pathlib.Path, pick: random.Random) -> str:
    """Flips 1,000 bits anywhere."""
    with path.open("r+b") as file:
        size = path.stat().st_size
        for _ in range(1_000):
            place = pick.randrange(size)
            file.seek(place)
            byte = file.read(1)[0]
            file.seek(place)
            file.write(bytes([byte ^ 1 << pick.randrange(8)]))
    return "1,000 bits"


def zero_pages(path: pathlib.Path, pick: random.Random) -> str:
    """Zeroes up to three pages."""
    data = bytearray(path.read_bytes())
    pages = [pick.randrange(-(-len(data) // PAGE)) for _ in range(pick.randint(1, 3))]
    for page in pages:
        end = min(len(data), (page + 1) * PAGE)
        data[page * PAGE:end] = bytes(end - page * PAGE)
    path.write_bytes(data)
    return f"pages {sorted(pages)} zeroed"


def truncate(path: pathlib.Path, pick: random.Random) -> str:
    """Cuts the end off, at a page or anywhere."""
    size = pick.randrange(path.stat().st_size)
    size -= size % pick.choice([1, 512, PAGE])
    os.truncate(path, size)
    return f"cut to {size} bytes"


def swap_pages(path: pathlib.Path, pick: random.Random) -> str:
    """Exchanges two pages."""
    data = bytearray(path.read_bytes())
    count = max(1, len(data) // PAGE)
    first, second = pick.randrange(count) * PAGE, pick.randrange(count) * PAGE
    data[first:first + PAGE], data[second:second + PAGE] = (
        data[second:second + PAGE], data[first:first + PAGE])
    path.write_bytes(data)
    return f"pages {first // PAGE} and {second // PAGE} swapped"


def garbage_header(path: pathlib.Path, pick: random.Random) -> str:
    """Writes random bytes into the beginning."""
    data = bytearray(path.read_bytes())
    start, size = pick.choice([(0, 16), (0, 100), (16, 84), (100, 8), (0, PAGE)])
    data[start:start + size] = pick.randbytes(size)
    path.write_bytes(data)
    return f"{size} random bytes at {start}"


def random_block(path: pathlib.Path, pick: random.Random) -> str:
    """Writes random bytes somewhere."""
    data = bytearray(path.read_bytes())
    start, size = pick.randrange(len(data)), pick.randrange(1, 600)
    data[start:start + size] = pick.randbytes(min(size, len(data) - start))
    path.write_bytes(data)
    return f"{size} random bytes at {start}"


def wrong_log(path: pathlib.Path, pick: random.Random) -> str:
    """Puts a log beside a store that is not its own."""
    log = path.with_name(path.name + "-wal")
    size = pick.choice([0, 32, 1_000, 50_000])
    header = bytes.fromhex("377f0682002de21800001000") if pick.random() < 0.5 else b""
    log.write_bytes(header + pick.randbytes(size))
    return f"a log of {size} random bytes"


STORE_DAMAGES: list[Callable[[pathlib.Path, random.Random], str]] = [
    flip_bits, zero_pages, truncate, swap_pages, garbage_header, random_block, wrong_log]


def make_pipe(path: pathlib.Path, pick: random.Random) -> str:
    """A named pipe without a writer."""
    path.unlink()
    os.mkfifo(path)
    return "a pipe"


def make_folder(path: pathlib.Path, pick: random.Random) -> str:
    """A folder in its place."""
    path.unlink()
    path.mkdir()
    return "a folder"


def make_loop(path: pathlib.Path, pick: random.Random) -> str:
    """A link to itself."""
    path.unlink()
    path.symlink_to(path.name)
    return "a link to itself"


def make_device(path: pathlib.Path, pick: random.Random) -> str:
    """A file without an end."""
    path.unlink()
    path.symlink_to("/dev/zero")
    return "a link to /dev/zero"


def make_huge(path: pathlib.Path, pick: random.Random) -> str:
    """Zeros up to four terabytes after the contents."""
    os.truncate(path, pick.choice([1 << 30, 1 << 42]))
    return f"{path.stat().st_size} bytes, most of them zero"


COLUMN_DAMAGES = [flip_bits, flip_many_bits, zero_pages, truncate, swap_pages, random_block, garbage_header,
                  make_pipe, make_folder, make_loop, make_device, make_huge]
