"""Broken collections of every format: each gets one clear finding or sentence, never silence or a traceback."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from anaphor.collection import check, load
from anaphor.errors import AnaphorError
from anaphor.text import speaking

HEAD = "anaphor: 1\nlanguage: fr\n"


def yaml(
    text: str = "Le chat a griffé le chien car [il] était {agressif|gênant}.",
    answers: str = "[le chat, le chien]",
    question: str = "Qui était {agressif|gênant} ?",
    name: str = "a",
) -> str:
    return f'  - id: {name}\n    text: "{text}"\n    question: "{question}"\n    answers: {answers}\n'


def native(*schemas: str) -> str:
    return f"{HEAD}schemas:\n{''.join(schemas)}"


def rows(*found: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in found)


GRANDE = {
    "qID": "x-1",
    "sentence": "The cat chased the dog because _ was big.",
    "option1": "the cat",
    "option2": "the dog",
    "answer": "1",
}


def french(one: str = "agressif", two: str = "gênant", encoding: str = "UTF-8", name: str = "1", **more: str) -> str:
    first, second = more.get("first", "le chat"), more.get("second", "le chien")
    return (
        f'<?xml version="1.0" encoding="{encoding}"?>\n<collection name="x">\n<schema id="{name}"><text>'
        f"<txt1>Le chat a griffé le chien car il était </txt1><wordA>{one}</wordA><wordB>{two}</wordB><txt2>.</txt2>"
        f"</text><question><qn1>Qui était </qn1><qwordA>{one}</qwordA><qwordB>{two}</qwordB><qn2> ?</qn2></question>"
        f"<answer1>{first}</answer1><answer2>{second}</answer2></schema>\n</collection>\n"
    )


def english(*items: tuple[Iterable[str], str], pronoun: str = "it") -> str:
    schemas = (
        f"<schema><text><txt1>The cat chased the dog because</txt1><pron>{pronoun}</pron><txt2>was big.</txt2></text>"
        f"<answers>{''.join(f'<answer>{each}</answer>' for each in answers)}</answers>"
        f"<correctAnswer>{key}</correctAnswer></schema>"
        for answers, key in items
    )
    return f'<?xml version="1.0"?>\n<collection>{"".join(schemas)}</collection>\n'


def exchange(name: str = "a", key: object = 0, start: int = 31, end: int = 33) -> dict[str, Any]:
    question = {
        "id": name,
        "language": "en",
        "text": "The cat chased the dog because it was big.",
        "anaphor": {"start": start, "end": end},
        "candidates": [{"text": "the cat"}, {"text": "the dog"}],
    }
    return {"problem": {"id": name, "item": {"question": question, "key": key}}}


def judged(label: object, number: int = 0) -> dict[str, Any]:
    spans = {"span1_index": 0, "span1_text": "The cat", "span2_index": 6, "span2_text": "it"}
    return {"text": "The cat chased the dog because it was big.", "target": spans, "idx": number, "label": label}


def tokens(first: bool, second: bool, language: str = "en") -> str:
    words = ["The", "cat", "chased", "the", "dog", "because", "it", "was", "big", "."]
    mentions = [["The cat", [0, 2], ["The", "cat"], first], ["the dog", [3, 5], ["the", "dog"], second]]
    cells = [json.dumps(each) for each in (words, ["it", [6, 7], ["it"]], mentions)]
    return "\t".join([language, "x", "?", "The cat chased the dog because it was big.", *cells]) + "\n"


HEADER = '{"anaphor":1,"name":"x","language":"en"}\n'
PAIR = (("the cat", "the dog"), "A")
BLOCK = "The cat chased the dog because it was big.\nit\nthe cat,the dog\nthe cat\n\n"
FINDINGS: dict[str, tuple[str, str | bytes, str]] = {
    "equal words": ("x.yaml", native(yaml("Le chat mord le chien car [il] est {gros|gros}.")), "twins-alike"),
    "words equal but for capitals": (
        "x.yaml",
        native(yaml("Le chat mord le chien car [il] est {gros|Gros}.")),
        "twins-alike",
    ),
    "one equal pair": (
        "x.yaml",
        native(yaml("Le chat mord le chien car [il] est {gros|gros} et {grand|petit}.")),
        "alternatives-equal",
    ),
    "no words": ("x.yaml", native(yaml("Le chat mord le chien car [il] est {|}gros.")), "twins-alike"),
    "key turned elsewhere": (
        "x.yaml",
        native(yaml(), yaml("Le chat a griffé le chien car [il] était {gênant|agressif} !", name="b")),
        "key-contradicted",
    ),
    "id with a line feed": ("x.yaml", native(yaml(name='"a\\nb"')), "id-character"),
    "id that turns the direction": ("x.yaml", native(yaml(name='"a\\u202Eb"')), "id-character"),
    "id like a path": ("x.yaml", native(yaml(name="../../etc/x")), "id-like-path"),
    "id in two alphabets": ("x.yaml", native(yaml(name="\u0430bc")), "mixed-scripts"),
    "ids but for capitals": (
        "x.yaml",
        native(yaml(name="a"), yaml("Le loup suit le cerf car [il] est {gros|las}.", "[le loup, le cerf]", name="A")),
        "ids-alike",
    ),
    "candidates but for capitals": ("x.yaml", native(yaml(answers="[le chat, Le Chat]")), "candidates-alike"),
    "candidates but for apostrophes": ("x.yaml", native(yaml(answers='["l\'ours", "l’ours"]')), "candidates-alike"),
    "candidates but for spaces": (
        "x.yaml",
        native(yaml(answers='["le chat", "le\\u00a0chat"]')),
        "candidates-alike",
    ),
    "candidates but for width": ("x.yaml", native(yaml(answers="[le chat, le ｃｈａｔ]")), "candidates-alike"),
    "candidates but for accents": ("x.yaml", native(yaml(answers="[Zoe, Zoé]")), "candidates-nearly-alike"),
    "candidates but for articles": ("x.yaml", native(yaml(answers="[le chat, un chat]")), "candidates-of-one-noun"),
    "candidate elsewhere": ("x.yaml", native(yaml(answers="[le cheval, le chien]")), "candidate-not-in-text"),
    "nothing to choose": ("x.yaml", native(yaml("Le chat dort car [il] est las.", "[le chat]", "Qui ?")), "no-choice"),
    "look-alike letters": ("x.yaml", native(yaml("Le сhat mord le chien car [il] est {gros|las}.")), "mixed-scripts"),
    "unseen character": ("x.yaml", native(yaml("Le ch\u200bat mord le chien car [il] est {a|b}.")), "hidden-character"),
    "another language": ("x.yaml", native(yaml()).replace("language: fr", "language: en"), "language-doubtful"),
    "no item": ("x.yaml", f"{HEAD}schemas: []\n", "no-items"),
    "grande twins alike": ("x.jsonl", rows(GRANDE, GRANDE | {"qID": "x-2", "answer": "2"}), "twins-alike"),
    "grande twins alike, one key": ("x.jsonl", rows(GRANDE, GRANDE | {"qID": "x-2"}), "twins-alike"),
    "grande key turned": ("x.jsonl", rows(GRANDE, GRANDE | {"qID": "y", "answer": "2"}), "key-contradicted"),
    "grande options and key turned": (
        "x.jsonl",
        rows(GRANDE, GRANDE | {"qID": "y", "option1": "the dog", "option2": "the cat"}),
        "key-contradicted",
    ),
    "grande equal options": ("x.jsonl", rows(GRANDE | {"option2": "The cat"}), "candidates-alike"),
    "grande id with a line feed": ("x.jsonl", rows(GRANDE | {"qID": "x\ny-1"}), "id-character"),
    "grande id like a path": ("x.jsonl", rows(GRANDE | {"qID": "../../etc/x"}), "id-like-path"),
    "grande unseen character": ("x.jsonl", rows(GRANDE | {"sentence": "The\0 cat _ it."}), "hidden-character"),
    "french equal words": ("x.xml", french("gros", "gros"), "twins-alike"),
    "french empty words": ("x.xml", french(" ", " "), "twins-alike"),
    "french misread": ("x.xml", french().encode().decode("latin-1").encode(), "mojibake"),
    "french equal answers": ("x.xml", french(second="Le chat"), "candidates-alike"),
    "french id like a path": ("x.xml", french(name="../../etc/x"), "id-like-path"),
    "french id with a line feed": ("x.xml", french(name="a&#10;b"), "id-character"),
    "english single answer": ("x.xml", english((["the cat"], "A")), "no-choice"),
    "english equal answers": ("x.xml", english((["the cat", "The cat"], "A")), "candidates-alike"),
    "english opposite keys": ("x.xml", english(PAIR, (PAIR[0], "B")), "key-contradicted"),
    "exchange opposite keys": ("x.jsonl", HEADER + rows(exchange(), exchange("b", 1)), "key-contradicted"),
    "exchange cut anaphor": ("x.jsonl", HEADER + rows(exchange(start=30, end=32)), "anaphor-cut"),
    "blocks opposite keys": ("x.txt", BLOCK + BLOCK.replace("dog\nthe cat", "dog\nthe dog"), "twins-alike"),
    "judged both ways": ("x.jsonl", rows(judged(True), judged(False, 1)), "key-contradicted"),
    "table opposite keys": ("x.tsv", tokens(True, False) + tokens(False, True), "key-contradicted"),
    "table in another language": ("x.tsv", tokens(True, False, "fr"), "language-doubtful"),
}


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.slow
@pytest.mark.parametrize("case", FINDINGS)
def test_each_flaw_is_found_once(tmp_path: Path, case: str) -> None:
    name, content, code = FINDINGS[case]
    found = check(load(written(tmp_path, name, content)))
    codes = [each.code for each in found]
    assert codes.count(code) in ((1, 2) if code in ("key-contradicted", "ids-alike", "mojibake") else (1,)), codes
    for interface in ("en", "fr"):
        with speaking(interface):
            assert all("{" not in str(each.message).replace("{|}", "") for each in found)


REFUSED: dict[str, tuple[str, str | bytes, str]] = {
    "no anaphor": ("x.yaml", native(yaml("Le chat est {a|b}.")), "no anaphor is marked"),
    "two anaphors": ("x.yaml", native(yaml("[Il] dit qu'[il] est {a|b}.")), "2 anaphors are marked"),
    "id twice": ("x.yaml", native(yaml(), yaml()), "taken on line"),
    "empty question": ("x.yaml", native(yaml(question="")), "the text is empty"),
    "NUL": ("x.yaml", native(yaml("Le chat\0 mord.")), "not valid YAML"),
    "deep": ("x.yaml", f"{HEAD}schemas: {'[' * 5000}", "nested"),
    "huge": ("x.yaml", native(yaml(f"{'x' * 20_000} [il] est {{a|b}}.")), "10,000 characters"),
    "bomb": ("x.yaml", f"a: &a [x]\nb: *a\n{HEAD}", "anchors"),
    "no list": ("x.yaml", f"{HEAD}schemas: 12\n", "a list is expected"),
    "no mapping": ("x.yaml", f"{HEAD}schemas: [12]\n", "a mapping"),
    "key twice": ("x.yaml", native(f"{yaml()}    question: x\n"), "stands twice"),
    "latin-1": ("x.yaml", native(yaml()).encode("latin-1"), "not UTF-8"),
    "cut": ("x.yaml", native(yaml())[:-30], "answers"),
    "grande key 3": ("x.jsonl", rows(GRANDE | {"answer": "3"}), "must be one of 1, 2, not '3'"),
    "grande no blank": ("x.jsonl", rows(GRANDE | {"sentence": "No."}), "one blank"),
    "grande two blanks": ("x.jsonl", rows(GRANDE | {"sentence": "_ or _."}), "one blank"),
    "grande id twice": ("x.jsonl", rows(GRANDE, GRANDE), "two items are called"),
    "grande empty option": ("x.jsonl", rows(GRANDE | {"option2": " "}), "missing or empty"),
    "grande list": ("x.jsonl", rows(GRANDE | {"option2": ["x"]}), "must be a text"),
    "grande cut": ("x.jsonl", rows(GRANDE)[:-30], "not recognised"),
    "grande cut later": ("x.jsonl", rows(GRANDE, GRANDE)[:-30], "x.jsonl:2"),
    "french empty answer": ("x.xml", french(second=" "), "an answer is empty"),
    "french latin-1": ("x.xml", french().encode("latin-1"), "not UTF-8"),
    "french entity": ("x.xml", french().replace("<coll", '<!DOCTYPE c [<!ENTITY a "b">]><coll'), "DOCTYPE"),
    "french cut": ("x.xml", french()[:-40], "broken"),
    "english key": ("x.xml", english((PAIR[0], "C")), "none of the 2 answers"),
    "english no pronoun": ("x.xml", english(PAIR, pronoun=""), "empty"),
    "exchange key": ("x.jsonl", HEADER + rows(exchange(key=5)), "none of its 2"),
    "exchange truth": ("x.jsonl", HEADER + rows(exchange(key=True)), "integer"),
    "exchange mark": ("x.jsonl", HEADER + rows(exchange(end=5000)), "beyond the end"),
    "table both right": ("x.tsv", tokens(True, True), "one right candidate"),
    "two languages": (
        "x.jsonl",
        rows(GRANDE, GRANDE | {"qID": "y", "sentence": "Le chat suit le chien parce que _ est gros."}),
        "--language",
    ),
    "unknown columns": ("x.csv", "a,b\n1,2\n", "--column"),
    "nothing": ("x.csv", "", "empty"),
    "bytes": ("x.bin", bytes(range(256)), "not recognised"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_read_is_refused_with_a_sentence(tmp_path: Path, case: str) -> None:
    name, content, said = REFUSED[case]
    with pytest.raises(AnaphorError) as told:
        check(load(written(tmp_path, name, content)))
    assert said in told.value.sentence


@pytest.mark.parametrize("declared", ["ISO-8859-1", "windows-1252", "UTF-16"])
def test_a_declared_encoding_that_lies_is_said_and_the_text_is_right(tmp_path: Path, declared: str) -> None:
    heard = []
    path = written(tmp_path, "x.xml", french(encoding=declared))
    collection = load(path, hear=lambda code, details: heard.append((code, details["declared"])))
    assert heard == [("encoding-declared", declared)]
    assert "griffé" in collection.questions[0].text


@pytest.mark.parametrize(
    ("name", "content"),
    [("x.yaml", native(yaml())), ("x.xml", french(encoding="UTF-16")), ("x.jsonl", rows(GRANDE))],
)
def test_utf_16_with_its_mark_is_read(tmp_path: Path, name: str, content: str) -> None:
    assert load(written(tmp_path, name, content.encode("utf-16"))).entries


def test_the_other_key_in_a_collection_beside_is_an_error(tmp_path: Path) -> None:
    mine = load(written(tmp_path, "mine.jsonl", rows(GRANDE)))
    other = load(written(tmp_path, "other.jsonl", rows(GRANDE | {"answer": "2"})))
    assert "reference-key-differs" in [each.code for each in check(mine, beside=(other,))]


def test_what_is_wrong_with_both_twins_is_said_once_of_the_schema(tmp_path: Path) -> None:
    path = written(tmp_path, "x.yaml", native(yaml(answers="[le cheval, le chien]")))
    assert [each.place for each in check(load(path)) if each.code == "candidate-not-in-text"] == ["a"]


def test_words_are_parted_where_the_elements_are_not(tmp_path: Path) -> None:
    assert "because it was" in load(written(tmp_path, "x.xml", english(PAIR))).questions[0].text
