"""Regular expressions that see what others wrote are linear: a few bytes must not hold the interpreter.

`patterns.py` has the reasoning. Here it is put to every pattern of the package: those that stand in the source, as
they are used, and those that modules hold when they are loaded.
"""

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import anaphor
from tests.patterns import Automaton

PACKAGE = Path(anaphor.__file__).parent
ONCE = frozenset({"match", "fullmatch"})
"""What tries one place only; everything else tries each."""
AGAIN = frozenset({"sub", "subn", "split", "findall", "finditer"})
"""What goes on after a match."""
CALLS = frozenset({"compile", "search", "sub", "subn", "split", "findall", "finditer", *ONCE})
SHORT = {"language/english/reading/uses.py _IMPERSONAL": "sees the 90 characters after a pronoun"}
"""Patterns of ten thousand states, which are looked through for what is exponential only."""
ALLOWED = {
    "authoring/passages.py line 58": "matched at the end of a phrase, never searched for",
    "collection/formats/wino_x.py _OWN": "sees the first 4,096 bytes of a file",
    "experiment.js MARKS": "sees what an author says to participants, in the browser that shows it",
    "experiment.js heading": "sees a line of what an author says to participants; only its end can fail",
    "experiment.js point": "sees a line of what an author says to participants; only its end can fail",
    "answers/roles.py _HINTS": "only ever matched in full, which is linear",
    "language/french/tokens.py _TOKEN": "its last alternatives read any character, so that no place is tried in vain",
    "language/french/tokens.py _INVERTED": "sees words of at most 200 characters",
    "language/english/reading/uses.py _BEFORE_SET": "sees the 24 characters before a pronoun",
    "language/english/reading/uses.py _SET_PHRASE": "sees the 24 characters before a pronoun",
    "report/figures/drawing.py _GROUP": "sees what matplotlib drew",
    "report/figures/drawing.py _HEAD": "sees what matplotlib drew",
    "report/figures/drawing.py mark": "sees what matplotlib drew",
    "report/html/page.py _METADATA": "sees what matplotlib drew",
    "resolver/chat/chat.py _THOUGHTS": "the end of the text closes it too, so that it never fails once it is open",
    "text/catalogue.py _END": "sees our own messages",
    "text/catalogue.py _FIELD_OF": "sees our own messages",
    "text/catalogue.py _MESSAGE": "sees our own messages",
    "text/catalogue.py _OPTION": "sees our own messages",
}
"""Patterns that may be quadratic, and why that hurts nobody; none may be exponential."""


@dataclass(frozen=True)
class Use:
    """A pattern, and how it is used."""

    place: str
    pattern: str | bytes
    flags: int = 0
    search: bool = True
    full: bool = False
    again: bool = False

    def automaton(self) -> Automaton:
        return Automaton(self.pattern, self.flags, search=self.search, full=self.full, again=self.again)


def _value(node: ast.expr, known: dict[str, Any]) -> Any:
    """What stands at a node, with the module's own names; a value known only when it runs is a word of two letters."""
    try:
        return eval(compile(ast.Expression(node), "pattern", "eval"), dict(known))  # our own source
    except NameError:
        pass
    if isinstance(node, ast.JoinedStr):
        return "".join(str(_value(each, known)) for each in node.values)
    if isinstance(node, ast.FormattedValue):
        return _value(node.value, known)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _value(node.left, known) + _value(node.right, known)
    return "ab"


def _flags(call: ast.Call, known: dict[str, Any], place: int) -> int:
    given = next((each.value for each in call.keywords if each.arg == "flags"), None)
    if given is None and len(call.args) > place:
        given = call.args[place]
    value = _value(given, known) if given is not None else 0
    return int(value) if isinstance(value, int) else int(re.IGNORECASE)


def _methods(trees: dict[Path, ast.Module]) -> dict[tuple[Path | None, str], set[str]]:
    """How names are used as patterns: by module and name, and by name in all modules."""
    methods: dict[tuple[Path | None, str], set[str]] = {}
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                name = getattr(node.value, "id", None) or getattr(node.value, "attr", None)
                if name:
                    methods.setdefault((path, name), set()).add(node.attr)
                    methods.setdefault((None, name), set()).add(node.attr)
    return methods


def _names(tree: ast.Module) -> dict[ast.expr, str]:
    """What values are called where they are assigned."""
    names: dict[ast.expr, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                names |= {
                    one: each.id
                    for each, one in zip(target.elts, value.elts, strict=True)
                    if isinstance(each, ast.Name)
                }
            elif isinstance(target, ast.Name):
                names[value] = target.id
        elif isinstance(node, ast.AnnAssign) and node.value and isinstance(node.target, ast.Name):
            names[node.value] = node.target.id
    return names


def ways_of(methods: Collection[str]) -> list[dict[str, bool]]:
    """What to ask of a pattern that is used by these methods: one that is matched in full can fail at its very end."""
    full = [{"search": False, "full": True}] if "fullmatch" in methods else []
    rest = set(methods) - {"fullmatch"}
    search = not rest <= ONCE
    return [*full, *([{"search": search, "again": not AGAIN.isdisjoint(rest)}] if rest else [])]


def _held(value: object, depth: int = 3) -> Iterator[re.Pattern[Any]]:
    """The patterns in what a module holds."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, dict):
        for each in value.values():
            yield from _held(each, depth - 1)
    elif depth and isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from _held(each, depth - 1)


def uses() -> Iterator[Use]:
    """Every pattern of the package."""
    paths = [path for path in sorted(PACKAGE.rglob("*.py")) if "data" not in path.relative_to(PACKAGE).parts]
    trees = {path: ast.parse(path.read_text("utf-8")) for path in paths}
    methods = _methods(trees)
    for path, tree in trees.items():
        source = path.relative_to(PACKAGE).as_posix()
        calls = [
            (node, node.func.attr)
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and getattr(node.func.value, "id", "") == "re"
            and node.func.attr in CALLS
        ]
        if not calls:
            continue
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        known = vars(importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts)))
        names = _names(tree)

        def how(name: str, path: Path = path, known: dict[str, Any] = known) -> list[dict[str, bool]]:
            """The ways in which a pattern is used; where it has another name then, those of all names that are none."""
            used = methods.get((path if name.startswith("_") else None, name), set()) & CALLS if name else set()
            others = {
                act
                for (where, other), acts in methods.items()
                if where == path and other != "re" and not isinstance(known.get(other), re.Pattern)
                for act in acts & CALLS
            }
            return ways_of(used or {*others, "search"})

        for name, value in known.items():
            for pattern in _held(value):
                for way in how(name):
                    yield Use(f"{source} {name}", pattern.pattern, pattern.flags, **way)
        in_functions = {
            call
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            for call in ast.walk(node)
        }
        for call, act in calls:
            if call not in in_functions and act == "compile":
                continue  # the module holds it
            name = names.get(call, "")
            place = {"compile": 1, "sub": 4, "subn": 4, "split": 3}.get(act, 2)
            pattern = _value(call.args[0], known)
            flags = _flags(call, known, place)
            for way in how(name) if act == "compile" else ways_of({act}):
                title = f"{source} {name or f'line {call.lineno}'}"
                yield Use(title, getattr(pattern, "pattern", pattern), flags, **way)


_LITERAL = r"/(?![/*])(?:[^\\/\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[gimsuy]*"
JAVASCRIPT = re.compile(rf"(?:(\w+) = |[(,:&|?!] ?)({_LITERAL})")
"""A literal of a pattern in a script, and the name that it gets."""


def script_uses() -> Iterator[Use]:
    """Every pattern of the scripts that pages carry."""
    for path in sorted((PACKAGE / "data").rglob("*.js")):
        for name, literal in JAVASCRIPT.findall(path.read_text("utf-8")):
            body, _, flags = literal[1:].rpartition("/")
            python = re.sub(r"\\p\{[A-Z]\w*\}", r"\\w", body.replace(r"\/", "/")).replace("[[", r"[\[")
            folded = re.IGNORECASE if "i" in flags else 0
            yield Use(f"{path.name} {name or literal}", python, folded, again="g" in flags)


BAD = {
    "an atomic group in a loop, and its letter behind it": (r"(?:(?>a)a?)*b", False),
    "a bounded possessive repetition in a loop": (r"(?:\d{1,3}+\d?)*x", False),
    "a bounded loop in a bounded loop": (r"(?:a{1,30}){1,30}b", False),
    "two equal branches, many times": (r"(?:a|a){1,30}b", False),
    "many turns that may be empty": (r"(?:a?){30}b", False),
    "a space in a range": (r"(?:\s|[\u1ffe-\u2010]x?)*b", False),
    "the old one of blank lines": (r"(?:#.*\n|\s*\n)*anaphor:", False),
    "a loop in a loop": (r"(?:a*)*b", False),
    "two equal branches": (r"(?:a|a)*b", False),
    "branches that add up": (r"(?:a|aa)+$", False),
    "words with optional spaces": (r"^(?:\w+\s?)*$", False),
    "two ways to be empty": (r"(?:x(?:a?|b?))*y", False),
    "an empty loop in a loop": (r"(?:x(?:a*)*)*y", False),
    "inside an atomic group": (r"(?>(?:a*)*b)c", False),
    "inside a look ahead": (r"(?=(?:a*)*b)c", False),
    "a bounded loop in a loop": (r"(?:a{0,20})*b", False),
}
SLOW = {
    "a look ahead at every place": (r"(?=.*b)a", True),
    "a look ahead in a loop": (r"(?:a(?!.*c))*b", False),
    "two loops of one class": (r"a*a*b", False),
    "trailing space": (r"\s+$", True),
    "a word and a sign": (r"\w+:", True),
    "text and text": (r"(.*?)\d+(\D*)$", False),
    "an unclosed tag": (r"<[^>]+>", True),
}
GOOD = {
    "an atomic group in a loop": (r"(?:(?>a|aa)b)*c", False),
    "a possessive repetition in a loop": (r"(?:a++b?)*c", False),
    "a bounded loop": (r"\w{1,30}(?:-\w{1,30}){1,30}", False),
    "a look ahead behind a sign": (r"(?<!\w)x(?=\s*:)", True),
    "words": (r"\w+", True),
    "possessive lines": (r"(?:#[^\n]*+\n|[^\S\n]*+\n)*+anaphor:", False),
    "a word that begins where words begin": (r"(?<!\w)\w++:", True),
    "lists": (r"\d+(?:, \d+)*$", False),
    "a quoted text": (r'"(?:[^"\\]|\\.)*"', False),
    "a line": (r"^\d+\. (.+)$", False),
}


@pytest.mark.parametrize("name", BAD)
def test_an_exponential_pattern_is_caught(name: str) -> None:
    pattern, search = BAD[name]
    assert Automaton(pattern, search=search).exponential()


@pytest.mark.parametrize("name", SLOW)
def test_a_quadratic_pattern_is_caught_and_is_not_called_exponential(name: str) -> None:
    pattern, search = SLOW[name]
    automaton = Automaton(pattern, search=search)
    assert automaton.quadratic()
    assert not automaton.exponential()


def test_what_is_tried_beyond_a_match_is_slow_where_the_search_goes_on() -> None:
    pattern = r"a(?:[ab]*c)?"
    assert Automaton(pattern, search=True, again=True).quadratic()
    assert not Automaton(pattern, search=True).quadratic()
    assert not Automaton(r"\w+(?:-\w+)*", search=True, again=True).quadratic()


def test_a_pattern_is_looked_at_in_each_way_in_which_it_is_used() -> None:
    ways = ways_of({"match", "fullmatch"})
    found = [Automaton(r"(?:a*)*", **way).exponential() for way in ways]  # nothing is tried again unless in full
    assert sorted(found) == [False, True]


@pytest.mark.parametrize("name", GOOD)
def test_a_linear_pattern_is_let_be(name: str) -> None:
    pattern, search = GOOD[name]
    automaton = Automaton(pattern, search=search)
    assert not automaton.quadratic()
    assert not automaton.exponential()


@pytest.mark.slow
def test_no_pattern_of_the_package_is_exponential_and_quadratic_ones_have_a_reason() -> None:
    patterns = [*uses(), *script_uses()]
    assert len(patterns) > 300, "patterns are no longer found"
    automata = [(use, use.automaton()) for use in patterns]
    exponential = [f"{use.place}: {use.pattern!r}" for use, automaton in automata if automaton.exponential()]
    assert exponential == []
    slow = {use.place for use, automaton in automata if use.place not in SHORT and automaton.quadratic()}
    assert sorted(slow - ALLOWED.keys()) == []
    assert sorted(ALLOWED.keys() - slow) == [], "these need no reason any more"


PUMPED = """
import random, re, resource, sys
from tests.test_patterns import ALLOWED, SHORT, uses
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[2]), int(sys.argv[2])))
draw, tried = random.Random(int(sys.argv[1])), 0
for use in uses():
    if use.place in ALLOWED or use.place in SHORT:
        continue
    pattern = re.compile(use.pattern, use.flags)
    letters = use.automaton().alphabet.signs
    for _ in range(6):
        word = "".join(draw.choices(letters, k=draw.randint(1, 4)))
        start = "".join(draw.choices(letters, k=draw.randint(0, 3)))
        text = start + word * (20_000 // len(word)) + draw.choice(letters)
        given = text.encode("latin-1", "replace") if isinstance(use.pattern, bytes) else text
        (pattern.search if use.search else pattern.fullmatch if use.full else pattern.match)(given)
        tried += 1
print(tried)
"""


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_every_pattern_is_done_with_repeated_words_within_the_processor_time_of_a_child(seed: int) -> None:
    # 20,000 characters: linear patterns need milliseconds each, one that doubles with each character never ends.
    ran = subprocess.run(
        [sys.executable, "-c", PUMPED, str(seed), "240"],
        cwd=PACKAGE.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert int(ran.stdout) > 1500
