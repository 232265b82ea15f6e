"""A figure changes only with the number of its method."""

import copy
from typing import Any

from tests.golden.methods import digest_of, methods_in, read_ledger, refusal, signed_files

DOCUMENT: dict[str, Any] = {
    "runs": [{"exactitude": 0.5, "n": 10, "signature": "collection:c#1|method:score.1|version:0.2.0"}],
    "note": "ten",
}


def test_the_figures_of_golden_files_are_those_that_their_methods_gave() -> None:
    ledger = read_ledger()
    found = {name: (methods_in(document), digest_of(document)) for name, document in signed_files()}
    known = {name: (entry["methods"], entry["figures"]) for name, entry in ledger.items()}
    changed = sorted(name for name in found.keys() | known.keys() if found.get(name) != known.get(name))
    assert not changed, (
        f"{', '.join(changed)}: written by hand, or with figures that changed under the same method; "
        "use python -m tests.golden --write, which keeps the ledger"
    )


def test_most_commands_that_compute_sign_what_they_print() -> None:
    assert len(read_ledger()) >= 30


def changed(figure: float, method: str = "score.1") -> dict[str, Any]:
    document = copy.deepcopy(DOCUMENT)
    document["runs"][0] |= {"exactitude": figure, "signature": f"collection:c#1|method:{method}|version:0.2.0"}
    return document


def test_a_figure_that_changes_under_the_same_method_is_refused() -> None:
    said = refusal("score/one", DOCUMENT, changed(0.6))
    assert said is not None
    assert "score.1" in said
    assert "was 0.5, now 0.6" in said


def test_a_figure_may_change_with_the_number_of_its_method() -> None:
    assert refusal("score/one", DOCUMENT, changed(0.6, "score.2")) is None


def test_what_is_new_or_gone_changes_no_method() -> None:
    longer = {**DOCUMENT, "level": 0.95}
    assert refusal("score/one", DOCUMENT, longer) is None
    assert refusal("score/one", longer, DOCUMENT) is None
    assert digest_of(longer) != digest_of(DOCUMENT)
