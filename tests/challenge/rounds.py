"""A whole challenge for the tests: a rehearsal on an embedded collection, and entries with known characters."""

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path

from anaphor.challenge import Challenge, EntryVerdict, Judgement, open_challenge
from anaphor.challenge.drawing import Drawn, Secrets, seed_of
from anaphor.challenge.entry import EntryFile, store_entry
from anaphor.challenge.judging.sheet import changed_items
from anaphor.challenge.sandbox.sandbox import Backend
from anaphor.challenge.starting import Start, start_challenge
from anaphor.schema import Collection, Entry, Item
from tests.challenge.entries import PYTHON
from tests.challenge.times import NOW

SECRETS = Secrets(run="11" * 32, rerun="22" * 32)
LOOKS_UP = """
import hashlib, json, sys
table = json.load(open("table.json", encoding="utf-8"))
settings = json.load(open("settings.json", encoding="utf-8"))
for line in sys.stdin:
    q = json.loads(line)
    right = table.get(q["text"] + "|" + (q["prompt"] or "") + "|" + str((q["anaphor"] or {}).get("start")))
    if right is None:
        choice = 0
    else:
        choice = q["candidates"].index(right)
    sign = {"text": q["text"], "id": q["id"], "none": ""}[settings["wrong_by"]]
    if sign and hashlib.sha256((settings["salt"] + sign).encode()).digest()[0] < settings["wrong"]:
        known = sorted(q["candidates"])  # the same wrong one in whatever order they come
        choice = q["candidates"].index(known[(known.index(q["candidates"][choice]) + 1) % len(known)])
    print(json.dumps({"id": q["id"], "choice": choice}), flush=True)
"""


def place_of(item: Item) -> str:
    """What an entry can know a question by: its text, its prompt, where its anaphor stands."""
    start = getattr(item.question.anaphor, "start", None)
    return f"{item.question.text}|{item.question.prompt or ''}|{start}"


def errs(salt: str, text: str, wrong: int) -> bool:
    """Whether an entry that errs by the text errs on this one."""
    return sha256((salt + text).encode()).digest()[0] < wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """What an entry is like."""

    knows_changed: bool = True
    """Whether it also gets changed wordings and twins right."""
    wrong: int = 0
    """How many of 256 questions it gets wrong …"""
    wrong_by: str = "none"
    """… by their text (always the same ones) or by their opaque id (others in each run)."""
    salt: str = ""
    """Which ones."""


@cache
def _template() -> Path:
    """A rehearsal that tests copy: its made-up people take a second to make."""
    place = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    start_challenge(
        place / "challenge", Start(title="Essai", collection="anaphor-fr", backend=Backend.NONE), NOW, SECRETS
    )
    shutil.rmtree(place / "challenge" / "starter-kit")
    return place / "challenge"


def made(folder: Path) -> Path:
    """A rehearsal of two rounds, with secrets that are always the same."""
    shutil.copytree(_template(), folder)
    return folder


def begun() -> tuple[Path, Path, Path]:
    """A place that lasts as long as the tests, a challenge in it, and a paper to hand in."""
    place = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    paper = place / "paper.txt"
    paper.write_text("How it works.", "utf-8")
    return place, made(place / "challenge"), paper


def keys(rounds: tuple[Drawn, ...], *, changed: bool) -> dict[str, str]:
    """Right answers by what a question can be known by."""
    items = [item for drawn in rounds for item in drawn.items]
    if changed:
        seed = seed_of(SECRETS.rerun, "names")
        items += [each.item for drawn in rounds for each in changed_items(drawn, seed)]
    return {place_of(item): item.answer for item in items if item.answer}


def retold(collection: Collection, change: Callable[[str], str]) -> Collection:
    """The same questions with other texts, in a collection that the catalogue does not know."""

    def told(entry: Entry) -> Entry:
        if not isinstance(entry, Item):
            return entry
        return replace(entry, question=replace(entry.question, text=change(entry.question.text)))

    schemas = [replace(each, versions=(), variants=tuple(map(told, each.variants))) for each in collection.schemas]
    problems = [replace(each, item=told(each.item)) for each in collection.problems]
    return replace(collection, name="own", schemas=tuple(schemas), problems=tuple(problems))


def write_files(folder: Path, table: Mapping[str, str], character: Character) -> Path:
    """The files of an entry that looks answers up."""
    folder.mkdir(parents=True)
    (folder / "answer.py").write_text(LOOKS_UP, "utf-8")
    (folder / "table.json").write_text(json.dumps(table), "utf-8")
    settings = {"wrong": character.wrong, "wrong_by": character.wrong_by, "salt": character.salt}
    (folder / "settings.json").write_text(json.dumps(settings), "utf-8")
    return folder


def add_entry(challenge: Challenge, name: str, character: Character, place: Path) -> None:
    """Put an entry into a challenge's folder, without registering it."""
    table = keys(challenge.rounds, changed=character.knows_changed)
    source = write_files(place / name, table, character)
    entry = EntryFile(command=(PYTHON, "answer.py"), source_included=True)
    store_entry(entry, source, challenge.path_of(name), most=2**24)


def lucky_salt(rounds: tuple[Drawn, ...], needed: tuple[int, int], wrong: int) -> str:
    """A salt with which an entry that errs at random passes the first round and not the second."""
    for number in range(1000):
        salt = f"lucky {number}"
        right = [sum(not errs(salt, item.question.text, wrong) for item in drawn.items) for drawn in rounds]
        if right[0] >= needed[0] and right[1] < needed[1]:
            return salt
    raise AssertionError("nobody is that lucky")


def verdict_of(found: Judgement, name: str) -> EntryVerdict:
    """What became of an entry."""
    return next(each for each in found.entries if each.name == name)


def reopened(folder: Path) -> Challenge:
    """The challenge as its files have it, for reading."""
    with open_challenge(folder) as challenge:
        return challenge
