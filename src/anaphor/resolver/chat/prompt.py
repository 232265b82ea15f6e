"""What a chat model is asked, and how its reply is read: strictly, so that what is unclear is an abstention."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Template

from pydantic import TypeAdapter, ValidationError

from anaphor.answer import Abstention, AbstentionReason, Choice, Reply
from anaphor.errors import FormatError, InputError, Place
from anaphor.files import regular_bytes
from anaphor.provenance import fingerprint
from anaphor.schema import Mark, Question

_STRICT = {"extra": "forbid"}
_LARGEST_PROMPT = 2**18
_THOUGHTS = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_DRESS = " \t\r\n*_`\"'“”«»‹›()[]{}.:;,!\u00a0\u202f"
"""What may stand around a letter without changing what it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatPrompt:
    """The words in which a chat model is asked, in one language."""

    __pydantic_config__ = _STRICT
    system: str
    """What the model is told about its task."""
    user: str
    """The message, with $text, $question and $candidates in it."""
    question: str
    """What is asked where the collection does not say."""
    gap: str | None = None
    """The same where the anaphor is a gap; None: as for a word."""
    openings: tuple[str, ...] = ()
    """What may stand before the letter in a reply."""
    declines: tuple[str, ...] = ()
    """What means that the model does not know."""

    @property
    def fingerprint(self) -> str:
        """Sixteen digits that change with the words."""
        return fingerprint(self)

    def messages(self, question: Question, order: Sequence[int]) -> list[dict[str, str]]:
        """The messages that ask a question, its candidates lettered in the order given."""
        labels = labels_of(len(order))
        texts = [question.candidates[index].text for index in order]
        lines = [f"{label}. {text}" for label, text in zip(labels, texts, strict=True)]
        is_gap = isinstance(question.anaphor, Mark) and question.anaphor.blank
        asked = question.prompt or (self.gap if is_gap and self.gap else self.question)
        words = {"text": marked(question), "question": asked, "candidates": "\n".join(lines)}
        content = Template(self.user).safe_substitute(words).strip()
        return [{"role": "system", "content": self.system}, {"role": "user", "content": content}]


_PROMPT: TypeAdapter[ChatPrompt] = TypeAdapter(ChatPrompt)


@cache
def prompt_in(language: str) -> ChatPrompt | None:
    """The package's own prompt in a language; None where it has none."""
    if not re.fullmatch(r"[a-z]{2,3}", language):  # anything else might lead out of the folder
        return None
    file = files("anaphor").joinpath(f"data/prompts/{language}.toml")
    return _parse(file.read_bytes(), f"{language}.toml") if file.is_file() else None


def read_prompt(path: Path) -> ChatPrompt:
    """The prompt in a file of the user's own."""
    return _parse(regular_bytes(path, _LARGEST_PROMPT), str(path))


def _parse(data: bytes, name: str) -> ChatPrompt:
    where = Place(file=name)
    try:
        prompt = _PROMPT.validate_python(tomllib.loads(data.decode("utf-8")))
    except ValidationError as error:
        problem = error.errors()[0]
        field = ".".join(map(str, problem["loc"]))
        raise FormatError("resolver-prompt", reason=problem["msg"], where=Place(file=name, field=field)) from error
    except ValueError as error:
        raise FormatError("resolver-prompt-toml", reason=str(error), where=where) from error
    missing = [f"${part}" for part in ("text", "candidates") if f"${part}" not in prompt.user]
    if missing:
        raise InputError("resolver-prompt-part", part=missing[0], where=where)
    return prompt


def labels_of(count: int) -> list[str]:
    """A, B, C … for up to 26 candidates, else 1, 2, 3 …"""
    return [chr(ord("A") + index) for index in range(count)] if count <= 26 else [str(i + 1) for i in range(count)]


def marked(question: Question) -> str:
    """The text with its anaphor between brackets."""
    if not isinstance(question.anaphor, Mark):
        return question.text
    start, end = question.anaphor.start, question.anaphor.end
    return f"{question.text[:start]}[{question.text[start:end] or '_'}]{question.text[end:]}"


def read_reply(said: str, prompt: ChatPrompt, texts: Sequence[str], *, quoted: str | None = None) -> Reply:
    """The choice that a reply makes among the candidates as they were listed, or why it makes none.

    A line counts when it is a letter, a letter behind an opening, a letter with its own candidate, or a candidate; a
    reply counts when its lines that count agree. `quoted` is what may be repeated of it; by default all.
    """
    lines = [line for line in _THOUGHTS.sub("", said).splitlines() if line.strip()]
    found = {choice for line in lines if (choice := _read_line(line, prompt, texts)) is not None}
    if len(found) == 1:
        choice = found.pop()
        return Choice(candidate=choice) if choice >= 0 else Abstention(reason=AbstentionReason.DECLINED)
    what = "two answers at once" if found else "no answer"
    shown = " ".join((said if quoted is None else quoted).split())
    return Abstention(reason=AbstentionReason.UNREADABLE, detail=f"{what}: {shown[:80]}")


_DECLINED = -1


def _read_line(line: str, prompt: ChatPrompt, texts: Sequence[str]) -> int | None:
    """Index of the candidate that a line names; −1 where it says that it does not know; None where it says neither."""
    plain = _bare(line)
    if plain in {_bare(words) for words in prompt.declines} or line.strip(_DRESS) == "?":
        return _DECLINED
    for opening in sorted(prompt.openings, key=len, reverse=True):
        rest = plain.removeprefix(opening.casefold())
        if rest != plain and (not rest or not rest[0].isalnum()):
            plain = _bare(rest)
            break
    labels = [label.casefold() for label in labels_of(len(texts))]
    bare_texts = [_bare(text) for text in texts]
    names = [
        index
        for index, (label, text) in enumerate(zip(labels, bare_texts, strict=True))
        if plain in (label, text) or (plain.startswith(label) and _bare(plain[len(label) :]) == text)
    ]
    return names[0] if len(names) == 1 else None


def _bare(text: str) -> str:
    return " ".join(text.strip(_DRESS).casefold().replace("’", "'").split())
