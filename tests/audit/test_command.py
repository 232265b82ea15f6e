"""`anaphor audit`: fixed keys, exit codes, one sentence for what cannot be used, and an answer without any corpus."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from anaphor.audit.association.confrontation import confront
from anaphor.cli.audit import audit
from anaphor.collection import load, save
from anaphor.corpus import Unit, read_counts, write_counts
from anaphor.errors import AnaphorError, InputError
from anaphor.schema import Collection
from anaphor.text import speaking
from tests.audit.items import problems, schema, told
from tests.audit.naive import FixedCounts
from tests.corpus.naive import index_of, write_corpus

ROW = ("threshold", "items", "h", "n", "theta", "exactitude", "couverture", "reussite", "qualite", "answered")
TEXT = "Le père tient la règle.\nLe frère lève la tête.\nLe cousin baisse la tête. L'oncle a vécu ici !\n" * 40
app = audit


def run(*arguments: str | Path) -> tuple[int, str]:
    with speaking("en"):
        made = CliRunner().invoke(app, [str(each) for each in arguments])
    if made.exception is not None and not isinstance(made.exception, SystemExit):
        raise made.exception
    return made.exit_code, made.stdout


def document(*arguments: str | Path) -> dict[str, Any]:
    code, text = run(*arguments, "--json")
    assert code == 0
    found: dict[str, Any] = json.loads(text)
    return found


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "told.yaml"
    save(told(16), path)
    return path


def counts_file(path: Path, collection: Collection, right: int, wrong: int) -> Path:
    fit, _ = confront(collection)
    both = {pair: right if n == each.key else wrong for each in fit for n, pair in enumerate(each.pairs)}
    counts = FixedCounts(both, {word: 100 for pair in both for word in pair})
    write_counts(path, counts, [(*pair, Unit.LEMMA) for pair in both])
    return path


@pytest.fixture
def leaky(tmp_path: Path) -> Path:
    return counts_file(tmp_path / "leaky.json.gz", told(16), 9, 1)


def test_the_document_has_the_fixed_keys(saved: Path, leaky: Path) -> None:
    found = document(saved, "--corpus", leaky)
    assert set(ROW) <= found["table"][0].keys()
    assert [row["threshold"] for row in found["table"]] == [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]
    assert found["verdict"] == "leaks"
    assert len(found["items"]) == 32
    assert found["items"][0]["pairs"][0].keys() >= {"candidate", "cue", "score", "a", "b", "both", "total", "lines"}
    assert found["signature"].startswith("collection:told#")


def test_a_leak_fails_only_when_that_is_asked(saved: Path, leaky: Path, tmp_path: Path) -> None:
    assert run(saved, "--corpus", leaky, "--quick")[0] == 0
    assert run(saved, "--corpus", leaky, "--quick", "--fail-on-leak")[0] == 1
    even = counts_file(tmp_path / "even.json.gz", told(16), 3, 3)
    assert run(saved, "--corpus", even, "--quick", "--fail-on-leak")[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["anaphor-fr", "anaphor-en"])
def test_the_embedded_collections_get_an_answer_without_a_corpus_and_do_not_leak(name: str) -> None:
    found = document(name, "--quick")
    assert found["verdict"] != "leaks"
    assert found["verdict_without_names"]["verdict"] != "leaks"
    assert found["table"][0]["items"] > 20
    assert all(item["reason"] != "unknown_words" for item in found["items"])


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(
    ("file", "items", "scored", "right"),
    [
        ("wsc-fr/French_Wino_Schemas.xml", 180, 66, 38),
        ("fwsc285/wsc_285_v3.json", 180, 63, 38),
        ("wsc-en/WSCollection-285.xml", 240, 89, 50),
    ],
    ids=["wsc-fr", "fwsc285", "wsc-en"],
)
def test_the_published_collections_are_covered_by_what_the_package_carries(
    shared: Path, file: str, items: int, scored: int, right: int
) -> None:
    """The figures are those of docs/audit.md and docs/papers/schemas-2017.md."""
    found = document(shared / file, "--quick")
    first = found["table"][0]
    assert (first["n"], first["items"], first["h"]) == (items, scored, right)
    assert found["verdict"] == "undecided"
    assert all(item["reason"] != "unknown_words" for item in found["items"])


def test_the_page_for_people_says_verdict_table_and_what_to_look_at(saved: Path, leaky: Path) -> None:
    code, text = run(saved, "--corpus", leaky)
    assert code == 0
    assert "The collection leaks" in text
    assert "Simple statistics solve 16 of 16 schemas" in text
    assert "selectional restriction" in text
    assert "*a0–x0 9" in text
    assert "La collection livre ses réponses" in run(saved, "--corpus", leaky, "--quick", "--interface", "fr")[1]


def test_two_corpora_are_counted_as_one_and_each_left_out(saved: Path, leaky: Path, tmp_path: Path) -> None:
    other = counts_file(tmp_path / "other.json.gz", told(16), 2, 8)
    found = document(saved, "--corpus", leaky, "--corpus", other)
    assert found["items"][0]["pairs"][0]["both"] == 11
    assert {each["what"] for each in found["robustness"]} >= {"measure", "half", "without"}


def test_a_corpus_that_is_named_twice_is_not_counted_twice(saved: Path, leaky: Path) -> None:
    with pytest.raises(InputError, match="named twice"):
        run(saved, "--corpus", leaky, "--corpus", leaky)


@pytest.mark.slow
def test_text_can_be_counted_in_one_pass_without_an_index(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("Le père tient la règle.\nLe frère lève la tête.\nLe cousin baisse la tête.\n" * 40, "utf-8")
    found = document("anaphor-fr", "--stream", text, "--quick")
    assert found["words"] == 600
    ladder = next(each for each in found["items"] if each["item"] == "echelle.2")
    assert [(pair["candidate"], pair["both"]) for pair in ladder["pairs"]] == [("frère", 40), ("cousin", 0)]


def test_counts_can_be_saved_and_give_the_same_table(saved: Path, leaky: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json.gz"
    first = document(saved, "--corpus", leaky, "--save-counts", copy, "--quick")
    assert read_counts(copy).words == first["words"]
    assert document(saved, "--corpus", copy, "--quick")["table"] == first["table"]


@pytest.mark.slow
def test_the_figure_is_drawn_with_the_curve_and_the_items(saved: Path, leaky: Path, tmp_path: Path) -> None:
    path = tmp_path / "curve.svg"
    run(saved, "--corpus", leaky, "--quick", "--figure", path)
    text = path.read_text("utf-8")
    assert "precision (right of answered)" in text
    assert "right candidate" in text


def test_a_row_for_every_lead_can_be_asked(saved: Path, leaky: Path) -> None:
    assert len(document(saved, "--corpus", leaky, "--quick", "--continuous")["table"]) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--margin", "0.4"], "a margin of 0.4 is none"),
        (["--level", "2"], "a level of 2 is none"),
        (["--measure", "magic"], "no measure of association is called 'magic'"),
        (["--smoothing", "-1"], "cannot be smoothed"),
        (["--interface", "de"], "Write `interface` fr or en"),
        (["--corpus", "nowhere"], "no such index"),
        (["--figure", "curve.gif"], "cannot be written"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_cannot_be_used_is_one_clear_sentence(
    saved: Path, leaky: Path, arguments: list[str], sentence: str
) -> None:
    corpus = [] if "--corpus" in arguments else ["--corpus", str(leaky)]
    with pytest.raises(AnaphorError, match=sentence):
        run(saved, *corpus, "--quick", *arguments)


def test_a_language_without_counts_asks_for_a_corpus(tmp_path: Path) -> None:
    spanish = Collection(name="es", language="es", schemas=told(2).schemas)
    save(spanish, tmp_path / "es.yaml")
    with pytest.raises(InputError, match="Name a corpus of your own"):
        run(tmp_path / "es.yaml")


def test_lone_problems_get_the_other_shortcuts_and_the_reason_why_there_is_no_table(tmp_path: Path) -> None:
    save(problems([0, 0, 0]), tmp_path / "lone.yaml")
    found = document(tmp_path / "lone.yaml")
    assert (found["table"], found["items"], found["verdict"]) == ([], [], "undecided")
    assert {each["reason"] for each in found["unfit"]} == {"no_twin"}
    assert next(each for each in found["shortcuts"] if each["name"] == "first_mention")["rate"] == 1.0
    assert "none of the 3 items has the shape" in run(tmp_path / "lone.yaml")[1]


def test_the_keys_of_the_document_do_not_depend_on_what_was_found(saved: Path, leaky: Path, tmp_path: Path) -> None:
    save(problems([0, 0, 0]), tmp_path / "lone.yaml")
    whole, empty = document(saved, "--corpus", leaky), document(tmp_path / "lone.yaml")
    assert list(empty) == list(whole)
    for part in ("verdict_detail", "growth"):
        assert list(empty[part]) == list(whole[part])
    assert empty["signature"].startswith("collection:lone#")
    assert empty["words"] > 1_000_000
    assert document(tmp_path / "lone.yaml", "--quick")["shortcuts"] == []


def test_a_figure_and_counts_that_cannot_be_made_are_said_aloud(tmp_path: Path) -> None:
    save(problems([0, 0, 0]), tmp_path / "lone.yaml")
    files = [tmp_path / "curve.svg", tmp_path / "counts.json.gz"]
    asked = [str(tmp_path / "lone.yaml"), "--quick", "--figure", str(files[0]), "--save-counts", str(files[1])]
    made = CliRunner().invoke(app, asked)
    assert made.exit_code == 0
    assert "No figure is drawn" in made.stderr
    assert "No counts are written" in made.stderr
    assert not any(file.exists() for file in files)


def test_a_window_that_was_never_counted_is_named_as_the_reason(saved: Path, leaky: Path) -> None:
    with pytest.raises(InputError, match="no counts of words within 7 words"):
        run("anaphor-fr", "--window", "7", "--quick")
    with pytest.raises(InputError, match="no counts of words within 7 words"):
        run(saved, "--corpus", leaky, "--window", "7")
    assert document("anaphor-fr", "--window", "10", "--quick")["table"][0]["items"] > 10


@pytest.mark.slow
def test_an_index_without_text_is_audited_and_its_windows_left_out(tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", TEXT)
    index_of(inputs, tmp_path / "x", counts_only=True)
    found = document("anaphor-fr", "--corpus", tmp_path / "x")
    assert "window" not in {each["what"] for each in found["robustness"]}
    assert {"measure"} <= {each["what"] for each in found["robustness"]}


@pytest.mark.slow
@pytest.mark.parametrize("pairs", ["auto", "linguistics"])
def test_a_stream_gives_the_items_that_an_index_gives(tmp_path: Path, pairs: str) -> None:
    inputs = write_corpus(tmp_path / "in", TEXT)
    index_of(inputs, tmp_path / "x")
    for window in ([], ["--window", "5"], ["--window", "3"]):
        asked = ["anaphor-fr", "--quick", "--lines", "0", "--pairs", pairs, *window]
        index, stream = document(*asked, "--corpus", tmp_path / "x"), document(*asked, "--stream", inputs[0])
        assert stream["items"] == index["items"]
        assert stream["table"] == index["table"]
        assert stream["words"] == index["words"]


def test_a_text_that_is_named_twice_is_not_counted_twice(tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", TEXT)
    for again in (inputs[0], str(tmp_path / "in"), str(tmp_path / "in" / ".." / "in" / Path(inputs[0]).name)):
        with pytest.raises(InputError, match="named twice"):
            run("anaphor-fr", "--stream", inputs[0], "--stream", again, "--quick")


@pytest.mark.slow
def test_a_stream_of_a_table_is_told_its_column(tmp_path: Path) -> None:
    table = tmp_path / "t.tsv"
    table.write_text("en\tLe frère lève la tête.\nen\tLe cousin dort.\n" * 20, "utf-8")
    assert document("anaphor-fr", "--stream", table, "--column", "2", "--quick")["words"] == 160
    with pytest.raises(InputError, match="say how a stream is read"):
        run("anaphor-fr", "--column", "2")


def test_lone_problems_are_streamed_too(tmp_path: Path) -> None:
    save(problems([0, 0, 1]), tmp_path / "lone.yaml")
    inputs = write_corpus(tmp_path / "in", "Le chat dort.\nUn chat court.\nLe chien dort.\n")
    found = document(tmp_path / "lone.yaml", "--stream", inputs[0])
    frequent = next(each for each in found["shortcuts"] if each["name"] == "frequent_candidate")
    assert (frequent["answered"], frequent["right"]) == (3, 2)


def test_the_whole_page_speaks_french_when_that_is_asked(saved: Path, leaky: Path, tmp_path: Path) -> None:
    text = run(saved, "--corpus", leaky, "--interface", "fr")[1]
    for word in ("seuil", "justes", "réussite", "raccourci", "restriction de sélection", "changement", "À regarder"):
        assert word in text
    body = text.rsplit("collection:told#", 1)[0]
    for word in ("threshold", "right", "shortcut", "changed", "Simple statistics", "schemas", "words", "0.5"):
        assert word not in body
    save(problems([0, 0, 0]), tmp_path / "lone.yaml")
    assert "l’item n’a pas de jumeau" in run(tmp_path / "lone.yaml", "--quick", "--interface", "fr")[1]


def test_the_line_without_names_does_not_decide_whether_a_script_fails(tmp_path: Path) -> None:
    """All items together decide: two tests would err twice as often. The other line is in the document."""
    named = Collection(
        name="named",
        language="fr",
        schemas=(
            *told(16).schemas,
            *(
                schema(
                    f"n{n}",
                    f"Nicolas mot{n} suit Pierre car [il] est {{}}.",
                    (f"u{n}", f"v{n}"),
                    ("Nicolas", "Pierre"),
                    pairs=True,
                )
                for n in range(40)
            ),
        ),
    )
    save(named, tmp_path / "named.yaml")
    fit, _ = confront(named)
    both = {}
    for each in fit:
        for number, pair in enumerate(each.pairs):
            leading = number == each.key if not each.names else number == int(each.schema[1:]) % 2
            both[pair] = 9 if leading else 1
    counts = FixedCounts(both, {word: 100 for pair in both for word in pair})
    write_counts(tmp_path / "c.json.gz", counts, [(*pair, Unit.LEMMA) for pair in both])
    asked = [str(tmp_path / "named.yaml"), "--corpus", str(tmp_path / "c.json.gz"), "--quick"]
    found = document(*asked)
    assert found["verdict_without_names"]["verdict"] == "leaks"
    expected = 1 if found["verdict"] == "leaks" else 0
    assert run(*asked, "--fail-on-leak")[0] == expected


def test_words_that_the_counts_do_not_hold_are_said_aloud(saved: Path) -> None:
    found = document(saved, "--quick")
    assert found["table"][0]["items"] == 0
    assert found["sentences"][0] == (
        "Undecided: none of the 32 items could be scored: 32 have words that these counts do not hold. "
        "Count a text of your own: anaphor corpus index TEXT -o my.idx, then --corpus my.idx; or --stream TEXT."
    )


def test_a_table_in_which_nothing_was_scored_is_not_printed(saved: Path) -> None:
    code, printed = run(saved, "--quick")
    assert code == 0
    assert printed.startswith("Undecided: none of the 32 items")
    assert "threshold  " not in printed


def test_suspects_that_are_not_shown_are_counted(saved: Path, leaky: Path) -> None:
    _, printed = run(saved, "--corpus", leaky, "--quick")
    assert "… and 6 more" in printed
    _, printed = run(saved, "--corpus", leaky, "--quick", "--interface", "fr")
    assert "… et 6 autres" in printed
    assert "s0.1\N{NO-BREAK SPACE}: Le mot a0 suit b0 car [il] est x0.\n      *a0–x0 9 (3,17)" in printed


def test_a_collection_in_several_languages_asks_which(tmp_path: Path) -> None:
    mixed = Collection(name="m", language="mul", schemas=told(2).schemas)
    save(mixed, tmp_path / "mul.yaml")
    with pytest.raises(InputError, match="Say which with `language`"):
        run(tmp_path / "mul.yaml")


@pytest.mark.slow
@pytest.mark.shared
def test_hand_pairs_and_our_own_can_be_compared(shared: Path) -> None:
    path = shared / "fwsc285" / "wsc_285_v3.json"
    by_hand, ours = document(path, "--quick"), document(path, "--quick", "--pairs", "linguistics")
    assert by_hand["table"][0]["n"] == 180
    assert ours["table"][0]["n"] > 200
    assert load(path).language == "fr"


@pytest.mark.slow
def test_contamination_and_shortcuts_stand_first_in_the_verdict_and_select_drops_copies(tmp_path: Path) -> None:
    from anaphor.authoring.selection import AuditEvidence

    collection = load("anaphor-fr")
    inputs = write_corpus(tmp_path / "in", "\n".join(each.text for each in collection.questions[:120]))
    index_of(inputs, tmp_path / "x")
    found = document("anaphor-fr", "--corpus", tmp_path / "x")
    assert found["concerns"][0] == "contaminated"
    assert found["sentences"][0].startswith("Contaminated: ")
    _, printed = run("anaphor-fr", "--corpus", tmp_path / "x")
    assert printed.index("Contaminated") < printed.index("Undecided")
    (tmp_path / "audit.json").write_text(json.dumps(found))
    evidence = AuditEvidence.of(tmp_path / "audit.json", collection, 0)
    copies = next(each for each in found["shortcuts"] if each["name"] == "exposure")
    assert copies["answered"] > 60
    assert len(evidence.copied) == copies["answered"]
    assert evidence.copied <= evidence.reasons(99.0).keys()
