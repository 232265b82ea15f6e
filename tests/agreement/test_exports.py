"""Label files as other tools write them are read rightly, or stop with a line to type that then is."""

import contextlib
import json
import pickle
import shlex
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from anaphor.agreement import LabelMatrix, measure
from anaphor.agreement.coefficients.pooled import alpha_nominal
from anaphor.answers import LabelSettings, label_settings, open_labels
from anaphor.cli.agreement import app
from anaphor.errors import AnaphorError, FormatError, UnknownNameError
from tests.agreement import exports
from tests.agreement.exports import Labels, alpha, panel
from tests.agreement.tables import heard

YES_NO = panel(("accept", "reject"), ("ann", "bob", "cy"))
MOODS = panel(("joie", "colère", "peur"), ("alice", "bob", "chloé"), seed=2)
FIVE = panel(("entailment", "neutral", "contradiction"), ("p1", "p2", "p3", "p4", "p5"), seed=3)
CROWD = panel(("joy", "anger", "fear"), tuple(f"w{number}" for number in range(12)), items=60, seed=4, per_item=3)
RATINGS = panel(("1", "2", "3", "4"), ("r1", "r2", "r3", "r4"), seed=5)
SCALE = panel(("1", "1,5", "2", "2,5", "3"), ("Anne", "Bruno", "Chloé"), seed=6)
SIDE = panel(("joie", "peur"), ("w1", "w2", "w3"), seed=7)

TEXTS, PARTS, WORDS = exports.spans()
OTHER = panel(("oui", "non"), ("alice", "bob", "chloé"))
TWO = {key: label for key, label in MOODS.items() if key[1] != "bob"}
TITLE = "Campagne de mars, vague 2\nResponsable : Zoé"


def _truth(item: str) -> str:
    return Counter(label for (name, _), label in CROWD.items() if name == item).most_common(1)[0][0]


def _mixed_numbers(text: str) -> str:
    """The first annotator's numbers as pandas writes them: 1.0 for 1."""
    rows = [line.split(",") for line in text.splitlines()]
    return "\n".join(",".join((row[0], f"{row[1]}.0" if row[1].isdigit() else row[1], *row[2:])) for row in rows)


READ: dict[str, tuple[Labels, str | bytes]] = {
    "prodigy-binary.jsonl": (YES_NO, exports.prodigy_binary(YES_NO)),
    "prodigy-labels.jsonl": (YES_NO, exports.prodigy_labels(YES_NO)),
    "prodigy-choix.jsonl": (MOODS, exports.prodigy_choice(MOODS)),
    "prodigy.csv": (YES_NO, exports.prodigy_csv(YES_NO)),
    "doccano-old.jsonl": (MOODS, exports.doccano_old(MOODS)),
    "doccano-new.zip": (MOODS, exports.doccano_new(MOODS)),
    "label-studio.json": (MOODS, exports.label_studio(MOODS)),
    "label-studio-min.json": (MOODS, exports.label_studio_min(MOODS)),
    "label-studio.csv": (MOODS, exports.label_studio_csv(MOODS)),
    "ner-prodigy.jsonl": (WORDS, exports.prodigy_spans(TEXTS, PARTS)),
    "ner-doccano.zip": (WORDS, exports.doccano_spans(TEXTS, PARTS)),
    "ner-lighttag.json": (WORDS, exports.lighttag(TEXTS, PARTS)),
    "ner-inception.zip": (WORDS, exports.webanno(TEXTS, PARTS)),
    "humeurs.ods": (MOODS, exports.sheet(MOODS)),
    "semicolon-utf16.csv": (SCALE, exports.wide_table(SCALE, ";").encode("utf-16")),
    "argilla.json": (MOODS, exports.argilla(MOODS)),
    "argilla-feedback.jsonl": (MOODS, exports.argilla_feedback(MOODS)),
    "argilla-hub.jsonl": (MOODS, exports.argilla_hub(MOODS)),
    "snli.jsonl": (FIVE, exports.snli(FIVE)),
    "snli.txt": (FIVE, exports.snli_txt(FIVE)),
    "lists.csv": (FIVE, exports.lists_in_cells(FIVE)),
    "turk.csv": (CROWD, exports.turk(CROWD, lambda label: {"Answer.mood": label})),
    "turk-classifier.csv": (CROWD, exports.turk(CROWD, lambda label: {"Answer.mood.label": label})),
    "turk-radio.csv": (
        CROWD,
        exports.turk(
            CROWD,
            lambda label: {f"Answer.mood.{each}": str(each == label).lower() for each in ("joy", "anger", "fear")},
        ),
    ),
    "turk-json.csv": (
        CROWD,
        exports.turk(CROWD, lambda label: {"Answer.taskAnswers": json.dumps([{"mood": {"label": label}}])}),
    ),
    "qualtrics.csv": (RATINGS, exports.qualtrics(RATINGS)),
    "limesurvey.csv": (RATINGS, exports.limesurvey(RATINGS)),
    "titre.csv": (
        MOODS,
        exports.wide_table(MOODS, ";", item="énoncé", title="Campagne de mars, vague 2\nResponsable : Zoé").encode(
            "cp1252"
        ),
    ),
    "owner.csv": (
        CROWD,
        "Campaign,Moods 2024,\nOwner,Marie Dupont,marie@labo.fr\n"
        + exports.long_table(CROWD, ("sentence_id", "worker", "label")),
    ),
    "owner-wide.csv": (MOODS, "Owner,Marie Dupont,,\nDate,2024-03-01,,\n" + exports.wide_table(MOODS)),
    "macintosh.csv": (MOODS, exports.wide_table(MOODS, ";", item="énoncé").encode("mac-roman")),
    "utf16.tsv": (MOODS, exports.wide_table(MOODS, "\t").encode("utf-16-le")),
    "final.csv": (MOODS, exports.wide_table(MOODS, verdict="Final label")),
    "validée.csv": (MOODS, exports.wide_table(MOODS, ";", verdict="Étiquette validée")),
    "adjudicated.csv": (MOODS, exports.wide_table(MOODS, verdict="adjudicated_by_PI")),
    "majority.csv": (RATINGS, exports.wide_table(RATINGS, verdict="mood")),
    "virgules.csv": (SCALE, exports.wide_table(SCALE, ";")),
    "floats.csv": (RATINGS, _mixed_numbers(exports.wide_table(RATINGS))),
    "crowd-no-header.csv": (CROWD, exports.long_table(CROWD, order="ail", truth=_truth)),
    "crowd-no-header-3.csv": (CROWD, exports.long_table(CROWD, order="ail")),
    "one-name-known.csv": (CROWD, exports.long_table(CROWD, ("ann", "x", "y"), order="ail")),
    "melted.csv": (MOODS, exports.long_table(MOODS, ("index", "coder", "value"))),
    "nltk.tsv": (MOODS, exports.long_table(MOODS, order="ail", separator="\t")),
    "nltk.txt": (MOODS, exports.long_table(MOODS, order="ail", separator=" ")),
    "toloka.tsv": (CROWD, exports.toloka(CROWD)),
    "appen.csv": (CROWD, exports.appen(CROWD)),
    "potato-1.csv": (MOODS, exports.potato(MOODS)),
    "hatexplain.json": (MOODS, exports.hatexplain(MOODS)),
    "lists.json": (MOODS, exports.lists_by_item(MOODS)),
    "votes-in-cells.csv": (MOODS, exports.votes_in_cells(MOODS)),
    "décision.csv": (
        MOODS,
        exports.wide_table(MOODS, ";", verdict="décision").replace(
            "alice;bob;chloé", "annotateur 1;annotateur 2;annotateur 3"
        ),
    ),
    "label-beside.csv": (TWO, exports.wide_table(TWO, verdict="label")),
    "gold-annotator.csv": (
        MOODS,
        exports.long_table(
            MOODS | {(item, "gold"): label for (item, who), label in MOODS.items() if who == "bob"},
            ("item", "annotator", "label"),
        ),
    ),
}
"""Files that are read as they are: the panel, and the file."""
STOP: dict[str, tuple[Labels, str | bytes, str]] = {
    "label-studio-2.json": (MOODS, exports.label_studio(MOODS, other="ironie"), "several questions"),
    "turk-2.csv": (
        CROWD,
        exports.turk(CROWD, lambda label: {"Answer.mood": label, "Answer.sure": "yn"[len(label) % 2]}),
        "Mechanical Turk",
    ),
    "turk-side.csv": (SIDE, exports.turk_side_by_side(SIDE), "Mechanical Turk"),
    "formulaire.csv": (MOODS, exports.google_forms(MOODS), "survey"),
    "questions.csv": (
        MOODS,
        exports.questions_table(MOODS, panel(("oui", "non"), ("alice", "bob", "chloé"))),
        "several",
    ),
    "kili.json": (MOODS, exports.kili(MOODS), "not clear"),
    "labelbox.ndjson": (MOODS, exports.labelbox(MOODS), "not clear"),
    "blocks.csv": (MOODS, exports.blocks(MOODS, OTHER), "share no label with the others"),
    "nested.json": (
        MOODS,
        json.dumps(
            [
                {"key": item, "votes_by": {"person": who, "given": {"emotion": label}}}
                for (item, who), label in MOODS.items()
            ]
        ),
        "not clear",
    ),
}
"""Files that stop: the panel, the file, and what is said."""


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def found_alpha(matrix: LabelMatrix) -> float | None:
    return alpha_nominal(matrix).value


def typed(line: str) -> float:
    """The α that a line prints when it is typed."""
    words = shlex.split(line)
    assert words[:2] == ["anaphor", "agreement"]
    result = CliRunner().invoke(app, [*words[2:], "--json", "--no-change"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    value: float = json.loads(result.stdout)["coefficients"]["krippendorff_alpha_nominal"]["value"]
    return value


@pytest.mark.parametrize("labels", [YES_NO, MOODS, FIVE, CROWD])
def test_the_alpha_of_these_tests_is_that_of_nltk(labels: Labels) -> None:
    peer = pytest.importorskip("nltk.metrics.agreement", reason="the peer is not installed")
    task = peer.AnnotationTask([(who, item, label) for (item, who), label in labels.items()])
    assert alpha(labels) == pytest.approx(task.alpha())


@pytest.mark.slow
@pytest.mark.parametrize("name", READ)
def test_what_tools_export_is_read_rightly(tmp_path: Path, name: str) -> None:
    labels, content = READ[name]
    matrix = open_labels(written(tmp_path, name, content))
    assert matrix.size == len(labels)
    assert len(matrix.classes) == len(set(labels.values()))
    assert found_alpha(matrix) == pytest.approx(alpha(labels), abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("name", STOP)
def test_what_is_not_clear_stops_with_a_line_that_can_be_typed(tmp_path: Path, name: str) -> None:
    labels, content, says = STOP[name]
    with pytest.raises(AnaphorError, match=says) as caught:
        open_labels(written(tmp_path, name, content))
    assert typed(caught.value.todo.partition(": ")[2]) == pytest.approx(alpha(labels), abs=1e-9)


@pytest.mark.slow
def test_what_was_guessed_is_said(tmp_path: Path) -> None:
    said = {name: " ".join(heard(open_labels(written(tmp_path, name, READ[name][1])))) for name in READ}
    assert (
        "from Prodigy: items in 'text', annotators in '_annotator_id', labels in 'answer'"
        in said["prodigy-binary.jsonl"]
    )
    assert "1 annotation was left out" in said["prodigy-binary.jsonl"]
    assert "80 annotations were left out" in said["label-studio.json"]
    assert "read as cp1252" in said["titre.csv"]
    assert "The 2 lines above the header were left out (“Campagne de mars, vague 2”)" in said["titre.csv"]
    assert "read as mac-roman" in said["macintosh.csv"]
    assert "'mood' was left out" in said["majority.csv"]
    assert "'Étiquette validée' was left out: a verdict" in said["validée.csv"]
    assert "3 files were read as one table: each is an annotator's" in said["doccano-new.zip"]
    assert "nobody's label: gold" in said["gold-annotator.csv"]
    assert "1.0 = 1" in said["floats.csv"]


def test_several_files_and_the_standard_input_are_read(tmp_path: Path) -> None:
    head = ("item", "annotator", "label")
    whole = exports.long_table(MOODS, head)
    half = {key: label for key, label in MOODS.items() if int(key[0][1:]) <= 20}
    rest = {key: label for key, label in MOODS.items() if key not in half}
    one = written(tmp_path, "one.csv", exports.long_table(half, head))
    two = written(tmp_path, "two.tsv", exports.long_table(rest, head, separator="\t"))
    assert typed(f"anaphor agreement measure {one} {two}") == pytest.approx(alpha(MOODS))
    result = CliRunner().invoke(app, ["measure", "-", "--json", "--no-change"], input=whole)
    assert json.loads(result.stdout)["coefficients"]["krippendorff_alpha_nominal"]["value"] == pytest.approx(
        alpha(MOODS)
    )
    people = [
        written(
            tmp_path,
            f"{who}.csv",
            exports.table([("id", "label"), *((i, x) for (i, w), x in MOODS.items() if w == who)]),
        )
        for who in ("alice", "bob", "chloé")
    ]
    by_file = open_labels(people)
    assert by_file.annotators == ("alice", "bob", "chloé")
    assert found_alpha(by_file) == pytest.approx(alpha(MOODS))


def test_columns_have_numbers_too(tmp_path: Path) -> None:
    path = written(tmp_path, "x.csv", exports.long_table(CROWD, order="ail", truth=_truth))
    for options in ("--item 2 --annotator 1 --label 3", "--item 2 --label 3"):
        assert typed(f"anaphor agreement measure {path} {options}") == pytest.approx(alpha(CROWD))
    headed = written(tmp_path, "y.csv", exports.long_table(CROWD, ("wer", "was", "wie"), order="ail"))
    assert typed(f"anaphor agreement measure {headed} --item 2 --annotator 1 --label 3") == pytest.approx(alpha(CROWD))
    with pytest.raises(UnknownNameError):
        open_labels(headed, LabelSettings(item="4", label="3"))


def test_all_bad_lines_are_listed_and_can_be_left_out(tmp_path: Path) -> None:
    text = exports.long_table(MOODS, ("item", "annotator", "label")).splitlines()
    text.insert(5, "only,two")
    text.insert(9, 's1,"broken"quote,joie')
    text.insert(30, "a,b,c,d")
    path = written(tmp_path, "bad.csv", "\n".join(text) + "\n")
    with pytest.raises(
        FormatError, match=r"3 of 124 lines cannot be read: 6 .*2 columns.*10 .*broken.*31 .*`skip_bad`"
    ):
        open_labels(path)
    matrix = open_labels(path, LabelSettings(skip_bad=True))
    assert found_alpha(matrix) == pytest.approx(alpha(MOODS))
    assert any("3 of 124 lines were left out" in note and "6 (this row has 2" in note for note in heard(matrix))
    rows = exports.doccano_old(MOODS).splitlines()
    rows[3:3] = ['{"id": 4, "text"', "[1, 2]"]
    lined = written(tmp_path, "bad.jsonl", "\n".join(rows))
    with pytest.raises(FormatError, match=r"2 of .* lines cannot be read: 4 .*broken.*5 .*object"):
        open_labels(lined)
    assert found_alpha(open_labels(lined, LabelSettings(skip_bad=True))) == pytest.approx(alpha(MOODS))


def test_rows_above_the_table_can_be_counted(tmp_path: Path) -> None:
    text = "a,b,c,d\nx,y,z,t\n" + exports.wide_table(MOODS)
    path = written(tmp_path, "above.csv", text)
    matrix = open_labels(path, LabelSettings(skip_rows=2))
    assert found_alpha(matrix) == pytest.approx(alpha(MOODS))
    with pytest.raises(FormatError, match="nothing is left below 99 lines"):
        open_labels(path, LabelSettings(skip_rows=99))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "content", "first", "second"),
    [
        ("studio.json", exports.label_studio(MOODS, other="ironie"), "sentiment", None),
        ("min.json", exports.label_studio_min(MOODS, OTHER), "sentiment", "ironie"),
        ("argilla.json", exports.argilla(MOODS, OTHER), "humeur", "ironie"),
        ("argilla-hub.jsonl", exports.argilla_hub(MOODS, OTHER), "label", "ironie"),
        ("rows.csv", exports.questions_table(MOODS, OTHER), "naturel", "correct"),
        ("blocks.csv", exports.blocks(MOODS, OTHER), "humeur", "ironie"),
        (
            "turk.csv",
            exports.turk(MOODS, lambda label: {"Answer.mood": label, "Answer.sure": "yn"[label > "d"]}),
            "mood",
            None,
        ),
    ],
)
def test_one_of_several_questions_is_asked_for_by_its_name(
    tmp_path: Path, name: str, content: str, first: str, second: str | None
) -> None:
    path = written(tmp_path, name, content)
    with pytest.raises(FormatError, match=f"--question {first}"):
        open_labels(path)
    found = open_labels(path, label_settings(question=first))
    assert found_alpha(found) == pytest.approx(alpha(MOODS), abs=1e-9)
    assert f"Of several questions one was read: {first}." in heard(found)
    if second:
        assert typed(f"anaphor agreement measure {path} --question {second}") == pytest.approx(alpha(OTHER), abs=1e-9)
    missing = {
        ".json": "several questions",
        ".jsonl": "several questions",
        ".csv": "no question in it is called 'taille'",
    }
    with pytest.raises(AnaphorError, match="--question humeur" if name == "blocks.csv" else missing[path.suffix]):
        open_labels(path, LabelSettings(question="taille"))


def test_rows_of_one_name_are_not_taken_for_items(tmp_path: Path) -> None:
    path = written(tmp_path, "alike.csv", "item,x,y,z\na,1,2,1\na,1,1,1\nb,2,2,2\nc,1,2,2\n")
    with pytest.raises(FormatError, match=r"several rows are called a, .*--item item"):
        open_labels(path)


def test_ratings_beside_choices_are_a_question_of_their_own(tmp_path: Path) -> None:
    tasks = json.loads(exports.label_studio(RATINGS, other="note"))
    for task in tasks:
        for each in task["annotations"]:
            choice, note = each["result"]
            note |= {"type": "rating", "value": {"rating": int(choice["value"]["choices"][0])}}
            choice["value"]["choices"] = ["x"]
    path = written(tmp_path, "rating.json", json.dumps(tasks))
    with pytest.raises(FormatError, match=r"several questions about an item \(sentiment, note\)"):
        open_labels(path)
    assert typed(f"anaphor agreement measure {path} --question note") == pytest.approx(alpha(RATINGS))


def test_a_column_and_a_group_of_columns_are_questions_too(tmp_path: Path) -> None:
    survey = written(tmp_path, "limesurvey.csv", exports.limesurvey(RATINGS))
    assert found_alpha(open_labels(survey, LabelSettings(question="nat"))) == pytest.approx(alpha(RATINGS))
    long = exports.long_table(MOODS, ("item", "annotator", "humeur")).splitlines()
    more = [f"{line},{'sûr' if number else 'confiance'}" for number, line in enumerate(long)]
    path = written(tmp_path, "two.csv", "\n".join(more) + "\n")
    assert found_alpha(open_labels(path, LabelSettings(question="humeur"))) == pytest.approx(alpha(MOODS))
    with pytest.raises(FormatError, match="no question in it is called 'joli'"):
        open_labels(survey, LabelSettings(question="joli"))


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_a_pickle_is_refused_and_never_opened(tmp_path: Path, protocol: int) -> None:
    class Harm:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return Path.touch, (tmp_path / "ran",)  # type: ignore[return-value]  # wrong on purpose

    with pytest.raises(FormatError, match=r"a pickle of Python.*Save the labels as CSV"):
        open_labels(written(tmp_path, "labels.pkl", pickle.dumps(Harm(), protocol)))
    assert not (tmp_path / "ran").exists()


SILLY = {
    "one class": "item,rater,label,mood\n" + "".join(f"{n // 3},r{n % 3},x,{'ab'[n % 2]}\n" for n in range(30)),
    "classes for": "item,rater,label,mood\n"
    + "".join(f"{n // 3},r{n % 3},text number {n // 3},{'ab'[n % 2]}\n" for n in range(90)),
    "one item only": "text,rater,label,sentence_nr\n"
    + "".join(f"Is it?,r{n},{'ab'[n % 2]},{n // 3}\n" for n in range(30)),
    "accept and reject": "item,rater,verdict_of,decision\n"
    + "".join(f"{n // 3},r{n % 3},x,{('accept', 'reject')[n % 2]}\n" for n in range(30)),
}


@pytest.mark.parametrize("says", SILLY)
def test_a_guess_that_would_be_silly_stops(tmp_path: Path, says: str) -> None:
    with pytest.raises(FormatError) as caught:
        open_labels(written(tmp_path, "x.csv", SILLY[says]))
    told = {"one class": "would all be x", "one item only": "one item only"}
    assert told.get(says, says) in str(caught.value)
    assert "anaphor agreement measure" in str(caught.value)


def test_sets_of_labels_are_said_and_counted_by_what_they_share(tmp_path: Path) -> None:
    sets = {key: label if place % 4 else f"{label}, autre" for place, (key, label) in enumerate(MOODS.items())}
    path = written(tmp_path, "sets.csv", exports.long_table(sets, ("item", "annotator", "label"), separator=";"))
    matrix = open_labels(path)
    assert "autre|joie" in matrix.classes
    assert any("--distance masi" in note for note in heard(matrix))
    same = written(tmp_path, "bars.csv", path.read_text().replace(", autre", "|autre"))
    for distance in ("masi", "jaccard"):
        line = f"anaphor agreement measure {{}} --distance {distance}"
        assert typed(line.format(path)) == pytest.approx(typed(line.format(same)))


def test_a_task_whose_answers_are_broken_has_no_label(tmp_path: Path) -> None:
    text = exports.turk(CROWD, lambda label: {"Answer.taskAnswers": json.dumps([{"mood": {"label": label}}])})
    broken = text.replace('[{""mood"": {""label"": ""joy""}}]', '[{""mood""', 1)
    matrix = open_labels(written(tmp_path, "turk.csv", broken))
    assert matrix.size == len(CROWD) - 1
    assert "1 label is missing." in heard(matrix)


def test_a_zip_with_nothing_and_a_damaged_one_are_a_sentence(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "empty.zip", "w") as archive:
        archive.writestr(".hidden", "x")
    with pytest.raises(FormatError, match="empty"):
        open_labels(tmp_path / "empty.zip")
    data = exports.doccano_new(MOODS)
    with pytest.raises(FormatError, match="zip archive cannot be read"):
        open_labels(written(tmp_path, "cut.zip", data[: len(data) // 2]))


def test_parts_of_texts_are_read_token_by_token_and_that_is_said(tmp_path: Path) -> None:
    for name, tool in (
        ("ner-prodigy.jsonl", "Prodigy"),
        ("ner-lighttag.json", "LightTag"),
        ("ner-inception.zip", "TSV 3"),
    ):
        matrix = open_labels(written(tmp_path, name, READ[name][1]))
        said = " ".join(heard(matrix))
        assert f"{tool}: items in" in said
        assert "token by token: a token in none of them is O" in said
        assert {who.removeprefix("ner-") for who in matrix.annotators} == {"ann", "bob"}
    path = written(tmp_path, "two.zip", exports.webanno(TEXTS, PARTS, "identifier|value"))
    with pytest.raises(
        FormatError, match=r"NamedEntity\.value, NamedEntity\.identifier.*--question NamedEntity\.value"
    ):
        open_labels(path)
    assert typed(f"anaphor agreement measure {path} --question NamedEntity.value") == pytest.approx(alpha(WORDS))


WHOLE = (
    "#FORMAT=WebAnno TSV 3.3\n#T_SP=a.b.Named|value\n\n\n#Text=Paris dort\n"
    "1-1\t0-5\tParis\tLOC\t\n1-2\t6-10\tdort\t_\t\n"
)
SPAN = {"text": "Paris", "_input_hash": 1, "spans": [], "answer": "accept", "_session_id": "a"}
BAD_SPANS: dict[str, str] = {
    "no layer.tsv": WHOLE.replace("#T_SP=a.b.Named|value\n", ""),
    "only relations.tsv": WHOLE.replace("#T_SP", "#T_RL"),
    "no token.tsv": WHOLE.partition("1-1")[0],
    "cut line.tsv": "#FORMAT=WebAnno TSV 3.3\n#T_SP=a.b.Named|value\n#Text=Paris\n1-1\t0-5",
    "old.tsv": WHOLE.replace("TSV 3.3", "TSV 2.0"),
    "no label.jsonl": exports.lines([{**SPAN, "spans": [{"start": 0}]}] * 3),
    "text for a place.jsonl": exports.lines([{**SPAN, "spans": [{"start": "0", "end": 5, "label": "LOC"}]}] * 3),
    "all ignored.jsonl": exports.lines(
        [{**SPAN, "spans": [{"start": 0, "end": 5, "label": "L"}], "answer": "ignore"}] * 3
    ),
    "twice.jsonl": exports.lines([{**SPAN, "spans": [{"start": 0, "end": 5, "label": "L"}]}] * 3),
    "no examples.json": json.dumps({"id": "a", "dataset": {"id": "b", "examples": []}}),
    "examples of nothing.json": json.dumps(
        {"id": "a", "dataset": {"examples": [{"content": "x", "annotations": [{}]}]}}
    ),
}


@pytest.mark.parametrize("name", BAD_SPANS)
def test_malformed_parts_of_texts_end_in_a_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(AnaphorError) as caught:
        open_labels(written(tmp_path, name, BAD_SPANS[name]))
    assert len(str(caught.value)) > 30


@pytest.mark.slow
@pytest.mark.parametrize("odd", [None, 1, "x", [], {}, [[1]], [{}], [{"a": 1}], True])
def test_exports_with_something_odd_in_them_end_in_a_matrix_or_a_sentence(tmp_path: Path, odd: object) -> None:
    """Every field of the first object, outer and inner, is another thing or missing."""

    def spoilt(value: object) -> list[object]:
        if isinstance(value, list) and value:
            return [[each, *value[1:]] for each in spoilt(value[0])]
        if not isinstance(value, dict):
            return [odd]
        rest = [{name: each for name, each in value.items() if name != gone} for gone in value]
        return [*rest, *({**value, name: each} for name in value for each in spoilt(value[name]))]

    for name, content in [(name, READ[name][1]) for name in READ if "json" in name and not name.endswith(".csv")]:
        assert isinstance(content, str)
        objects = [json.loads(line) for line in content.splitlines()] if name.endswith("l") else json.loads(content)
        few = objects[:4] if isinstance(objects, list) else dict(list(objects.items())[:4])
        for each in spoilt(few)[:40]:
            with contextlib.suppress(AnaphorError):
                open_labels(written(tmp_path, name, json.dumps(each)))


def test_one_label_an_item_is_no_agreement(tmp_path: Path) -> None:
    path = tmp_path / "doccano.jsonl"
    path.write_text("".join(f'{{"id": {n}, "text": "x {n}", "label": ["{n % 3}"]}}\n' for n in range(9)), "utf-8")
    assert "No item has two labels (9 in all)" in str(measure(path).sentences[0])


def test_lists_within_lists_without_end_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text(f'[{{"text": {"[" * 900}"x"{"]" * 900}, "item": 1}}]', "utf-8")
    with pytest.raises(AnaphorError, match="nested too deep"):
        measure(path)
