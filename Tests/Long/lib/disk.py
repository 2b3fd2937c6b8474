"""A disk with power cuts at any moment, replayed from the file operations of the program.

What was synced stays. A write that was not may be lost, kept, or torn between sectors; a new, renamed or
removed name is kept for certain only after its folder was synced, and names change in their order.
"""

import pathlib
import random
import struct
from dataclasses import dataclass, field

SECTOR = 512
HEADER = struct.Struct("<cQqIHH")


@dataclass(frozen=True)
class Record:
    """A call that changed a file, see `emit` in shim.c."""

    what: str
    inode: int
    offset: int
    first: str
    second: str
    data: bytes

    def __str__(self) -> str:
        names = {"C": "create", "W": "write", "T": "truncate", "S": "sync", "D": "sync folder",
                 "R": "rename", "L": "link", "U": "unlink", "X": "map"}
        return f"{names.get(self.what, self.what)} {self.second or self.first}".rstrip()


def read_records(log: pathlib.Path) -> list[Record]:
    """The records of a run in their order."""
    data, place, result = log.read_bytes(), 0, []
    while place < len(data):
        what, inode, offset, length, first, second = HEADER.unpack_from(data, place)
        place += HEADER.size
        parts = []
        for size in (first, second, length):
            parts.append(data[place:place + size])
            place += size
        result.append(Record(what.decode(), inode, offset, parts[0].decode(), parts[1].decode(), parts[2]))
    return result


@dataclass
class File:
    """The bytes that are safe, and the changes that are not."""

    safe: bytearray
    pending: list[Record] = field(default_factory=list)

    def sync(self) -> None:
        """Makes everything safe."""
        for record in self.pending:
            apply(record, self.safe)
        self.pending = []

    def survivor(self, pick: random.Random, share: float) -> bytes:
        """A possible state of the disk; a share of the pending changes is kept."""
        result = bytearray(self.safe)
        for record in self.pending:
            if pick.random() < share:
                apply(record, result)
            elif record.what == "W" and 0 < share < 1 and pick.random() < 0.5:
                apply_torn(record, result, pick)
        return bytes(result)


def apply(record: Record, content: bytearray) -> None:
    """Makes a change."""
    if record.what == "T":
        del content[record.offset:]
        content.extend(bytes(record.offset - len(content)))
        return
    content.extend(bytes(max(0, record.offset - len(content))))
    content[record.offset:record.offset + len(record.data)] = record.data


def apply_torn(record: Record, content: bytearray, pick: random.Random) -> None:
    """Makes some sectors of a write."""
    end = record.offset + len(record.data)
    place = record.offset
    while place < end:
        following = min(end, (place // SECTOR + 1) * SECTOR)
        if pick.random() < 0.5:
            part = record.data[place - record.offset:following - record.offset]
            apply(Record("W", 0, place, "", "", part), content)
        place = following


@dataclass(frozen=True)
class NameChange:
    """A name that a file got, lost, or changed."""

    number: int
    removed: str
    added: str
    file: File | None

    def make(self, names: dict[str, File]) -> None:
        """Makes the change."""
        names.pop(self.removed, None)
        if self.added and self.file is not None:
            names[self.added] = self.file


class Disk:
    """Names and files below a folder."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.files: dict[int, File] = {}
        #: The names that are safe, and those that the program sees.
        self.names: dict[str, File] = {}
        self.pending: dict[str, list[NameChange]] = {}
        self.changes = 0
        for path in folder.rglob("*"):
            if path.is_file() and not path.name.endswith("-shm"):
                self.names[str(path)] = File(bytearray(path.read_bytes()))
                self.files[path.stat().st_ino] = self.names[str(path)]
        self.seen = dict(self.names)

    def do(self, record: Record) -> None:
        """Goes on by one call."""
        if record.what == "C":
            self.files[record.inode] = File(bytearray())
            if record.first:
                self.change("", record.first, self.files[record.inode])
        elif record.what in "WT":
            self.files.setdefault(record.inode, File(bytearray())).pending.append(record)
        elif record.what == "S" and record.inode in self.files:
            self.files[record.inode].sync()
        elif record.what == "D":
            self.sync_folder(record.first.rstrip("/"))
        elif record.what == "L":
            self.change("", record.first, self.files.get(record.inode))
        elif record.what == "U":
            self.change(record.first, "", None)
        elif record.what == "R":
            self.change(record.first, record.second, self.seen.get(record.first))

    def describe(self, record: Record) -> str:
        """A call with the name of its file."""
        file = self.files.get(record.inode)
        name = next((name for name, one in self.seen.items() if one is file), "a file without a name")
        return str(record) if record.first else f"{record} {name}"

    def change(self, removed: str, added: str, file: File | None) -> None:
        """Notes a change of names in the folder that it happens in; between two, in the one it leads to."""
        self.changes += 1
        change = NameChange(self.changes, removed, added, file)
        change.make(self.seen)
        folder = str(pathlib.Path(added or removed).parent)
        self.pending.setdefault(folder, []).append(change)

    def sync_folder(self, folder: str) -> None:
        """Makes the names in a folder durable; files moved into it have left their previous folder."""
        for change in self.pending.pop(folder, []):
            change.make(self.names)
            left = str(pathlib.Path(change.removed).parent)
            if change.removed and left in self.pending:
                self.pending[left] = [one for one in self.pending[left] if one.added != change.removed
                                      or one.number > change.number]

    def image(self, pick: random.Random, share: float) -> dict[str, bytes]:
        """The possible files after a power cut: names below the folder, and contents."""
        names, kept = dict(self.names), []
        for changes in self.pending.values():
            count = {0.0: 0, 1.0: len(changes)}.get(share, pick.randint(0, len(changes)))
            kept += changes[:count]
        for change in sorted(kept, key=lambda change: change.number):
            change.make(names)
        return {name[len(str(self.folder)) + 1:]: file.survivor(pick, share)
                for name, file in sorted(names.items())}
