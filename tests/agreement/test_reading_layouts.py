"""Which layout a file has: what is detected is said, `--layout` and the named columns override it, nothing is guessed
silently."""

import json
from pathlib import Path

import numpy as np
import pytest

from anaphor.answers import Abstentions, LabelLayout, LabelMatrix, LabelSettings, Repeats, read
from anaphor.answers.labelling import MISSING, Labelling
from anaphor.errors import AnaphorError, FormatError, InputError, UnknownNameError
from tests.agreement.tables import heard

LONG = "item,annotator,label\n1,ann,yes\n1,bob,no\n2,ann,yes\n2,bob,no\n"


def parse(folder: Path, text: str | bytes, settings: LabelSettings | None = None) -> LabelMatrix:
    path = folder / "labels.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(path, settings or LabelSettings())


def layout(kind: LabelLayout) -> LabelSettings:
    return LabelSettings(layout=kind)


def rows_of(votes: list[list[int]], names: str) -> str:
    return names + "\n" + "\n".join(f"{number},{','.join(map(str, row))}" for number, row in enumerate(votes))


UNEQUAL = [[3, 0, 0], [0, 3, 1], [0, 0, 4], [0, 4, 0], [2, 0, 1], [4, 0, 0], [0, 1, 3], [0, 0, 3], [1, 3, 0]]


def test_votes_with_unequal_totals_are_votes_and_both_readings_are_named(tmp_path: Path) -> None:
    matrix = parse(tmp_path, rows_of(UNEQUAL, "unit,a,b,c"))
    assert matrix.anonymous
    assert matrix.counts.tolist() == UNEQUAL
    assert "3 to 4 votes per item" in heard(matrix)[0]
    assert any("--layout items gives 9 items, 3 annotators, 5 classes, 27 labels" in note for note in heard(matrix))


@pytest.mark.shared
def test_the_distribution_and_the_raw_labels_of_gwet_give_the_same_votes(shared: Path) -> None:
    folder = shared / "irr-classic" / "irrCAC"
    counts, raw = read(folder / "cac.dist.g1g2.csv"), read(folder / "cac.raw.g1g2.csv")
    assert counts.anonymous
    assert np.array_equal(counts.counts, raw.counts)
    told = read(folder / "cac.dist.g1g2.csv", layout(LabelLayout.COUNTS))
    assert np.array_equal(told.counts, raw.counts)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_labels_on_a_scale_that_agree_are_never_taken_for_votes(tmp_path: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 5, (30, 1))
    labels = np.where(rng.random((30, 3)) < 0.6, truth, rng.integers(0, 5, (30, 3)))
    matrix = parse(tmp_path, rows_of(labels.tolist(), "unit,Ben,Gerry,Zoe"))
    assert not matrix.anonymous
    assert any("--layout counts" in note for note in heard(matrix)), "numbers that could be votes are said to be labels"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_votes_of_panels_with_holes_are_never_taken_for_labels(tmp_path: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    votes = np.array([rng.multinomial(rng.integers(5, 8), rng.dirichlet([0.4, 0.4, 0.4])) for _ in range(40)])
    assert parse(tmp_path, rows_of(votes.tolist(), "unit,yes,no,maybe")).anonymous


def test_the_layout_that_is_said_overrides_the_one_that_is_seen(tmp_path: Path) -> None:
    labels = parse(tmp_path, rows_of(UNEQUAL, "unit,a,b,c"), layout(LabelLayout.ITEMS))
    assert (labels.annotators, labels.classes) == (("a", "b", "c"), ("0", "1", "2", "3", "4"))
    turned = parse(tmp_path, rows_of(UNEQUAL, "unit,a,b,c"), layout(LabelLayout.ANNOTATORS))
    assert len(turned.annotators) == 9
    votes = parse(tmp_path, "item,Rater1,Rater2\nx,1,2\ny,2,2\n", layout(LabelLayout.COUNTS))
    assert votes.counts.tolist() == [[1, 2], [2, 2]]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_negative_count_is_refused_in_whatever_column(tmp_path: Path, place: int) -> None:
    votes = [[3, 1, 0], [2, 2, 0], [0, 1, 3]]
    votes[1][place] = -1
    text = "a,b,c\n" + "\n".join(",".join(map(str, row)) for row in votes)
    with pytest.raises(FormatError, match=rf":3, field {'abc'[place]}: '-1' is no number of votes"):
        parse(tmp_path, text, layout(LabelLayout.COUNTS))


def test_counts_of_a_long_table_are_refused_and_not_ignored(tmp_path: Path) -> None:
    for text in (LONG, LONG.replace("yes", "1").replace("no", "0")):
        with pytest.raises(FormatError, match="votes need a column for each class, and there is only 'label'"):
            parse(tmp_path, text, layout(LabelLayout.COUNTS))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (LONG, LabelLayout.LEWIDI),
        (LONG, LabelLayout.VOTES),
        (LONG, LabelLayout.TABLEAU),
        (LONG, LabelLayout.CONTINGENCY),
        ('{"item": 1, "annotator": "a", "label": 2}\n' * 2, LabelLayout.ITEMS),
        ('{"item": 1, "annotator": "a", "label": 2}\n' * 2, LabelLayout.LEWIDI),
        ('{"1": {"annotations": "0,1", "annotators": "A,B"}}', LabelLayout.LONG),
        ('{"item": 1, "annotator": "a", "label": 2}\n' * 2, LabelLayout.VOTES),
    ],
)
def test_a_layout_that_the_file_cannot_have_is_refused(tmp_path: Path, text: str, kind: LabelLayout) -> None:
    with pytest.raises(AnaphorError):
        parse(tmp_path, text, layout(kind))


VOTES = "item,label\n1,yes\n1,no\n1,yes\n2,no\n2,no\n"


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        (VOTES, LabelSettings()),
        (VOTES.replace("item,label", "x,y"), LabelSettings(item="x", label="y")),
        (VOTES.replace("item,label", "x,y"), LabelSettings(layout=LabelLayout.LONG, item="x", label="y")),
        (VOTES.replace("yes", '"yes"'), LabelSettings()),
        ("item,label,n\n1,yes,2\n1,no,1\n2,no,2\n", LabelSettings()),
        ("note,item,label\n" + VOTES.partition("\n")[2].replace("1,", "z,1,").replace("2,", "z,2,"), LabelSettings()),
        (
            "".join(f'{{"item": {line[0]}, "label": "{line[2:]}"}}\n' for line in VOTES.split("\n")[1:-1]),
            LabelSettings(),
        ),
    ],
)
def test_rows_of_items_and_labels_are_votes_without_names(tmp_path: Path, text: str, settings: LabelSettings) -> None:
    matrix = parse(tmp_path, text, settings)
    assert matrix.anonymous
    assert dict(zip(matrix.items, matrix.counts.tolist(), strict=True)) == {"1": [1, 2], "2": [2, 0]}
    assert any("votes without names (5)" in note for note in heard(matrix))


@pytest.mark.slow
def test_votes_come_from_parquet_too_and_so_do_wide_tables(tmp_path: Path) -> None:
    missing = "the extra hf is not installed"
    arrow = pytest.importorskip("pyarrow", reason=missing)
    parquet = pytest.importorskip("pyarrow.parquet", reason=missing)
    path = tmp_path / "labels.parquet"
    parquet.write_table(arrow.table({"item": [1, 1, 2], "label": ["x", "y", "x"]}), path)
    assert read(path).anonymous
    parquet.write_table(arrow.table({"unit": [1, 2], "Rater1": ["x", "y"], "Rater2": ["x", None]}), path)
    wide = read(path)
    assert (wide.annotators, wide.size) == (("Rater1", "Rater2"), 3)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (LabelSettings(item="x"), "which column holds the labels is not clear"),
        (LabelSettings(label="y"), "which column names the items is not clear"),
        (LabelSettings(layout=LabelLayout.LONG), "names the items and which holds the labels"),
        (LabelSettings(item="x", label="x"), "named twice"),
    ],
)
def test_half_of_the_columns_named_is_asked_back(tmp_path: Path, settings: LabelSettings, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse(tmp_path, "x,y,z,w\n1,a,p,0\n1,b,q,0\n2,a,p,0\n", settings)


def test_the_one_column_left_holds_the_labels_and_of_two_one_must_be_named(tmp_path: Path) -> None:
    text = LONG.replace("label", "sentiment")
    assert parse(tmp_path, text).classes == ("no", "yes")
    two = "\n".join(f"{line},{'sure' if number else 'irony'}" for number, line in enumerate(text.split("\n")[:-1]))
    with pytest.raises(FormatError, match=r"not clear.*--label sentiment"):
        parse(tmp_path, two)
    assert parse(tmp_path, two, LabelSettings(label="sentiment")).classes == ("no", "yes")


@pytest.mark.parametrize("names", ["id,expert,model", "id,Ben,model", "id,model,Ben"])
def test_a_person_and_a_model_side_by_side_are_two_annotators(tmp_path: Path, names: str) -> None:
    matrix = parse(tmp_path, f"{names}\n1,a,a\n2,b,a\n3,a,b\n4,a,a\n")
    assert (matrix.annotators, len(matrix.items)) == (tuple(names.split(",")[1:]), 4)


@pytest.mark.parametrize(
    ("names", "doubted"),
    [("x1,yes,no\n", True), ("x1,ann,bob\n", False), ("item,yes,no\n", False)],
    ids=["an item", "names", "names of labels under a word for items"],
)
def test_a_first_row_that_may_be_an_item_is_told(tmp_path: Path, names: str, doubted: bool) -> None:
    matrix = parse(tmp_path, names + "x2,no,yes\nx3,maybe,yes\nx4,no,maybe\nx5,no,yes\n")
    assert any("put a row with names above it" in note for note in heard(matrix)) == doubted


def test_a_first_row_whose_labels_come_again_below_is_an_item(tmp_path: Path) -> None:
    assert parse(tmp_path, "x1,yes,no\nx2,yes,yes\nx3,no,no\nx4,no,yes\nx5,no,no\n").items[0] == "x1"


def test_the_rows_of_a_wide_table_can_be_named(tmp_path: Path) -> None:
    text = "x,p,q,z\nfoo,a,b,i1\nbar,b,b,i2\n"
    matrix = parse(tmp_path, text, LabelSettings(layout=LabelLayout.ITEMS, item="z", missing=MISSING | {"foo", "bar"}))
    assert matrix.items == ("i1", "i2")
    with pytest.raises(InputError, match="no single column of labels"):
        parse(tmp_path, text, LabelSettings(layout=LabelLayout.ITEMS, label="p"))


BATCH = """HITId,WorkerId,AssignmentId,Input.s_0,Input.s_1,Answer.c0,Answer.c1,Answer.e0,Answer.e1,Approve,Reject
h1,w1,a1,cat,dog,0,1,y,n
h1,w2,a2,cat,dog,0,0,y,y
h2,w1,a3,dog,cow,1,,n,n
"""


def test_columns_side_by_side_are_read_by_their_numbers(tmp_path: Path) -> None:
    how = LabelSettings(item="Input.s_*", label="Answer.c*", labelling=Labelling(repeats=Repeats.FIRST))
    matrix = parse(tmp_path, BATCH, how)
    assert (matrix.items, matrix.annotators, matrix.size) == (("cat", "dog", "cow"), ("w1", "w2"), 4)
    assert heard(matrix)[0].startswith("Read as 2 labels side by side in each of 3 rows")
    by_column = parse(tmp_path, BATCH, LabelSettings(label="Answer.e*", annotator="AssignmentId"))
    assert by_column.items == ("Answer.e0", "Answer.e1")
    with pytest.raises(UnknownNameError, match=r"Answer.c\*"):
        parse(tmp_path, BATCH, LabelSettings(label="Answer.x*"))
    with pytest.raises(InputError, match=r"has a \*"):
        parse(tmp_path, BATCH, LabelSettings(item="Input.s_*", label="Answer.c0"))


def test_a_batch_whose_labels_are_not_clear_is_refused_with_the_options_that_read_it(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"--item 'Input.s_\*' --label 'Answer.c\*'"):
        parse(tmp_path, BATCH)


@pytest.mark.shared
def test_people_on_winogrande_have_the_answers_that_their_study_counts(shared: Path) -> None:
    how = LabelSettings(item="Input.schema_*", label="Answer.c*", labelling=Labelling(repeats=Repeats.FIRST))
    matrix = read(shared / "human-winogrande" / "WG_results.csv", how)
    assert (len(matrix.annotators), len(matrix.items)) == (106, 96)
    assert matrix.size == 1991 - 552
    assert any("552 repeated labels" in note for note in heard(matrix))


PEOPLE = [
    {"id": "p", "yes": [{"annotator": 0, "reason": "r"}], "no": [{"annotator": 1}, {"annotator": 1}], "idk": [2]},
    {"id": "q", "yes": [{"annotator": 0}], "no": [{"annotator": 0}, {"annotator": 2}], "idk": []},
]


def test_a_field_for_each_class_lists_who_chose_it(tmp_path: Path) -> None:
    text = "\n".join(map(json.dumps, PEOPLE))
    matrix = parse(tmp_path, text)
    assert (matrix.items, matrix.classes) == (("p", "q"), ("no", "no|yes", "yes"))
    assert matrix.size == 4
    assert "1 abstention is a missing label." in heard(matrix)
    assert any(note.startswith("1 time an annotator chose several classes") for note in heard(matrix))
    kept = parse(tmp_path, text, LabelSettings(abstentions=Abstentions.CLASS))
    assert "abstention" in kept.classes


@pytest.mark.shared
def test_varierr_has_four_annotators_and_its_chaosnli_votes(shared: Path) -> None:
    path = shared / "varierr" / "varierr.json"
    matrix = read(path)
    assert (len(matrix.items), len(matrix.annotators), matrix.size) == (500, 4, 1856)
    votes = read(path, LabelSettings(layout=LabelLayout.VOTES, label="chaosnli_labels"))
    assert (votes.size, votes.classes) == (50_000, ("c", "e", "n"))


@pytest.mark.shared
def test_what_is_known_of_persons_is_not_taken_for_labels(shared: Path) -> None:
    with pytest.raises(FormatError, match="field Age shares no value"):
        read(shared / "multipico" / "MP_annotators_meta.json")


def test_votes_for_a_class_called_valid_are_no_verdict(tmp_path: Path) -> None:
    votes = [[3, 0], [1, 2], [0, 3], [2, 1], [3, 0], [0, 3]]
    for names in ("unit,validated,rejected", "énoncé,valide,invalide", "item,gold,silver"):
        assert parse(tmp_path, rows_of(votes, names)).counts.tolist() == votes


def test_comments_are_no_annotator(tmp_path: Path) -> None:
    text = "unit,ben,gerry,comment\n1,a,b,why not\n2,b,b,clear\n3,a,a,hm\n"
    matrix = parse(tmp_path, text)
    assert matrix.annotators == ("ben", "gerry")
    assert any("'comment' was left out" in note for note in heard(matrix))
    assert len(parse(tmp_path, text, layout(LabelLayout.ITEMS)).annotators) == 3


def test_cells_that_may_hold_no_label_are_named(tmp_path: Path) -> None:
    text = "item,annotator,label\n1,a,yes\n1,b,?\n2,a,None\n2,b,no\n3,a,-\n3,b,no\n"
    matrix = parse(tmp_path, text)
    assert matrix.classes == ("-", "?", "no", "yes")
    assert any("cells with 'None' hold none" in note for note in heard(matrix))
    assert any(note.startswith("'?', '-' may mean") for note in heard(matrix))
    told = parse(tmp_path, text, LabelSettings(missing=(MISSING | {"?", "-"}) - {"None"}))
    assert told.classes == ("None", "no", "yes")
    polarity = "item,annotator,label\n1,a,+\n1,b,-\n2,a,+\n2,b,+\n"
    assert not any("may mean" in note for note in heard(parse(tmp_path, polarity)))


def test_words_that_differ_in_capitals_are_one_class_and_single_letters_are_named(tmp_path: Path) -> None:
    capital = LONG.replace("2,bob,no", "2,bob,No")
    matrix = parse(tmp_path, capital)
    assert matrix.classes == ("no", "yes")
    assert any("are one class: no = No." in note for note in heard(matrix))
    assert parse(tmp_path, capital, LabelSettings(labelling=Labelling(classes=("No", "no", "yes")))).size == matrix.size
    letters = parse(tmp_path, LONG.replace("no", "a").replace("2,bob,a", "2,bob,A"))
    assert letters.classes == ("A", "a", "yes")
    assert any("'a' and 'A' differ in capitals only" in note for note in heard(letters))


def test_items_of_one_json_object_have_no_line_zero(tmp_path: Path) -> None:
    text = json.dumps({"7": {"annotations": "0,1", "annotators": "A,A"}}, indent=1)
    with pytest.raises(AnaphorError) as caught:
        parse(tmp_path, text)
    assert ":0" not in str(caught.value)
    assert "annotator 'A' labels item '7' twice" in str(caught.value)


def test_row_names_of_r_have_no_heading(tmp_path: Path) -> None:
    matrix = parse(tmp_path, "Rater1,Rater2\nu1,a,b\nu2,b,b\nu3,a,a\n")
    assert (matrix.annotators, matrix.items) == (("Rater1", "Rater2"), ("u1", "u2", "u3"))


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(
    "folder",
    [
        "irr-classic",
        "crowd",
        "lewidi2023",
        "multipico",
        "chaosnli",
        "dawid-skene",
        "iaa-bregeon",
        "varierr",
        "human-winogrande",
    ],
)
def test_every_published_file_is_read_or_refused_in_a_sentence(shared: Path, folder: str) -> None:
    for path in sorted(path for path in (shared / folder).rglob("*") if path.is_file()):
        said = outcome(path)
        assert said, f"nothing is said about {path.name}"
        assert not any("\n" in each for each in said)


def outcome(path: Path) -> list[str]:
    """What the user hears about a file: its notes, or the one sentence that refuses it."""
    try:
        matrix = read(path)
    except AnaphorError as error:
        return [str(error)]
    return heard(matrix) if matrix.size else []
