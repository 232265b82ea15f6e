"""What goes in, what comes out: every command of the page runs on a file of its format, and every format has a row.

Labels are in tests/agreement, folders for other programs in tests/collection. The files of collections are written
in the shape of their sets; ten bad ones of each of those that came last give a sentence each.
"""

import json
import lzma
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from anaphor.answers import log_files
from anaphor.cli.main import app
from anaphor.collection import load
from anaphor.collection.protocol import EXPORTS, FORMATS
from anaphor.corpus.sources.file import READERS
from anaphor.errors import AnaphorError
from anaphor.schema import Item, Schema
from tests.scoring.test_logged_answers import (
    SPECIMENS as LOGS,
)
from tests.scoring.test_logged_answers import (
    csv_file,
    every_eval,
    helm_files,
    inspect_log,
    json_lines,
    openai_evals,
    packed_log,
    predictions,
)

PAGE = (Path(__file__).parents[1] / "docs" / "neighbours.md").read_text("utf-8")
SPECIMENS = Path(__file__).parent / "collection" / "specimens"
ELSEWHERE = ("collection convert", "experiment")
"""Commands that other tests run."""


def commands() -> list[str]:
    """The commands outside the section on labels, in blocks and in rows."""
    page = PAGE.partition("## In: labels")[0]
    found = re.findall(r"^anaphor (.*)$|\| `anaphor ([^`]*)` \|", page, re.MULTILINE)
    return [words for pair in found for words in pair if words and not words.startswith(ELSEWHERE)]


def corpora(folder: Path) -> None:
    words = ["The", "jug", "leaks", "."]
    (folder / "text.txt").write_text("The jug leaks. It is cracked.\n", "utf-8")
    (folder / "lines.jsonl").write_text(json.dumps({"text": "The jug leaks."}) + "\n", "utf-8")
    (folder / "table.tsv").write_text("id\tsentence\n1\tThe jug leaks.\n2\tThe lid is lost.\n", "utf-8")
    rows = [f"{n}\t{word}\t{word.lower()}" + "\t_" * 7 for n, word in enumerate(words, 1)]
    (folder / "trees.conllu").write_text("\n".join(rows) + "\n\n", "utf-8")
    inner = "".join(f"{word}\tX\t{word.lower()}\n" for word in words)
    (folder / "frwac.vrt").write_text(f"<text>\n<s>\n{inner}</s>\n</text>\n", "utf-8")
    body = "<text><body><p>The jug leaks.</p></body></text>"
    (folder / "novel.xml").write_text(f'<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader/>{body}</TEI>', "utf-8")
    page = "<page><title>J</title><ns>0</ns><revision><text>The jug leaks.</text></revision></page>"
    root = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">'
    (folder / "dump.xml").write_text(f"{root}{page}</mediawiki>", "utf-8")
    pd.DataFrame({"text": ["The jug leaks."]}).to_parquet(folder / "rows.parquet")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file for every command of the page."""
    here = tmp_path_factory.mktemp("neighbours")
    for path in SPECIMENS.iterdir():
        shutil.copy(path, here)
    shutil.copy(Path(load.__code__.co_filename).parents[1] / "data/collections/anaphor-en.yaml", here / "native.yaml")
    for name, to in (("jsonl.jsonl", "jsonl"),):
        run = CliRunner().invoke(app, ["collection", "convert", "anaphor-en", "--to", to, "-o", str(here / name)])
        assert run.exit_code == 0, run.output
    run = CliRunner().invoke(app, ["resolve", "anaphor-en", "--with", "first", "-o", str(here / "run.jsonl")])
    assert run.exit_code == 0, run.output
    sentences = {1: "zu hoch", 2: "zu klein"}
    rows = [
        f"Der Krug passt nicht in die Kiste weil _ {end} ist.,der Krug,die Kiste,{n}" for n, end in sentences.items()
    ]
    (here / "items.csv").write_text("\n".join(["Satz,A,B,richtig", *rows]) + "\n", "utf-8")
    table = re.search(r'```toml title="columns.toml"\n(.*?)```', PAGE, re.DOTALL)
    assert table is not None
    (here / "columns.toml").write_text(table[1], "utf-8")
    items = ["item,condition,text,question,options,answer", "1,a,Ann saw Bea because [she] left.,Who?,Ann|Bea,Bea"]
    (here / "items-csv.csv").write_text(
        "\n".join([*items, items[1].replace(",a,", ",b,").replace("left", "sat")]), "utf-8"
    )
    corpora(here)
    csv_file(here / "predictions.csv", predictions())
    json_lines(here / "x_samples.jsonl", every_eval())
    json_lines(here / "events.jsonl", openai_evals())
    packed_log(here / "packed.eval")
    helm_files(here)
    for number, name in ((1, "a"), (2, "b")):
        inspect_log(here / f"{name}.json", number)
        for place, file in (
            (name, "samples_x.jsonl"),
            (f"out/{name.upper()}", "samples_anaphor_en_partial_DATE.jsonl"),
        ):
            (here / place).mkdir(parents=True)
            packed = LOGS / f"samples_anaphor_en_partial_tiny{number}.jsonl.xz"
            (here / place / file).write_bytes(lzma.decompress(packed.read_bytes()))
        shutil.copy(here / "helm/per_instance_stats.json", here / name)
    shutil.copytree(here / "out/A", here / "out/MODEL")
    cells = [f"q{n},p{n // 3},{n % 2},{int(n % 3 > 0)},{int(n % 5 > 0)}" for n in range(30)]
    systems = "\n".join(["item,passage,good,fair,old", *cells, ""])
    (here / "results.csv").write_text(systems, "utf-8")
    for name, column in (("mine", "good"), ("theirs", "fair")):
        pd.read_csv(here / "results.csv")[["item", column]].to_csv(here / f"{name}.csv", index=False)
    return here


@pytest.mark.slow
@pytest.mark.parametrize("words", commands())
def test_a_command_of_the_page_runs_as_it_is_written(words: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    run = CliRunner().invoke(app, shlex.split(words), catch_exceptions=False)
    assert run.exit_code == 0, run.output


def test_every_format_has_a_row() -> None:
    rows = set(re.findall(r"^\| `([\w-]+)`", PAGE, re.MULTILINE))
    known = {*FORMATS.names(), *READERS.names(), *EXPORTS.names(), *log_files.FORMATS} - {"huggingface"}
    assert known <= rows


def test_every_row_has_a_command_and_says_how_it_was_tried() -> None:
    head = r"real program \| real files \| documented schema \|\n\|[-|]+\n"
    rows = [row for body in re.findall(rf"{head}((?:\|.*\n)+)", PAGE) for row in body.splitlines()]
    assert len(rows) > 70
    for row in rows:
        *_, program, files, schema = (cell.strip() for cell in row.strip("|").split(" | "))
        assert {program, files, schema} != {"–"}, row
        assert "`anaphor " in row


def test_a_paraphrase_shares_candidates_key_and_schema() -> None:
    first = load(SPECIMENS / "winowhat.csv").schemas[0]
    assert (first.conditions, first.domains) == (("original", "paraphrased"), ("physical", "social"))
    assert [each.answer for each in first.variants if isinstance(each, Item)] == ["Ines", "Ines"]


def test_wino_x_is_read_in_either_language_and_its_translations_in_english(tmp_path: Path) -> None:
    path = SPECIMENS / "wino-x.jsonl"
    french, english = load(path), load(path, language="en")
    assert [each.answer for each in french.items] == ["le couvercle", "le bocal", "la prise"]
    assert english.items[0].question.text == "The lid does not fit the jar because _ is too wide."
    assert french.items[0].annotations.original == "The lid does not fit the jar because it is too wide."
    row = {"qID": "M-1", "sentence": "The lid does not fit the jar because it is too wide.", "answer": 2}
    row |= {f"translation{n}": f"… {form} …" for n, form in ((1, "sie"), (2, "er"))}
    row |= {"pronoun1": "sie", "pronoun2": "er", "referent1_en": "jar", "referent2_en": "lid"}
    made = load(json_lines(tmp_path / "mt.jsonl", [row]))
    assert (made.language, made.items[0].answer, made.items[0].question.anaphor_form) == ("en", "lid", "it")


def test_what_wsc_plus_calls_ambiguous_has_no_key_and_neighbours_are_twins() -> None:
    made = load(SPECIMENS / "wsc-plus.csv")
    assert [len(each.variants) for each in made.schemas] == [2, 1]
    assert [question.candidates[1].text for question in made.questions] == ["miller", "miller", "Lena's sister"]
    assert len(made.items) == 2


def test_a_pronoun_of_bug_is_found_by_its_word() -> None:
    first, second = load(SPECIMENS / "bug.csv").items
    assert (first.question.anaphor_form, second.question.anaphor_form) == ("she", "his")
    assert (first.annotations.gender, first.question.candidates[0].text) == ("female", "engineer")


def test_winopron_keeps_its_cases_apart() -> None:
    made = load(SPECIMENS / "winopron.tsv")
    assert [each.id for each in made.parts if isinstance(each, Schema)] == ["baker.guest.nom", "baker.guest.poss"]


Change = Callable[[str], str]
SHARED: dict[str, Change] = {
    "empty": lambda _: "",
    "zeros": lambda text: text.replace("e", "\0", 9),
    "blank lines": lambda _: "\n\n\n",
    "only a head": lambda text: text[:20],
}


def swap(old: str, new: str, count: int = -1) -> Change:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, count)

    return change


BAD: dict[str, dict[str, Change]] = {
    "wino-x.jsonl": {
        "no blank": swap("car _ est trop large", "car il est trop large"),
        "two blanks": swap("car _ est trop large", "car _ est _ large"),
        "a third answer": swap('"answer": 2', '"answer": 3', 1),
        "no option": swap('"option1_fr": "le couvercle", ', "", 1),
        "an id that is missing": swap('"qID": "HX1-2"', '"qID": ""'),
        "an id twice": swap("HX1-2", "HX1-1"),
        "cut off": lambda text: text[:-60],
    },
    "winowhat.csv": {
        "a third answer": swap("Petra,Ines,2", "Petra,Ines,3"),
        "no option": swap("Petra,Ines,2", ",Ines,2"),
        "no paraphrase": swap('"Petra lent the ladder to Ines, since the one with a gutter to clean was _."', ""),
        "a cell too many": swap(",1\nThe kettle", ",1,1\nThe kettle"),
        "a column twice": swap("option2,", "option1,", 1),
        "no answers": swap("option2,answer", "option2,reply"),
        "cut off": lambda text: text[:-30],
    },
    "wsc-plus.csv": {
        "a fourth answer": swap("\"['baker', 'miller']\",0", "\"['baker', 'miller']\",3"),
        "one option": swap("\"['baker', 'miller']\",0", "\"['baker']\",0"),
        "no options": swap("\"['baker', 'miller']\",0", ",0"),
        "no statement": swap('"The baker thanked the miller, because he needed the flour."', ""),
        "no pronoun": swap(",he,he needed", ",,he needed"),
        "a cell too many": swap("GPT4,Traditional\n", "GPT4,Traditional,x\n", 1),
        "cut off": lambda text: text[:-20],
    },
    "bug.csv": {
        "a place outside": swap("engineer,she,1,4", "engineer,she,1,40"),
        "a place that is a word": swap("engineer,she,1,4", "engineer,she,1,four"),
        "no profession": swap("twice .,engineer,", "twice .,,"),
        "no pronoun": swap("engineer,she,1,4", "engineer,,1,4"),
        "no sentence": swap("A nurse who worked nights told us his shift was over .", ""),
        "a cell too many": swap("wikipedia,2", "wikipedia,2,3"),
        "cut off": lambda text: text[:-12],
    },
    "winopron.tsv": {
        "a third answer": swap("nom\t0", "nom\t2"),
        "no place": swap("that $NOM_PRONOUN had run out of bread.\tThe", "that they had run out of bread.\tThe"),
        "no occupation": swap("baker\tguest\tnom\t0", "\tguest\tnom\t0"),
        "a noun that is missing": swap(
            "The $OCCUPATION told the $PARTICIPANT that $NOM_PRONOUN had", "They said $NOM_PRONOUN had"
        ),
        "a cell too many": swap("bread.\tThe", "bread.\t\tThe"),
        "an item twice": swap("nom\t1", "nom\t0"),
        "cut off": lambda text: text[:-90],
    },
}


@pytest.mark.parametrize(("name", "bad"), [(name, bad) for name in BAD for bad in (*SHARED, *BAD[name])])
def test_a_malformed_file_is_one_sentence(name: str, bad: str, tmp_path: Path) -> None:
    change = (SHARED | BAD[name])[bad]
    path = tmp_path / name
    path.write_text(change((SPECIMENS / name).read_text("utf-8")), "utf-8")
    with pytest.raises(AnaphorError) as caught:
        load(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [
        "text",
        "text = ",
        "text = sentence",
        'text = "Satz" candidates = "A"',
        "text = 1.5",
        "candidates = [1, 2]",
        '[text]\nname = "Satz"',
        'text = "Saz"',
        'texte = "Satz"',
        'text = "Satz"\ntext = "A"',
    ],
)
def test_a_malformed_mapping_of_columns_is_one_sentence(content: str, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "columns.toml").write_text(content, "utf-8")
    with pytest.raises(AnaphorError, match=r"columns\.toml|Saz|texte"):
        load(folder / "items.csv", columns=tmp_path / "columns.toml", language="de")


def test_a_mapping_is_remembered_in_the_signature(folder: Path, tmp_path: Path) -> None:
    run = tmp_path / "run.jsonl"
    words = ["resolve", str(folder / "items.csv"), "--language", "de", "--column", str(folder / "columns.toml")]
    assert CliRunner().invoke(app, [*words, "--with", "first", "-o", str(run)]).exit_code == 0
    said = CliRunner().invoke(app, ["score", str(run)]).output
    assert "|columns:text=Satz candidates=A,B answer=richtig count_from=1|" in said
