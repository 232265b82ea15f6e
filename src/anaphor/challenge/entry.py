"""An entry as it lies in a challenge's folder: `entries/NAME/entry.toml`, and its files in `entries/NAME/files`."""

import os
import re
import shlex
import stat
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from anaphor.challenge.container import engine
from anaphor.challenge.rulebook import LARGEST_TOML, Needs, Rules, parsed_toml, validated
from anaphor.challenge.sandbox.address import check_address, read_address
from anaphor.challenge.sandbox.sandbox import Backend, Submission
from anaphor.challenge.staging import remove_tree, stage, tree_digest
from anaphor.errors import AnaphorError, InputError, OutputError, UnknownNameError
from anaphor.files import digest, regular_bytes, write_text
from anaphor.provenance import adapter, canonical_json, plain
from anaphor.resolver import RESOLVERS, read_spec
from anaphor.text import text

ENTRY_FILE = "entry.toml"
FILES = "files"
NO_FILES = "none"
Command = str | Sequence[str]
"""A program and its arguments; one text is cut as a shell does."""
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFile:
    """What an entrant says about an entry; exactly one of command, image, resolver and url is given with it."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012  # pydantic reads it from the class; nothing writes to it
    command: tuple[str, ...] = ()
    """The program and its arguments; it starts in the entry's own folder."""
    image: str | None = None
    """A container image; `command` may then say what is run in it."""
    resolver: str | None = None
    """A resolver of an installed package, as behind `anaphor resolve --with`."""
    url: str | None = None
    """An address that answers over HTTP; such an entry is never sealed."""
    environment: Mapping[str, str] = field(default_factory=dict)
    readable: tuple[str, ...] = ()
    """Folders of the organiser's machine that the entry needs, read-only: an interpreter, a model."""
    source_included: bool = False
    """Whether the entry's files are its source, so that none has to be handed in later."""
    needs: Needs = field(default_factory=dict)
    """What it needs of what the rules give a run (`gpus`, `memory`, `scratch`); left out, all of it."""
    authors: tuple[str, ...] = ()
    description: str | None = None
    """What it does, in a sentence."""

    def __post_init__(self) -> None:
        ways = [bool(self.resolver), bool(self.url), bool(self.image or self.command)]
        if sum(ways) != 1:
            raise InputError("challenge-entry-one-of")
        if self.url:
            read_address(self.url)
        if self.image:
            engine.check_image_name(self.image)
        if self.resolver and (name := read_spec(self.resolver).name) not in RESOLVERS.names():
            raise UnknownNameError("resolver", name, RESOLVERS.names())

    @property
    def backend(self) -> Backend | None:
        """The backend that it needs; None: that of the challenge."""
        if self.url:
            return Backend.HTTP
        return Backend.CONTAINER if self.image else None


def check_name(name: str) -> str:
    """The name of an entry, if it can be one: it names a folder and files."""
    if not _NAME.fullmatch(name):
        raise InputError("challenge-entry-name", name=repr(name))
    return name


def entry_from(
    command: Command, resolver: object, url: str | None, image: str | None = None, *, source_included: bool = False
) -> EntryFile | None:
    """What somebody says an entry is; None where nothing is said, and its files do."""
    if resolver is not None and not isinstance(resolver, str):
        raise InputError("challenge-entry-function", kind=type(resolver).__name__)
    words = tuple(shlex.split(command) if isinstance(command, str) else map(str, command))
    if not (words or image or resolver or url):
        return None
    return EntryFile(command=words, image=image, resolver=resolver, url=url, source_included=source_included)


def described_entry(folder: Path | None) -> EntryFile:
    if folder is None or not (folder / ENTRY_FILE).is_file():
        raise InputError("challenge-entry-undescribed")
    return read_entry(folder)


def read_entry(folder: Path) -> EntryFile:
    return _read_entry(folder)[0]


def _read_entry(folder: Path) -> tuple[EntryFile, str]:
    """What an entrant says about an entry, and the hash of that: of one reading, since the file may still change."""
    path = folder / ENTRY_FILE
    written = regular_bytes(path, LARGEST_TOML, follow=False)
    entry = validated(adapter(EntryFile), parsed_toml(written, str(path)), str(path))
    return entry, digest(written, 64)


def write_entry(entry: EntryFile, folder: Path) -> None:
    """Write `entry.toml`; strings of JSON are strings of TOML."""

    def toml(value: object) -> str:
        if isinstance(value, Mapping):
            return f"{{ {', '.join(f'{canonical_json(str(key))} = {toml(part)}' for key, part in value.items())} }}"
        return canonical_json(value).replace("\x7f", "\\u007f")

    lines = [f"{name} = {toml(value)}" for name, value in plain(entry).items() if value is not False]
    write_text(folder / ENTRY_FILE, "\n".join(lines) + "\n")


def store_entry(entry: EntryFile, source: Path | None, folder: Path, *, most: int) -> None:
    """Copy an entry's files and its description into a challenge's folder, whole or not at all."""
    if folder.exists():
        raise InputError("challenge-entry-taken", name=folder.name)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise OutputError("challenge-entry-not-stored", why=str(error.strerror), where=folder) from error
    try:
        if source is not None:
            if folder.resolve().is_relative_to(source.resolve()):
                raise InputError("challenge-entry-holds-challenge", where=source)
            stage(source, draft / FILES, most=most, entering=True)
        write_entry(entry, draft)
        draft.rename(folder)
    except BaseException:
        remove_tree(draft)
        raise


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEntry:
    """An entry as it lies in a challenge's folder: what it says and what it consists of, of one reading."""

    entry: EntryFile
    files: str
    """The digest of its files, as a trace has it; `none` where there are none."""
    digest: str
    """Its description and its files, in 64 digits."""


def stored_entry(folder: Path, *, most: int = 2**62, entering: bool = False, files: str | None = None) -> StoredEntry:
    """The entry in a folder; its files have at most `most` bytes, and are hashed unless their digest is known."""
    entry, written = _read_entry(folder)
    if files is None:
        files = NO_FILES
        if os.path.lexists(folder / FILES):
            files = tree_digest(folder / FILES, most=most, base=folder.parent, entering=entering)
    return StoredEntry(entry=entry, files=files, digest=digest(f"{written} {files}", 64))


def settled(entry: EntryFile, rules: Rules) -> EntryFile:
    """The same entry, whose image is named by its digest, once and for all."""
    if entry.image is None or engine.DIGESTED.fullmatch(entry.image):
        return entry
    return replace(entry, image=engine.fetch_image(entry.image, rules.registries))


def submission_of(name: str, entry: EntryFile, folder: Path, digest: str | None = None) -> Submission:
    files = folder / FILES
    readable = tuple(Path(each) for each in entry.readable)
    command = entry.command
    if entry.resolver:
        command = (sys.executable, "-m", "anaphor.challenge.serving", entry.resolver)
        readable = (*readable, *own_python())
    return Submission(
        name=name,
        command=command,
        folder=files if files.is_dir() else None,
        digest=digest if files.is_dir() else None,
        image=entry.image,
        url=entry.url,
        environment=dict(entry.environment),
        readable=readable,
    )


def check_asked(entry: EntryFile, rules: Rules) -> None:
    """Refuse an entry that asks for what the rules do not give: to read a folder that is not lent (it would see keys,
    sockets or other entries), for a larger machine, or to be asked at an address of the organiser's own network."""
    for asked in entry.readable:
        if not any(Path(asked).resolve().is_relative_to(Path(folder).resolve()) for folder in rules.lent):
            raise InputError("challenge-entry-not-lent", folder=asked)
    if more := [f"{name} = {many}" for name, many in entry.needs.items() if many > rules.needs.get(name, 0)]:
        raise InputError("challenge-entry-needs-more", needs=", ".join(more))
    if entry.url:
        check_address(entry.url, rules.hosts)


def check_lent(submission: Submission) -> None:
    """Refuse folders that the user of the sandbox could not read: root's own home is closed to nobody."""
    if os.geteuid() != 0:
        return
    for path in submission.readable:
        for part in (path, *path.parents):
            opened = False
            with suppress(OSError):
                opened = bool(part.stat().st_mode & stat.S_IXOTH)
            if not opened:
                raise AnaphorError("challenge-entry-closed", entry=submission.name, path=str(path), closed=str(part))


def obstacle(name: str, entry: EntryFile, folder: Path, backend: Backend) -> str | None:
    """Why a run of an entry would be lost on this machine as it is, known before the run; None: nothing is in its way.

    The entry is taken all the same: what this machine lacks is no fault of an entrant's.
    """
    needed = entry.backend or backend
    if needed is Backend.CONTAINER and isinstance(missing := engine.find_engine(), str):
        return text("challenge-sandbox-no-engine-here", why=missing)
    if needed is Backend.PROCESS:
        try:
            check_lent(submission_of(name, entry, folder))
        except AnaphorError as error:
            return str(error)
    return None


def own_python() -> tuple[Path, ...]:
    """The folders of this program and of the Python that runs it, which the sandbox does not show by itself."""
    package = Path(__file__).resolve().parents[1]
    folders = {Path(sys.prefix), Path(sys.base_prefix), package.parent if package.parent.name != "src" else package}
    folders |= {Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve(), Path(sys.executable).resolve().parents[1]}
    return tuple(sorted(path for path in folders if not path.is_relative_to("/usr")))
