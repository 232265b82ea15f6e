"""The native format: every key is read into its field, and every error names file, line and field."""

import pytest

from anaphor.collection import Source, read_text
from anaphor.collection.formats.native import NATIVE
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import FormatError
from anaphor.schema import (
    NEITHER,
    Annotations,
    Associative,
    Candidate,
    Collection,
    HumanCount,
    Item,
    Mark,
    Origin,
    Question,
    Span,
    Status,
    Unmarked,
    UnmarkedReason,
    Version,
    question_of,
)

HEAD = "anaphor: 1\nlanguage: fr\n"


def read(body: str, head: str = HEAD) -> Collection:
    return read_text(head + body, "f.yaml")


def items(body: str) -> tuple[Item, ...]:
    return read(body).items


def test_the_header_is_read_key_by_key() -> None:
    collection = read_text(
        "anaphor: 1\nname: mine\ntitle: Les miens\nlanguage: fr\nversion: 1.10\nlicence: CC-BY-4.0\n"
        "authors: [A, B]\ncitation: 'A & B'\nnotes: |\n  deux\n  lignes\n"
    )
    assert collection == Collection(
        name="mine",
        title="Les miens",
        language="fr",
        version="1.10",
        licence="CC-BY-4.0",
        authors=("A", "B"),
        citation="A & B",
        notes="deux\nlignes\n",
    )


def test_a_collection_without_a_name_takes_that_of_its_file() -> None:
    source = Source(name="folder/set.yaml", stem="set", data=HEAD.encode())
    assert NATIVE.read(source, ReadSettings()).name == "set"


def test_a_single_author_counts_as_a_list_of_one() -> None:
    assert read("authors: Moi\n").authors == ("Moi",)


SCHEMA = """
schemas:
  - id: panne
    text: "Le mécanicien a dépanné le cycliste parce qu'[il] avait {ses outils|crevé}."
    question: "Qui avait {ses outils|crevé} ?"
    answers: [le mécanicien, le cycliste]
    domains: [causal, transport]
    source: wsc-en#2
    status: proposed
    reason: neuf
    notes: à relire
"""


def test_a_schema_gives_twins_whose_key_flips() -> None:
    schema = read(SCHEMA).schemas[0]
    special, alternate = schema.variants
    assert isinstance(special, Item)
    assert isinstance(alternate, Item)
    assert (special.id, special.answer) == ("panne.1", "le mécanicien")
    assert (alternate.id, alternate.answer) == ("panne.2", "le cycliste")
    assert alternate.question.text == "Le mécanicien a dépanné le cycliste parce qu'il avait crevé."
    assert alternate.question.prompt == "Qui avait crevé ?"
    assert alternate.question.anaphor_form == "il"
    assert [cue.of(alternate.question.text) for cue in alternate.question.cues] == ["crevé"]
    assert special.question.candidates == alternate.question.candidates


def test_a_schema_carries_its_domains_source_status_reason_and_notes() -> None:
    schema = read(SCHEMA).schemas[0]
    assert (schema.domains, schema.source, schema.status, schema.reason, schema.notes) == (
        ("causal", "transport"),
        "wsc-en#2",
        Status.PROPOSED,
        "neuf",
        "à relire",
    )


def test_three_variants_take_three_answers() -> None:
    found = items("schemas:\n  - {id: a, text: '[il] {x|y|z}', answers: [p, q, p]}\n")
    assert [each.answer for each in found] == ["p", "q", "p"]
    assert len(found[0].question.candidates) == 2


def test_candidates_may_be_more_than_the_answers_and_in_their_own_order() -> None:
    found = items("schemas:\n  - {id: a, text: '[il] {x|y}', candidates: [r, q, p], answers: [p, q]}\n")
    assert [each.key for each in found] == [2, 1]


def test_candidates_without_answers_give_questions_without_keys() -> None:
    variants = read("schemas:\n  - {id: a, text: '[il] {x|y}', candidates: [p, q]}\n").schemas[0].variants
    assert all(isinstance(entry, Question) for entry in variants)


def test_a_candidate_may_say_where_it_stands() -> None:
    found = items(
        "problems:\n  - {id: a, text: 'Le chat, [il] dort', candidates: [{text: Le chat, at: [0, 7]}], key: 1}\n"
    )
    assert found[0].question.candidates == (Candidate(text="Le chat", span=Span(start=0, end=7)),)


VARIANTS = """
schemas:
  - id: a
    variants:
      - {text: "[Elle] est là.", candidates: [Léa, Zoé], answer: Zoé, question: "Qui ?"}
      - {id: other, text: "On [lui] parle.", candidates: [Max, Paul, Luc], key: 2}
      - {text: "[Il] part.", candidates: [Max, Paul], key: neither, language: en}
      - {text: "[Il] reste.", candidates: [Max, Paul]}
"""


def test_variants_written_one_by_one_have_their_own_answers_and_candidates() -> None:
    one, two, three, four = read(VARIANTS).schemas[0].variants
    assert isinstance(one, Item)
    assert isinstance(two, Item)
    assert isinstance(three, Item)
    assert (one.id, one.answer, one.question.prompt) == ("a.1", "Zoé", "Qui ?")
    assert (two.id, two.answer) == ("other", "Paul")
    assert (three.key, three.question.language) == (NEITHER, "en")
    assert isinstance(four, Question)


def test_readings_are_given_by_candidate_and_follow_the_braces() -> None:
    body = "schemas:\n  - id: a\n    text: '[il] {x|y}'\n    answers: [p, q]\n    readings:\n      q: 'q {x|y}'\n"
    assert [each.question.readings for each in items(body)] == [(None, "q x"), (None, "q y")]


def test_readings_are_given_in_the_order_of_the_candidates() -> None:
    body = (
        "problems:\n  - {id: a, text: '[il] dort', candidates: [p, q], answer: p, readings: [null, 'q \\[dort\\]']}\n"
    )
    assert items(body)[0].question.readings == (None, "q [dort]")


def test_an_implicit_anaphor_is_said_and_not_marked() -> None:
    body = "schemas:\n  - {id: a, text: 'Se laver {avant|après}.', anaphor: implicit, form: soi, answers: [p, q]}\n"
    assert items(body)[0].question.anaphor == Unmarked(reason=UnmarkedReason.IMPLICIT, form="soi")


def test_a_gap_is_an_anaphor_without_a_word() -> None:
    body = "problems:\n  - {id: a, text: 'car [_] dort', candidates: [p, q], answer: p}\n"
    assert items(body)[0].question.anaphor == Mark(start=4, end=5, blank=True)


def test_marks_in_the_text_itself_are_escaped() -> None:
    body = "problems:\n  - {id: a, text: '\\[sic\\] a\\|b \\{c\\} [il]', candidates: [p], answer: p}\n"
    assert items(body)[0].question.text == "[sic] a|b {c} il"


def test_annotations_are_read_field_by_field() -> None:
    body = """
schemas:
  - id: a
    text: '[il] {x|y}'
    answers: [p, q]
    annotations:
      - {associative: "negatively", switchable: true, negatable: false, switched: s, template: 't […]',
         pairs: [[chat, dort], null], pairs_usable: true, human: {right: 3, asked: 4}, original: o, gender: f}
      -
"""
    special, alternate = items(body)
    assert special.annotations == Annotations(
        associative=Associative.NEGATIVELY,
        switchable=True,
        negatable=False,
        switched="s",
        template="t […]",
        pairs=(("chat", "dort"), None),
        pairs_usable=True,
        human=HumanCount(right=3, asked=4),
        original="o",
        gender="f",
    )
    assert alternate.annotations == Annotations()


def test_several_authors_versions_stand_side_by_side() -> None:
    body = (
        SCHEMA + "    versions:\n      - {author: PA, text: '[Il] {a|b}', question: 'Q ?', answers: [x, y], note: n}\n"
    )
    assert read(body).schemas[0].versions == (
        Version(author="PA", text="[Il] {a|b}", question="Q ?", answers=("x", "y"), note="n"),
    )


PROBLEM = """
problems:
  - id: auberge
    text: "Le patron vit un voyageur. [Il] lui tendit une {serviette}."
    question: "Qui tendit une serviette ?"
    candidates: [le patron, le voyageur, la bonne]
    answer: le patron
    source: Maupassant
    genre: roman
    origin: modified
    passage: nuit
    domains: social
    status: excluded
    reason: trop facile
    notes: bien
"""


def test_a_problem_is_read_key_by_key() -> None:
    problem = read(PROBLEM).problems[0]
    assert isinstance(problem.item, Item)
    assert (problem.id, problem.item.id, problem.item.answer) == ("auberge", "auberge", "le patron")
    assert len(problem.item.question.candidates) == 3
    assert [cue.of(problem.item.question.text) for cue in problem.item.question.cues] == ["serviette"]
    assert (problem.source, problem.genre, problem.origin, problem.passage, problem.domains) == (
        "Maupassant",
        "roman",
        Origin.MODIFIED,
        "nuit",
        ("social",),
    )
    assert (problem.status, problem.reason, problem.notes) == (Status.EXCLUDED, "trop facile", "bien")


PASSAGE = """
problems:
  - id: atelier
    text: "La potière tend le vase à sa nièce. [Elle] [le] laisse tomber."
    genre: conte
    domains: [physical]
    anaphors:
      - {question: "Qui ?", candidates: [la potière, sa nièce], answer: sa nièce}
      - {question: "Quoi ?", candidates: [le vase, le tour], answer: le vase, domains: [spatial]}
"""


def test_several_anaphors_over_one_text_are_problems_that_share_a_passage() -> None:
    one, two = read(PASSAGE).problems
    assert (one.id, two.id) == ("atelier.1", "atelier.2")
    assert one.passage == two.passage == "atelier"
    assert (one.genre, two.genre, one.domains, two.domains) == ("conte", "conte", ("physical",), ("spatial",))
    assert question_of(one.item).text == question_of(two.item).text
    assert (question_of(one.item).anaphor_form, question_of(two.item).anaphor_form) == ("Elle", "le")


def test_a_schema_may_be_in_another_language_than_its_collection() -> None:
    assert (
        items("schemas:\n  - {id: a, language: en, text: '[it] {x|y}', answers: [p, q]}\n")[0].question.language == "en"
    )


@pytest.mark.parametrize("word", ["no", "yes", "1e3", "07", "1.0", "true", "2024-01-01", "0x1F"])
def test_a_word_is_taken_as_written_and_never_as_a_number_or_a_truth(word: str) -> None:
    assert read(f"title: {word}\n").title == word


@pytest.mark.parametrize("word", ["~", "null", ""])
def test_nothing_is_nothing(word: str) -> None:
    assert read(f"title: {word}\n").title is None


def test_quotes_make_a_text_of_anything() -> None:
    assert read("title: 'null'\n").title == "null"


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends_and_a_byte_order_mark_do_not_matter(end: str) -> None:
    text = "\ufeff" + (HEAD + SCHEMA).replace("\n", end)
    assert read_text(text) == read(SCHEMA)


def schema(**keys: str) -> str:
    """A schema with keys set, or left out when empty."""
    written = {"id": "a", "text": "'[il] {x|y}'", "answers": "[p, q]", **keys}
    return "schemas:\n  - " + "\n    ".join(f"{key}: {value}" for key, value in written.items() if value) + "\n"


def problem(**keys: str) -> str:
    """A problem with keys set, or left out when empty."""
    written = {"id": "a", "text": "'[il] dort'", "candidates": "[p, q]", "answer": "p", **keys}
    return "problems:\n  - " + "\n    ".join(f"{key}: {value}" for key, value in written.items() if value) + "\n"


@pytest.mark.parametrize(
    ("body", "place", "message"),
    [
        ("", "f.yaml:1", "the key 'anaphor' is missing"),
        ("anaphor: 1\n", "f.yaml:1", "the key 'language' is missing"),
        ("anaphor: 2\nlanguage: fr\n", "f.yaml:1, field anaphor", "version 2 of the format"),
        ("anaphor: 1\nschemas:\n  - {id: a}\nlanguage: fr\n", "f.yaml:1", "Add it above the schemas"),
        (HEAD + "colour: red\n", "f.yaml:3, field colour", "not known here"),
        (HEAD + "title: [a]\n", "f.yaml:3, field title", "a text is expected"),
        (HEAD + "title: ' '\n", "f.yaml:3, field title", "the text is empty"),
        (HEAD + "title: a\ntitle: b\n", "f.yaml:4", "'title' stands twice"),
        (HEAD + "schemas: a\n", "f.yaml:3, field schemas", "a list is expected"),
        (HEAD + "schemas: [a]\n", "f.yaml:3, field schemas[1]", "a mapping"),
        (HEAD + "- a\n", "f.yaml:3", "not valid YAML"),
        (HEAD + "title: &x a\n", "f.yaml:3, field title", "anchors"),
        (HEAD + "title: *x\n", "f.yaml:3, field title", "anchors"),
        (HEAD + "---\na: b\n", "f.yaml:3", "more than one YAML document"),
        (HEAD + "? [a]\n: b\n", "f.yaml:3", "a key must be a plain word"),
        ("[a, b]", "f.yaml:1", "a mapping (key: value) is expected"),
        (HEAD + 'title: "\\["\n', "f.yaml:3", "Inside double quotes write"),
        (HEAD + schema(id=""), "f.yaml:4, field schemas[1]", "the key 'id' is missing"),
        (HEAD + schema(text=""), "f.yaml:4, field schemas[1]", "the key 'text' is missing"),
        (HEAD + schema(answers=""), "f.yaml:4, field schemas[1]", "the answers are missing"),
        (HEAD + schema(answers="[p]"), "f.yaml:6, field schemas[1].answers", "1 answers are given for 2 variants"),
        (HEAD + schema(answers="[p, '']"), "f.yaml:6, field schemas[1].answers[2]", "the text is empty"),
        (HEAD + schema(candidates="[r, s]"), "f.yaml:6, field schemas[1].answers", "'p' is none of the candidates (r"),
        (HEAD + schema(text="'il {x|y}'"), "f.yaml:5, field schemas[1].text", "no anaphor is marked"),
        (HEAD + schema(text="'[il {x|y}'"), "f.yaml:5, field schemas[1].text", "a [ is never closed"),
        (HEAD + schema(text="'[il] {x|[y]}'"), "f.yaml:5, field schemas[1].text", "2 anaphors are marked"),
        (HEAD + schema(anaphor="implicit"), "f.yaml:7, field schemas[1].anaphor", "does not go with the others"),
        (HEAD + schema(text="'{x|y}'", anaphor="lost"), "f.yaml:7, field schemas[1].anaphor", "implicit or unsaid"),
        (HEAD + schema(question="'{a|b|c} ?'"), "f.yaml:7, field schemas[1].question", "3 alternatives and the text 2"),
        (HEAD + schema(question="'[il] ?'"), "f.yaml:7, field schemas[1].question", "no anaphor is marked here"),
        (HEAD + schema(status="maybe"), "f.yaml:7, field schemas[1].status", "proposed or agreed or excluded"),
        (HEAD + schema(variants="[]"), "f.yaml:6, field schemas[1].answers", "does not go with the others"),
        (HEAD + "schemas:\n  - {id: a, variants: []}\n", "f.yaml:4, field schemas[1]", "has no item"),
        (HEAD + schema(readings="{z: a}"), "f.yaml:7, field schemas[1].readings.z", "none of the candidates"),
        (HEAD + schema(readings="[a]"), "f.yaml:7, field schemas[1].readings", "1 readings are given for 2"),
        (HEAD + schema(annotations="[{}]"), "f.yaml:7, field schemas[1].annotations", "1 annotations are given for 2"),
        (HEAD + schema(annotations="[{x: 1}, {}]"), "f.yaml:7, field schemas[1].annotations[1].x", "not known here"),
        (HEAD + schema(annotations="[{switchable: perhaps}, {}]"), "annotations[1].switchable", "cannot be read"),
        (HEAD + schema(annotations="[{pairs: [[a, b]]}, {}]"), "annotations[1].pairs", "2 pairs are expected"),
        (HEAD + schema(annotations="[{human: {right: 9, asked: 1}}, {}]"), "annotations[1]", "9 right answers of 1"),
        (HEAD + schema(versions="[{text: x}]"), "f.yaml:7, field schemas[1].versions[1]", "'author' is missing"),
        (HEAD + schema(versions="[{author: A, text: '['}]"), "versions[1].text", "a [ is never closed"),
        (HEAD + schema() + schema()[9:], "f.yaml:7, field schemas[2].id", "the id 'a' is taken on line 4"),
        (HEAD + schema() + problem(), "f.yaml:8, field problems[1].id", "the id 'a' is taken on line 4"),
        (HEAD + problem(text="'[il] {a|b}'"), "f.yaml:5, field problems[1].text", "a lone item has no alternatives"),
        (HEAD + problem(answer="r"), "f.yaml:7, field problems[1].answer", "none of the candidates (p, q)"),
        (HEAD + problem(candidates="[p, p]"), "f.yaml:7, field problems[1].answer", "two candidates are called 'p'"),
        (HEAD + problem(candidates=""), "f.yaml:4, field problems[1]", "'candidates' is missing"),
        (HEAD + problem(candidates="[]"), "f.yaml:4, field problems[1]", "has no candidates"),
        (HEAD + problem(candidates="[{text: p}, q]"), "f.yaml:6, field problems[1].candidates[1]", "two positions"),
        (HEAD + problem(candidates="[{text: p, at: [0, 99]}]"), "f.yaml:4, field problems[1]", "beyond the end"),
        (HEAD + problem(key="1"), "f.yaml:8, field problems[1].key", "does not go with the others"),
        (HEAD + problem(answer="", key="3"), "f.yaml:7, field problems[1].key", "Give 1 to 2, or neither"),
        (HEAD + problem(answer="", key="9" * 5000), "f.yaml:7, field problems[1].key", "no candidate's number"),
        (HEAD + problem(candidates=f"[{{text: p, at: [0, {'9' * 5000}]}}]"), "candidates[1]", "two positions"),
        (HEAD + problem(answer="", annotations="{gender: f}"), "f.yaml:4, field problems[1]", "without its answer"),
        (HEAD + problem(origin="stolen"), "f.yaml:8, field problems[1].origin", "verbatim or modified or constructed"),
        (HEAD + problem(anaphors="[]"), "f.yaml:7, field problems[1].answer", "does not go with the others"),
        (HEAD + problem(answer="", candidates="", anaphors="[]"), "problems[1].anaphors", "marks 1 anaphors and 0"),
        (
            HEAD + problem(text="'[il] {a|b}'", answer="", candidates="", anaphors="[{candidates: [p], key: 1}]"),
            "f.yaml:5, field problems[1].text",
            "a lone item has no alternatives",
        ),
    ],
)
def test_an_error_names_file_line_and_field(body: str, place: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_text(body or "name: x\n", "f.yaml")
    assert place in str(caught.value)
    assert message in str(caught.value)
    assert caught.value.where is not None
    assert caught.value.where.file == "f.yaml"


def test_bytes_that_are_not_utf_8_are_refused_at_their_line() -> None:
    source = Source(name="f.yaml", stem="f", data=b"anaphor: 1\ntitle: \xe9t\xe9\n")
    with pytest.raises(FormatError, match=r"f\.yaml:2: the file is not UTF-8\. Save it as UTF-8"):
        NATIVE.read(source, ReadSettings())


def test_a_file_is_recognised_by_its_key_below_any_comments() -> None:
    assert NATIVE.recognises(Source(name="x", stem="x", data=b"# mine\n\nanaphor: 1\n"))
    assert not NATIVE.recognises(Source(name="x", stem="x", data=b"title: anaphor: 1\n"))
