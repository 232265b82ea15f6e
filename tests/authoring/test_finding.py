"""Finding problems: what is proposed, in which order, and what a proposal carries."""

import json
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner

import anaphor
from anaphor import authoring
from anaphor.authoring import FindSettings, Proposals
from anaphor.cli.main import app
from anaphor.errors import FormatError, InputError
from anaphor.schema import Item, Origin, Question, Status, question_of
from tests.authoring.test_gold import ANN

DOCS = Path(__file__).resolve().parents[2] / "docs"


def text_of(page: str) -> str:
    """The text that a tutorial searches."""
    return (DOCS / page).read_text("utf-8").partition("```text title=")[2].partition("\n")[2].partition("```")[0]


@pytest.fixture(scope="module")
def novel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The French text of the tutorial."""
    path = tmp_path_factory.mktemp("novel") / "moulin.txt"
    path.write_text(text_of("fr/trouver.md"), "utf-8")
    return path


@pytest.fixture(scope="module")
def found(novel: Path) -> Proposals:
    """What is found in it."""
    return authoring.find(novel, novel.with_name("moulin.yaml"))


@pytest.mark.slow
def test_a_proposal_without_gold_is_unvalidated_has_no_key_and_says_where_it_comes_from(found: Proposals) -> None:
    assert len(found.proposals) >= 8
    for each in found.collection.problems:
        assert isinstance(each.item, Question)
        assert each.status is Status.UNVALIDATED
        assert each.reason
        assert each.origin is Origin.VERBATIM
        assert each.source is not None
        assert each.source.startswith("écrit pour cette page, Le Moulin des basses eaux, § ")
        assert each.source.endswith("(CC0-1.0)")
    assert found.collection.licence == "CC0-1.0"


@pytest.mark.slow
def test_the_file_is_a_collection_that_a_study_can_be_made_of(found: Proposals, tmp_path: Path) -> None:
    assert found.output is not None
    assert anaphor.load(found.output).problems == found.collection.problems
    done = CliRunner().invoke(
        app, ["experiment", "new", str(found.output), "--lists", "1", "-o", str(tmp_path / "d.json")]
    )
    assert done.exit_code == 0, done.output


@pytest.mark.slow
def test_every_candidate_has_a_reading_and_stands_where_it_is_said_to(found: Proposals) -> None:
    assert anaphor.readings(found.collection).missing == ()
    for each in found.proposals:
        asked = question_of(each.problem.item)
        heads = [candidate.text.split()[-1].split("'")[-1] for candidate in asked.candidates]
        assert all(head in place.of(asked.text) for head, place in zip(heads, each.places, strict=True))


def test_the_order_is_by_usefulness_but_for_the_spread_and_reasons_are_told(found: Proposals) -> None:
    first, last = found.proposals[0], min(found.proposals, key=lambda each: each.usefulness)
    assert first.usefulness == max(each.usefulness for each in found.proposals)
    assert first.usefulness > last.usefulness
    for each in found.proposals:
        assert {"contest", "tie", "alone", "length"} <= each.reasons.keys()
        assert all(0 <= value <= 1 for value in each.reasons.values())
        assert each.problem.notes is not None


def test_no_two_proposals_are_alike(novel: Path) -> None:
    content = novel.read_text("utf-8")
    twice = authoring.find(iter([content, content]), language="fr", models=False)
    once = authoring.find(iter([content]), language="fr", models=False)
    assert [question_of(each.item).text for each in twice.collection.problems] == [
        question_of(each.item).text for each in once.collection.problems
    ]


def test_filters_leave_out_what_is_not_wanted(novel: Path) -> None:
    some = authoring.find(novel, settings=FindSettings(kinds=("possessive",), limit=3), models=False)
    assert {each.kind.value for each in some.proposals} == {"possessive"}
    short = authoring.find(novel, settings=FindSettings(longest=16), models=False)
    assert all(len(question_of(each.item).text.split()) <= 16 for each in short.collection.problems)
    assert short.dropped["length"]
    assert authoring.find(novel, settings=FindSettings(least=1.0), models=False).proposals == ()


@pytest.mark.slow
def test_kinds_that_are_never_found_are_refused_by_naming_those_that_are() -> None:
    for kind in ("locative", "reflexive", "impersonal", "hopeful"):
        with pytest.raises(InputError, match=f"kind is '{kind}', which is none of 'subject' or .* or 'demonstrative'"):
            FindSettings(kinds=(kind,))
    shown = authoring.find(
        iter(["Le juge salua le greffier. Celui-ci souriait aux passants."]),
        language="fr",
        settings=FindSettings(kinds=("demonstrative",)),
        models=False,
    )
    assert [each.kind.value for each in shown.proposals] == ["demonstrative"]
    with pytest.raises(InputError, match=r"'dative', which is none of .*'possessive' or 'disjunctive'\."):
        authoring.find(iter(["The judge gave him a book."]), language="en", settings=FindSettings(kinds=("dative",)))


def test_gold_gives_the_key_and_the_chain(tmp_path: Path) -> None:
    text = "Le juge salua le greffier, parce qu'il craignait les procès."
    (tmp_path / "a.txt").write_text(text, "utf-8")
    spans = ((0, 7), (14, 25), (36, 38))
    lines = [f"T{n}\tPER {start} {end}\t{text[start:end]}" for n, (start, end) in enumerate(spans, 1)]
    (tmp_path / "a.ann").write_text("\n".join((*lines, "R1\tCoreference Arg1:T3 Arg2:T2", "")), "utf-8")
    with_gold = authoring.find(tmp_path, models=False)
    (proposal,) = with_gold.proposals
    assert isinstance(proposal.problem.item, Item)
    assert proposal.problem.item.answer == "le greffier"
    assert proposal.chain == ("le greffier", "il")
    (plain,) = authoring.find(tmp_path, models=False, gold=False).proposals
    assert isinstance(plain.problem.item, Question)


def test_a_key_that_is_no_candidate_is_no_problem(tmp_path: Path) -> None:
    (tmp_path / "d1.txt").write_text("Le chat parle au chien. Il dort.", "utf-8")
    (tmp_path / "d1.ann").write_text(ANN.replace("R1", "#1"), "utf-8")
    assert authoring.find(tmp_path, models=False, settings=FindSettings(shortest=2)).dropped == {"no-key": 1}


def test_processes_find_what_one_process_finds(tmp_path: Path, novel: Path) -> None:
    paragraphs = novel.read_text("utf-8").split("\n\n")
    for number in range(3):
        (tmp_path / f"part{number}.txt").write_text("\n\n".join(paragraphs[number::3]), "utf-8")
    alone, several = (authoring.find(tmp_path, models=False, language="fr", processes=count) for count in (1, 2))
    assert alone.proposals == several.proposals


def test_a_table_of_works_and_a_header_say_whose_a_text_is(tmp_path: Path) -> None:
    body = "<text><body><p>Le juge salua le greffier, parce qu'il craignait les longs procès.</p></body></text>"
    stated = "<titleStmt><title>Le Procès</title><author>A. B.</author></titleStmt>"
    licence = "<publicationStmt><availability><licence>CC0</licence></availability></publicationStmt>"
    (tmp_path / "x.xml").write_text(
        f"<TEI><teiHeader><fileDesc>{stated}{licence}</fileDesc></teiHeader>{body}</TEI>", "utf-8"
    )
    (problem,) = authoring.find(tmp_path / "x.xml", models=False).collection.problems
    assert problem.source == "A. B., Le Procès, § 1 (CC0)"
    (tmp_path / "works.tsv").write_text("filename\ttitle\tauthor-name\tgenre\nx\tAutre\tC. D.\troman\n", "utf-8")
    (problem,) = authoring.find(tmp_path / "x.xml", works=tmp_path / "works.tsv", models=False).collection.problems
    assert (problem.source, problem.genre) == ("C. D., Autre, § 1 (CC0)", "roman")
    (tmp_path / "none.tsv").write_text("title\tauthor\na\tb\n", "utf-8")
    with pytest.raises(FormatError, match="file"):
        authoring.find(tmp_path / "x.xml", works=tmp_path / "none.tsv")


@pytest.mark.parametrize("name", ["p.json", "none/p.yaml", "."])
def test_a_place_that_cannot_be_written_is_said_before_the_search(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        authoring.find(tmp_path / "not looked for.txt", tmp_path / name)


def test_a_passage_of_many_files_is_proposed_once_and_few_are_kept(novel: Path, tmp_path: Path) -> None:
    once = authoring.find(novel, settings=FindSettings(limit=5), models=False)
    for number in range(6):
        (tmp_path / f"copy{number}.txt").write_bytes(novel.read_bytes())
    again = authoring.find(tmp_path, settings=FindSettings(limit=5), models=False)
    texts = [question_of(each.item).text for each in again.collection.problems]
    assert again.found == 6 * once.found
    assert len(texts) == len(set(texts)) == len(once.proposals)


@pytest.mark.parametrize(
    "wrong", [{"limit": 0}, {"sentences": 4}, {"candidates": 1}, {"shortest": 9, "longest": 8}, {"least": 2}]
)
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(InputError):
        FindSettings(**wrong)  # type: ignore[arg-type]  # a dict of whole numbers


def test_texts_in_no_language_or_one_without_rules_are_refused() -> None:
    with pytest.raises(InputError, match="not recognised"):
        authoring.find(iter(["zzz qqq www"]))
    with pytest.raises(InputError, match="“de”"):
        authoring.find(iter(["Der Hund sah den Mann."]), language="de")


@pytest.mark.slow
def test_the_command_prints_what_the_call_gives(novel: Path, tmp_path: Path) -> None:
    output = tmp_path / "p.yaml"
    done = CliRunner().invoke(app, ["collection", "find", str(novel), "-o", str(output), "--limit", "4", "--json"])
    assert done.exit_code == 0, done.output
    called = authoring.find(novel, output, settings=FindSettings(limit=4))
    assert json.loads(done.stdout) == called.to_dict()
    assert called.to_frame().shape[0] == 4
    assert "4 proposals" in repr(called)


@pytest.mark.slow
@pytest.mark.shared
def test_on_a_coreference_corpus_the_gold_antecedent_is_among_the_candidates() -> None:
    from bench.authoring_find import CORPORA, MEASURED, TUNED, proposals_of

    if not CORPORA["en"][0].is_file():
        pytest.skip("the corpus is not beside the project")
    judged = hits = 0
    for document, each in chain(proposals_of("en", TUNED), proposals_of("en", MEASURED)):
        question = question_of(each.problem.item)
        start = document.text.find(question.text)
        own = document.chain_of(start + question.anaphor.start, start + question.anaphor.end)  # type: ignore[union-attr]  # it is marked
        chains = [document.chain_of(start + place.start, start + place.end) for place in each.places]
        judged += own is not None
        hits += own is not None and own in chains
    assert judged >= 20
    assert hits >= 0.9 * judged
