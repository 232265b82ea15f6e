"""Near-duplicates: the share of word pairs, the same in every process."""

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.collection import TextIndex, normal_words
from anaphor.collection.checks.findings import Neighbour, similarity

sentences = st.lists(st.sampled_from(["le", "chat", "noir", "dort", "et", "part"]), max_size=8).map(" ".join)


def test_words_are_compared_without_case_punctuation_or_way_of_encoding() -> None:
    assert normal_words("L’E\u0301TÉ, là-bas !") == ("l", "été", "là", "bas")


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        ("le chat dort", "LE CHAT, dort…", 1.0),
        ("le chat dort", "une souris court", 0.0),
        # Pairs with the edges: (,le) (le,chat) (chat,dort) (dort,) and (,le) (le,chat) (chat,part) (part,): 2 of 6.
        ("le chat dort", "le chat part", 2 / 6),
        ("", "", 1.0),
        ("", "chat", 0.0),
    ],
)
def test_the_share_is_of_word_pairs_in_common(one: str, other: str, share: float) -> None:
    assert similarity(one, other) == pytest.approx(share)


@given(sentences, sentences)
def test_similarity_is_symmetric_and_between_0_and_1(one: str, other: str) -> None:
    assert similarity(one, other) == similarity(other, one)
    assert 0 <= similarity(one, other) <= 1
    assert similarity(one, one) == 1


TEXTS = [("a", "le chat dort"), ("b", "le chat noir dort bien"), ("c", "une souris court")]


def test_the_nearest_text_is_found_with_its_share() -> None:
    assert TextIndex(TEXTS).nearest("Le chat dort !", at_least=0.5) == Neighbour(name="a", share=1.0)


def test_names_to_skip_are_left_out() -> None:
    found = TextIndex(TEXTS).nearest("le chat dort", at_least=0.1, skip=frozenset({"a"}))
    assert found is not None
    assert found.name == "b"


def test_nothing_is_found_when_nothing_shares_enough() -> None:
    assert TextIndex(TEXTS).nearest("le chat part", at_least=0.5) is None
    assert TextIndex([]).nearest("le chat", at_least=0.1) is None


@given(st.lists(sentences, max_size=6), sentences, st.sampled_from([0.3, 0.5, 0.8]))
def test_the_index_finds_what_comparing_with_every_text_finds(texts: list[str], text: str, at_least: float) -> None:
    named = [(str(number), each) for number, each in enumerate(texts)]
    best = max((similarity(text, each) for each in texts), default=0.0)
    found = TextIndex(named).nearest(text, at_least=at_least)
    assert (found.share if found else None) == (best if best >= at_least else None)


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_equal_shares_are_decided_the_same_way_in_every_process(seed: str) -> None:
    code = (
        "from anaphor.collection.checks.findings import TextIndex;"
        "index = TextIndex([(name, f'le chat noir {name} dort bien') for name in 'dbcae']);"
        "print(index.nearest('le chat noir x dort bien', at_least=0.3).name)"
    )
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout == "a\n"
