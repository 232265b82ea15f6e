"""Whether answers look like steps of a scale, which keep their order on the screen, and which key chooses each: what a
collection says (`scale`), else numbers in order and the usual words of rating scales, French and English."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from unicodedata import normalize

_NUMBER = re.compile(r"(?:(?<!\w)[-+−–])?\d+(?:[.,]\d+)?")
_BEFORE = re.compile(
    r"(?:[<>≤≥=~≈(\[\s]|less than|more than|at least|at most|moins de|plus de|au moins|au plus)*", re.I
)
"""What may stand before the number of a step: `< 10`, `plus de 50`."""
_NEITHER_NOR = re.compile(r"(?:neither|neutral|ni)\b.*\b(?:nor|ni)\b")


@cache
def _words() -> tuple[tuple[frozenset[str], ...], re.Pattern[str], frozenset[str], tuple[str, ...]]:
    """Series of whole answers, what stands before a graded word, middles of scales, and prefixes that turn it round."""
    data = tomllib.loads(files("anaphor").joinpath("data/experiment/scales.toml").read_text("utf-8"))
    degrees = "|".join(map(re.escape, sorted(data["degrees"], key=len, reverse=True)))
    series = tuple(frozenset(each.split(" | ")) for each in data["series"])
    return series, re.compile(rf"^({degrees})(?:\s+|$)"), frozenset(data["middle"]), tuple(data["turned"])


@lru_cache(maxsize=16_384)
def looks_ordered(candidates: tuple[str, ...]) -> bool:
    """Whether answers look like steps of a scale: numbers that rise or fall, or words that grade one thing.

    >>> looks_ordered(("1 (not at all)", "2", "3 (very)")), looks_ordered(("5", "3", "7"))
    (True, False)
    >>> looks_ordered(("Pas du tout d'accord", "Plutôt d'accord", "Tout à fait d'accord")), looks_ordered(("yes", "no"))
    (True, False)
    """
    plain = [" ".join(normalize("NFKC", each).casefold().replace("’", "'").split()).strip(" .!") for each in candidates]
    numbered = [_NUMBER.match(each, _start(each)) or each.endswith(")") for each in plain]
    alike = len(plain) > 2 and len({_NUMBER.sub("", each) for each in plain}) == 1  # level 1, level 2, level 3
    found = [
        [float(number.replace(",", ".").replace("−", "-").replace("–", "-")) for number in _NUMBER.findall(each)]
        for each in plain
    ]
    # `10 to 20` lies between `less than 10` and `more than 20`: the first and the last number of each step.
    numbers = [(each[0], each[-1]) if each else () for each in found]
    if all(numbers) and (all(numbered) or alike):
        steps = {one < other for one, other in pairwise(numbers)}
        return len(set(numbers)) == len(numbers) > 1 and len(steps) == 1
    return len(plain) > 2 and _grade_one_thing(plain)


def _start(text: str) -> int:
    before = _BEFORE.match(text)
    return before.end() if before else 0


def _grade_one_thing(plain: Sequence[str]) -> bool:
    """Whether answers are all of one series, or grade the same word, the same word turned round, or two opposites."""
    series, degree, middle, turned = _words()
    if any(found.issuperset(plain) for found in series):
        return True
    graded = [each for each in plain if each not in middle and not _NEITHER_NOR.match(each)]
    rest: dict[str, bool] = {}  # what is graded, and whether anything says how much
    for each in graded:
        bare = degree.sub("", each.removesuffix(" du tout").removesuffix(" at all"), count=1)
        rest[bare] = rest.get(bare, False) or bare != each
    core = min(rest, key=len, default="")
    same = all(each == core or each.removesuffix(core) in turned for each in rest)
    opposed = len(rest) == 2 and all(rest.values())
    return len(graded) > 1 and (opposed or (same and (any(rest.values()) or len(graded) < len(plain))))


def answer_keys(choices: Sequence[str]) -> list[str | None]:
    """The key that chooses each answer on the screen: its own digit where all have one, else F and J, or its place.

    >>> answer_keys(["0", "1", "2"]), answer_keys(["le chat", "le chien"]), answer_keys(["a", "b", "c"])
    (['0', '1', '2'], ['f', 'j'], ['1', '2', '3'])
    """
    own = [_NUMBER.match(each, _start(each)) for each in choices]
    digits = [found[0] if found and len(found[0]) == 1 else None for found in own]
    if all(own) and any(digits):  # 0 to 10: what has no digit of its own is clicked
        once = [each if digits.count(each) == 1 else None for each in digits]
        return list(once)
    if len(choices) == 2:
        return ["f", "j"]
    return [str(place) if place < 10 else None for place in range(1, len(choices) + 1)]
