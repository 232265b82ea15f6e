"""A table of items, as experimenters keep them, is a collection with conditions, scales and keys."""

from pathlib import Path

import pytest

from anaphor.collection import load
from anaphor.errors import AnaphorError
from anaphor.schema import Item, Mark, question_of

HEAD = "item,condition,text,question,options,answer\n"
TWINS = HEAD + (
    "1,near,Ann saw Bea because [she] left.,Who left?,Ann|Bea,Ann\n"
    "1,far,Ann saw Bea because [she] stayed.,Who stayed?,Ann|Bea,2\n"
    "2,near,It rains.,Natural?,1-7,\n"
)


def table(folder: Path, text: str) -> Path:
    path = folder / "mine.csv"
    path.write_text(text, "utf-8")
    return path


def test_rows_of_one_item_are_variants_with_their_conditions(tmp_path: Path) -> None:
    found = load(table(tmp_path, TWINS))
    (schema,), (problem,) = found.schemas, found.problems
    assert (schema.id, schema.conditions) == ("1", ("near", "far"))
    assert [entry.key for entry in schema.variants if isinstance(entry, Item)] == [0, 1]
    assert isinstance(question_of(schema.variants[0]).anaphor, Mark)
    assert (problem.id, problem.condition, question_of(problem.item).scale) == ("2", "near", True)
    assert [each.text for each in question_of(problem.item).candidates] == [str(n) for n in range(1, 8)]
    assert found.language == "en"


@pytest.mark.parametrize(
    "text",
    [
        TWINS.replace(",", ";").replace("|", " / "),
        TWINS.replace(",", "\t"),
        "\ufeff" + TWINS,
        TWINS.replace("Ann|Bea", '"[""Ann"", ""Bea""]"'),
        TWINS.replace("text", "Sentence").replace("options", "Choices"),
    ],
    ids=["semicolons", "tabs", "mark", "json", "names"],
)
def test_other_signs_and_names_read_the_same(tmp_path: Path, text: str) -> None:
    assert load(table(tmp_path, text)) == load(table(tmp_path, TWINS))


def test_options_may_stand_in_columns_of_their_own(tmp_path: Path) -> None:
    text = "item,text,option1,option2,option3,answer\n1,Somebody left.,Ann,Bea,,b\n"
    (problem,) = load(table(tmp_path, text)).problems
    assert [each.text for each in question_of(problem.item).candidates] == ["Ann", "Bea"]
    assert isinstance(problem.item, Item)
    assert problem.item.key == 1


def test_a_french_table_is_french(tmp_path: Path) -> None:
    text = "item;texte;choix;réponse\n1;Le chat a vu le chien parce qu'il dormait.;le chat|le chien;le chien\n"
    assert load(table(tmp_path, text)).language == "fr"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("1,a,Ann left.,Who?,Ann,Ann", "not a choice"),
        ("1,a,Ann left.,Who?,Ann|Bea,Zoe", "none of the candidates"),
        ("1,a,Ann left.,Who?,Ann|Bea,3", "none of the candidates"),
        ("1,a,,Who?,Ann|Bea,Ann", "text"),
        ("1,a,Ann left.,Who?,Ann|Bea,Ann\n1,a,Ann ran.,Who?,Ann|Bea,Ann", "condition"),
    ],
)
def test_a_wrong_row_is_one_sentence_with_its_place(tmp_path: Path, row: str, said: str) -> None:
    with pytest.raises(AnaphorError, match=said) as refused:
        load(table(tmp_path, f"{HEAD}{row}\n"))
    assert refused.value.where is not None


def test_a_carriage_return_in_the_first_line_is_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_bytes(b"id\ttext\r\rx\tcandidates\n1\ta\tb\n")
    with pytest.raises(AnaphorError):
        load(path)
