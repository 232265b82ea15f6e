"""Text becomes numbers once, whatever is trained from it; batches hold every sentence, each epoch in its order."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.corpus import open_corpus
from anaphor.errors import ContentError, FormatError
from anaphor.resolver.training.store import (
    Document,
    TokenStore,
    Units,
    build_store,
    documents_of,
    epoch_order,
    load_store,
    make_batch,
    make_units,
    overlaps,
    passages,
    prefetched,
    save_store,
    select,
    split_units,
    store_of,
    subset,
)
from anaphor.resolver.words.model_folder import SPECIAL, LetterCase, Vocabulary, make_vocabulary, normal_form
from tests.resolver.questions import question

pytestmark = pytest.mark.slow

TEXTS = (
    "Le chat dort. Il rêve !\n\n— … !\nL’avocat vint-il ? Oui.",
    "La coupe n'entre pas dans la valise.",
    "Le chat mange.",
)


def a_store(workers: int = 1) -> TokenStore:
    """Three documents."""
    return build_store(
        [Document(source=f"d{number}", text=text) for number, text in enumerate(TEXTS)], "fr", workers=workers
    )


def test_sentences_and_words_are_those_of_the_language() -> None:
    store = a_store()
    sentences = [store.tokens[a:b] for a, b in zip(store.starts[:-1], store.starts[1:], strict=True)]
    words = [" ".join(store.words[word] for word in sentence) for sentence in sentences]
    assert words == [
        "Le chat dort .",
        "Il rêve !",
        "L' avocat vint -il ?",
        "Oui .",
        "La coupe n' entre pas dans la valise .",
        "Le chat mange .",
    ]
    assert store.documents.tolist() == [0, 4, 5, 6]


def test_the_number_of_processes_changes_nothing() -> None:
    one, two = a_store(), a_store(workers=2)
    assert one.words == two.words
    assert np.array_equal(one.tokens, two.tokens)


def test_a_store_comes_back_from_its_folder(tmp_path: Path) -> None:
    store = a_store()
    save_store(store, tmp_path / "s")
    again = load_store(tmp_path / "s")
    assert again.words == store.words
    assert np.array_equal(again.tokens, store.tokens)
    (tmp_path / "s" / "words.txt").unlink()
    with pytest.raises(FormatError, match=r"words\.txt is missing"):
        load_store(tmp_path / "s")


def test_any_vocabulary_is_one_look_up() -> None:
    store = a_store()
    small = store.vocabulary(6)
    assert small.words == (*SPECIAL, ".", "Le", "chat")
    assert store.encoded(small)[:4].tolist() == [4, 5, 0, 3]
    lower = store.vocabulary(100, LetterCase.LOWER)
    assert "le" in lower.words
    assert "Le" not in lower.words


def test_a_word_is_known_as_written_or_in_lower_case() -> None:
    words = Vocabulary(words=(*SPECIAL, "chat", "L'"))
    assert [words.id_of(word) for word in ("chat", "Chat", "L’", "l’", "chien")] == [3, 3, 4, 0, 0]
    assert normal_form("L’", LetterCase.LOWER) == "l'"


def test_vocabularies_refuse_doubles_and_a_wrong_beginning() -> None:
    for words in (("a", "b", "c"), (*SPECIAL, "a", "a")):
        with pytest.raises(ContentError):
            Vocabulary(words=words)


def test_equally_frequent_words_stand_in_the_order_of_the_alphabet() -> None:
    made = make_vocabulary(["b", "a", "c"], np.array([2, 2, 5]), size=6, case=LetterCase.KEEP)
    assert made.words[3:] == ("c", "a", "b")


def test_a_corpus_is_read_and_kept(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Le chat dort.\nLe chien court.\n", "utf-8")
    source = open_corpus([str(tmp_path / "a.txt")])
    assert "chien" in "".join(document.text for document in documents_of(source))
    first = store_of(source, "fr", kept=tmp_path / "kept")
    (tmp_path / "a.txt").unlink()
    again = store_of(source, "fr", kept=tmp_path / "kept")
    assert np.array_equal(first.tokens, again.tokens)


def test_units_end_with_the_end_mark_and_never_cross_documents() -> None:
    tokens = np.array([3, 4, 5, 6, 7, 8], dtype=np.int32)
    units = make_units(tokens, np.array([0, 2, 3, 6]), np.array([0, 2, 3]), sentences=2, longest=50)
    cut = [units.tokens[a : a + n].tolist() for a, n in zip(units.starts, units.lengths, strict=True)]
    assert cut == [[3, 4, 2, 5, 2], [6, 7, 8, 2]]


def test_long_units_are_cut_and_lose_no_word() -> None:
    tokens = np.arange(3, 33, dtype=np.int32)
    units = make_units(tokens, np.array([0, 30]), np.array([0, 1]), sentences=1, longest=8)
    assert units.lengths.tolist() == [8, 8, 8, 7]
    assert units.words == 31


@given(st.lists(st.integers(1, 30), min_size=1, max_size=60), st.integers(5, 90), st.integers(0, 3))
def test_every_unit_is_in_one_batch_of_each_epoch(lengths: list[int], budget: int, epoch: int) -> None:
    sizes = np.array(lengths)
    starts = np.cumsum(sizes) - sizes
    units = Units(tokens=np.arange(int(sizes.sum()), dtype=np.int32), starts=starts, lengths=sizes)
    order = epoch_order(units, budget, 1, epoch)
    assert sorted(np.concatenate(order).tolist()) == list(range(len(units)))
    batches = list(prefetched(lambda chosen: make_batch(units, chosen), order))
    assert sum(len(batch.targets) for batch in batches) == units.words
    assert all(batch.inputs.size <= budget or batch.inputs.shape[1] == 1 for batch in batches)
    assert sorted(np.concatenate([batch.targets for batch in batches]).tolist()) == units.tokens.tolist()


def test_the_order_follows_from_seed_and_epoch() -> None:
    units = Units(tokens=np.zeros(400, np.int32), starts=np.arange(100) * 4, lengths=np.full(100, 4))
    one, same, other = (np.concatenate(epoch_order(units, 40, 1, epoch)) for epoch in (0, 0, 1))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_an_error_in_the_making_of_batches_reaches_the_reader() -> None:
    def broken(chosen: object) -> int:
        raise ContentError("broken")

    with pytest.raises(ContentError, match="broken"):
        list(prefetched(broken, [np.array([0])]))


def test_held_out_units_are_not_trained_on() -> None:
    units = Units(tokens=np.zeros(400, np.int32), starts=np.arange(100) * 4, lengths=np.full(100, 4))
    train, held = split_units(units, 0.2, 1)
    assert len(held) == 20
    assert not set(train.starts.tolist()) & set(held.starts.tolist())


def test_documents_that_share_words_with_the_questions_come_first() -> None:
    asked = [
        question("La coupe n'entre pas dans la valise car [elle] est grande.", "la coupe", "la valise", language="fr")
    ]
    # In a small text every word is among the two hundred most frequent: the filler makes the others rare.
    filler = " ".join(f"mot{number} mot{number} mot{number}." for number in range(250))
    texts = ["Le chat et le chien.", "La coupe, la valise.", "Un avion vole haut.", filler]
    store = build_store([Document(source=str(n), text=text) for n, text in enumerate(texts)], "fr")
    assert int(np.argmax(overlaps(store, asked))) == 1
    assert select(store, asked, 0.1).sources == ("1",)
    with pytest.raises(ContentError):
        select(store, asked, 0.0)


def test_a_long_document_is_cut_into_passages() -> None:
    cut = passages(a_store(), 3)
    assert cut.sources == ("d0", "d0", "d1", "d2")
    assert cut.documents.tolist() == [0, 3, 4, 5, 6]


def test_a_subset_keeps_whole_documents() -> None:
    some = subset(a_store(), np.array([False, True, True]))
    assert some.sources == ("d1", "d2")
    assert [some.words[word] for word in some.tokens[: int(some.starts[1])]][:2] == ["La", "coupe"]
    assert some.documents.tolist() == [0, 1, 2]
