"""Makes docs/constructions.md: every construction with its rule, examples and abstentions, from the rules' tests."""

import tomllib
from collections.abc import Iterator

from anaphor.language import NoReading
from anaphor.text import speaking
from tests.language.probe_sets import FOLDER, Probe, Verdict, probes

_EXAMPLES = 3
_OPENING = """# Constructions

How a pronoun's place is filled, construction by construction: the rule, examples, and what abstains and why. Made from
the sentences that test the rules (`tests/language/probes`), judged before the rules were changed. How many of them come
out right, in a development half and a test half: `python -m bench readings_constructions`; what *certain* and *likely*
mean: [readings](language.md).
"""
_NAMES = {"fr": "French", "en": "English"}


def page() -> str:
    """The whole page."""
    rules = tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8"))
    pieces = [_OPENING]
    with speaking("en"):
        for language, name in _NAMES.items():
            pieces.append(f"\n## {name}\n")
            for construction, rule in rules[language].items():
                mine = [each for each in probes() if (each.language, each.construction) == (language, construction)]
                pieces.append(
                    "\n".join([f"\n### {construction[0].upper()}{construction[1:]}\n", rule, "", *_rows(mine)])
                )
    return "\n".join(pieces) + "\n"


def _rows(mine: list[Probe]) -> Iterator[str]:
    """A few examples that come out right, then a few abstentions with their reason."""
    right = [(each, found) for each in mine if each.verdict(found := each.made()) is Verdict.RIGHT]
    made = [(probe, found) for probe, found in right if not isinstance(found, NoReading)][:_EXAMPLES]
    for probe, found in made:
        yield f"- {_marked(probe)} *{probe.candidate}* → {found.text}"
    for probe, found in [(probe, found) for probe, found in right if isinstance(found, NoReading)][:_EXAMPLES]:
        yield f"- {_marked(probe)} *{probe.candidate}*: abstains. {found.detail}"


def _marked(probe: Probe) -> str:
    return probe.marked.replace("[", "**").replace("]", "**")
