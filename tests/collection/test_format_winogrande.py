"""WinoGrande: a blank, two options, twins by qID; JSON lines read and written, and the same columns as CSV."""

import csv
import io
import json
import lzma
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.collection import Source, load, read_text
from anaphor.collection.formats.winogrande import WINOGRANDE, WINOGRANDE_CSV
from anaphor.collection.protocol import ReadSettings
from anaphor.collection.saving import sayable
from anaphor.errors import ContentError, FormatError
from anaphor.language import Reading, read_all
from anaphor.schema import NEITHER, Candidate, Collection, Item, Mark, Problem, Question, Schema, question_of
from tests.embedded import ENGLISH, FRENCH

SPECIMEN = Path(__file__).parent / "specimens" / "winogrande.jsonl"
TABLE = Path(__file__).parent / "specimens" / "winogrande-csv.csv"


def read(data: bytes) -> Collection:
    return WINOGRANDE.read(Source(name="w.jsonl", stem="w", data=data), ReadSettings())


def test_twins_are_joined_by_their_id_wherever_they_stand() -> None:
    pair, lone = read(SPECIMEN.read_bytes()).schemas
    assert [question_of(variant).id[-2:] for variant in pair.variants] == ["-1", "-2"]
    assert pair.id == "3ABCDEFGH0000000000000000TEST1"
    assert len(lone.variants) == 1


def test_the_blank_is_the_anaphor_and_the_answer_the_key() -> None:
    first = read(SPECIMEN.read_bytes()).items[0]
    assert first.question.anaphor == Mark(start=36, end=37, blank=True)
    assert (first.answer, first.question.cues[0].of(first.question.text)) == ("Ruth", "thirsty")


def test_an_empty_answer_is_a_question() -> None:
    assert not isinstance(read(SPECIMEN.read_bytes()).schemas[1].variants[0], Item)


def test_csv_has_the_same_items() -> None:
    collection = WINOGRANDE_CSV.read(Source(name="w.csv", stem="w", data=TABLE.read_bytes()), ReadSettings())
    assert [item.answer for item in collection.items] == ["Ruth", "Mona"]
    assert collection.questions[1].text == 'Mona fetched water, bread and salt for Ruth because _ was "kind".'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"because _ was thirsty", b"because she was thirsty", "w.jsonl:1, field sentence"),
        (b'"answer": "1"', b'"answer": "3"', "w.jsonl:3, field answer"),
        (b'"option1": "coat"', b'"option1": ""', "w.jsonl:2, field option1"),
        (b'"option1": "coat"', b'"option1": ["coat"]', "must be a text"),
        (b'"answer": ""}', b'"answer": ""}]', "something follows"),
    ],
)
def test_a_broken_row_is_an_error_that_names_line_and_field(old: bytes, new: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(SPECIMEN.read_bytes().replace(old, new))


@pytest.mark.parametrize("mark", [";", "\t"])
def test_tables_of_spreadsheets_that_part_cells_otherwise_have_the_same_items(mark: str) -> None:
    rows = list(csv.reader(TABLE.read_text("utf-8").splitlines()))
    text = io.StringIO()
    csv.writer(text, delimiter=mark).writerows(rows)
    other = Source(name="w.csv", stem="w", data=text.getvalue().encode())
    assert WINOGRANDE_CSV.recognises(other)
    plain = Source(name="w.csv", stem="w", data=TABLE.read_bytes())
    assert WINOGRANDE_CSV.read(other, ReadSettings()) == WINOGRANDE_CSV.read(plain, ReadSettings())


def test_an_unclosed_quote_in_csv_is_an_error_with_its_line() -> None:
    data = TABLE.read_bytes().replace(b'""kind"".",', b'""kind"".,')
    with pytest.raises(FormatError, match=r"w\.csv:3"):
        WINOGRANDE_CSV.read(Source(name="w.csv", stem="w", data=data), ReadSettings())


def test_what_is_written_reads_back_with_the_same_fingerprint() -> None:
    collection = read(SPECIMEN.read_bytes())
    assert read(b"".join(WINOGRANDE.write(collection))).fingerprint == collection.fingerprint


def pronoun_item(name: str) -> Item:
    text = "The jug broke the plate because it was heavy."
    candidates = (Candidate(text="the jug"), Candidate(text="the plate"))
    mark = Mark(start=32, end=34)
    return Item(question=Question(id=name, language="en", text=text, anaphor=mark, candidates=candidates), key=0)


def test_a_pronoun_is_written_as_a_blank_and_twins_stay_twins() -> None:
    schema = Schema(id="7", variants=(pronoun_item("7.1"), pronoun_item("7.2")))
    collection = Collection(name="x", language="en", schemas=(schema,))
    (again,) = read(b"".join(WINOGRANDE.write(collection))).schemas
    assert [question_of(variant).id for variant in again.variants] == ["7-1", "7-2"]
    assert question_of(again.variants[0]).text == "The jug broke the plate because _ was heavy."


def test_writing_refuses_what_the_format_cannot_say() -> None:
    good = pronoun_item("1")
    three = replace(good.question, candidates=(*good.question.candidates, Candidate(text="the cup")))
    scored = replace(good.question, text=f"{good.question.text} _")
    for entry in (replace(good, key=NEITHER), replace(good, question=three), replace(good, question=scored)):
        with pytest.raises(ContentError, match="cannot say that"):
            b"".join(WINOGRANDE.write(Collection(name="x", language="en", problems=(Problem(id="1", item=entry),))))


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "items", "sizes"),
    [
        ("train_xs.jsonl", 160, {2: 80}),
        ("train_s.jsonl", 640, {2: 320}),
        ("train_m.jsonl", 2558, {2: 1279}),
        ("train-debiased.jsonl.xz", 9248, {1: 5226, 2: 2011}),
    ],
)
def test_the_published_splits_load(shared: Path, name: str, items: int, sizes: dict[int, int]) -> None:
    """Figures from data/README.md."""
    data = (shared / "winogrande" / name).read_bytes()
    collection = read(lzma.decompress(data) if name.endswith(".xz") else data)
    assert len(collection.items) == items
    assert Counter(len(schema.variants) for schema in collection.schemas) == sizes


def _french(text: str, candidates: str) -> str:
    entry = f'{{id: a, text: "{text}", candidates: {candidates}, key: 1}}'
    collection = read_text(f"anaphor: 1\nlanguage: fr\nproblems:\n  - {entry}\n")
    row = json.loads(b"".join(WINOGRANDE.write(collection)))
    return " | ".join(row["sentence"].replace("_", row[f"option{number}"]) for number in (1, 2))


@pytest.mark.parametrize(
    ("text", "candidates", "filled"),
    [
        (
            "Le chat suit le chien parce qu'[il] a faim.",
            "[le chat, le chien]",
            "Le chat suit le chien parce que le chat a faim. | Le chat suit le chien parce que le chien a faim.",
        ),
        (
            "Les secouristes [l']ont vite trouvé.",
            "[le skieur, le guide]",
            "Les secouristes ont vite trouvé le skieur. | Les secouristes ont vite trouvé le guide.",
        ),
        (
            "Léa [lui] a donné un os.",
            "[le chien, la souris]",
            "Léa a donné un os au chien. | Léa a donné un os à la souris.",
        ),
        (
            "Amadou et Loïc rangent [son] garage.",
            "[Loïc, Amadou]",
            "Amadou et Loïc rangent le garage de Loïc. | Amadou et Loïc rangent le garage d'Amadou.",
        ),
        (
            "Le chat suit le chien parce qu'[_] a faim.",
            "[le chat, le chien]",
            "Le chat suit le chien parce que le chat a faim. | Le chat suit le chien parce que le chien a faim.",
        ),
    ],
)
def test_both_options_fill_the_blank_with_correct_french(text: str, candidates: str, filled: str) -> None:
    assert _french(text, candidates) == filled


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("Malik est rentré avant Anne parce qu'[elle] dormait.", "[Malik, Anne]"),
        ("Les enfants et le chien jouent, car [ils] sont contents.", "[les enfants, le chien]"),
    ],
)
def test_an_item_whose_other_words_change_with_the_candidate_is_refused(text: str, candidates: str) -> None:
    with pytest.raises(ContentError, match=r"change with the candidate|reading"):
        _french(text, candidates)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "least"), [("anaphor-fr", 0.93 * FRENCH), ("anaphor-en", 0.95 * ENGLISH)])
def test_each_option_of_an_embedded_collection_gives_its_reading(name: str, least: float) -> None:
    collection = load(name)
    kept, _ = sayable(collection, "winogrande")
    rows = [json.loads(line) for line in b"".join(WINOGRANDE.write(kept)).splitlines()]
    filled = {row["sentence"].replace("_", row[f"option{number}"]) for row in rows for number in (1, 2)}
    readings = {each.text for question in kept.questions for each in read_all(question) if isinstance(each, Reading)}
    assert filled == readings
    assert len(rows) >= least


def test_id_names_an_item_without_qid_and_pair_id_makes_twins() -> None:
    lines = [
        {
            "id": name,
            "pair_id": 3,
            "sentence": f"The cup hit the jug and _ {verb}.",
            "option1": "the cup",
            "option2": "the jug",
            "answer": key,
        }
        for name, verb, key in (("one", "broke", 2), (7, "stayed", "1"))
    ]
    collection = read("".join(f"{json.dumps(each)}\n" for each in lines).encode())
    (schema,) = collection.schemas
    assert (schema.id, [item.id for item in collection.items]) == ("3", ["one", "7"])
    assert [item.answer for item in collection.items] == ["the jug", "the cup"]
