"""The files that inputs stand for: files, folders with all that is in them, and patterns, in sorted order."""

import glob
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from anaphor.errors import InputError, Place

_Identity = tuple[int, int]


def files_of(inputs: Sequence[str]) -> tuple[str, ...]:
    """The paths of all files that inputs stand for, in the order of the inputs, sorted inside a folder or a pattern.

    A file that several inputs lead to is read once. Hidden files in folders are left out.
    """
    if not inputs:
        raise InputError("no input is named", todo="Name files, folders or patterns.")
    paths: dict[str, str] = {}
    for given in inputs:
        for path in _files(os.fspath(given)):
            paths.setdefault(os.path.realpath(path), path)
    return tuple(paths.values())


def _files(given: str) -> Iterator[str]:
    if not given or "\0" in given:
        raise InputError(f"{given!r} is no name of a file or folder")
    if os.path.lexists(given):
        yield from _inside(given)
        return
    matches = sorted(glob.glob(given, recursive=True)) if glob.has_magic(given) else []
    if not matches:
        what = "no file matches this pattern" if glob.has_magic(given) else "there is no such file or folder"
        raise InputError(what, where=Place(file=given))
    for path in matches:
        if not (os.path.isdir(path) and "**" in given):  # ** gives the folders and what is in them
            yield from _inside(path)


def _inside(given: str) -> Iterator[str]:
    if not stat.S_ISDIR(_status(given).st_mode):
        yield given
        return
    found = False
    for path in _walk(given, frozenset()):
        found = True
        yield path
    if not found:
        raise InputError("the folder holds no files", where=Place(file=given))


def _walk(folder: str, above: frozenset[_Identity]) -> Iterator[str]:
    status = _status(folder)
    here = (status.st_dev, status.st_ino)
    if here in above:
        raise InputError(
            "the folder leads back to itself through a link", where=Place(file=folder), todo="Remove the link."
        )
    for name in _names(folder):
        path = os.path.join(folder, name)
        if stat.S_ISDIR(_status(path).st_mode):
            yield from _walk(path, above | {here})
        else:
            yield path


def _names(folder: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError as error:
        raise _unreadable(folder, error) from error


def _status(path: str) -> os.stat_result:
    try:
        return os.stat(path)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: str, error: OSError) -> InputError:
    nowhere = isinstance(error, FileNotFoundError) and os.path.islink(path)
    return InputError(
        "the link leads nowhere" if nowhere else f"cannot be read ({error.strerror})", where=Place(file=path)
    )


def names_of(paths: Sequence[str]) -> tuple[str, ...]:
    """What the files are called in the index: their paths below the folder that all of them stand in.

    >>> names_of(["/a/b/x.txt", "/a/c/x.txt"])
    ('b/x.txt', 'c/x.txt')
    """
    whole = [os.path.abspath(path) for path in paths]
    common = os.path.commonpath([os.path.dirname(path) for path in whole]) if whole else ""
    return tuple(printable(PurePath(path).relative_to(common).as_posix()) for path in whole)


def printable(name: str) -> str:
    """A name that can be written as UTF-8; bytes that are none become the replacement character.

    >>> printable("caf\\udce9")
    'caf�'
    """
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
