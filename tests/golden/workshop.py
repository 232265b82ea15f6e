"""Runs cases and gives what is compared; each call of a command is made once."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.golden.cases import CASES, ENDINGS, Case, Form
from tests.golden.inputs import Inputs
from tests.golden.normalising import normalised, visible_text
from tests.golden.running import Outcome, run_command
from tests.golden.storing import shortened, shortened_document


@dataclass(frozen=True)
class Piece:
    """One golden file: a form of a case's output in one language, or a file that the case writes."""

    case: Case
    interface: str
    form: Form
    file: str = ""

    @property
    def name(self) -> str:
        """The name of its golden file, without the ending."""
        ending = f"wrote-{Path(self.file).name}" if self.file else self.form.value
        folder = "-".join(Path(self.file).parts[1:-1])
        return ".".join(filter(None, (self.case.id, self.interface, folder, ending)))


def pieces_of(case: Case) -> list[Piece]:
    """All golden files of a case."""
    found = [Piece(case, "en", form) for form in case.forms] + [Piece(case, "fr", form) for form in case.french]
    return found + [Piece(case, "en", Form.TEXT, file) for file in case.writes]


PIECES = [piece for case in CASES for piece in pieces_of(case)]


@dataclass
class Workshop:
    """A folder in which commands are run."""

    root: Path
    done: dict[tuple[str, tuple[str, ...]], Outcome] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.inputs = Inputs(self.root)

    def content_of(self, piece: Piece) -> Any:
        """What the golden file of a piece should hold."""
        case = piece.case
        extra = ("--interface", piece.interface) if piece.interface != "en" else ()
        if piece.file:
            made = self.outcome(case, extra)
            return self._written(made, piece.file, drawn=case.drawn)
        if piece.form is Form.JSON:
            return self._document(self.outcome(case, (*extra, "--json")), drawn=case.drawn)
        if piece.form is Form.TEXT and Form.PAGE in (case.french if extra else case.forms):
            made = self.outcome(case, (*extra, "--html", "page.html"))  # one call for both
            if not extra:  # as without a page
                made = replace(made, stderr=made.stderr.replace("The report is in page.html.\n", ""))
            return _printed(made, drawn=case.drawn)
        if piece.form in ENDINGS:
            file = f"page{ENDINGS[piece.form]}"
            return self._written(self.outcome(case, (*extra, "--html", file)), file, drawn=case.drawn)
        return _printed(self.outcome(case, extra), drawn=case.drawn)

    def outcome(self, case: Case, extra: Sequence[str]) -> Outcome:
        """What a command did, run in a folder of its own with its inputs in it."""
        key = (case.id, tuple(extra))
        if key not in self.done:
            folder = self.root / f"call-{len(self.done)}"
            folder.mkdir()
            self.inputs.lay_out(case.needs, folder)
            argv = (*case.argv, *extra)
            self.done[key] = run_command(argv, folder, home=self.inputs.home, stdin=case.stdin)
        return self.done[key]

    def _written(self, made: Outcome, file: str, *, drawn: bool) -> str:
        path = made.folder / file
        if not path.is_file():
            return f"exit {made.code}, and no file was written: {normalised(made.stderr, made.folder, drawn=drawn)}"
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".html":
            text = visible_text(text)
        return shortened(f"exit {made.code}\n{normalised(text, made.folder, drawn=drawn)}")

    def _document(self, made: Outcome, *, drawn: bool) -> dict[str, Any]:
        text = normalised(made.stdout, made.folder, drawn=drawn)
        try:
            document = json.loads(text)
        except json.JSONDecodeError:
            document = {"this is no JSON": shortened(text).split("\n")}
        stderr = shortened(normalised(made.stderr, made.folder, drawn=drawn))
        return {"exit": made.code, "stderr": stderr.split("\n"), "document": shortened_document(document)}


def _printed(made: Outcome, *, drawn: bool) -> str:
    stdout, stderr = (shortened(normalised(text, made.folder, drawn=drawn)) for text in (made.stdout, made.stderr))
    return f"exit {made.code}\n--- stdout\n{stdout}\n--- stderr\n{stderr}"
