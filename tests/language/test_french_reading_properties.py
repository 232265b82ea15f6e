"""What holds for every French reading: the candidate comes in once, nothing else is lost, and nothing ever raises."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.language import NoReading, Reading
from anaphor.language.french.lexicon import fold
from anaphor.language.french.reading.reading import readings
from anaphor.schema import Span

pytestmark = pytest.mark.slow


def listed(text: str) -> tuple[str, ...]:
    """The parts of a list, separated by bars, or by spaces where there is no bar."""
    return tuple(text.split("|" if "|" in text else None))


CANDIDATES = listed(
    "le voisin|les voisins|la voisine|les filles|l'oncle|Anne|Paul|Hugo|le héros|un ami|mon frère|ses parents|"
    "Le Havre|le Dr. Vincenot|la sœur de Paul|Paul et Luc|Mme Roux|cette vieille dame|les Lambert|onze enfants"
)
FRAMES = listed(
    "Hier, [il] dormait.|Je crois qu'[elle] viendra demain.|S'[il] part, je reste.|Marc [le] voit souvent.|"
    "Marc ne [l']a jamais vu ici.|Je dois [la] prévenir ce soir.|On [les] a punis hier.|Marc [lui] parle.|"
    "Marc [lui] a donné une montre en or.|Prends-[le] vite.|Je pense à [lui] souvent.|Elle vit avec [eux].|"
    "Marc regarde [son] grand jardin fleuri.|On parle de [ses] projets.|Marc [en] parle peu.|J'[y] pense trop.|"
    "Pourquoi a-t-[il] ri ?|C'est [lui] qui chante !|[Celui-ci] refuse.|Marc regarde [_] dormir.|Je [l']ai vu.|"
    "Marc a perdu le [sien].|[C']est un problème.|Il n'aime pas [leur] chien noir."
)
LEADS = ("", "Bonjour. ", "Il pleut ; ", "« Oui », dit Marc. ")
FUNCTION = listed(
    "le la les l un une de d du des à au aux que qu si s je j ne n me m se en y lui leur leurs son sa ses il elle ils "
    "elles eux ce c celui celle ceux celles ci sien t est sont a ont"
)


def unmarked(marked: str) -> tuple[str, Span]:
    start, end = marked.index("["), marked.index("]") - 1
    return marked.replace("[", "").replace("]", ""), Span(start=start, end=end)


def stems(text: str) -> Counter[str]:
    """Content words of a text by their first four letters, so that agreement does not count."""
    words = re.findall(r"[^\W_]+", fold(text))
    return Counter(word[:4] for word in words if word not in FUNCTION)


def made(marked: str, candidate: str) -> tuple[str, tuple[Reading, ...]]:
    text, span = unmarked(marked)
    found = readings(text, span, candidate)
    return text, () if isinstance(found, NoReading) else found


@given(st.sampled_from(LEADS), st.sampled_from(FRAMES), st.sampled_from(CANDIDATES))
def test_a_reading_has_the_candidate_once_more_and_keeps_every_content_word(
    lead: str, frame: str, candidate: str
) -> None:
    text, found = made(lead + frame, candidate)
    for reading in found:
        assert stems(reading.text) == stems(text) + stems(candidate)


@given(st.sampled_from(LEADS), st.sampled_from(FRAMES), st.sampled_from(CANDIDATES))
def test_a_reading_doubles_no_space_and_keeps_its_end(lead: str, frame: str, candidate: str) -> None:
    text, found = made(lead + frame, candidate)
    for reading in found:
        assert "  " not in reading.text
        assert reading.text.strip() == reading.text
        assert reading.text[-1] == text[-1]
        assert Counter(c for c in reading.text if c in ";!?«»") == Counter(c for c in text if c in ";!?«»")
        assert not re.search(r"\b(?:de|à) les? (?=[a-z])", reading.text.replace("le sien", ""))


@given(st.sampled_from(LEADS), st.sampled_from(FRAMES), st.sampled_from(CANDIDATES))
def test_the_slot_holds_the_candidate(lead: str, frame: str, candidate: str) -> None:
    _, found = made(lead + frame, candidate)
    for reading in found:
        slot = reading.slot.of(reading.text)
        assert stems(slot) - stems("tous toutes") == stems(candidate)
        assert reading.rules


@given(st.sampled_from(FRAMES), st.sampled_from(CANDIDATES))
def test_a_curly_apostrophe_stays_curly(frame: str, candidate: str) -> None:
    _, found = made("L’été, " + frame.replace("'", "’"), candidate.replace("'", "’"))
    for reading in found:
        assert "'" not in reading.text


@given(st.sampled_from(LEADS), st.sampled_from([c for c in CANDIDATES if c[0].islower()]))
def test_a_noun_phrase_replaced_by_itself_changes_nothing(lead: str, candidate: str) -> None:
    text = f"{lead}On regarde {candidate} dormir."
    start = len(lead) + len("On regarde ")
    found = readings(text, Span(start=start, end=start + len(candidate)), candidate)
    assert isinstance(found, NoReading) or found[0].text == text


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 20), st.text(max_size=20))
def test_no_text_span_or_candidate_raises(text: str, start: int, length: int, candidate: str) -> None:
    found = readings(text, Span(start=start, end=start + length), candidate)
    assert isinstance(found, NoReading) or all(reading.text for reading in found)


WORDS = listed(
    "il elle le la l' les lui leur en y son sa c' ce que qu' s' -t-il -le dit a est vu les de à , . ? « » n' ne pas "
    "Paul chat chante lequel dont sien celui-ci dedans là-bas tous plus trois un"
)


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9), st.integers(0, 8), st.sampled_from(CANDIDATES))
def test_no_heap_of_french_words_raises(words: list[str], chosen: int, candidate: str) -> None:
    chosen %= len(words)
    start = sum(len(word) + 1 for word in words[:chosen])
    found = readings(" ".join(words), Span(start=start, end=start + len(words[chosen])), candidate)
    assert isinstance(found, NoReading) or "  " not in found[0].text
