"""`anaphor read`: a pronoun that cannot stand for the candidate is said to clash with it."""

import json

import pytest
from click.testing import CliRunner

from anaphor.cli.collection import read

app = read


@pytest.mark.parametrize(
    ("sentence", "candidate", "said"),
    [
        ("Marie [la] voit.", "le chien", "“la” is feminine and “le chien” masculine: it cannot stand for it.\n"),
        ("Marie [les] voit.", "la mer", "“les” is plural and “la mer” singular: it cannot stand for it.\n"),
        ("Marie [la] voit.", "la mer", ""),
        ("Marie [lui] parle.", "le chien", ""),
    ],
)
def test_another_gender_or_number_is_said(sentence: str, candidate: str, said: str) -> None:
    made = CliRunner().invoke(app, [sentence, candidate])
    assert made.exit_code == 0
    assert made.stderr == said


def test_json_has_its_keys_and_nothing_is_said_beside_it() -> None:
    made = CliRunner().invoke(app, ["Marie [la] voit.", "le chien", "--json"])
    assert set(json.loads(made.stdout)) == {"reading", "rules", "sureness", "share", "slot"}
    assert not made.stderr
