"""The items of a collection as files of answers name them: by their ids, or by a text that no other item has."""

from collections.abc import Iterable, Sequence

from anaphor.collection import bare_text
from anaphor.schema import Question


class KnownItems:
    """Items by id and by text; spaces, typographic apostrophes and marks of the anaphor make no other text."""

    def __init__(self, questions: Iterable[Question]) -> None:
        self.by_id: dict[str, Question] = {}
        self.by_text: dict[str, Question | None] = {}
        """None: several items share the text, which therefore names none of them."""
        for question in questions:
            self.by_id[question.id] = question
            text = bare_text(question.text)
            self.by_text[text] = None if text in self.by_text else question

    def first_named(self, cells: Sequence[object]) -> Question | None:
        """The item whose text is the first among these cells; None where no cell is the text of one item."""
        found = (self.by_text.get(bare_text(str(cell))) for cell in cells)
        return next((question for question in found if question is not None), None)

    def only_one_in(self, text: str, prompt: str, cells: Sequence[object]) -> Question | None:
        """The one item that a row means by its text, by a prompt around the text, or by a cell with it; else None."""
        asked, shown = bare_text(text), bare_text(prompt)
        written = [bare_text(str(cell)) for cell in cells]
        if not (asked or shown or written):
            return None
        texts = [asked] if asked else [known for known in self.by_text if known in shown]
        whole = [cell for cell in written if cell in self.by_text]
        texts += whole or [known for known in self.by_text for cell in written if known in cell]
        return self.by_text.get(texts[0]) if len(set(texts)) == 1 else None
