"""The English challenge's XML: what is read, how twins are found, what is written."""

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.collection import Source
from anaphor.collection.formats.wsc_en import WSC_EN
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import AnaphorError, ContentError, FormatError
from anaphor.schema import NEITHER, Collection, Item, Mark, Schema, Unmarked, UnmarkedReason

SPECIMEN = Path(__file__).parent / "specimens" / "wsc-en.xml"


def read(data: bytes) -> Collection:
    return WSC_EN.read(Source(name="wsc.xml", stem="wsc", data=data), ReadSettings())


def item(collection: Collection, name: str) -> Item:
    return next(item for item in collection.items if item.id == name)


def test_white_space_and_mojibake_are_repaired_and_the_pronoun_is_marked() -> None:
    last = item(read(SPECIMEN.read_bytes()), "3").question
    assert last.text == "Rosa moved from Lyon to Nice and never forgot it."
    assert last.anaphor == Mark(start=46, end=48)
    assert [candidate.text for candidate in last.candidates] == ["Lyon", "Nice"]


@pytest.mark.parametrize(("name", "key"), [("1", 1), ("2", 0), ("3", 0)])
def test_answer_letters_are_read_in_every_spelling(name: str, key: int) -> None:
    assert item(read(SPECIMEN.read_bytes()), name).key == key


def test_neighbours_that_are_near_become_a_schema_with_their_cues() -> None:
    twins, lone = read(SPECIMEN.read_bytes()).schemas
    assert [
        variant.question.cues[0].of(variant.question.text) for variant in twins.variants if isinstance(variant, Item)
    ] == ["wet", "short"]
    assert (twins.id, twins.source, lone.id, len(lone.variants)) == ("1", "Nobody in particular", "3", 1)


def test_real_latin_1_is_read_as_declared() -> None:
    data = SPECIMEN.read_text("utf-8").replace("fromÂ Lyon", "from Orléans").encode("latin-1")
    assert "Orléans" in item(read(data), "3").question.text


def test_what_is_written_reads_back_with_the_same_fingerprint() -> None:
    collection = read(SPECIMEN.read_bytes())
    assert read(b"".join(WSC_EN.write(collection))).fingerprint == collection.fingerprint


def test_markup_characters_survive_writing() -> None:
    collection = read(SPECIMEN.read_bytes().replace(b"Lyon", b"A &lt; B &amp; C"))
    assert item(read(b"".join(WSC_EN.write(collection))), "3").answer == "A < B & C"


def test_writing_refuses_what_the_format_cannot_say() -> None:
    collection = read(SPECIMEN.read_bytes())
    good = collection.items[0]
    unmarked = replace(good.question, anaphor=Unmarked(reason=UnmarkedReason.AMBIGUOUS))
    for entry in (replace(good, key=NEITHER), good.question, replace(good, question=unmarked)):
        broken = replace(collection, schemas=(Schema(id="1", variants=(entry,)),))
        with pytest.raises(ContentError, match="cannot say that"):
            b"".join(WSC_EN.write(broken))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"<correctAnswer>A.</correctAnswer>", b"<correctAnswer>C</correctAnswer>", "wsc.xml:43, field correctAnswer"),
        (b"<pron> it</pron>", b"<pron> </pron>", "<pron> is empty"),
        (b"</collection>", b"", "the XML is broken"),
        (b"<answer>Lyon</answer>", b"<answer></answer>", "an empty <answer>"),
        (b"<schema>", b"<scheme>", "<scheme> stands where <schema> belongs"),
    ],
)
def test_a_broken_item_is_an_error_that_names_its_place(old: bytes, new: bytes, message: str) -> None:
    with pytest.raises((FormatError, ContentError), match=message):
        read(SPECIMEN.read_bytes().replace(old, new))


@pytest.mark.parametrize(
    "bomb",
    [
        b'<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><collection>&y;</collection>',
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><collection>&x;</collection>',
        b"<collection><schema>" + b"<a>" * 5000,
        b"<collection><schema>" + b"<a/>" * 5000,
        b"<collection><schema " + b'a="1" ' * 400_000,
    ],
)
def test_hostile_xml_is_refused(bomb: bytes) -> None:
    with pytest.raises(AnaphorError):
        read(bomb)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("version", "items", "schemas"), [("279", 279, 139), ("283-indented", 283, 141), ("285", 285, 142)]
)
def test_the_three_published_versions_load(shared: Path, version: str, items: int, schemas: int) -> None:
    collection = read((shared / "wsc-en" / f"WSCollection-{version}.xml").read_bytes())
    assert (len(collection.items), len(collection.schemas)) == (items, schemas)


@pytest.mark.shared
def test_the_139_published_twin_pairs_are_found(shared: Path) -> None:
    """Pairing of Elazar et al., wsc-annotations/wsc_annotate.tsv."""
    collection = read((shared / "wsc-en" / "WSCollection-285.xml").read_bytes())
    home = {item.id: schema.id for schema in collection.schemas for item in schema.variants if isinstance(item, Item)}
    with (shared / "wsc-annotations" / "wsc_annotate.tsv").open(encoding="utf-8") as file:
        pairs = [(int(row["qID1"][3:]) + 1, int(row["qID2"][3:]) + 1) for row in csv.DictReader(file, delimiter="\t")]
    assert len(pairs) == 139
    assert all(home[str(one)] == home[str(other)] for one, other in pairs)
    assert Counter(len(schema.variants) for schema in collection.schemas) == {2: 141, 3: 1}
    assert [home[name] for name in ("253", "254", "255")] == ["253"] * 3


@pytest.mark.shared
def test_twins_of_the_challenge_flip_and_the_mojibake_is_gone(shared: Path) -> None:
    collection = read((shared / "wsc-en" / "WSCollection-285.xml").read_bytes())
    keys = [[entry.key for entry in schema.variants if isinstance(entry, Item)] for schema in collection.schemas]
    assert all(len(set(pair)) == 2 for pair in keys)
    assert all(question.text.isascii() for question in collection.questions)
    assert (item(collection, "1").answer, item(collection, "285").key) == ("The city councilmen", 1)
