"""Resolvers that only count words."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.collection import load
from anaphor.corpus import SENTENCE, Counts, PairCount, Unit, Within
from anaphor.errors import AnaphorError, InputError
from anaphor.language import LANGUAGES, NoPairs, lemma_at, lemma_pairs, own_cue
from anaphor.provenance import Signature
from anaphor.resolver import TracedAnswer, make
from anaphor.resolver.words.cooccurrence import CooccurrenceResolver, CorpusChoice, FrequencyResolver
from anaphor.schema import Question, Span, question_of
from tests.resolver.questions import question

TOTAL = 10_000
WORDS = {"cup": 100, "box": 50, "large": 200, "small": 10, "dog": 7}
PAIRS = {("cup", "large"): 8, ("box", "large"): 1, ("cup", "small"): 0, ("box", "small"): 5}


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    """A file of counts: whole sentences, and windows of five words in which words meet half as often."""
    path = tmp_path / "counts.json"
    grid = {word: [[count], [count]] for word, count in WORDS.items()}
    document = {
        "format": "anaphor-counts",
        "version": 1,
        "language": "en",
        "corpora": [
            {
                "name": "tiny",
                "words": 90_000,
                "signature": [["corpus", "tiny"]],
                "source": "made up",
                "licence": "CC0-1.0",
                "hash": "0",
            }
        ],
        "withins": [None, 5],
        "totals": [[TOTAL], [TOTAL]],
        "words": [["lemma", word, numbers] for word, numbers in grid.items()],
        "pairs": [["lemma", a, b, [[both], [both // 2]]] for (a, b), both in PAIRS.items()],
    }
    path.write_text(json.dumps(document))
    return path


def cup(word: str) -> Question:
    """The cup and the box, the word in which the twins differ marked."""
    asked = question(f"The cup did not fit into the box because [it] was too {word}.", "the cup", "the box")
    start = asked.text.index(word)
    return replace(asked, cues=(Span(start=start, end=start + len(word)),))


def answer(spec: str, asked: Question) -> Answer:
    """What a resolver answers to one question."""
    return next(iter(make(spec).resolve([asked])))


def outcome(spec: str, asked: Question) -> str | AbstentionReason:
    """The words chosen, or why there are none."""
    reply = answer(spec, asked).reply
    return asked.candidates[reply.candidate].text if isinstance(reply, Choice) else reply.reason


def test_the_candidate_with_the_higher_mutual_information_is_chosen(counts: Path) -> None:
    found = answer(f"cooccurrence:{counts}", cup("large"))
    assert found.reply == Choice(candidate=0)
    assert found.scores == pytest.approx((math.log2(8 * TOTAL / (100 * 200)), math.log2(1 * TOTAL / (50 * 200))))
    assert isinstance(found, TracedAnswer)
    assert found.candidate_traces[1] == {"pair": ["box", "large"], "a": 50, "b": 200, "both": 1, "total": TOTAL}


def test_a_lead_below_the_threshold_is_an_abstention(counts: Path) -> None:
    assert outcome(f"cooccurrence:{counts},threshold=1.9", cup("large")) == "the cup"
    assert outcome(f"cooccurrence:{counts},threshold=2.1", cup("large")) is AbstentionReason.MARGIN


def test_a_pair_that_never_meets_has_no_score(counts: Path) -> None:
    assert outcome(f"cooccurrence:{counts}", cup("small")) is AbstentionReason.NO_COUNT
    assert outcome(f"cooccurrence:{counts},measure=dice", cup("small")) == "the box"


def test_a_pair_that_was_never_counted_is_unknown(counts: Path) -> None:
    assert outcome(f"cooccurrence:{counts}", cup("heavy")) is AbstentionReason.UNKNOWN_WORDS
    assert outcome(f"cooccurrence:{counts},window=7", cup("large")) is AbstentionReason.UNKNOWN_WORDS


def test_a_window_counts_only_what_is_near(counts: Path) -> None:
    assert outcome(f"cooccurrence:{counts},window=5", cup("large")) is AbstentionReason.NO_COUNT


def test_without_a_marked_content_word_the_item_is_atypical(counts: Path) -> None:
    assert outcome(f"cooccurrence:{counts}", replace(cup("large"), cues=())) is AbstentionReason.ATYPICAL
    tense = replace(cup("large"), cues=(Span(start=44, end=47),))
    assert tense.cues[0].of(tense.text) == "was"
    assert outcome(f"cooccurrence:{counts}", tense) is AbstentionReason.ATYPICAL


def test_a_question_that_is_not_about_the_cue_is_atypical_unless_any_shape_will_do(counts: Path) -> None:
    elsewhere = replace(cup("large"), prompt="What broke?")
    assert outcome(f"cooccurrence:{counts}", elsewhere) is AbstentionReason.ATYPICAL
    assert outcome(f"cooccurrence:{counts},shape=any", elsewhere) == "the cup"
    assert outcome(f"cooccurrence:{counts}", replace(elsewhere, prompt="What was too large?")) == "the cup"


def test_another_language_than_the_corpus_is_unknown(counts: Path) -> None:
    for spec in (f"cooccurrence:{counts}", f"most_frequent:{counts}"):
        assert outcome(spec, replace(cup("large"), language="fr")) is AbstentionReason.UNKNOWN_WORDS


def test_the_more_frequent_candidate_is_chosen(counts: Path) -> None:
    assert outcome(f"most_frequent:{counts}", cup("large")) == "the cup"
    zeppelin = question("The cup hit the zeppelin and [it] broke.", "the cup", "the zeppelin")
    assert outcome(f"most_frequent:{counts}", zeppelin) is AbstentionReason.UNKNOWN_WORDS


def test_corpus_measure_window_and_threshold_are_signed(counts: Path) -> None:
    resolver = make(f"cooccurrence:{counts},threshold=2.5,measure=npmi,window=5")
    text = str(resolver.signature)
    assert "measure:npmi|window:5|threshold:2.5|shape:asked" in text
    assert "tiny" in text
    assert resolver.name == "cooccurrence(tiny, npmi>=2.5)"


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        (",measure=magic", "magic"),
        (",threshold=-1", "cannot use threshold=-1"),
        (",window=2.5", "needs a whole number"),
        (",shape=round", "has no shape=round"),
        (",treshold=1", "has no setting 'treshold'"),
    ],
)
def test_a_wrong_setting_is_one_sentence(counts: Path, settings: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        make(f"cooccurrence:{counts}{settings}")


def test_a_corpus_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(AnaphorError):
        make(f"cooccurrence:{tmp_path / 'no.idx'}")
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(AnaphorError, match="no file of counts"):
        make(f"most_frequent:{tmp_path / 'x.json'}")


def test_an_abstention_names_the_pair(counts: Path) -> None:
    reply = answer(f"cooccurrence:{counts}", cup("small")).reply
    assert isinstance(reply, Abstention)
    assert (reply.detail or "").startswith("cup and small: ")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["anaphor-fr", "anaphor-en"])
def test_the_counts_that_the_package_carries_answer_for_the_embedded_collections(name: str) -> None:
    questions = load(name).questions
    for spec in ("cooccurrence", "most_frequent"):
        replies = [each.reply for each in make(spec).resolve(questions)]
        assert sum(isinstance(reply, Choice) for reply in replies) > 0


class Strict(Counts):
    """Counts that refuse what is no word, as an index does."""

    name = "strict"
    language = "en"
    words = 1000
    signature = Signature.of(corpus="strict")

    def pair(self, a: str, b: str, /, *, within: Within = SENTENCE, unit: Unit = Unit.LEMMA) -> PairCount | None:
        """A refusal."""
        raise InputError(f"there is no word in {a!r}")

    def frequency(self, word: str, /, *, unit: Unit = Unit.LEMMA) -> int | None:
        """A refusal."""
        raise InputError(f"there is no word in {word!r}")


def test_what_a_corpus_refuses_to_count_is_an_abstention_and_not_the_end_of_the_run() -> None:
    corpus = CorpusChoice(own=Strict())
    for resolver in (CooccurrenceResolver(corpus=corpus), FrequencyResolver(corpus=corpus)):
        reply = next(iter(resolver.resolve([cup("large")]))).reply
        assert isinstance(reply, Abstention)
        assert reply.reason is AbstentionReason.UNKNOWN_WORDS
        assert "there is no word in 'cup'" in (reply.detail or "")


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(
    ("source", "same", "other", "none"),
    [("wsc-fr/French_Wino_Schemas.xml", 166, 0, 14), ("fwsc285/wsc_285_v3.json", 213, 1, 18)],
    ids=["wsc-fr", "fwsc285"],
)
def test_the_cue_told_without_the_twin_is_nearly_always_the_one_told_with_it(
    shared: Path, source: str, same: int, other: int, none: int
) -> None:
    collection = load(shared / source)
    language = LANGUAGES.get(collection.language)
    found = [0, 0, 0]
    for schema in collection.schemas:
        pairs = lemma_pairs(language, schema)
        for entry, item in zip(schema.variants, () if isinstance(pairs, NoPairs) else pairs.items, strict=False):
            asked = question_of(entry)
            cue = own_cue(language, asked)
            found[2 if cue is None else int(lemma_at(language, asked.text, cue.head) != item.cue)] += 1
    assert found == [same, other, none]
