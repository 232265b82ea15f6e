"""Questions that a resolver must survive: allowed by the rules of the house, and unlike anything in a collection."""

from anaphor.schema import LONGEST_TEXT, MOST_CANDIDATES, Candidate, Mark, Question, Span, Unmarked, UnmarkedReason

_FRENCH = "Le chat regarde la souris parce qu'elle bouge."


def hostile_questions() -> tuple[Question, ...]:
    """One question per kind of trouble; their ids say which."""
    return (*_odd_shapes(), *_odd_texts())


def _question(name: str, text: str, word: str, candidates: tuple[str, ...], language: str = "fr") -> Question:
    start = text.index(word)
    return Question(
        id=name,
        language=language,
        text=text,
        anaphor=Mark(start=start, end=start + len(word)),
        candidates=tuple(Candidate(text=each) for each in candidates),
    )


def _odd_shapes() -> tuple[Question, ...]:
    long = f"{_FRENCH} {'Il pleut encore sur la ville. ' * 500}"[: LONGEST_TEXT - 1].rstrip() + "."
    crowd = tuple(f"la souris numéro {number}" for number in range(1, MOST_CANDIDATES + 1))
    unmarked = Unmarked(reason=UnmarkedReason.IMPLICIT)
    pair = (Candidate(text="le chat"), Candidate(text="la souris"))
    return (
        _question("long-text", long, "elle", ("le chat", "la souris")),
        _question("hundred-candidates", _FRENCH, "elle", crowd),
        _question("one-candidate", _FRENCH, "elle", ("la souris",)),
        _question("same-candidate-twice", _FRENCH, "elle", ("la souris", "la souris")),
        _question("absent-candidates", _FRENCH, "elle", ("un zeppelin", "Cunégonde")),
        _question("endless-candidate", _FRENCH, "elle", ("la souris " * 900, "le chat")),
        _question("one-word", "Elle.", "Elle", ("le chat", "la souris")),
        Question(id="unmarked", language="fr", text=_FRENCH, anaphor=unmarked, candidates=pair),
        Question(id="prompt-alone", language="fr", text=_FRENCH, anaphor=unmarked, candidates=pair, prompt="Qui ?"),
        Question(
            id="gap",
            language="en",
            text="The cat saw the mouse because _ moved.",
            anaphor=Mark(start=30, end=31, blank=True),
            candidates=pair,
        ),
        Question(id="gap-is-all", language="en", text="_", anaphor=Mark(start=0, end=1, blank=True), candidates=pair),
        Question(
            id="marked-cues",
            language="fr",
            text=_FRENCH,
            anaphor=Mark(start=34, end=38),
            candidates=pair,
            cues=(Span(start=0, end=2), Span(start=39, end=39), Span(start=39, end=45)),
        ),
        Question(
            id="own-readings",
            language="fr",
            text=_FRENCH,
            anaphor=unmarked,
            candidates=pair,
            readings=("Tout autre chose.", None),
        ),
    )


def _odd_texts() -> tuple[Question, ...]:
    return (
        _question("emoji", "🐈 regarde 🐁 parce qu'elle 🏃‍♀️ 👩‍👩‍👧.", "elle", ("🐈", "🐁 👩‍👩‍👧")),
        _question("right-to-left", "القط ينظر إلى الفأر لأنه يتحرك.", "لأنه", ("القط", "الفأر"), "ar"),
        _question("right-to-left-marks", f"\u202e{_FRENCH}\u202c", "elle", ("le\u200f chat", "la souris")),
        _question(
            "control-characters", "Le chat\x00 voit\x1b[2J la souris,\r\nelle\tfuit.", "elle", ("le chat\x00", "\x07")
        ),
        _question("quotes-and-braces", 'Elle {dit} [“$x”] \\n "%s" <b>&amp;</b>.', "Elle", ('"}{', "$text")),
        _question("combining-letters", "Le\u0301a voit Zoe\u0308 car elle approche.", "elle", ("Le\u0301a", "Zoë")),
        _question("spaces", "Le   chat\u00a0\u00a0voit\u2003elle .", "elle", ("  le chat  ", "elle ")),
        _question("punctuation", "… !? — elle ; : « » …", "elle", ("…", "« »")),
        _question("digits", "12 regarde 13 parce que 14 bouge.", "14", ("12", "13")),
        _question("unknown-language", "tlhIngan Hol Dajatlh'a' ghaH.", "ghaH", ("tlhIngan", "Hol"), "tlh"),
        _question("no-language", "The cat saw the mouse because it moved.", "it", ("the cat", "the mouse"), "../x"),
        _question("wrong-language", "The cat saw the mouse because it moved.", "it", ("the cat", "the mouse"), "fr"),
        _question("unspaced", "猫がネズミを見た。それが動いたからだ。", "それ", ("猫", "ネズミ"), "ja"),
    )
