"""The rules as sentences, in English and French: what is published, and what a verdict quotes."""

import tomllib
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from anaphor.challenge.round import moment
from anaphor.challenge.rules import LEAST_QUESTIONS, Halves, Rules
from anaphor.challenge.sandbox.sandbox import SEALABLE

_MIB = 2**20
_SHOWN_DIGITS = 16


class RuleName(StrEnum):
    """Every rule, in the order in which they are published."""

    ROUNDS = "rounds"
    QUESTIONS = "questions"
    CANDIDATES = "candidates"
    PEOPLE = "people"
    THRESHOLD = "threshold"
    SECOND_ROUND = "second_round"
    SAME_TEXT = "same_text"
    HALVES = "halves"
    BLIND = "blind"
    UNPUBLISHED = "unpublished"
    SEALED = "sealed"
    HARDWARE = "hardware"
    INTERNET = "internet"
    SEEDS = "seeds"
    DATES = "dates"
    PAPER = "paper"
    SOURCE = "source"
    RERUN = "rerun"
    ACCESS = "access"


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(files("anaphor").joinpath("data/challenge/words.toml").read_text("utf-8"))


def word(name: str, interface: str = "en", **values: object) -> str:
    """A word of the interface, filled in."""
    found: str = _words()["words"][name][interface]
    return found.format(**values)


def known_word(name: str, interface: str = "en") -> str:
    """A word of the interface, or the name itself where there is none."""
    return word(name, interface) if name in _words()["words"] else name


def backend_text(name: str, interface: str = "en") -> str:
    """How entries are run, in words; a trace may name what is not known here."""
    told = f"backend_{name}"
    return word(told, interface) if told in _words()["words"] else name


def rule_texts(rules: Rules, interface: str = "en") -> dict[RuleName, str]:
    """Every rule as a sentence."""
    values, written = _values(rules, interface), _words()["rules"]
    seeds = rules.commitments
    special: dict[RuleName, dict[str, object]] = {
        RuleName.QUESTIONS: {"least": LEAST_QUESTIONS},
        RuleName.SEEDS: {"run": f"{seeds.run[:_SHOWN_DIGITS]}…", "rerun": f"{seeds.rerun[:_SHOWN_DIGITS]}…"},
    }
    return {
        name: written[_written(name, rules)][interface].format(**{**values, **special.get(name, {})})
        for name in RuleName
    }


def _written(name: RuleName, rules: Rules) -> str:
    """Which sentence tells a rule: a rehearsal does not claim what it does not keep."""
    loose = name is RuleName.UNPUBLISHED or (name is RuleName.SEALED and rules.backend not in SEALABLE)
    return f"{name.value}_rehearsal" if rules.rehearsal and loose else name.value


def rule_name(name: RuleName, interface: str = "en") -> str:
    """What a rule is called where its text stands elsewhere."""
    found: str = _words()["rule_names"][name.value][interface]
    return found


def percent(share: Fraction | float, interface: str = "en") -> str:
    """A share in per cent, exact where it is short.

    >>> percent(Fraction(9, 10)), percent(Fraction(2, 3))
    ('90 %', '66.7 %')
    """
    written = f"{float(share) * 100:.1f}".removesuffix(".0")
    return f"{written.replace('.', ',') if interface == 'fr' else written} %"


def percents(low: Fraction | float, high: Fraction | float, interface: str = "en") -> str:
    """The ends of an interval in per cent, with as many digits at one end as at the other.

    >>> percents(0.368, 0.6), percents(0.368, 0.6, "fr")
    ('36.8 % – 60.0 %', '36,8 % – 60,0 %')
    """
    written = f"{float(low) * 100:.1f} % – {float(high) * 100:.1f} %"
    return written.replace(".", ",") if interface == "fr" else written


def chance(p: float, interface: str = "en", *, named: bool = False) -> str:
    """A probability in three decimals, or that it is smaller; `named` with the letter that it goes by.

    >>> chance(0.0421), chance(4.8e-07, "fr"), chance(4.8e-07, "fr", named=True), chance(0.5, named=True)
    ('0.042', '< 0,001', 'p < 0,001', 'p = 0.500')
    """
    written = "< 0.001" if p < 0.001 else f"{p:.3f}"
    shown = written.replace(".", ",") if interface == "fr" else written
    return (f"p {shown}" if p < 0.001 else f"p = {shown}") if named else shown


def points(share: Fraction, interface: str = "en") -> str:
    """A difference of shares in points."""
    return percent(share, interface).removesuffix(" %")


def _values(rules: Rules, interface: str) -> dict[str, object]:
    dates, limits, tolerance = rules.dates, rules.limits, rules.tolerance
    both = any(each.halves is Halves.BOTH for each in rules.rounds)
    one = rules.asking.batch == 1
    named = ", ".join(f"{each.name} ({word(each.kind.value, interface)})" for each in rules.rounds)
    counted = sorted({word(each.counting.value, interface) for each in rules.rounds})
    return {
        "rounds": named,
        "least": percent(rules.threshold.least, interface),
        "below": points(rules.threshold.below),
        "counting": ", ".join(counted),
        "agreement": word(rules.threshold.agreement.value, interface),
        "same_text": rules.same_text,
        "halves": word("both_halves" if both else "one_half", interface),
        "batch": word("one_at_a_time" if one else "in_batches", interface, batch=rules.asking.batch),
        "backend": backend_text(rules.backend.value, interface),
        "statement": rules.hardware.statement,
        "disk": rules.hardware.disk_gib,
        "memory": limits.memory // _MIB,
        "wall": f"{limits.wall:g}",
        "cpu": f"{limits.cpu:g}",
        "sites": ", ".join(rules.sites) or word("no_internet", interface),
        "opens": moment(dates.opens),
        "closes": moment(dates.closes),
        "held": moment(dates.held),
        "provisional": moment(dates.provisional),
        "final": moment(dates.final),
        "paper": moment(dates.paper),
        "source": moment(dates.source_or_trace),
        "rerun": moment(dates.rerun),
        "score": points(tolerance.score, interface),
        "discordant": percent(tolerance.discordant, interface),
        "changed": points(tolerance.changed, interface),
        "alpha": percent(tolerance.alpha, interface),
        "forbidden": ", ".join(known_word(each.value, interface) for each in rules.forbidden),
    }


def reason_text(name: str, interface: str = "en", **values: object) -> str:
    """A sentence about a verdict, filled in."""
    found: str = _words()["reasons"][name][interface]
    return found.format(**values)


def verdict_text(name: str, interface: str = "en") -> str:
    """A verdict in words."""
    found: str = _words()["verdicts"][name][interface]
    return found
