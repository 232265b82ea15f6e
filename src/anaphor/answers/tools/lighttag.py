"""LightTag: a job with its examples, who saw them, tags of parts of texts, and classes of texts."""

from collections.abc import Mapping, Sequence

from anaphor.answers.tools.export import HEAD, Export, Line, listed, whose
from anaphor.answers.tools.spans import part_of, part_tokens

_TAGS = "tags"
"""The question that parts of a text answer."""
_CLASSES = "classes"
"""The question that whole texts answer."""


def lighttag_export(lines: Sequence[Line]) -> Export | None:
    """The tags, token by token, and the classes of examples; None for anything else.

    Who saw a text and tagged nothing says O, where the file tells who saw it; older ones do not.
    """
    known = any(
        isinstance(values.get("content"), str)
        and (listed(values.get("seen_by")) or any("tag" in each for each in listed(values.get("annotations"))))
        for _, values in lines[:HEAD]
    )
    if not known:
        return None
    rows, left = list[Line](), 0
    for line, values in lines:
        text, item = values.get("content"), values.get("example_id", values.get("id", line))
        tags, classes = listed(values.get("annotations")), listed(values.get("classifications"))
        parts = [part_of(each) for each in tags]
        if not isinstance(text, str) or None in parts:
            left += 1
            continue
        seen = [whose(each) for each in listed(values.get("seen_by"))]
        tagged = {str(who): who for each in tags for who in _people(each, "annotated_by")}
        for who in dict.fromkeys([*seen, *tagged.values()]):
            own = [
                part for each, part in zip(tags, parts, strict=True) if part and who in _people(each, "annotated_by")
            ]
            said = {"annotator": who, "question": _TAGS}
            rows += [(line, said | each) for each in part_tokens(item, text, own)]
        chosen: dict[object, list[str]] = {}
        for each in classes:
            for who in _people(each, "classified_by"):
                chosen.setdefault(who, []).append(str(each.get("classname")))
        rows += [
            (line, {"item": item, "annotator": who, "question": _CLASSES, "label": sorted(names)})
            for who, names in chosen.items()
        ]
    used = {row["question"] for _, row in rows}
    if _TAGS in used and not any(listed(values.get("annotations")) for _, values in lines):
        rows, used = [each for each in rows if each[1]["question"] == _CLASSES], {_CLASSES}  # nothing was to be tagged
    named = " and ".join(sorted(map(str, used)))
    tokens = frozenset({_TAGS})
    return Export(
        tool="LightTag", rows=rows, item="content", annotator="annotator", label=named, left=left, tokens=tokens
    )


def _people(value: Mapping[str, object], field: str) -> list[object]:
    """Those who said so, in a list (`annotated_by`, `classified_by`) or, in older files, one for each."""
    named = [whose(each) for each in listed(value.get(field))] or [whose(value.get("annotator"))]
    return [each for each in named if each is not None]
