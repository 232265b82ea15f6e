"""The workbench without a browser: drafts and records, the file and its other writers, what is said of a draft."""

import itertools
import json
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
import pytest

from anaphor.audit import HalfOutcome, LeakOutcome
from anaphor.audit.association.confrontation import UnfitReason
from anaphor.collection import load, parse_marks, put, read_text
from anaphor.collection.checks.findings import Severity
from anaphor.errors import AnaphorError, FormatError, InputError
from anaphor.language import NoReadingReason, Sureness
from anaphor.provenance import fingerprint
from anaphor.schema import Schema
from anaphor.text import Interface
from anaphor.web import Looker, open_work
from anaphor.web.replies import words_of
from anaphor.web.workbench import file
from anaphor.web.workbench.counting import MARKS, Counted, CountedPart, whole
from anaphor.web.workbench.file import ConflictError, WorkFile, draft_of, part_of, parts_of, proposed_id
from anaphor.web.workbench.looker import lacking
from anaphor.web.workbench.wire import Draft, Said, ShownPair, VariantReply
from tests.corpus.naive import index_of, write_corpus
from tests.pace import often
from tests.web.benches import FILE, SECRET, bench, small_index, spoken, warm_looker

pytestmark = pytest.mark.waiting

WOLF = Draft(
    text="Le loup regarde le lapin parce qu'[il] a {faim|peur}.",
    question="Qui a {faim|peur} ?",
    candidates=["le loup", "le lapin"],
    keys=[0, 1],
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with two schemas and comments."""
    path = tmp_path / "mes-schemas.yaml"
    path.write_text(FILE, "utf-8")
    return path


@pytest.fixture
def address(path: Path) -> Iterator[str]:
    """Where its workbench is."""
    with bench(path) as found:
        yield found


def ask(client: httpx.Client, address: str, what: str, body: object, check: str = SECRET) -> httpx.Response:
    """One request as the page makes it."""
    return client.post(f"{address}/api/{what}", content=msgspec.json.encode(body), headers={"x-check": check})


# --- drafts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["anaphor-fr", "anaphor-en"])
def test_every_embedded_entry_fits_the_form_and_comes_back_the_same(name: str) -> None:
    collection = load(name)
    for part in parts_of(collection):
        draft = draft_of(part, collection.language)
        assert not draft.raw, part.id
        assert part_of(draft, collection.language) == part


@pytest.mark.parametrize(
    "lines",
    [
        "variants:\n      - {text: '[Il] dort.', candidates: [a, b], answer: a}\n"
        "      - {text: '[Il] court.', candidates: [b, c], answer: c}",
        "text: '[Il] a {faim|peur}.'\n    candidates: [{text: le chat, at: [0, 2]}, le chien]\n"
        "    answers: [le chat, le chien]",
    ],
    ids=["variants", "places"],
)
def test_an_entry_that_the_form_cannot_show_is_edited_as_its_lines(lines: str) -> None:
    part = read_text(f"anaphor: 1\nlanguage: fr\nschemas:\n  - id: x\n    {lines}\n").schemas[0]
    draft = draft_of(part, "fr")
    assert draft.raw
    assert part_of(draft, "fr") == part


def test_keys_that_the_form_does_not_know_survive_an_edit() -> None:
    text = FILE.replace(
        "    domains: [causal, transport]\n",
        "    readings:\n      le mécanicien: 'Le mécanicien avait {ses outils|crevé}.'\n"
        '    versions:\n      - {author: Ana, text: "[Il] a {a|b}."}\n',
    )
    part = read_text(text).schemas[0]
    draft = draft_of(part, "fr")
    assert "versions" in draft.more
    changed = part_of(msgspec.structs.replace(draft, notes="relu"), "fr")
    assert isinstance(changed, Schema)
    assert changed.versions == part.versions
    assert changed.notes == "relu"


@pytest.mark.parametrize("bad", ["id: deux", "anaphor: 2", "- id: autre\n  text: x", "clé: [", "\u0000", "a: &b c"])
def test_lines_that_do_not_fit_are_refused_in_a_sentence(bad: str) -> None:
    with pytest.raises(AnaphorError):
        part_of(msgspec.structs.replace(WOLF, more=bad), "fr")


def test_a_draft_without_a_name_gets_one_from_its_special_words() -> None:
    assert proposed_id(WOLF, frozenset()) == "faim-peur"
    assert proposed_id(WOLF, frozenset({"faim-peur"})) == "faim-peur-2"
    assert proposed_id(Draft(kind="problem", candidates=["l’Été"]), frozenset()) == "l-ete"


@pytest.mark.parametrize("text", ["a [b [c]]", "a ]", "a [b", "a {b {c}}", "a }", "a {b"])
def test_every_sentence_about_marks_has_its_translation(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_marks(text).expand(0)
    assert MARKS[caught.value.code or ""].replace("-", "_") in words_of("workbench-", "fr")
    said = {spoken("fr", lacking, Draft(text=text))[0].message, spoken("en", lacking, Draft(text=text))[0].message}
    assert len(said) == 2


@pytest.mark.parametrize("interface", list(Interface))
def test_every_reason_has_its_sentence(interface: str) -> None:
    words = words_of("workbench-", interface)
    assert {f"unfit_{reason.value}" for reason in UnfitReason} <= words.keys()
    assert {f"reading_{reason.value}" for reason in NoReadingReason} <= words.keys()
    assert {severity.value for severity in Severity} <= words.keys()
    assert {sureness.value for sureness in Sureness} <= words.keys()


# --- the file --------------------------------------------------------------------------------------------------------


def saved(file: WorkFile, name: str, **changes: Any) -> Schema:
    """An entry of the file with changes, as a record."""
    part = file.current().part(name)
    assert part is not None
    changed = part_of(msgspec.structs.replace(draft_of(part, "fr"), **changes), "fr")
    assert isinstance(changed, Schema)
    return changed


def base_of(file: WorkFile, name: str) -> str:
    """The fingerprint of an entry as it is now."""
    part = file.current().part(name)
    assert part is not None
    return fingerprint(part)


def test_a_save_changes_only_the_lines_that_must(path: Path) -> None:
    file = open_work(path)
    file.save(saved(file, "panne", domains=["transport"]), "panne", base_of(file, "panne"))
    assert path.read_text("utf-8") == FILE.replace("[causal, transport]", "[transport]")


def test_a_new_name_is_written_at_the_old_place(path: Path) -> None:
    file = open_work(path)
    file.save(saved(file, "panne", id="vélo"), "panne", base_of(file, "panne"))
    assert path.read_text("utf-8") == FILE.replace("id: panne", "id: vélo")


def test_a_name_that_is_taken_is_refused_and_nothing_is_written(path: Path) -> None:
    file = open_work(path)
    with pytest.raises(AnaphorError, match="colis"):
        file.save(saved(file, "panne", id="colis"), "panne", base_of(file, "panne"))
    assert path.read_text("utf-8") == FILE


def test_an_edit_of_another_entry_meanwhile_is_kept(path: Path) -> None:
    file = open_work(path)
    mine, base = saved(file, "panne", notes="relu"), base_of(file, "panne")
    elsewhere = FILE.replace("le colis.", "le paquet.").replace("# Mes", "# Tous mes")
    path.write_text(elsewhere, "utf-8")
    file.save(mine, "panne", base)
    after = path.read_text("utf-8")
    assert "le paquet." in after
    assert "# Tous mes" in after
    assert "notes: relu" in after


def test_an_edit_of_the_same_entry_meanwhile_is_refused_with_both_versions(path: Path) -> None:
    file = open_work(path)
    mine, base = saved(file, "panne", notes="relu"), base_of(file, "panne")
    elsewhere = FILE.replace("crevé}.", "déraillé}.")
    path.write_text(elsewhere, "utf-8")
    with pytest.raises(ConflictError) as caught:
        file.save(mine, "panne", base)
    assert isinstance(caught.value.theirs, Schema)
    assert path.read_text("utf-8") == elsewhere
    file.save(mine, "panne", fingerprint(caught.value.theirs))  # the author has seen it and wants theirs gone
    assert "notes: relu" in path.read_text("utf-8")


def test_an_entry_taken_out_meanwhile_is_a_conflict_and_not_put_back_silently(path: Path) -> None:
    file = open_work(path)
    mine, base = saved(file, "colis", notes="x"), base_of(file, "colis")
    path.write_text(FILE[: FILE.index("  - id: colis")], "utf-8")
    with pytest.raises(ConflictError) as caught:
        file.save(mine, "colis", base)
    assert caught.value.theirs is None


def test_the_same_save_twice_is_one(path: Path) -> None:
    file = open_work(path)
    mine, base = saved(file, "panne", notes="relu"), base_of(file, "panne")
    file.save(mine, "panne", base)
    once = path.read_text("utf-8")
    file.save(mine, "panne", base)
    assert path.read_text("utf-8") == once


def test_many_writers_at_once_lose_nothing(path: Path) -> None:
    names = [f"n{number}" for number in range(8)]

    def add(name: str) -> None:
        part = part_of(msgspec.structs.replace(WOLF, id=name), "fr")
        WorkFile(path).save(part, None, None)  # each with a view of its own, as other processes have

    threads = [threading.Thread(target=add, args=(name,)) for name in names]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    found = read_text(path.read_text("utf-8"))
    assert {schema.id for schema in found.schemas} == {"panne", "colis", *names}
    assert path.read_text("utf-8").startswith(FILE.rstrip())


def test_an_editor_that_saves_in_the_last_moment_is_not_written_over(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = open_work(path)
    mine, base = saved(file, "panne", notes="relu"), base_of(file, "panne")
    calls: list[Schema] = []

    def put_late(text: str, part: Schema) -> str:
        if not calls:  # after the file was read, before it is replaced
            path.write_text(FILE.replace("le colis.", "le paquet."), "utf-8")
        calls.append(part)
        return put(text, part)

    monkeypatch.setattr("anaphor.web.workbench.file.put", put_late)
    file.save(mine, "panne", base)
    assert len(calls) == 2
    assert "le paquet." in path.read_text("utf-8")
    assert "notes: relu" in path.read_text("utf-8")


def test_a_new_file_is_made_at_the_first_save(tmp_path: Path) -> None:
    file = open_work(tmp_path / "neuf.yaml", language="fr")
    assert not file.path.exists()
    file.save(part_of(msgspec.structs.replace(WOLF, id="loup"), "fr"), None, None)
    assert load(file.path).schemas[0].id == "loup"
    assert load(file.path).name == "neuf"


def test_a_problem_is_written_below_the_schemas(path: Path) -> None:
    file = open_work(path)
    draft = Draft(
        kind="problem",
        id="seau",
        text="Luc tend le seau à Marc. [Il] le remercie.",
        origin="constructed",
        question="Qui remercie ?",
        candidates=["Luc", "Marc", "le seau"],
        keys=[1],
    )
    file.save(part_of(draft, "fr"), None, None)
    assert path.read_text("utf-8") == FILE + (
        '\nproblems:\n  - id: seau\n    text: "Luc tend le seau à Marc. [Il] le remercie."\n'
        '    question: "Qui remercie ?"\n    candidates: [Luc, Marc, le seau]\n    answer: Marc\n'
        "    origin: constructed\n"
    )


def test_windows_line_ends_stay(tmp_path: Path) -> None:
    path = tmp_path / "crlf.yaml"
    path.write_bytes(FILE.replace("\n", "\r\n").encode())
    file = open_work(path)
    file.save(saved(file, "panne", domains=["transport"]), "panne", base_of(file, "panne"))
    expected = FILE.replace("[causal, transport]", "[transport]").replace("\n", "\r\n").encode()
    assert path.read_bytes() == expected


@pytest.mark.parametrize("name", ["x.xml", "nowhere/x.yaml", "."])
def test_what_is_no_native_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError):
        open_work(tmp_path / name)


# --- what is said of a draft -----------------------------------------------------------------------------------------


def test_a_leak_is_told_with_its_bits_and_the_sentences_behind_it(tmp_path: Path) -> None:
    looker = Looker("fr", corpus=small_index(tmp_path), models={})
    found = spoken("en", looker.look, WOLF)
    assert found is not None
    assert found.whole is not None
    assert found.whole.tone == "leak"
    assert found.variants[0].verdict.sentence.startswith("A co-occurrence count would solve this half: ")
    right = found.variants[0].pairs[0]
    assert (right.candidate, right.cue, right.right, right.both) == ("loup", "faim", True, 12)
    assert [line.text for line in right.lines] == ["Le loup avait faim et le loup mangeait"]  # twelve times, shown once
    french = spoken("fr", looker.look, WOLF)
    assert french is not None
    assert "résoudrait cette moitié" in french.variants[0].verdict.sentence


def test_a_narrow_lead_and_a_stray_sentence_are_no_leak(tmp_path: Path) -> None:
    index = small_index(tmp_path)
    text = "Le loup regarde le lapin parce qu'[il] a {faim ce jour|peur du feu}."
    stray = Draft(
        text=text, question="Qui a {faim ce jour|peur du feu} ?", candidates=["le lapin", "le loup"], keys=[0, 1]
    )
    found = spoken("en", Looker("fr", corpus=index, models={}).look, stray)
    assert found is not None
    assert all(each.verdict.tone != "leak" for each in found.variants)


def test_a_pair_that_meets_once_is_neither_green_nor_red(tmp_path: Path) -> None:
    """One sentence with the wrong candidate says as little as one with the right one: it is grey, and said."""
    lines = ["Le lapin avait faim.", "Le loup avait peur."]
    lines += ["Le loup dort.", "Le lapin court.", "Il a faim.", "Il a peur."] * 9
    index = index_of(write_corpus(tmp_path / "in", "\n".join(lines)), tmp_path / "out")
    for keys in ([0, 1], [1, 0]):
        found = spoken("en", Looker("fr", corpus=index, models={}).look, msgspec.structs.replace(WOLF, keys=keys))
        assert found is not None
        assert [pair.both for each in found.variants for pair in each.pairs] == [0, 1, 1, 0]
        assert [each.verdict.tone for each in found.variants] == ["open", "open"]
        assert all(each.verdict.sentence.endswith("That is too little to tell.") for each in found.variants)
        assert found.whole is not None
        assert found.whole.tone == "open"
        assert found.whole.sentence.startswith("Cannot tell: ")


def said_of(text: str, candidates: list[str]) -> list[VariantReply]:
    """What the carried French counts say of the twins of a sentence."""
    draft = Draft(text=text, candidates=candidates, keys=[0, 1])
    return spoken("en", Looker("fr", models={}).audit, draft).variants


def test_words_that_one_would_not_expect_to_meet_leak_nothing_by_never_meeting() -> None:
    found = said_of("Le facteur a aidé le voisin parce qu'[il] était {gentil|blessé}.", ["le facteur", "le voisin"])
    assert [each.both for each in found[1].pairs] == [0, 8]  # 0.5 and 4.8 sentences would be chance
    assert found[1].verdict.tone == "open"
    clear = said_of(
        "Le boulanger parle au pêcheur parce qu'[il] vend du {pain|poisson}.", ["le boulanger", "le pêcheur"]
    )
    assert [each.verdict.tone for each in clear] == ["leak", "leak"]


def test_one_name_among_the_candidates_is_called_by_its_name() -> None:
    found = said_of("Paul n'a pas porté le frère parce qu'[il] était trop {faible|lourd}.", ["Paul", "le frère"])
    assert {each.verdict.sentence.partition(",")[0] for each in found} == {"“Paul” is a name"}


def test_a_word_that_would_be_counted_as_another_is_counted_by_its_forms() -> None:
    found = said_of("La reine a puni la servante parce qu'[elle] était {cruelle|lente}.", ["la reine", "la servante"])
    assert [each.candidate for each in found[0].pairs] == ["reine", "servante/servantes"]
    assert [each.counted for each in found[0].pairs] == [None, None]


def test_a_word_that_is_counted_as_another_is_said_to_be() -> None:
    found = said_of("Le chat a griffé le chien, car [il] était {affamé|noir}.", ["le chat", "le chien"])
    assert [each.counted for each in found[0].pairs] == ["counted as chat – affamer", "counted as chien – affamer"]


def test_figures_that_decide_are_shown_with_the_digits_that_differ() -> None:
    text = "The boy met the girl because [they] had been {kind|helped}."
    draft = Draft(text=text, candidates=["the boy", "the girl"], keys=[1, 0])
    found = spoken("en", Looker("en", models={}).audit, draft).variants[1]
    assert "0.78\u00a0bits against 0.75\u00a0bits." in found.verdict.sentence


@pytest.mark.parametrize("halves", list(itertools.product(HalfOutcome, repeat=2)), ids=str)
@pytest.mark.parametrize(("outcome", "tone"), [("leaks", "leak"), ("resists", "fine"), ("cannot-tell", "open")])
def test_every_outcome_has_a_sentence_and_a_colour_of_its_own(
    halves: tuple[HalfOutcome, HalfOutcome], outcome: str, tone: str
) -> None:
    pairs = (ShownPair("a", "b", True, 1, 1, 1, 1.0),)
    twins = tuple(Counted(verdict=Said("open", ""), outcome=each, pairs=pairs) for each in halves)
    said = spoken("fr", whole, CountedPart(twins=twins, outcome=LeakOutcome(outcome)))
    assert said is not None
    assert said.tone == tone
    assert said.sentence.startswith("Indécis") == (tone == "open")


def test_swapped_answers_resist(tmp_path: Path) -> None:
    looker = Looker("fr", corpus=small_index(tmp_path), models={})
    found = spoken("en", looker.look, msgspec.structs.replace(WOLF, keys=[1, 0]))
    assert found is not None
    assert found.whole is not None
    assert found.whole.tone == "fine"
    assert all(each.verdict.tone == "fine" for each in found.variants)


def test_a_look_has_readings_models_checks_and_domains() -> None:
    found = spoken("fr", warm_looker().look, WOLF)
    assert found is not None
    texts = [each.text for variant in found.variants for each in variant.readings]
    assert texts[0] == "Le loup regarde le lapin parce que le loup a faim."
    assert len(texts) == 4
    assert [each.model for each in found.variants[0].models] == ["Le modèle n-gramme", "Le LSTM"]
    assert all(None not in each.bits for each in found.variants[0].models)
    assert found.domains
    assert found.findings == []


def test_a_concord_error_is_found_while_typing() -> None:
    draft = msgspec.structs.replace(
        WOLF, text="Le loup regarde la brebis parce qu'[il] a {faim|peur}.", candidates=["le loup", "la brebis"]
    )
    found = spoken("fr", warm_looker().look, draft)
    assert found is not None
    assert [each.code for each in found.findings if each.severity == "error"] == ["concord-gender"]


def test_a_copy_of_a_known_text_is_named(path: Path, address: str) -> None:
    known = load("anaphor-fr").schemas[0]
    draft = draft_of(known, "fr")
    found = spoken("en", warm_looker().look, draft)
    assert found is not None
    assert (found.near[0].name, found.near[0].share) == (f"anaphor-fr#{known.id}", 1.0)
    own = draft_of(read_text(FILE).schemas[0], "fr")
    with httpx.Client(timeout=300) as client:
        again = ask(client, address, "look", {"draft": own}).json()
        itself = ask(client, address, "look", {"draft": own, "was": "panne"}).json()
    assert [each["name"] for each in again["near"]] == ["panne"]
    assert itself["near"] == []


@pytest.mark.parametrize(
    "hostile",
    ["{" * 400, "[" * 400, "\x00", "🦊" * 50, "a" * 39_000, "\u202eabc", "{|}" * 60, "\\"],
    ids=["braces", "brackets", "null", "foxes", "long", "backwards", "alternatives", "backslash"],
)
def test_hostile_drafts_are_answered(address: str, hostile: str) -> None:
    draft = {
        "text": f"Le [il] {hostile}",
        "question": hostile,
        "candidates": [hostile, "b"],
        "keys": [0, 1],
        "domains": [hostile[:500]],
        "source": hostile,
        "notes": hostile,
        "more": hostile,
        "id": hostile[:500],
    }
    with httpx.Client(timeout=300) as client:
        for body in (draft, {**draft, "raw": True}, {**draft, "kind": "problem", "more": ""}):
            assert ask(client, address, "look", {"draft": body}).status_code == 200
            assert ask(client, address, "save", {"draft": body, "file": "x"}).status_code in (200, 400)


def test_every_draft_is_answered_with_its_variants(address: str) -> None:
    """How long an author waits for that is measured by `python -m bench corpus_audit`."""
    step = often(4, long=1, why="every kind of schema is among some dozens of drafts")
    drafts = [draft_of(each, "fr") for each in parts_of(load("anaphor-fr"))[::step]]
    with httpx.Client(timeout=300) as client:
        for number, draft in enumerate(drafts):
            found = ask(client, address, "look", {"draft": draft, "number": number, "tab": "t", "interface": "fr"})
            assert found.json()["variants"]


# --- the server ------------------------------------------------------------------------------------------------------


def test_nothing_is_served_without_the_secret(address: str) -> None:
    root = address.removesuffix(SECRET)
    with httpx.Client(timeout=300) as client:
        for way in ("", "x/", "x/api/state", "static/workbench.js", f"{SECRET}x/"):
            assert client.get(root + way).status_code == 404
        assert ask(client, address, "look", {"draft": WOLF}, check="").status_code == 403
        policy = client.get(f"{address}/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_saving_over_http_merges_refuses_and_says_so(path: Path, address: str) -> None:
    with httpx.Client(timeout=300) as client:
        state = client.get(f"{address}/api/state").json()
        assert [each["id"] for each in state["entries"]] == ["panne", "colis"]
        entry = client.get(f"{address}/api/entry", params={"id": "panne"}).json()
        draft = {**entry["draft"], "notes": "relu"}
        body = {"draft": draft, "was": "panne", "base": entry["base"], "file": state["file"]}
        path.write_text(FILE.replace("le colis.", "le paquet."), "utf-8")
        merged = ask(client, address, "save", body)
        assert (merged.status_code, merged.json()["merged"]) == (200, True)
        refused = ask(client, address, "save", {**body, "draft": {**draft, "notes": "autre"}})
        assert refused.status_code == 409
        assert "autre" in refused.json()["mine"]
        assert "relu" in refused.json()["other"]
        gone = ask(client, address, "remove", {"was": "colis", "base": "x", "file": "x"})
        assert gone.status_code == 409
        half = ask(
            client,
            address,
            "save",
            {"draft": {**json.loads(msgspec.json.encode(WOLF)), "keys": [0, None]}, "file": "x"},
        )
        assert half.status_code == 400


def test_errors_are_said_in_the_language_of_the_page(address: str) -> None:
    with httpx.Client(headers={"accept-language": "fr"}, timeout=300) as client:
        broken = {"draft": {"id": "x", "text": "Paul [il", "candidates": ["a", "b"], "keys": [0]}, "file": "x"}
        assert "jamais fermé" in ask(client, address, "save", broken).json()["error"]
        assert "n’existe pas" in client.get(f"{address}/api/entry", params={"id": "?"}).json()["error"]


def test_each_entry_has_a_mark(path: Path, address: str) -> None:
    path.write_text(FILE.replace("le voisin, le facteur", "la voisine, le facteur"), "utf-8")
    with httpx.Client(timeout=300) as client:
        found = client.get(f"{address}/api/marks").json()
    assert found["left"] == 0
    assert set(found["marks"]) == {"panne", "colis"}
    assert found["marks"]["colis"] == "error"


def test_a_file_in_the_middle_of_an_edit_stops_nobody(path: Path, address: str) -> None:
    with httpx.Client(timeout=300) as client:
        path.write_text(FILE + "  - id: [\n", "utf-8")
        assert client.get(f"{address}/api/state").json()["error"]
        assert ask(client, address, "look", {"draft": WOLF}).json()["variants"]
        refused = ask(client, address, "save", {"draft": WOLF, "file": "x"})
        assert refused.status_code == 400
        assert path.read_text("utf-8").endswith("[\n")


def test_an_overtaken_question_is_not_worked_on(address: str) -> None:
    with httpx.Client(timeout=300) as client:
        ask(client, address, "look", {"draft": WOLF, "number": 9, "tab": "t"})
        assert ask(client, address, "look", {"draft": WOLF, "number": 3, "tab": "t"}).json()["stale"]
        assert not ask(client, address, "look", {"draft": WOLF, "number": 3, "tab": "u"}).json()["stale"]


def test_a_file_that_was_only_touched_begins_a_collection(tmp_path: Path) -> None:
    path = tmp_path / "new.yaml"
    path.write_text("\n", "utf-8")
    file = open_work(path, language="en")
    assert file.current().collection.language == "en"
    assert path.read_text("utf-8") == "\n"  # nothing is written before the first save
    part = part_of(msgspec.structs.replace(WOLF, id="wolf"), "en")
    file.save(part, None, None)
    assert path.read_text("utf-8").startswith("anaphor: 1\nname: new\nlanguage: en\n")
    assert file.current().part("wolf") == part


def test_a_read_only_file_is_not_saved_over_and_the_reason_is_given(path: Path, client: httpx.Client) -> None:
    path.chmod(0o444)
    with bench(path) as address:
        said = ask(client, address, "save", {"draft": WOLF, "file": open_work(path).current().fingerprint})
    assert (said.status_code, said.json()["reason"]) == (403, "read_only")
    assert path.read_text("utf-8") == FILE


@pytest.mark.parametrize(
    "draft",
    [
        {"text": "x" * 40_001},
        {"genre": "x" * 501},
        {"candidates": ["x"] * 101},
        {"notes": "x" * 400_000},
    ],
    ids=["text", "genre", "candidates", "all"],
)
def test_fields_that_are_too_long_are_refused_for_a_reason_that_the_page_can_say(
    address: str, client: httpx.Client, draft: dict[str, object]
) -> None:
    for what in ("look", "save"):
        said = ask(client, address, what, {"draft": draft, **({"file": "x"} if what == "save" else {})})
        assert said.status_code in (400, 413)
        assert said.json()["reason"] == "too_long"
    assert all("refused_too_long" in words_of("workbench-", interface) for interface in list(Interface))


def test_a_file_that_cannot_be_written_in_is_refused_with_what_to_type_instead(tmp_path: Path) -> None:
    data = tmp_path / "jeu de test.jsonl"
    with pytest.raises(InputError, match=r"Name it .*jeu de test\.yaml"):
        open_work(data)
    data.write_text("{}\n", "utf-8")
    with pytest.raises(InputError, match=r"convert '.*jeu de test\.jsonl' -o '.*jeu de test\.yaml'"):
        open_work(data)
    with pytest.raises(InputError, match="the folder of this file does not exist"):
        open_work(tmp_path / "nowhere" / "a.yaml")
    with pytest.raises(InputError, match="this is a folder"):
        open_work(tmp_path)


def test_versions_of_a_file_take_no_more_bytes_than_allowed_and_the_oldest_go_first(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history, size = path.parent / ".history" / "x", path.stat().st_size
    work = open_work(path, history=history)
    part = parts_of(work.current().collection)[0]
    for least, most in ((0, 10), (15 * size, 16)):
        monkeypatch.setattr(file, "_LEAST_KEPT", least, raising=False)
        for number in range(24):
            changed = replace(part, notes=f"{number:02}")
            work.save(changed, part.id, fingerprint(part))
            part = changed
        sizes = [each.stat().st_size for each in work.versions().values()]
        assert 0.8 * most < len(sizes) <= most
        assert sum(sizes) <= max(least, 10 * path.stat().st_size)
        newest = next(iter(work.versions().values())).read_text("utf-8")
        assert 'notes: "22"' in newest or "notes: 22" in newest or "notes: '22'" in newest


class _Clock(datetime):
    """One that says what it is told."""

    says = datetime(2026, 1, 1, tzinfo=UTC)

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls.fromtimestamp(cls.says.timestamp(), tz)


@pytest.mark.parametrize("years", [3, -10])
def test_versions_keep_their_order_whatever_a_wrong_clock_says(
    path: Path, monkeypatch: pytest.MonkeyPatch, years: int
) -> None:
    """A version that was saved under a clock ten years behind was the oldest: the next save could remove it at once."""
    monkeypatch.setattr(file, "datetime", _Clock)
    monkeypatch.setattr(file, "_MOST_VERSIONS", 3, raising=False)
    work = open_work(path, history=path.parent / ".history" / "x")
    part = parts_of(work.current().collection)[0]
    right = datetime(2026, 1, 1, tzinfo=UTC)
    hours = [0, 1, 2, 3, 365 * 24 * years, 4]
    for number, hour in enumerate(hours):
        monkeypatch.setattr(_Clock, "says", right + timedelta(hours=hour))
        changed = replace(part, notes=f"of save {number}")
        work.save(changed, part.id, fingerprint(part))
        part = changed
    kept = [each.read_text("utf-8") for each in work.versions().values()]
    assert [re.findall("of save ([0-9])", each) for each in kept] == [["4"], ["3"], ["2"]]
