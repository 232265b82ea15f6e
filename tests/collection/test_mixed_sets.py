"""Four sets of forty schemas, half of them with a flaw that needs no understanding: rules were made beside the first.

The others were written before they were first checked, and no rule was changed after them.
"""

from pathlib import Path

import pytest

from anaphor.collection import findings_in, read_text
from anaphor.collection.checks.findings import Severity

HERE = Path(__file__).parent / "mixed"
TOLD = ("demonstrative-place",)
"""Notes that say that grammar leans to an answer count as warnings do."""


def outcome(name: str) -> tuple[list[str], list[str], int, int]:
    """What was wrongly said, what was missed, how many schemas were called flawed, and how many are."""
    wrong, missed, called, flawed = [], [], 0, 0
    lines = (HERE / f"{name}.tsv").read_text("utf-8").splitlines()[1:]
    for line in lines:
        language, code, text, one, other = line.split("\t")
        body = f'anaphor: 1\nname: mixed\nlanguage: {language}\nschemas:\n  - id: s\n    text: "{text}"\n'
        collection = read_text(f'{body}    answers: ["{one}", "{other}"]\n')
        found = findings_in(collection)
        codes = {each.code for each in found if each.severity is not Severity.NOTE or each.code in TOLD}
        flawed += code != "-"
        called += bool(codes)
        if codes and code == "-":
            wrong.append(f"{sorted(codes)}: {text}")
        if code != "-" and code not in codes:
            missed.append(f"{code}: {text}")
    return wrong, missed, called, flawed


@pytest.mark.slow
@pytest.mark.parametrize("name", ["development", "test", "french", "english"])
def test_flaws_are_found_and_sound_schemas_left_alone(name: str) -> None:
    wrong, missed, called, flawed = outcome(name)
    assert 1 - len(wrong) / called >= 0.95, wrong
    assert 1 - len(missed) / flawed >= 0.85, missed
