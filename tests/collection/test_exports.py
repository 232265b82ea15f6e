"""A collection as a folder for another program: what is in it, what stays out, and that nothing is lost on the way."""

import hashlib
import json
import os
import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from click.testing import CliRunner

from anaphor.agreement import measure
from anaphor.cli.main import app
from anaphor.collection import convert, load, save, writable
from anaphor.collection.protocol import EXPORTS, LeftOut
from anaphor.errors import ContentError, InputError, OutputError
from anaphor.resolver import resolve
from anaphor.resolver.sentences import CandidateSentences, SentencePolicy, candidate_sentences
from anaphor.schema import NEITHER, Candidate, Collection, Item, Mark, Problem, Question, Status
from anaphor.scoring import score
from anaphor.text import speaking
from tests.embedded import ENGLISH, FRENCH

EMBEDDED = ("anaphor-fr", "anaphor-en")
FOLDERS = ("lm-eval", "inspect", "hf", "label-studio", "doccano")


def rows(path: Path) -> list[dict[str, Any]]:
    """The lines of a JSON-lines file."""
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its content."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def problem(name: str, key: Any = 0, text: str = "The box fell on the bag and it broke.") -> Problem:
    """A problem with two candidates; without a key it is only a question."""
    asked = Question(
        id=name,
        language="en",
        text=text,
        anaphor=Mark(start=text.index(" it ") + 1, end=text.index(" it ") + 3),
        candidates=(Candidate(text="the box"), Candidate(text="the bag")),
    )
    return Problem(id=name, item=asked if key is None else Item(question=asked, key=key))


def small(*problems: Problem, **header: Any) -> Collection:
    """A collection of which nothing is known but its items."""
    return Collection(name="small", language="en", problems=problems, **header)


# ------------------------------------------------------------------------------------------------------ every folder


def test_all_folders_are_offered_and_named_as_they_are_asked_for() -> None:
    assert set(EXPORTS.names()) == {*FOLDERS, "huggingface"} <= set(writable())
    assert all(EXPORTS.get(name).name == name for name in FOLDERS)
    assert EXPORTS.get("huggingface") is EXPORTS.get("hf")


@pytest.mark.slow
@pytest.mark.parametrize("name", FOLDERS)
def test_the_words_of_a_folder_do_not_depend_on_who_makes_it(name: str, tmp_path: Path) -> None:
    collection = load("anaphor-fr")
    for language in ("en", "fr"):
        with speaking(language):
            convert(collection, tmp_path / language, to=name)
    assert snapshot(tmp_path / "en") == snapshot(tmp_path / "fr")


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_with_something_in_it_is_refused_and_left_alone(name: str, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match="not empty"):
        convert(load("anaphor-en"), tmp_path, to=name)
    assert snapshot(tmp_path) == {"mine.txt": b"mine"}


def test_an_empty_folder_is_filled_even_by_somebody_who_stands_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir(mode=0o750)
    monkeypatch.chdir(tmp_path / "here")
    convert(small(problem("a")), Path("."), to="doccano")
    assert sorted(os.listdir()) == ["README.md", "examples.jsonl", "labels.json"]
    assert Path("..").resolve().joinpath("here").stat().st_mode & 0o777 == 0o750
    assert os.listdir(tmp_path) == ["here"]


def test_a_disk_without_room_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []

    def full(path: Path, data: bytes) -> int:
        written.append(path)
        if len(written) == 2:
            raise OSError(28, "No space left on device")
        with path.open("wb") as file:
            return file.write(data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OutputError, match="No space left"):
        convert(load("anaphor-en"), tmp_path / "new" / "folder", to="hf")
    assert len(written) == 2
    assert list((tmp_path / "new").iterdir()) == []


def test_half_a_character_is_a_sentence_and_no_folder(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="half a character"):
        save(small(problem("a"), title="half \ud800"), tmp_path / "x", "hf")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["inspect", "label-studio", "lm-eval", "doccano", "native", "jsonl"])
def test_labels_have_a_place_in_a_card_alone(name: str, tmp_path: Path, labels: Path) -> None:
    with pytest.raises(InputError, match="no place in the format"):
        convert(load("anaphor-en"), tmp_path / "x", to=name, people=measure(labels))


def test_line_ends_inside_a_text_end_no_line(tmp_path: Path) -> None:
    odd = small(problem("a", text="The box\u2028fell on\x85the bag and it broke."))
    for name, file in (("hf", "data/test.jsonl"), ("doccano", "examples.jsonl"), ("inspect", "dataset.jsonl")):
        convert(odd, tmp_path / name, to=name)
        content = (tmp_path / name / file).read_text("utf-8")
        assert len(content.splitlines()) == 1
        assert "The box\u2028fell on\x85the bag" in json.dumps(json.loads(content), ensure_ascii=False)


@pytest.mark.parametrize("name", FOLDERS)
def test_excluded_schemas_stay_at_home(name: str, tmp_path: Path) -> None:
    collection = load("anaphor-en")
    first = collection.schemas[0]
    without = replace(
        collection, schemas=(replace(first, status=Status.EXCLUDED, reason="bad"), *collection.schemas[1:])
    )
    convert(without, tmp_path / "x", to=name)
    text = b"".join(snapshot(tmp_path / "x").values()).decode()
    assert f'"{first.variants[0].id}"' not in text
    assert f'"{collection.schemas[1].variants[0].id}"' in text


# ------------------------------------------------------------------------------------------- lm-evaluation-harness


class _Loader(yaml.SafeLoader):
    """Reads a task file; a function is its name."""


def _name(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> object:
    return loader.construct_scalar(node)


_Loader.add_constructor("!function", _name)


@pytest.mark.parametrize(("name", "full", "least"), [("anaphor-fr", FRENCH, 0.75), ("anaphor-en", ENGLISH, 0.85)])
def test_items_with_a_reading_are_in_the_pack_and_the_others_are_said(
    name: str, full: int, least: float, tmp_path: Path
) -> None:
    made = convert(load(name), tmp_path / "pack", to="lm-eval")
    kept, left_out = made.collection, made.left_out
    assert len(rows(tmp_path / "pack" / "full.jsonl")) == full == len(kept.entries)
    partial = len(rows(tmp_path / "pack" / "partial.jsonl"))
    assert least * full < partial < full
    assert all(each.partly for each in left_out)
    assert sum(each.partly for each in left_out) == full - partial
    readme = (tmp_path / "pack" / "README.md").read_text("utf-8")
    assert all(f"`{each.id}`" in readme for each in left_out)


@pytest.mark.slow
@pytest.mark.parametrize("name", EMBEDDED)
def test_the_partial_score_compares_what_our_resolvers_compare(name: str, tmp_path: Path) -> None:
    """The same continuation, to the letter, as `causal` scores with `score=partial` (Trinh and Le 2018)."""
    convert(load(name), tmp_path / "pack", to="lm-eval")
    full = {row["id"]: row for row in rows(tmp_path / "pack" / "full.jsonl")}
    partial = {row["id"]: row for row in rows(tmp_path / "pack" / "partial.jsonl")}
    for question in load(name).questions:
        found = candidate_sentences(question, SentencePolicy.WHOLE)
        if not isinstance(found, CandidateSentences):
            assert question.id not in full
            continue
        assert full[question.id]["readings"] == [each.text for each in found.sentences]
        assert found.has_suffix == (question.id in partial)
        if found.has_suffix:
            row, sentence = partial[question.id], found.sentences[0].text
            assert row["continuation"].strip() == sentence[found.suffix(0).start :]
            assert [context + row["continuation"] for context in row["contexts"]] == full[question.id]["readings"]
            assert not any(context.endswith(" ") for context in row["contexts"])


@pytest.mark.slow
@pytest.mark.parametrize("name", EMBEDDED)
def test_the_tasks_name_columns_that_the_rows_have(name: str, tmp_path: Path) -> None:
    convert(load(name), tmp_path / "pack", to="lm-eval")
    tasks = {
        path.stem: yaml.load(path.read_text("utf-8"), _Loader)  # a safe loader that knows one tag more
        for path in (tmp_path / "pack").glob("*.yaml")
    }
    called = name.replace("-", "_")
    assert tasks["group"] == {
        "group": called,
        "task": [f"{called}_full", f"{called}_partial"],
        "metadata": {"version": 1.0},
    }
    for part in ("full", "partial"):
        task, first = tasks[part], rows(tmp_path / "pack" / f"{part}.jsonl")[0]
        assert (task["task"], task["custom_dataset"]) == (f"{called}_{part}", "data.load")
        assert task["dataset_kwargs"] == {"part": part}
        assert {task["doc_to_choice"], task["doc_to_target"], task["doc_to_text"]} - {""} <= first.keys()
        assert task["target_delimiter"] == ""
        assert {"id", "schema", "language", "text", "candidates", "answer"} <= first.keys()
    assert isinstance(rows(tmp_path / "pack" / "partial.jsonl")[0][tasks["partial"]["doc_to_text"]], int)


def test_the_pack_finds_its_items_wherever_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("datasets", reason="the extra hf is not installed")
    convert(load("anaphor-en"), tmp_path / "pack", to="lm-eval")
    (tmp_path / "pack").rename(tmp_path / "moved")
    monkeypatch.chdir("/")
    program = tmp_path / "moved" / "data.py"
    space: dict[str, Any] = {"__file__": str(program)}
    exec(compile(program.read_text(), program, "exec"), space)
    split = space["load"]("partial", version=1.0, fingerprint="as the harness gives its metadata")["test"]
    assert len(split) == len(rows(tmp_path / "moved" / "partial.jsonl"))
    assert split[0]["contexts"][0].endswith(("Priya", "Esther"))


def test_an_item_without_a_right_candidate_is_left_out_with_its_reason(tmp_path: Path) -> None:
    collection = small(problem("a"), problem("b", key=None), problem("c", key=NEITHER))
    for name in ("lm-eval", "inspect"):
        made = convert(collection, tmp_path / name, to=name)
        kept, left_out = made.collection, made.left_out
        assert [entry.id for entry in kept.entries] == ["a"]
        assert [(each.id, str(each.why)) for each in left_out] == [
            ("b", "the source gives no right answer"),
            ("c", "no candidate is right, which this format cannot say"),
        ]


def test_one_candidate_is_no_choice(tmp_path: Path) -> None:
    """SuperGLUE asks whether a candidate is right; a harness that must choose it would be right for nothing."""
    both = problem("b").item
    assert isinstance(both, Item)
    alone = replace(both, question=replace(both.question, candidates=both.question.candidates[:1]))
    for name in ("lm-eval", "inspect"):
        made = convert(small(problem("a"), Problem(id="b", item=alone)), tmp_path / name, to=name)
        assert [(each.id, str(each.why)) for each in made.left_out] == [
            ("b", "it has one candidate, so that there is nothing to choose")
        ]


def test_saving_drops_nothing_in_silence(tmp_path: Path) -> None:
    source = tmp_path / "cleft.yaml"
    source.write_text(
        "anaphor: 1\nname: c\nlanguage: en\nproblems:\n- {id: cleft, text: 'Parents teach their children. "
        "Yet it is [they] who wait.', candidates: [the parents, their children], answer: the parents}\n",
        encoding="utf-8",
    )
    with pytest.raises(ContentError, match="lm-eval cannot say one item: cleft, no reading"):
        save(load(source), tmp_path / "x", "lm-eval")
    assert list(tmp_path.iterdir()) == [source]


def test_a_pack_of_nothing_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the source gives no right answer"):
        convert(small(problem("b", key=None)), tmp_path / "x", to="lm-eval")
    assert list(tmp_path.iterdir()) == []


def test_one_twin_without_a_reading_leaves_the_other_in(tmp_path: Path) -> None:
    collection = load("anaphor-en")
    schema = collection.schemas[0]
    twin = schema.variants[1]
    assert isinstance(twin, Item)
    mute = replace(twin, question=replace(twin.question, anaphor=Mark(start=0, end=1)))
    lame = replace(schema, variants=(schema.variants[0], mute), conditions=("x", "y"))
    made = convert(replace(collection, schemas=(lame,), problems=()), tmp_path / "x", to="lm-eval")
    kept, left_out = made.collection, made.left_out
    assert [each.id for each in left_out] == [mute.id]
    assert (kept.schemas[0].variants, kept.schemas[0].conditions) == ((schema.variants[0],), ("x",))


def test_a_collection_called_like_a_task_of_the_harness_does_not_take_its_place(tmp_path: Path) -> None:
    convert(replace(small(problem("a")), name="winogrande"), tmp_path / "x", to="lm-eval")
    assert "group: anaphor_winogrande\n" in (tmp_path / "x" / "group.yaml").read_text()


# ----------------------------------------------------------------------------------------------------------- Inspect


@pytest.mark.parametrize("name", EMBEDDED)
def test_a_sample_of_inspect_holds_the_question_its_choices_and_the_letter(name: str, tmp_path: Path) -> None:
    collection = load(name)
    convert(collection, tmp_path / "x", to="inspect")
    samples = rows(tmp_path / "x" / "dataset.jsonl")
    assert [(each["id"], "ABCDE".index(each["target"])) for each in samples] == [
        (item.id, item.key) for item in collection.items
    ]
    schemas = {entry.id: part.id for part in collection.parts for entry in part.entries}
    assert all(each["metadata"]["schema"] == schemas[each["id"]] for each in samples)
    assert all("[" in each["input"] and "\n\n" in each["input"] for each in samples)
    program = (tmp_path / "x" / "task.py").read_text("utf-8")
    compile(program, "task.py", "exec")
    assert f"def {name.replace('-', '_')}() -> Task:" in program
    assert 'stderr(cluster="schema")' in program


def test_a_question_that_the_collection_does_not_ask_is_asked_in_the_language_of_the_text(tmp_path: Path) -> None:
    french = load("anaphor-fr")
    item = french.items[0]
    mute = replace(item, question=replace(item.question, prompt=None, id="mute"))
    convert(replace(french, schemas=(), problems=(Problem(id="mute", item=mute),)), tmp_path / "x", to="inspect")
    assert rows(tmp_path / "x" / "dataset.jsonl")[0]["input"].endswith(
        "À qui ou à quoi renvoie le mot entre crochets ?"
    )


# ------------------------------------------------------------------------------------------ Hugging Face, Croissant


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    """Labels of five people for the English collection: the fifth errs on every seventh item."""
    lines = ["item,annotator,label"]
    for number, item in enumerate(load("anaphor-en").items):
        for person in range(5):
            wrong = person == 4 and number % 7 == 0
            lines.append(f"{item.id},p{person},{(int(item.key) + wrong) % 2}")
    path = tmp_path / "labels.csv"
    path.write_text("\n".join(lines))
    return path


def card_of(folder: Path) -> tuple[dict[str, Any], str]:
    """Header and body of a dataset card."""
    text = (folder / "README.md").read_text("utf-8").replace("\xa0", " ").replace("\u202f", " ")
    _, header, body = text.split("---\n", 2)
    return yaml.safe_load(header), body


@pytest.mark.parametrize("name", EMBEDDED)
def test_a_hugging_face_folder_reads_back_with_the_same_questions_and_keys(name: str, tmp_path: Path) -> None:
    collection = load(name)
    save(collection, tmp_path / "x", "hf")
    again = load(tmp_path / "x", language=collection.language)

    def seen(each: Collection) -> list[Any]:
        return [(e.id, e.key, e.question.text, e.question.anaphor, e.answer, e.question.prompt) for e in each.items]

    assert seen(again) == seen(collection)
    assert {s.id for s in again.schemas} == {s.id for s in collection.schemas}


@pytest.mark.parametrize("name", EMBEDDED)
def test_datasets_loads_the_folder_with_the_types_that_the_card_says(
    name: str, tmp_path: Path, quiet_datasets: Callable[[], AbstractContextManager[Any]]
) -> None:
    collection = load(name)
    save(collection, tmp_path / "x", "hf")
    with quiet_datasets() as datasets:
        split = datasets.load_dataset(str(tmp_path / "x"), split="test", cache_dir=str(tmp_path / "cache"))
    assert len(split) == len(collection.entries)
    assert split[0]["answer"] == collection.items[0].key
    header, _ = card_of(tmp_path / "x")
    assert list(split.features) == [each["name"] for each in header["dataset_info"]["features"]]
    assert str(split.features["candidates"]) == "List(Value('string'))"
    assert str(split.features["prompt"]) == "Value('string')"


@pytest.fixture
def quiet_datasets(monkeypatch: pytest.MonkeyPatch) -> Callable[[], AbstractContextManager[Any]]:
    """The library `datasets`, offline and without bars."""
    datasets = pytest.importorskip("datasets", reason="the extra hf is not installed")

    @contextmanager
    def quiet() -> Iterator[Any]:
        monkeypatch.setenv("HF_HUB_OFFLINE", "1")
        datasets.disable_progress_bars()
        yield datasets
        datasets.enable_progress_bars()

    return quiet


def test_a_column_without_any_value_keeps_its_type(
    tmp_path: Path, quiet_datasets: Callable[[], AbstractContextManager[Any]]
) -> None:
    save(small(problem("a", key=None)), tmp_path / "x", "hf")
    with quiet_datasets() as datasets:
        split = datasets.load_dataset(str(tmp_path / "x"), split="test", cache_dir=str(tmp_path / "cache"))
    assert str(split.features["answer"]) == "Value('int64')"
    assert split[0]["answer"] is None


def test_the_card_has_what_the_hub_asks_for(tmp_path: Path) -> None:
    hub = pytest.importorskip("huggingface_hub", reason="the extra hf is not installed")
    save(load("anaphor-fr"), tmp_path / "x", "hf")
    data = hub.DatasetCard.load(tmp_path / "x" / "README.md").data
    assert isinstance(data, hub.DatasetCardData)
    assert (data.language, data.license, data.size_categories) == (["fr"], "cc-by-4.0", ["n<1K"])
    assert data.task_categories == ["multiple-choice"]
    assert data.task_ids == ["multiple-choice-coreference-resolution"]
    assert data.pretty_name == "Schémas et problèmes français d'anaphor"
    _, body = card_of(tmp_path / "x")
    for heading in ("Use", "Columns", "How the labels were made", "People", "Known limits", "Licence", "Citation"):
        assert f"\n## {heading}\n" in body
    assert f"{FRENCH} items in {len(load('anaphor-fr').schemas)} schemas and " in body
    assert "@misc{anaphor_fr,\n  title = {Schémas et problèmes français d'anaphor}" in body
    assert "Not yet validated on people." in body


def test_what_is_not_known_stays_unsaid(tmp_path: Path) -> None:
    save(small(problem("a")), tmp_path / "x", "hf")
    header, body = card_of(tmp_path / "x")
    assert "license" not in header
    assert "year" not in body
    said = json.loads((tmp_path / "x" / "croissant.json").read_text("utf-8"))
    unknown = {"license", "creator", "version", "datePublished", "url", "alternateName"}
    assert said.keys() & unknown == set()
    assert {name for name in said if name.startswith("rai:")} == {
        "rai:dataUseCases",
        "rai:dataLimitations",
        "rai:dataAnnotationProtocol",
    }


def test_a_licence_that_the_hub_does_not_list_is_another_one_by_its_name(tmp_path: Path) -> None:
    save(small(problem("a"), licence="Our own words"), tmp_path / "x", "hf")
    header, _ = card_of(tmp_path / "x")
    assert (header["license"], header["license_name"]) == ("other", "our-own-words")


def test_bibtex_of_the_authors_is_kept_as_it_is(tmp_path: Path) -> None:
    own = "@inproceedings{key2024,\n  title = {Theirs}\n}"
    save(small(problem("a"), citation=own), tmp_path / "x", "hf")
    _, body = card_of(tmp_path / "x")
    assert f"```bibtex\n{own}\n```" in body


def test_limits_count_items_without_a_right_candidate(tmp_path: Path) -> None:
    save(small(problem("a"), problem("b", key=None), problem("c", key=NEITHER)), tmp_path / "x", "hf")
    _, body = card_of(tmp_path / "x")
    assert "One item has no right answer in the source" in body
    assert "Of one item no candidate is right" in body


@pytest.mark.slow
def test_with_labels_the_card_says_agreement_and_change_rate(tmp_path: Path, labels: Path) -> None:
    measured = measure(labels)
    convert(load("anaphor-en"), tmp_path / "x", to="hf", people=measured)
    document = measured.to_dict()
    alpha, change = document["coefficients"]["krippendorff_alpha_nominal"], document["change"]
    _, body = card_of(tmp_path / "x")
    said = json.loads((tmp_path / "x" / "croissant.json").read_text("utf-8"))
    wanted = f"Krippendorff α (nominal): {alpha['value']:.2f} ({alpha['low']:.2f}–{alpha['high']:.2f}, 95 % interval)"
    assert f"5 people gave {document['labels']:,} labels to {ENGLISH} of the {ENGLISH} items. {wanted}" in body
    changed = re.search(r"Another panel of 5 would change ([\d.]+)\s%\s*of the labels", body)
    assert changed
    assert float(changed[1]) == pytest.approx(100 * change["rate"], abs=0.05)
    assert "Not yet validated" not in body.replace(load("anaphor-en").notes or "", "")  # what the author notes stays
    assert f"{alpha['value']:.2f} ({alpha['low']:.2f}–" in said["rai:dataAnnotationAnalysis"]
    assert said["rai:annotationsPerItem"] == "5"


@pytest.mark.slow
def test_labels_of_other_items_are_refused(tmp_path: Path, labels: Path) -> None:
    with pytest.raises(InputError, match=r"labelled items \(guitar.1, .*\) are not in anaphor-fr"):
        convert(load("anaphor-fr"), tmp_path / "x", to="hf", people=measure(labels))
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("name", EMBEDDED)
def test_croissant_describes_the_file_beside_it(name: str, tmp_path: Path) -> None:
    save(load(name), tmp_path / "x", "hf")
    said = json.loads((tmp_path / "x" / "croissant.json").read_text("utf-8"))
    (file,) = said["distribution"]
    data = (tmp_path / "x" / file["contentUrl"]).read_bytes()
    assert file["sha256"] == hashlib.sha256(data).hexdigest()
    assert file["contentSize"] == f"{len(data)} B"
    assert said["conformsTo"][0] == "http://mlcommons.org/croissant/1.1"
    assert said["license"] == "https://spdx.org/licenses/CC-BY-4.0.html"
    (records,) = said["recordSet"]
    columns = list(rows(tmp_path / "x" / "data" / "test.jsonl")[0])
    assert [field["source"]["extract"]["column"] for field in records["field"]] == columns


# ------------------------------------------------------------------------------------------------- annotation projects


def flipped(collection: Collection) -> Collection:
    """The collection with every key another one."""

    def other(item: Item) -> Item:
        return replace(item, key=(int(item.key) + 1) % len(item.question.candidates))

    schemas = tuple(
        replace(each, variants=tuple(other(v) for v in each.variants if isinstance(v, Item)))
        for each in collection.schemas
    )
    problems = tuple(
        replace(each, item=other(each.item)) for each in collection.problems if isinstance(each.item, Item)
    )
    return replace(collection, schemas=schemas, problems=problems)


@pytest.mark.parametrize("name", ["label-studio", "doccano"])
def test_an_annotation_project_is_the_same_whatever_the_keys_are(name: str, tmp_path: Path) -> None:
    collection = load("anaphor-fr")
    other = flipped(collection)
    convert(collection, tmp_path / "one", to=name)
    convert(other, tmp_path / "two", to=name)
    (tmp_path / "one" / "README.md").unlink()  # it has the fingerprint, which tells collections apart
    (tmp_path / "two" / "README.md").unlink()
    assert snapshot(tmp_path / "one") == snapshot(tmp_path / "two")
    assert [item.key for item in other.items] != [item.key for item in collection.items]


def test_label_studio_shows_each_item_with_its_own_candidates(tmp_path: Path) -> None:
    collection = load("anaphor-fr")
    convert(collection, tmp_path / "x", to="label-studio")
    tasks = json.loads((tmp_path / "x" / "tasks.json").read_text("utf-8"))
    shown = {each["data"]["id"]: {option["value"] for option in each["data"]["options"]} for each in tasks}
    assert shown == {each.id: {candidate.text for candidate in each.candidates} for each in collection.questions}
    view = ElementTree.parse(tmp_path / "x" / "config.xml").getroot()
    wanted = {each.attrib["value"].removeprefix("$") for each in view}
    assert wanted == {"text", "question", "options"} <= tasks[0]["data"].keys()
    (choices,) = view.iter("Choices")
    assert choices.attrib["toName"] == view[0].attrib["name"]


def test_doccano_numbers_the_candidates_and_has_a_label_for_each_number(tmp_path: Path) -> None:
    collection = load("anaphor-fr")
    convert(collection, tmp_path / "x", to="doccano")
    examples = rows(tmp_path / "x" / "examples.jsonl")
    labels = json.loads((tmp_path / "x" / "labels.json").read_text("utf-8"))
    most = max(len(question.candidates) for question in collection.questions)
    assert [label["text"] for label in labels] == [str(number) for number in range(1, most + 1)]
    assert {"text", "suffix_key", "background_color", "text_color"} == labels[0].keys()
    first = examples[0]["options"]
    assert examples[0]["text"].endswith(f"\n1. {first[0]}\n2. {first[1]}")
    assert all(example["label"] == [] for example in examples)
    assert len(examples) == FRENCH


@pytest.mark.parametrize("name", ["label-studio", "doccano"])
def test_no_order_tells_the_key_and_answers_come_back_to_their_candidates(name: str, tmp_path: Path) -> None:
    collection = load("anaphor-en")
    keys = {item.question.id: item.answer for item in collection.items}
    convert(collection, tmp_path / "x", to=name)
    assert f"(seed `{collection.name}`)" in (tmp_path / "x" / "README.md").read_text("utf-8")
    if name == "doccano":
        examples = rows(tmp_path / "x" / "examples.jsonl")
        order = [(each["item"], each["options"]) for each in examples]
        back = [
            each | {"id": n, "label": [str(1 + each["options"].index(keys[each["item"]]))], "Comments": []}
            for n, each in enumerate(examples)
        ]
        spec = f"replay:{tmp_path / 'back.jsonl'}"
        (tmp_path / "back.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in back), "utf-8")
    else:
        tasks = json.loads((tmp_path / "x" / "tasks.json").read_text("utf-8"))
        order = [(each["data"]["id"], [option["value"] for option in each["data"]["options"]]) for each in tasks]
        for n, task in enumerate(tasks):
            value = {"value": {"choices": [keys[task["data"]["id"]]]}, "type": "choices", "from_name": "answer"}
            task |= {"id": n, "annotations": [{"completed_by": 1, "was_cancelled": False, "result": [value]}]}
        spec = f"panel:{tmp_path / 'back.json'}"
        (tmp_path / "back.json").write_text(json.dumps(tasks), "utf-8")
    assert [item for item, _ in order] != [question.id for question in collection.questions]
    first = sum(options[0] == keys[item] for item, options in order)
    again = {question.id: [each.text for each in question.candidates] for question in collection.questions}
    assert 0.4 * len(order) < first < 0.6 * len(order)
    assert 0.4 * len(order) < sum(options == again[item] for item, options in order) < 0.6 * len(order)
    found = score(resolve(collection, spec))
    assert found.cards[0].measures.h == len(keys)


# --------------------------------------------------------------------------------------------------------- the command


@pytest.mark.slow
def test_the_commands_of_the_page_run_as_they_are_written(
    tmp_path: Path, labels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "neighbours.md").read_text("utf-8")
    commands = re.findall(r"^anaphor (collection convert .*)$", page, re.MULTILINE)
    assert {words.split("--to ")[1].split()[0] for words in commands} == set(FOLDERS)
    monkeypatch.chdir(tmp_path)
    for words in commands:
        run = CliRunner().invoke(app, shlex.split(words))
        assert run.exit_code == 0, run.output
        assert (Path(shlex.split(words)[6]) / "README.md").is_file()


def test_why_something_was_left_out_is_said_in_the_language_that_is_spoken(tmp_path: Path) -> None:
    left_out = convert(small(problem("a"), problem("b", key=None)), tmp_path / "x", to="inspect").left_out
    assert left_out == (LeftOut(id="b", why=left_out[0].why),)
    with speaking("fr"):
        assert str(left_out[0].why) == "la source ne donne pas la bonne réponse"
