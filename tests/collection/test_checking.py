"""The checker says what is wrong, and only that."""

import json
from pathlib import Path

import pytest

from anaphor.collection import CATALOGUE, Finding, findings_in, load, read_text, worst_first
from anaphor.collection.checks.checking import CODES
from anaphor.collection.checks.findings import Severity
from anaphor.language import Animacy, Gender, Number
from anaphor.schema import Collection, question_of
from anaphor.text import speaking, text, words


def _collection(body: str, language: str = "fr") -> Collection:
    return read_text(f"anaphor: 1\nname: essai\nlanguage: {language}\n{body}")


def _schema(text: str, question: str = "Qui {a|b} ?", answers: str = "[a, b]", more: str = "") -> Collection:
    lines = f'schemas:\n  - id: s\n    text: "{text}"\n    question: "{question}"\n    answers: {answers}\n'
    return _collection(lines + "".join(f"    {line}\n" for line in more.splitlines()))


def _codes(collection: Collection, *beside: Collection) -> set[str]:
    return {finding.code for finding in findings_in(collection, beside=beside)}


GOOD = "La voisine a prêté une échelle à la gardienne, car [elle] voulait {rendre service|changer une ampoule}."
QUESTION = "Qui voulait {rendre service|changer une ampoule} ?"
ANSWERS = "[la voisine, la gardienne]"


def test_a_good_schema_has_nothing_to_report() -> None:
    assert _codes(_schema(GOOD, QUESTION, ANSWERS, "domains: [social]")) == set()


# Each flaw is made by one change to a sound schema, so that a finding can only come from that change.
FLAWS = {
    "twins-do-not-flip": (GOOD, QUESTION, "[la voisine, la voisine]", "candidates: [la voisine, la gardienne]"),
    "concord-gender": (GOOD.replace("la gardienne", "le gardien"), QUESTION, "[la voisine, le gardien]", ""),
    "concord-number": (
        GOOD.replace("la gardienne", "les gardiennes").replace("à les", "aux"),
        QUESTION,
        "[la voisine, les gardiennes]",
        "",
    ),
    "concord-unknown": (GOOD.replace("la gardienne", "Camille"), QUESTION, "[la voisine, Camille]", ""),
    "candidate-not-in-text": (GOOD, QUESTION, "[la voisine, la concierge]", ""),
    "candidates-alike": (GOOD, QUESTION, "[la voisine, La voisine]", ""),
    "anaphor-impersonal": (
        "Le voisin parle au gardien, mais [il] faut {attendre|partir}.",
        "Qui doit {attendre|partir} ?",
        "[le voisin, le gardien]",
        "",
    ),
    "anaphor-reflexive": (
        "Le voisin et le gardien sont là : le voisin [se] {lave|peigne}.",
        "Qui {lave|peigne} ?",
        "[le voisin, le gardien]",
        "",
    ),
    "anaphor-in-candidate": (
        "Le maçon montre [son] frère au voisin {fatigué|pressé}.",
        "Le frère de qui est {fatigué|pressé} ?",
        "[le frère, le voisin]",
        "",
    ),
    "animacy-differs": (
        "La vendeuse range la valise, car [elle] est {fatiguée|lourde}.",
        "Qui est {fatigué|lourd} ?",
        "[la vendeuse, la valise]",
        "",
    ),
    "participle-betrays": (
        "Paul et Marie ont joué dehors. Le maître [l'] a {grondée|louée}.",
        "Qui a été {grondé|loué} ?",
        "[Paul, Marie]",
        "",
    ),
    "cue-names-candidate": (
        "Le chat a suivi le chien, mais [il] aime {les chats|dormir}.",
        "Qui aime {les chats|dormir} ?",
        "[le chien, le chat]",
        "",
    ),
    "final-clause": (
        "La mère borde sa fille pour qu'[elle] {dorme|travaille}.",
        "Qui {dort|travaille} ?",
        "[sa fille, la mère]",
        "",
    ),
    "prompt-not-a-question": (GOOD, "Dites qui voulait {rendre service|changer une ampoule}.", ANSWERS, ""),
    "prompt-unrelated": (GOOD, "Alors, {quoi|comment} ?", ANSWERS, ""),
    "prompt-names-candidate": (GOOD, "La voisine voulait-elle {rendre service|changer une ampoule} ?", ANSWERS, ""),
    "prompt-does-not-follow": (GOOD, "Qui voulait rendre service ?", ANSWERS, ""),
    "domain-unknown": (GOOD, QUESTION, ANSWERS, "domains: [magie]"),
    "status-without-reason": (GOOD, QUESTION, ANSWERS, "status: proposed"),
    "hidden-character": (GOOD.replace("échelle", "éch\u200belle"), QUESTION, ANSWERS, ""),
    "mixed-scripts": (GOOD.replace("service", "servi\u0441e"), QUESTION, ANSWERS, ""),
    "not-normalised": (GOOD.replace("échelle", "e\u0301chelle"), QUESTION, ANSWERS, ""),
    "mojibake": (GOOD.replace("échelle", "Ã©chelle"), QUESTION, ANSWERS, ""),
    "spacing": (GOOD.replace("une échelle", "une  échelle"), QUESTION, ANSWERS, ""),
    "mixed-apostrophes": (GOOD.replace("une échelle", "l'échelle d’hier"), QUESTION, ANSWERS, ""),
    "candidate-in-candidate": (
        GOOD.replace("la gardienne", "la voisine du dessus"),
        QUESTION,
        "[la voisine, la voisine du dessus]",
        "",
    ),
}


@pytest.mark.parametrize("code", FLAWS)
def test_a_flaw_is_found(code: str) -> None:
    text, question, answers, more = FLAWS[code]
    assert code in _codes(_schema(text, question, answers, more))


def test_a_noun_that_fills_a_gap_needs_no_determiner_of_its_own(tmp_path: Path) -> None:
    row = {
        "qID": "a-1",
        "sentence": "The lamp fits on the shelf because the _ is small.",
        "option1": "lamp",
        "option2": "shelf",
        "answer": "1",
    }
    path = tmp_path / "gaps.jsonl"
    path.write_text(json.dumps(row), "utf-8")
    assert "candidate-without-determiner" not in _codes(load(str(path)))


def test_only_a_participle_that_agrees_betrays_a_clitic() -> None:
    def codes(text: str, answers: str = "[le loup, la brebis]") -> set[str]:
        return {each for each in _codes(_schema(text, "Qui {boit|mange} ?", answers, "")) if "betrays" in each}

    start = "Le loup et la brebis {boivent|mangent}. Le berger "
    assert codes(f"{start}[l'] a bien vite chassée.")
    assert codes(f"{start}[l'] a chassé.")
    assert not codes(f"{start}[l'] a fait partir.")
    assert not codes(f"{start}[l'] appelle.")
    assert not codes(f"{start}[l'] a chassé.".replace("la brebis", "le mouton"), "[le loup, le mouton]")


def test_twins_that_differ_outside_the_marked_words_are_found() -> None:
    variants = """schemas:
  - id: s
    variants:
      - {text: "Le maçon a aidé le voisin, car [il] est {fort}.", candidates: [le maçon, le voisin], answer: le maçon}
      - {text: "Le maçon aide le voisin, car [il] est {faible}.", candidates: [le maçon, le voisin], answer: le voisin}
"""
    assert "twins-differ-outside-the-marks" in _codes(_collection(variants))


def test_candidates_that_change_with_the_variant_make_a_schema_atypical() -> None:
    variants = """schemas:
  - id: s
    variants:
      - {text: "Le maçon suit le voisin, car [il] est {fort}.", candidates: [le maçon, le voisin], answer: le maçon}
      - {text: "Le maçon suit le curé, car [il] est {faible}.", candidates: [le maçon, le curé], answer: le curé}
"""
    assert "twin-candidates-differ" in _codes(_collection(variants))


def test_a_problem_of_four_sentences_is_too_long() -> None:
    text = "Le maçon arrive. Le voisin sort. Il pleut. [Il] rentre."
    body = f'problems:\n  - {{id: p, text: "{text}", candidates: [le maçon, le voisin], answer: le voisin}}\n'
    assert "too-long" in _codes(_collection(body))


def test_near_copies_are_found_inside_and_across_collections() -> None:
    one = _schema(GOOD, QUESTION, ANSWERS)
    twice = _collection(
        "schemas:\n"
        + "".join(
            f'  - {{id: s{n}, text: "{GOOD.replace("échelle", word)}", question: "{QUESTION}", answers: {ANSWERS}}}\n'
            for n, word in enumerate(["échelle", "tenaille"])
        )
    )
    assert "near-duplicate" in _codes(twice)
    assert "known-text" in _codes(one, twice)
    assert "known-text" not in _codes(one)


def test_a_right_answer_that_always_comes_first_is_unbalanced() -> None:
    names = ["Anne", "Marie", "Lucie", "Sophie", "Julie", "Claire", "Nadia", "Inès", "Rose", "Alice", "Emma", "Léa"]
    rows = "".join(
        f'  - {{id: p{n}, text: "{one} salue {other} dans la rue {n}. [Elle] sourit.", question: "Qui sourit ?", '
        f"candidates: [{one}, {other}], answer: {one}}}\n"
        for n, (one, other) in enumerate(zip(names, reversed(names), strict=True))
    )
    assert "position-unbalanced" in _codes(_collection("problems:\n" + rows))


@pytest.mark.parametrize("language", ["FR", "fr-FR", "francais"])
def test_a_language_without_rules_is_named_once_and_not_passed_over_in_silence(language: str) -> None:
    body = "schemas:\n" + "".join(
        f'  - {{id: {name}, text: "{GOOD}", question: "{QUESTION}", answers: {ANSWERS}}}\n' for name in ("a", "b")
    )
    told = [each for each in findings_in(_collection(body, language)) if each.code == "language-unknown"]
    assert [(each.place, each.details["language"]) for each in told] == [("essai", language)]
    assert "language-unknown" not in _codes(_collection(body))


def test_excluded_schemas_are_not_checked() -> None:
    text, question, answers, _ = FLAWS["concord-gender"]
    assert _codes(_schema(text, question, answers, "status: excluded\nreason: accord")) == set()


def test_a_reference_that_marks_another_pronoun_or_another_key_is_said_so() -> None:
    text = "La voisine écrit à la gardienne qu'elle lui rendra la clé {demain|bientôt}."
    marked = _schema(text.replace("elle", "[elle]"), "Qui rendra la clé {demain|bientôt} ?", ANSWERS)
    other = _schema(text.replace("lui", "[lui]"), "À qui rendra-t-on la clé {demain|bientôt} ?", ANSWERS)
    swapped = _schema(
        text.replace("elle", "[elle]"), "Qui rendra la clé {demain|bientôt} ?", "[la gardienne, la voisine]"
    )
    assert "reference-anaphor-differs" in _codes(marked, other)
    assert "reference-key-differs" in _codes(marked, swapped)
    assert not {code for code in _codes(marked, marked) if code.startswith("reference")}


def test_worst_findings_come_first_and_every_message_exists_in_both_languages() -> None:
    text, question, answers, _ = FLAWS["concord-gender"]
    found = worst_first(findings_in(_schema(text, question, answers, "domains: [magie]")))
    levels = [list(Severity).index(finding.severity) for finding in found]
    assert levels == sorted(levels)
    for finding in found:
        english = str(finding.message)
        with speaking("fr"):
            french = str(finding.message)
        assert french != english
        assert "{" not in french + english


def test_every_feature_that_a_finding_can_name_has_a_word() -> None:
    features = [*Gender, *Number, *Animacy]
    assert [text(f"collection-word-{feature}") for feature in features] == features
    with speaking("fr"):
        assert text(f"collection-word-{Gender.NEUTER}") == "neutre"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_code_has_its_sentence_and_typography_leaves_no_doubled_space(language: str) -> None:
    assert len(CODES) > 40
    with speaking(language):
        sentences = words("collection-finding-")
    for code in CODES:
        assert "  " not in sentences[code.replace("-", "_")]


@pytest.mark.slow
@pytest.mark.parametrize("name", [listing.name for listing in CATALOGUE if listing.embedded])
def test_the_embedded_collections_pass_without_error_or_warning(name: str) -> None:
    serious = [each for each in findings_in(load(name)) if each.severity is not Severity.NOTE]
    assert [(each.place, str(each.message)) for each in serious] == []


def test_the_embedded_collections_are_large_enough_and_flip() -> None:
    french, english = load("anaphor-fr"), load("anaphor-en")
    assert len(french.schemas) >= 80
    assert len(english.schemas) >= 40
    assert len(french.problems) >= 60
    assert len(french.problems) + len(english.problems) >= 80
    assert sum(len(question_of(problem.item).candidates) >= 3 for problem in french.problems) >= 10


# The 16 French rows of XWinograd that mark the wrong pronoun or invert the label (0-based among the 83): listed in
# the notes beside the data, section 3.3 of the notes on resolvers.
WRONG = {18, 19, 22, 23, 36, 37, 40, 41, 58, 59, 68, 69, 76, 77, 81, 82}


def _rows(found: tuple[Finding, ...], collection: Collection) -> set[int]:
    """Rows with an error or warning about the anaphor or against the reference."""
    numbers = {question.id: number for number, question in enumerate(collection.questions)}
    return {
        numbers[name]
        for each in found
        if each.severity is not Severity.NOTE and each.code.startswith(("anaphor-", "reference-"))
        for name in each.items or (each.place,)
    }


@pytest.mark.shared
def test_wrong_pronouns_of_xwinograd_are_found_from_the_file_alone(shared: Path) -> None:
    collection = load(shared / "xwinograd/dataset.tsv.xz", language="fr")
    rows = _rows(findings_in(collection), collection)
    assert len(rows & WRONG) >= 14
    assert len(rows - WRONG) == 0
    serious = {each.place for each in findings_in(collection) if each.severity is not Severity.NOTE}
    names = {question.id for number, question in enumerate(collection.questions) if number not in WRONG}
    assert len(serious & names) <= 4, "findings of any kind on the other 67"


@pytest.mark.shared
def test_all_wrong_pronouns_of_xwinograd_are_found_with_the_french_collection_beside(shared: Path) -> None:
    collection = load(shared / "xwinograd/dataset.tsv.xz", language="fr")
    reference = load(shared / "wsc-fr/French_Wino_Schemas.xml")
    rows = _rows(findings_in(collection, beside=(reference,)), collection)
    assert rows >= WRONG
    assert len(rows - WRONG) <= 4


def test_what_is_wrong_with_both_twins_is_said_once_whatever_words_it_quotes() -> None:
    found = findings_in(_schema("Le chat suit le chien, car [il] pleut {fort|peu}.", answers="[le chat, le chien]"))
    told = [each for each in found if each.code == "anaphor-impersonal"]
    assert [(each.place, each.items) for each in told] == [("s", ("s.1", "s.2"))]


@pytest.mark.shared
def test_a_copy_of_a_published_text_is_warned_of_and_the_published_set_is_not(shared: Path) -> None:
    whole = load(shared / "wsc-fr" / "French_Wino_Schemas.xml")
    few = Collection(name="essai", language="fr", schemas=whole.schemas[:9])
    assert "published-copy" not in _codes(whole)
    assert sum(each.code == "published-copy" for each in findings_in(few)) == 9
