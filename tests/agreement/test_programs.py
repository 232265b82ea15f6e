"""Files that the programs themselves wrote are read as they were filled in, and formats are not mixed up.

The files in `programs/` were written by Label Studio 1.23.2, Argilla 2.8.0 (its client), doccano 1.8.4, Potato 2.12.1,
openpyxl and odfpy, each filled with the answers in `truth.json`.
"""

import contextlib
import itertools
import json
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import spearmanr

from anaphor.agreement import LabelMatrix, measure
from anaphor.answers import Scale, label_settings, open_labels
from anaphor.errors import AnaphorError, FormatError
from tests.agreement import exports
from tests.agreement.tables import heard
from tests.agreement.test_exports import READ, typed, written

PROGRAMS = Path(__file__).parent / "programs"
TRUTH = json.loads((PROGRAMS / "truth.json").read_text("utf-8"))
PEOPLE = ("ann", "bob", "cy")
NAMES = {str(uuid.uuid5(uuid.NAMESPACE_DNS, who)): who for who in PEOPLE} | dict(zip("123", PEOPLE, strict=True))
QUESTIONS = ("mood", "themes", "note", "rank", "parts")
LABELLED = [
    *(
        (name, question)
        for name in ("label-studio.json", "label-studio-min.json", "label-studio.csv")
        for question in QUESTIONS
    ),
    *((name, question) for name in ("argilla.json", "argilla-flat.jsonl") for question in QUESTIONS),
    *((name, question) for name in ("potato.csv", "potato.jsonl", "potato-states.zip") for question in QUESTIONS[:4]),
    *((f"doccano-{question}-{kind}.zip", question) for question in ("mood", "themes") for kind in ("jsonl", "csv")),
    ("doccano-parts.zip", "parts"),
    ("mood.xlsx", "mood"),
    ("mood.ods", "mood"),
]
Triples = set[tuple[int, str, str, str]]
"""The place of an item, what of it (an option, a token), who, label."""


def true_labels(question: str) -> Triples:
    found: Triples = set()
    for place, item in enumerate(TRUTH):
        for who, answers in item["answers"].items():
            given = answers[question]
            if question == "rank":
                found |= {(place, option, who, str(rank)) for rank, option in enumerate(given, 1)}
            elif question == "parts":
                for number, token in enumerate(re.finditer(r"\w+|[^\w\s]", item["text"]), 1):
                    labels = [label for start, end, label in given if start <= token.start() < end]
                    found.add((place, f"{number} {token[0]}", who, labels[0] if labels else "O"))
            else:
                found.add((place, "", who, "|".join(given) if isinstance(given, list) else str(given)))
    return found


def read_labels(matrix: LabelMatrix) -> Triples:
    stems = [re.split(r": ?", name, maxsplit=1) for name in matrix.items]
    order = sorted({stem for stem, *_ in stems}, key=lambda name: int(name.lstrip("s")))
    places = {name: place for place, name in enumerate(order)}
    people = [NAMES.get(name, name) for name in matrix.annotators]
    return {
        (places[stems[item][0]], "".join(stems[item][1:]), people[who], matrix.classes[label])
        for item, who, label in zip(matrix.item.tolist(), matrix.annotator.tolist(), matrix.label.tolist(), strict=True)
    }


@pytest.mark.slow
@pytest.mark.parametrize(("name", "question"), LABELLED)
def test_what_the_program_wrote_is_read_as_it_was_filled_in(name: str, question: str) -> None:
    asked = question if not name.startswith(("doccano", "mood")) else None
    matrix = open_labels(PROGRAMS / name, label_settings(question=asked))
    assert read_labels(matrix) == true_labels(question)
    assert (matrix.scale is Scale.ORDINAL) == (question == "rank")


def test_ordinal_alpha_of_rankings_is_the_mean_rank_correlation(tmp_path: Path) -> None:
    """All rank the same options: with n places in all, α = 1 − (1 − ρ)(n − 1) / n for the mean ρ of two annotators."""
    ranked = {
        who: [answers["rank"].index(option) for item in TRUTH for option in "xyz" if (answers := item["answers"][who])]
        for who in PEOPLE
    }
    mean = np.mean([spearmanr(ranked[one], ranked[two]).statistic for one, two in itertools.combinations(PEOPLE, 2)])
    many = 3 * 3 * len(TRUTH)
    orders = [(item["id"], who, item["answers"][who]["rank"]) for item in TRUTH for who in PEOPLE]
    tables = {
        "signs.csv": exports.table([("item", "annotator", "ranking"), *((i, w, " > ".join(r)) for i, w, r in orders)]),
        "commas.csv": exports.table(
            [("item", "annotator", "order"), *((i, w, ",".join(r)) for i, w, r in orders)], ";"
        ),
        "options.csv": exports.table(
            [("item", "annotator", "option", "rank"), *((i, w, o, n) for i, w, r in orders for n, o in enumerate(r, 1))]
        ),
        "wide.csv": exports.wide_table({(i, w): ">".join(r) for i, w, r in orders}),
        "argilla-1.jsonl": exports.lines(
            {
                "id": item["id"],
                "responses": [
                    {
                        "user_id": w,
                        "status": "submitted",
                        "values": {"rank": {"value": [{"rank": n, "value": o} for n, o in enumerate(r, 1)]}},
                    }
                    for i, w, r in orders
                    if i == item["id"]
                ],
            }
            for item in TRUTH
        ),
    }
    for name, content in tables.items():
        found = measure(written(tmp_path, name, content), change=False)
        assert found["krippendorff_alpha_ordinal"].value == pytest.approx(1 - (1 - mean) * (many - 1) / many), name
        assert any("rankings" in note for note in found.notes)


def test_options_in_groups_have_their_group_for_a_label(tmp_path: Path) -> None:
    tasks = json.loads((PROGRAMS / "label-studio.json").read_text("utf-8"))
    for result in (each for task in tasks for one in task["annotations"] for each in one["result"]):
        if result["from_name"] == "rank":
            first, *rest = result["value"]["ranker"]["rank"]
            result["value"]["ranker"] = {"best": [first], "ads": rest[:1], "_": rest[1:]}
    matrix = open_labels(written(tmp_path, "buckets.json", json.dumps(tasks)), label_settings(question="rank"))
    assert set(matrix.classes) == {"ads", "best"}
    assert any("sorted into groups" in note for note in heard(matrix))


def lighttag(*, seen: bool = True) -> dict[str, object]:
    """LightTag's download of a job, by the types that its makers publish: tags, classes, and who saw a text."""
    examples = []
    for item in TRUTH:
        tags: dict[tuple[int, int, str], list[str]] = {}
        classes: dict[str, list[str]] = {}
        for who, answers in item["answers"].items():
            for part in answers["parts"]:
                tags.setdefault(tuple(part), []).append(who)
            classes.setdefault(answers["mood"], []).append(who)
        examples.append(
            {
                "example_id": item["id"],
                "content": item["text"],
                "metadata": {},
                "seen_by": [{"annotator_id": n, "annotator": who} for n, who in enumerate(PEOPLE)] if seen else [],
                "annotations": [
                    {
                        "start": start,
                        "end": end,
                        "tag": tag,
                        "value": item["text"][start:end],
                        "correct": None,
                        "reviewed": False,
                        "annotated_by": [
                            {"annotator": who, "annotator_id": 1, "timestamp": "2020-07-26T20:42:03.676+00:00"}
                            for who in people
                        ],
                    }
                    for (start, end, tag), people in tags.items()
                ],
                "classifications": [
                    {
                        "classname": name,
                        "class_id": "c",
                        "classified_by": [{"annotator": who, "annotator_id": 1} for who in people],
                    }
                    for name, people in classes.items()
                ],
            }
        )
    return {"id": "5d1c", "name": "job", "examples": examples, "schema": {"id": "e7e7", "tags": [{"name": "LOC"}]}}


def test_lighttag_has_tags_and_classes_and_says_who_saw_a_text(tmp_path: Path) -> None:
    path = written(tmp_path, "lighttag.json", json.dumps(lighttag()))
    with pytest.raises(FormatError, match=r"several questions about an item \(tags, classes\)"):
        open_labels(path)
    assert read_labels(open_labels(path, label_settings(question="tags"))) == true_labels("parts")
    assert read_labels(open_labels(path, label_settings(question="classes"))) == true_labels("mood")
    quiet = {(place, who) for place, item in enumerate(TRUTH) for who in PEOPLE if not item["answers"][who]["parts"]}
    assert quiet
    unseen = written(tmp_path, "unseen.json", json.dumps(lighttag(seen=False)))
    kept = {each for each in true_labels("parts") if (each[0], each[2]) not in quiet}
    assert read_labels(open_labels(unseen, label_settings(question="tags"))) == kept


def test_a_member_who_labelled_nothing_is_left_out_and_named(tmp_path: Path) -> None:
    ann = written(
        tmp_path,
        "ann.jsonl",
        exports.lines({"id": n, "text": "x", "label": ["ab"[n % 2]], "Comments": []} for n in range(4)),
    )
    bob = written(
        tmp_path,
        "bob.jsonl",
        exports.lines({"id": n, "text": "x", "label": ["ab"[n % 3 % 2]], "Comments": []} for n in range(4)),
    )
    new = written(
        tmp_path, "new.jsonl", exports.lines({"id": n, "text": "x", "label": [], "Comments": []} for n in range(4))
    )
    matrix = open_labels([ann, new, bob])
    assert matrix.annotators == ("ann", "bob")
    assert any("no label in them: new.jsonl" in note for note in heard(matrix))


GOLDEN: dict[str, str | bytes] = {name: content for name, (_, content) in READ.items()} | {
    path.name: path.read_bytes() for path in sorted(PROGRAMS.iterdir()) if path.name != "truth.json"
}
TOOLS = {
    "label-studio": "label-studio.json",
    "argilla": "argilla.json",
    "prodigy": "prodigy-choix.jsonl",
    "doccano": "doccano-old.jsonl",
    "lighttag": "ner-lighttag.json",
    "potato": "potato.jsonl",
}
"""A golden file of each tool that writes JSON."""


def outcome(path: Path) -> tuple[str, LabelMatrix | None]:
    """What is said when a file is read, and its labels unless it is refused."""
    try:
        matrix = open_labels(path)
    except AnaphorError as error:
        return str(error), None
    return " ".join(heard(matrix)), matrix


def lines_of(name: str) -> list[dict[str, Any]]:
    content = GOLDEN[name]
    text = content.decode() if isinstance(content, bytes) else content
    found = [json.loads(line) for line in text.splitlines()] if name.endswith("l") else json.loads(text)
    return list(found["dataset"]["examples"] if isinstance(found, dict) else found)


def readable(path: Path, tool: str) -> bool:
    """Whether a tool's own reading gives labels that can be measured, if need be of one of the first two questions."""
    try:
        matrix = open_labels(path, label_settings(layout=tool))
    except AnaphorError as error:
        asked = (
            [str(error.values.get("question", "")).split(", ")[place] for place in (0, 1)]
            if error.code == "labels-several-questions"
            else []
        )
        matrices = []
        for question in asked:
            with contextlib.suppress(AnaphorError):
                matrices.append(open_labels(path, label_settings(layout=tool, question=question)))
        return any(map(measurable, matrices))
    return measurable(matrix)


def measurable(matrix: LabelMatrix) -> bool:
    used = np.count_nonzero(matrix.votes_per_item)
    return bool(used > 1 and len(matrix.classes) > 1 and matrix.votes_per_item.max() > 1)


@pytest.mark.slow
@pytest.mark.parametrize(("one", "two"), list(itertools.combinations(TOOLS, 2)))
def test_a_file_that_fits_two_formats_is_asked_about(tmp_path: Path, one: str, two: str) -> None:
    """The fields of both stand in each object: a program reads its own ones, and so could either."""
    both = []
    for first, second in zip(lines_of(TOOLS[one]), lines_of(TOOLS[two]), strict=False):
        shared = {name: [*first[name], *second[name]] for name in ("annotations",) if name in first and name in second}
        both.append({**second, **first, **shared})
    path = written(tmp_path, "both.jsonl", exports.lines(both))
    with pytest.raises(FormatError, match=rf"fits several formats \(.*({one}|{two}).*({one}|{two}).*\)") as caught:
        open_labels(path)
    works = [each for each in (one, two) if readable(path, each)]
    assert [each for each in (one, two) if f"--layout {each}" in str(caught.value)] == works
    with contextlib.suppress(AnaphorError):  # of several questions one must be named
        assert heard(open_labels(path, label_settings(layout=one)))


def test_a_verdict_without_prodigys_marks_may_be_a_plain_table(tmp_path: Path) -> None:
    rows = [(f"s{n // 3}", f"r{n % 3}", "ab"[n % 2], ("accept", "reject")[n % 5 == 0]) for n in range(30)]
    for name, content in (
        ("x.csv", exports.table([("text", "annotator", "label", "answer"), *rows])),
        (
            "x.jsonl",
            exports.lines(dict(zip(("text", "annotator", "label", "answer"), row, strict=True)) for row in rows),
        ),
    ):
        path = written(tmp_path, name, content)
        both = r"fits several formats \(prodigy, long\).*--layout long \(10 items, 3 annotators, 2 classes, 30 labels\)"
        with pytest.raises(FormatError, match=rf"{both}.*--layout prodigy$"):
            open_labels(path)
        assert set(open_labels(path, label_settings(layout="long")).classes) == {"a", "b"}
        assert set(open_labels(path, label_settings(layout="prodigy")).classes) == {"accept", "reject"}
    with pytest.raises(FormatError, match="does not have what argilla writes"):
        open_labels(tmp_path / "x.csv", label_settings(layout="argilla"))


def malformed(name: str, content: str | bytes) -> Iterator[tuple[str, bytes]]:
    """Ten ways in which a file of this format can be broken."""
    data = content if isinstance(content, bytes) else content.encode()
    half = len(data) // 2
    yield "empty", b""
    yield "cut off", data[:half]
    yield "null bytes", data[:half] + bytes(40) + data[half:]
    yield "another encoding", data.replace("é".encode(), b"\xe9").replace(b"a", b"\xff\xfe")
    yield "twice", data + data
    yield "another format in front", b'{"answer": "accept"}\n<html>\n' + data
    text = "json" in name
    yield (
        "numbers without measure",
        re.sub(rb'": ?"[^"]*"' if text else rb"[a-z]{3,}", b'": 1e999' if text else b"1e999", data),
    )
    yield (
        "lists for objects",
        data.replace(b"{", b"[").replace(b"}", b"]").replace(b":", b",") if text else data.replace(b",", b"\n"),
    )
    yield (
        "keys missing",
        re.sub(rb'"(answer|label|annotations|responses|labels|accept|annotator|spans|examples)"', b'"x"', data)
        if text
        else data.split(b"\n", 1)[-1],
    )
    yield (
        "null for values",
        re.sub(rb'": ?("[^"]*"|\d+)', b'": null', data) if text else re.sub(rb"(?<=[,;\t])[^,;\t\n]+", b"", data),
    )


PAGE = (Path(__file__).parents[2] / "docs" / "neighbours.md").read_text("utf-8").partition("## In: labels")[2]
FORMATS = dict.fromkeys(name for name in re.findall(r"`anaphor agreement measure (\S+?)[ `]", PAGE) if name in GOLDEN)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(FORMATS))
def test_ten_malformed_files_of_each_format_end_in_a_sentence_or_say_how_they_were_read(
    tmp_path: Path, name: str
) -> None:
    refused = 0
    for number, (kind, data) in enumerate(malformed(name, GOLDEN[name])):
        path = written(tmp_path, f"{number}{Path(name).suffix}", data)
        said, matrix = outcome(path)
        refused += matrix is None
        assert len(said) > 30, kind
        assert "\n" not in said.strip(), kind
        assert matrix is None or len(matrix.classes) < 60, kind
    assert refused >= 4


def page_labels(line: str, name: str) -> exports.Labels:
    """The labels in the file of a command of the page: those of its panel, or of the question asked for."""
    if name == "ranks.csv" or (PROGRAMS / name).exists():
        asked = re.search(r"--question (\w+)", line)
        question = asked[1] if asked else next((each for each in QUESTIONS if each in name), "rank")
        return {(f"{place}: {what}", who): label for place, what, who, label in true_labels(question)}
    return READ[name][0]


@pytest.mark.slow
@pytest.mark.parametrize(("line", "name"), re.findall(r"\| `(anaphor agreement measure (\S+).*?)` \|", PAGE))
def test_the_commands_of_the_page_run_as_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    orders = [(item["id"], who, " > ".join(item["answers"][who]["rank"])) for item in TRUTH for who in PEOPLE]
    ranks = exports.table([("item", "annotator", "ranking"), *orders])
    written(tmp_path, name, GOLDEN.get(name, ranks))
    assert typed(line) == pytest.approx(exports.alpha(page_labels(line, name)), abs=1e-9)


def test_the_page_has_every_format() -> None:
    for tool in ("Label Studio", "Argilla", "Prodigy", "doccano", "INCEpTION", "LightTag", "Potato", "Mechanical Turk"):
        assert f"| {tool}" in PAGE
    for tool in ("Toloka", "Appen", "Qualtrics", "LimeSurvey", "Excel", "ODS", "semicolons"):
        assert f"| {tool}" in PAGE


def test_nought_on_a_slider_of_potato_is_an_answer(tmp_path: Path) -> None:
    rows = [
        {"instance_id": item, "user_id": who, "labels": {"slider": {"scale": value}}}
        for item, values in {"a": (0, 0), "b": (3, 3), "c": (0, 5)}.items()
        for who, value in zip(PEOPLE, values, strict=False)
    ]
    matrix = open_labels(written(tmp_path, "potato.jsonl", "\n".join(map(json.dumps, rows))), label_settings())
    assert matrix.size == 6
    assert "0" in matrix.classes
