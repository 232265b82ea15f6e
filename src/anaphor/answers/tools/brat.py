"""brat: standoff files (`.ann`) beside texts, a folder or a file for each annotator; read token by token.

Only parts of texts (`T` lines) have a label for a token; relations, events, attributes and notes are left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from anaphor.answers.grid import crossing_of
from anaphor.answers.opening import LabelFile
from anaphor.answers.tools.export import Export, Line
from anaphor.answers.tools.spans import Part, part_tokens

_SPAN = re.compile(r"T\S*\t(\S+) (\d+ \d+(?:;\d+ \d+)*)(?:\t|$)")
_OTHER = re.compile(r"[REAMNS*#]\S*\t")
"""Lines that are no part of a text: relations, events, attributes, normalisations, notes."""
_ALL = frozenset({""})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Standoff:
    file: LabelFile
    path: PurePath
    parts: tuple[Part, ...]
    left: int
    text: str | None


def is_brat(files: Sequence[LabelFile]) -> bool:
    return any(PurePath(file.name).suffix == ".ann" for file in files)


def brat_export(files: Sequence[LabelFile]) -> Export:
    """The labels of tokens by document and annotator; which of folder and file is which is found from the texts."""
    texts = {PurePath(file.name).with_suffix(""): _raw(file) for file in files if file.name.endswith(".txt")}
    standoffs = [_standoff(file, texts) for file in files if file.name.endswith(".ann")]
    known: dict[str, _Standoff] = {}
    rows, left = list[Line](), 0
    placed = _places(standoffs)
    for document, _, standoff in placed:
        if standoff.text is not None and known.setdefault(document, standoff).text != standoff.text:
            raise standoff.file.error("labels-brat-texts", document=document, other=known[document].file.name)
    for document, who, standoff in placed:
        if document not in known:
            raise standoff.file.error("labels-brat-no-text")
        text = known[document].text or ""
        rows += [(0, {"annotator": who, **token}) for token in part_tokens(document, text, standoff.parts)]
        left += standoff.left
    return Export(
        tool="brat", rows=rows, item="document and token", annotator="folder", label="T", left=left, tokens=_ALL
    )


def _raw(file: LabelFile) -> str:
    """The text with its own line ends: places count them."""
    return file.data.decode(file.encoding or "utf-8", "replace")


def _standoff(file: LabelFile, texts: dict[PurePath, str]) -> _Standoff:
    parts, left = list[Part](), 0
    for number, line in enumerate(file.text().split("\n"), 1):
        span = _SPAN.match(line)
        if span:
            places = [tuple(map(int, place.split())) for place in span[2].split(";")]
            parts += [(start, end, span[1]) for start, end in places]
        elif line.strip() and not _OTHER.match(line):
            raise file.error("labels-brat-line", line=number)
        else:
            left += bool(line.strip())
    path = PurePath(file.name)
    return _Standoff(file=file, path=path, parts=tuple(parts), left=left, text=texts.get(path.with_suffix("")))


def _levels(folders: Sequence[PurePath]) -> list[tuple[str, ...]]:
    """The parts of each folder's path without those that all of them have."""
    parts = [folder.parts for folder in folders]
    varied = [place for place in range(min(map(len, parts))) if len({each[place] for each in parts}) > 1]
    first = varied[0] if varied else min(map(len, parts))
    return [each[first:] for each in parts]


def _places(standoffs: Sequence[_Standoff]) -> list[tuple[str, str, _Standoff]]:
    """Document and annotator of each file: one of them is the folder and the other the file, or both the file's name.

    Files about one document have the same text.
    """

    def one_text(group: Sequence[_Standoff]) -> bool:
        return len({each.text for each in group if each.text is not None}) <= 1

    levels = _levels([each.path.parent for each in standoffs])
    names = [(*parts, each.path.stem) for parts, each in zip(levels, standoffs, strict=True)]
    width = len(names[0])
    if width > 1 and len({len(parts) for parts in names}) == 1:
        # One part of the path is the annotator, and the others together the document; files of one have one text.
        for place in sorted(range(width), key=lambda at: (at == width - 1, at)):
            documents: dict[str, list[_Standoff]] = {}
            placed = [("/".join((*parts[:place], *parts[place + 1 :])), parts[place]) for parts in names]
            for (document, _), each in zip(placed, standoffs, strict=True):
                documents.setdefault(document, []).append(each)
            if len(documents) < len(standoffs) and all(map(one_text, documents.values())):
                return [(document, who, each) for (document, who), each in zip(placed, standoffs, strict=True)]
        return [("/".join(parts[1:]), parts[0], each) for parts, each in zip(names, standoffs, strict=True)]
    if one_text(standoffs):
        return [(each.path.parent.name, each.path.stem, each) for each in standoffs]
    stems = {each.path.stem: each for each in standoffs}
    for pairs, *_ in crossing_of(list(stems)):
        for side in (0, 1):
            groups: dict[str, list[_Standoff]] = {}
            for stem, pair in pairs.items():
                groups.setdefault(pair[side], []).append(stems[stem])
            if len(pairs) == len(stems) and all(map(one_text, groups.values())):
                return [(pair[side], pair[1 - side], stems[stem]) for stem, pair in pairs.items()]
    return [(each.path.stem, each.path.parent.name, each) for each in standoffs]
