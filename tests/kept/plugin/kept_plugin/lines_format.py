"""One problem per line: the marked text, the candidates, the number of the right one, separated by bars."""

from collections.abc import Iterator

from anaphor.collection.editing import read_text
from anaphor.collection.format import ReadSettings, Source, most_items
from anaphor.schema import Collection, Mark

_FIRST = "#kept-lines"


class Lines:
    """The format."""

    name = "kept-lines"
    title = "one problem per line"
    ending = ".lines"

    def recognises(self, source: Source) -> bool:
        """By the first line."""
        return source.head.startswith(_FIRST)

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """Through the native format."""
        lines = source.text.splitlines()[1:]
        if len(lines) > most_items(source):
            raise source.error("there are too many lines")
        native = [f"anaphor: 1\nname: {source.stem}\nlanguage: {settings.language or 'eo'}\nproblems:\n"]
        for number, line in enumerate(lines, 2):
            parts = line.split("|")
            if len(parts) != 4:
                raise source.error("a line has four parts", line=number, todo="Write text|one|other|number.")
            text, one, other, key = parts
            native.append(f'  - {{id: p{number - 1}, text: "{text}", candidates: ["{one}", "{other}"], key: {key}}}\n')
        return read_text("".join(native), source.name)

    def write(self, collection: Collection) -> Iterator[bytes]:
        """One line for each item with a marked anaphor and a key among two candidates."""
        yield f"{_FIRST}\n".encode()
        for item in collection.items:
            place, text = item.question.anaphor, item.question.text
            if isinstance(place, Mark) and isinstance(item.key, int):
                one, other = (each.text for each in item.question.candidates)
                marked = f"{text[: place.start]}[{text[place.start : place.end]}]{text[place.end :]}"
                yield f"{marked}|{one}|{other}|{item.key + 1}\n".encode()


LINES = Lines()
