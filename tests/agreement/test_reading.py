"""Reading labels: every layout, what is said about it, and a sentence with a place for whatever is wrong."""

import contextlib
import gzip
import json
import lzma
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.answers import Abstentions, LabelLayout, LabelMatrix, LabelSettings, Repeats, Scale, read
from anaphor.answers.labelling import Labelling
from anaphor.errors import AnaphorError, ContentError, FormatError, MissingExtraError, UnknownNameError
from tests.agreement.tables import heard
from tests.pace import often

LONG = "item,annotator,label\n1,ann,yes\n1,bob,no\n2,ann,yes\n2,bob,\n3,bob,no\n"


def parse(folder: Path, text: str | bytes, settings: LabelSettings | None = None) -> LabelMatrix:
    path = folder / "labels.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(path, settings or LabelSettings())


def cells(matrix: LabelMatrix) -> set[tuple[str, str, str]]:
    rows = zip(matrix.item.tolist(), matrix.annotator.tolist(), matrix.label.tolist(), strict=True)
    return {(matrix.items[i], matrix.annotators[a], matrix.classes[c]) for i, a, c in rows}


EXPECTED = {("1", "ann", "yes"), ("1", "bob", "no"), ("2", "ann", "yes"), ("3", "bob", "no")}


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        LONG.replace(",", "\t"),
        LONG.replace(",", ";"),
        LONG.replace("\n", "\r\n"),
        "\ufeff" + LONG,
        LONG.replace("item", "Question").replace("annotator", "Worker_ID").replace("label", "Answer"),
        LONG.replace("yes", '"yes"'),
        LONG.replace("item,annotator,label", "note,item,annotator,label")
        .replace("\n1", "\nx,1")
        .replace("\n2", "\nx,2")
        .replace("\n3", "\nx,3"),
        LONG + "\n\n",
        LONG.replace("bob", " bob "),
        LONG.replace("1,ann", "1 ,ann"),
    ],
)
def test_long_tables_are_read_whatever_they_look_like(tmp_path: Path, text: str) -> None:
    matrix = parse(tmp_path, text)
    assert cells(matrix) == EXPECTED
    assert "1 label is missing." in heard(matrix)


@pytest.mark.parametrize(
    "data", [gzip.compress(LONG.encode(), mtime=0), lzma.compress(LONG.encode())], ids=["gzip", "xz"]
)
def test_compression_is_found_from_the_content(tmp_path: Path, data: bytes) -> None:
    assert cells(parse(tmp_path, data)) == EXPECTED


def test_utf_16_with_its_mark_and_a_stated_encoding_are_read(tmp_path: Path) -> None:
    assert cells(parse(tmp_path, LONG.encode("utf-16"))) == EXPECTED
    accented = LONG.replace("ann,", "ané,").encode("latin-1")
    assert "ané" in parse(tmp_path, accented, LabelSettings(encoding="latin-1")).annotators


def test_columns_can_be_named_by_the_user(tmp_path: Path) -> None:
    text = "x,y,z\n1,a,p\n1,b,q\n2,a,p\n"
    matrix = parse(tmp_path, text, LabelSettings(item="x", annotator="y", label="z"))
    assert cells(matrix) == {("1", "a", "p"), ("1", "b", "q"), ("2", "a", "p")}
    with pytest.raises(UnknownNameError, match="no column is called 'w'"):
        parse(tmp_path, text, LabelSettings(item="w", annotator="y", label="z"))


def test_three_bare_columns_are_long_when_items_come_again(tmp_path: Path) -> None:
    text = "\n".join(f"t{item},w{who},{(item + who) % 2}" for item in range(5) for who in range(4))
    matrix = parse(tmp_path, text)
    assert (len(matrix.items), len(matrix.annotators)) == (5, 4)


WIDE = "unit,Rater1,Rater2,Rater3\nu1,a,a,b\nu2,b,.,b\nu3,a,NA,\n"


def test_wide_tables_are_read_both_ways_round_and_say_which(tmp_path: Path) -> None:
    matrix = parse(tmp_path, WIDE)
    three = "annotator (3: Rater1, Rater2, Rater3)"
    assert (
        heard(matrix)[0]
        == f"Read as a wide table: one row per item (3), one column per {three}; --without NAME leaves one out."
    )
    assert "3 labels are missing: cells with '.', 'NA' hold none (--present says otherwise)." in heard(matrix)
    rows = [line.split(",") for line in WIDE.strip().split("\n")]
    turned = "\n".join(",".join(column) for column in zip(*rows, strict=True)).replace("unit", "annotator")
    other = parse(tmp_path, turned)
    assert heard(other)[0] == f"Read as a wide table: one row per {three}, one column per item (3)."
    assert cells(other) == cells(matrix)


def test_without_telling_names_there_are_more_items_and_a_note_says_that_it_was_guessed(tmp_path: Path) -> None:
    text = "\n".join("1 2 1".replace(" ", ",") for _ in range(9))
    tall = parse(tmp_path, text)
    assert (len(tall.items), len(tall.annotators)) == (9, 3)
    assert any("No name says" in note for note in heard(tall))
    flat = parse(tmp_path, "1,2,1,1,2,1\n2,2,1,1,1,1\n")
    assert (len(flat.items), len(flat.annotators)) == (6, 2)
    told = parse(tmp_path, text, LabelSettings(layout=LabelLayout.ANNOTATORS))
    assert (len(told.items), len(told.annotators)) == (3, 9)


def test_items_that_are_called_by_numbers_are_still_a_header(tmp_path: Path) -> None:
    matrix = parse(tmp_path, "annotator,1,2,3,4\nann,yes,no,yes,no\nbob,yes,yes,yes,no\n")
    assert (matrix.items, matrix.annotators) == (("1", "2", "3", "4"), ("ann", "bob"))


def test_a_label_that_could_be_a_header_is_none_when_it_comes_again(tmp_path: Path) -> None:
    matrix = parse(tmp_path, "person,place\nperson,person\nplace,place\nplace,person\n")
    assert (len(matrix.items), matrix.classes) == (4, ("person", "place"))


def test_verdicts_groups_and_frequencies_are_not_labels(tmp_path: Path) -> None:
    text = "Group,id,ann1,ann2,gold\nG1,t1,a,b,a\nG2,t2,b,b,b\nG1,t3,a,a,a\nG2,t4,a,b,b\n"
    matrix = parse(tmp_path, text)
    assert matrix.annotators == ("ann1", "ann2")
    assert matrix.items == ("t1", "t2", "t3", "t4")
    assert sum("left out" in note for note in heard(matrix)) == 2
    often = parse(tmp_path, "rater1,rater2,n\n1,1,3\n1,2,2\n")
    assert often.counts.tolist() == [[2, 0]] * 3 + [[1, 1]] * 2


def test_votes_per_class_and_crossed_annotators_are_recognised(tmp_path: Path) -> None:
    votes = parse(tmp_path, "Subject,low,high\n1,2,1\n2,0,3\n3,3,0\n4,1,2\n")
    assert votes.anonymous
    assert votes.counts.tolist() == [[2, 1], [0, 3], [3, 0], [1, 2]]
    crossed = parse(tmp_path, "x,yes,no\nyes,20,5\nno,10,15\n")
    assert (len(crossed.items), crossed.annotators, crossed.classes) == (50, ("rows", "columns"), ("yes", "no"))
    uneven = parse(tmp_path, "Subject,low,high\n1,2,1\n2,0,2\n3,3,0\n", LabelSettings(layout=LabelLayout.COUNTS))
    assert uneven.votes_per_item.tolist() == [3, 2, 3]


def test_the_authors_tables_have_comments_headers_and_dots(tmp_path: Path) -> None:
    text = "% a comment\nNbannotateurs=2\nNbclasses=3\nNbobservables=4\n-1\t0\t1\t.\t\n%0\t0\t0\t0\t\n0\t0\t1\t1\t\n"
    matrix = parse(tmp_path, text)
    assert (len(matrix.items), len(matrix.annotators), matrix.classes) == (4, 2, ("-1", "0", "1"))
    assert matrix.size == 7
    assert any("Nbobservables=9" in note for note in heard(parse(tmp_path, text.replace("les=4", "les=9"))))
    with pytest.raises(FormatError, match=r":8: this row has 2 labels"):
        parse(tmp_path, text + "1\t1\n")


def test_lewidi_has_strings_or_objects(tmp_path: Path) -> None:
    strings = {"7": {"annotations": "0,1", "annotators": "A,B", "lang": "fr"}}
    objects = {"7": {"annotations": {"A": "0", "B": "1"}, "annotators": "A,B", "lang": "fr"}}
    for document in (strings, objects):
        assert cells(parse(tmp_path, json.dumps(document, indent=1))) == {("7", "A", "0"), ("7", "B", "1")}
    only = LabelSettings(where=(("lang", "en"),))
    with pytest.raises(FormatError, match="`where`"):
        parse(tmp_path, json.dumps(strings), only)
    broken = {"7": {"annotations": "0,1,1", "annotators": "A,B"}}
    with pytest.raises(ContentError, match="field 7: there are 2 annotators and 3 annotations"):
        parse(tmp_path, json.dumps(broken))


def test_json_lines_are_votes_answers_or_rows(tmp_path: Path) -> None:
    votes = '{"uid": "p", "label_counter": {"n": 3, "e": 1}}\n{"uid": "q", "label_counter": {"e": 4}}\n'
    matrix = parse(tmp_path, votes)
    assert (matrix.items, matrix.classes, matrix.counts.tolist()) == (("p", "q"), ("e", "n"), [[1, 3], [4, 0]])
    answers = (
        '{"respondent": "m", "question": "q1", "reply": {"candidate": 0, "kind": "choice"}}\n'
        '{"respondent": "p", "question": "q1", "reply": {"reason": "tie", "kind": "abstention"}}\n'
    )
    header = '{"run": "header"}\n'
    assert cells(parse(tmp_path, header + answers)) == {("q1", "m", "0")}
    kept = LabelSettings(abstentions=Abstentions.CLASS)
    assert ("q1", "p", "abstention") in cells(parse(tmp_path, answers, kept))
    rows = '{"item": 1, "annotator": "a", "label": 2.0}\n{"item": 1, "annotator": "b", "label": null}\n'
    assert cells(parse(tmp_path, rows)) == {("1", "a", "2")}
    sets = '{"item": 1, "annotator": "a", "label": ["joy", "fear"]}\n'
    assert cells(parse(tmp_path, sets)) == {("1", "a", "fear|joy")}


@pytest.mark.slow
def test_parquet_is_read_and_without_pyarrow_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arrow, parquet = (
        pytest.importorskip("pyarrow", reason="the extra hf is not installed"),
        pytest.importorskip("pyarrow.parquet", reason="the extra hf is not installed"),
    )
    table = arrow.table({"item": [1, 1, 2], "worker": ["a", "b", "a"], "label": [1.0, 2.0, None]})
    path = tmp_path / "labels.parquet"
    parquet.write_table(table, path)
    assert cells(read(path)) == {("1", "a", "1"), ("1", "b", "2")}
    monkeypatch.setitem(sys.modules, "pyarrow", None)  # as Python marks a module that is not to be found
    with pytest.raises(MissingExtraError, match=r"anaphor\[hf\]"):
        read(path)


@pytest.mark.slow
@pytest.mark.parametrize("nested", [False, True])
def test_parquet_whose_texts_are_no_texts_is_a_damaged_file(tmp_path: Path, nested: bool) -> None:
    arrow = pytest.importorskip("pyarrow", reason="the extra hf is not installed")
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra hf is not installed")
    words = arrow.array([b"good", b"b\xb8d"], arrow.binary()).view(arrow.string())
    table = arrow.table({"item": [1, 2], "ann": words, "bob": words, **({"more": [[1], [2]]} if nested else {})})
    parquet.write_table(table, tmp_path / "x.parquet")
    with pytest.raises(FormatError, match=r"the Parquet file cannot be read \(.*utf-8"):
        read(tmp_path / "x.parquet")


def test_numbers_written_differently_are_one_class_and_that_is_said(tmp_path: Path) -> None:
    text = "item,rater,rating\n1,a,1.0\n1,b,1\n2,a,2\n2,b,02\n"
    matrix = parse(tmp_path, text)
    assert matrix.classes == ("1", "2")
    assert any("1.0 = 1, 2 = 02" in note for note in heard(matrix))
    apart = LabelSettings(labelling=Labelling(classes=("1", "1.0", "2", "02")))
    assert len(parse(tmp_path, text, apart).classes) == 4
    assert not any(
        "several ways" in note for note in heard(parse(tmp_path, text.replace("1.0", "1").replace("02", "2")))
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "the file is empty"),
        (b"item,annotator,label\n", "no row"),
        (b"hello\nworld\n", "no column is separated"),
        (LONG.replace("3,bob,no", "3,bob"), ":6: this row has 2 columns"),
        (LONG.replace("3,bob,no", ",bob,no"), ":6: this row names no item"),
        (LONG.replace("3,bob,no", "3,,no"), ":6: this row names no annotator"),
        (LONG + "1,ann,yes\n", ":7: annotator 'ann' labels item '1' twice"),
        ((LONG + "é" * 20).encode() + b"4,z\xe9,no\n", ":7: the byte 0xe9 is no UTF-8"),
        ("item,annotator,label\n1,a,\n2,a,NA\n", "every label is missing"),
        ("unit,Rater1,Rater2\n1,.,\n2,NA,.\n", "every label is missing"),
        ("item,item,label\n1,2,3\n", "two columns are called 'item'"),
        ('{"a": 1', "the JSON is broken"),
        ('{"a": 1}\n{"b"\n', ":2: the JSON is broken"),
        ("[1, 2]", "a JSON object is needed"),
        ('{"1": {"annotations": 5}}', "annotators and annotations are needed"),
        ('{"x": 1, "y": 2}\n{"x": 1, "y": 2}\n', "what is missing is a column that names the items"),
        ('{"uid": 1, "votes": {"a": -1}}\n{"uid": 2, "votes": {"a": 1}}\n', ":1, field votes: -1 is no number"),
        ('{"respondent": "a", "question": "q", "reply": {"candidate": -1, "kind": "choice"}}\n' * 2, ":1"),
        ('{"respondent": "a", "question": "q", "reply": {"kind": "other"}}\n' * 2, "this is no answer"),
        (b"PK\x03\x04aaaa", "zip archive cannot be read"),
        (gzip.compress(b"RDX3\nX\n", mtime=0), "data of R"),
        (b"\xef\xbb\xbf\n", "the file is empty"),
        (b"PAR1 nonsense PAR1", "Parquet"),
        (b"\xfd7zXZ\x00 nonsense", "the xz data"),
        (b"a,b\0,c\n1,2,3\n", "binary"),
        ("unit,Rater1,Rater2\nu1,a,b\nu1,a,b\nu2,b,b\n", "two rows are called 'u1'"),
        ('item,annotator,label\n1,a,"x\n', "the table is broken"),
        ("[" * 100_000, "JSON"),
    ],
)
def test_whatever_is_wrong_gets_one_sentence_with_its_place(tmp_path: Path, text: str | bytes, words: str) -> None:
    with pytest.raises(AnaphorError) as caught:
        parse(tmp_path, text)
    assert words in str(caught.value)
    assert "labels.txt" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_strings_for_numbers_are_refused_on_a_scale_of_numbers_and_said_otherwise(tmp_path: Path) -> None:
    text = "item,annotator,label\n1,a,1\n1,b,2\n2,a,3\n2,b,many\n"
    interval = LabelSettings(labelling=Labelling(scale=Scale.INTERVAL))
    with pytest.raises(ContentError, match="'many' is no number"):
        parse(tmp_path, text, interval)
    assert any("'many' is no number" in note for note in heard(parse(tmp_path, text)))


@pytest.mark.slow
def test_a_million_classes_are_refused(tmp_path: Path) -> None:
    classes = often(50_000, long=1_000_000, why="the limit is 10,000, and the sentence is the same")
    text = "item,annotator,label\n" + "\n".join(f"{n},a,x{n}" for n in range(classes))
    with pytest.raises(ContentError, match=f"{classes:,} different labels"):
        parse(tmp_path, text)


def test_repeats_follow_the_policy(tmp_path: Path) -> None:
    text = LONG + "1,ann,no\n"
    last = LabelSettings(labelling=Labelling(repeats=Repeats.LAST))
    assert ("1", "ann", "no") in cells(parse(tmp_path, text, last))


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        read(tmp_path / "absent.csv")
    with pytest.raises(FormatError, match="a folder"):
        read(tmp_path)


Names = st.text(
    st.characters(codec="utf-8", exclude_characters='\n\r\0",;\t|', exclude_categories=("Z", "C")),
    min_size=1,
    max_size=12,
)


@pytest.mark.slow
@given(st.dictionaries(st.tuples(Names, Names), st.sampled_from(["x", "y", "z1", "z2"]), min_size=1, max_size=30))
def test_the_quick_way_and_the_careful_way_read_the_same(
    tmp_path_factory: pytest.TempPathFactory, labels: dict[tuple[str, str], str]
) -> None:
    rows = [(*names, label) for names, label in labels.items()]
    plain = "item,annotator,label\n" + "\n".join(",".join(row) for row in rows)
    quoted = 'item,annotator,"label"\n' + "\n".join(",".join(row) for row in rows)
    folder = tmp_path_factory.mktemp("read")
    quick, careful = parse(folder, plain), parse(folder, quoted)
    assert (quick.items, quick.annotators, quick.classes) == (careful.items, careful.annotators, careful.classes)
    assert np.array_equal(quick.label, careful.label)
    assert np.array_equal(quick.item, careful.item)


@given(st.binary(max_size=300))
def test_no_bytes_at_all_end_in_anything_but_a_matrix_or_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    folder = tmp_path_factory.mktemp("bytes")
    for start in (b"", b"item,annotator,label\n", b"Nbannotateurs=2\n", b"{", b'{"item":1}\n', b"a,b\n"):
        with contextlib.suppress(AnaphorError):
            assert parse(folder, start + data).size > 0


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "items", "annotators", "labels"),
    [
        ("crowd/bluebird/label.csv", 108, 39, 4212),
        ("crowd/rte/label.csv", 800, 164, 8000),
        ("lewidi2023/HS-Brexit_train.json", 784, 6, 4704),
        ("lewidi2023/MD-Agreement_train.json.xz", 6592, 670, 32960),
        ("chaosnli/chaosNLI_snli.jsonl", 1514, 0, 151400),
        ("chaosnli/chaosNLI_alphanli.jsonl", 1532, 0, 153200),
        ("dawid-skene/caries.csv", 3859, 5, 19295),
        ("irr-classic/irr/diagnoses.csv", 30, 6, 180),
        ("irr-classic/irrCAC/cont4x4diagnosis.csv", 223, 2, 446),
        ("irr-classic/irrCAC/distrib.6raters.csv", 15, 0, 90),
        ("iaa-bregeon/classe5/TableauSimilariteEpidemies.csv", 60, 11, 660),
    ],
)
def test_published_files_have_the_sizes_that_their_authors_state(
    shared: Path, name: str, items: int, annotators: int, labels: int
) -> None:
    matrix = read(shared / name)
    assert (len(matrix.items), len(matrix.annotators), matrix.size) == (items, annotators, labels)


@pytest.mark.shared
def test_all_thirty_six_tables_of_the_authors_are_read_and_five_classes_merge_to_three(shared: Path) -> None:
    five = sorted((shared / "iaa-bregeon/classe5").glob("Tableau*.csv"))
    three = sorted((shared / "iaa-bregeon/classe3").glob("Tableau*.csv"))
    assert len(five) == len(three) == 18
    for path in (*five, *three):
        assert len(read(path).annotators) in (9, 10, 11, 25, 27)


@pytest.mark.shared
def test_the_french_part_of_multipico_is_taken_with_where(shared: Path) -> None:
    french = LabelSettings(where=(("lang", "fr"),))
    parts = [read(shared / f"multipico/MP_{part}.json.xz", french) for part in ("dev", "test")]
    assert [len(part.items) for part in parts] == [276, 347]
