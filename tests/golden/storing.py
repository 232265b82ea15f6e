"""Golden files: how they are written, read and compared."""

import difflib
import hashlib
import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FILES = Path(__file__).resolve().parent / "files"
_LONGEST = 40_000
"""Characters above which only a digest and the beginning are kept."""
_BEGINNING = 60
_TOLERANCE = 1e-9
_FITTED = re.compile(r"\.(shrunken|shrunken_interval|model)\b")
"""Estimates of a mixed model: its search ends where the likelihood is flat, a little elsewhere on another processor."""
_DIGITS = 6
"""Of floats in a digest: sums in another order differ in the twelfth, and among hundreds one would round elsewhere."""
_SHOWN = 25
"""Lines of a difference that are shown."""


def shortened(text: str) -> str:
    """A text, or of a long one its digest, the number of its lines and its first lines."""
    if len(text.encode()) <= _LONGEST:
        return text
    lines = text.split("\n")
    digest = hashlib.sha256(text.encode()).hexdigest()
    head = f"[a long text: {len(lines)} lines, sha256 {digest}; its first {_BEGINNING} lines follow]"
    return "\n".join([head, *(line[:400] for line in lines[:_BEGINNING])])


def shortened_document(document: Any) -> Any:
    """A JSON document, or of a long one its digest (floats to six digits), its key paths and its beginning."""
    text = json.dumps(document, ensure_ascii=False, indent=1)
    if len(text.encode()) <= _LONGEST:
        return document
    exact = json.dumps(rounded(document), ensure_ascii=False, indent=1)
    lines = exact.split("\n")
    return {
        "long document": {
            "sha256": hashlib.sha256(exact.encode()).hexdigest(),
            "lines": len(lines),
            "keys": sorted(set(key_paths(document))),
            "beginning": [line[:400] for line in lines[:_BEGINNING]],
        }
    }


def rounded(value: Any) -> Any:
    """The value with every float cut to six significant digits."""
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}")
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list) else value


def key_paths(value: Any, path: str = "") -> Iterator[str]:
    """The paths of all keys of a JSON document; places in lists are not told apart."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield f"{path}.{key}".lstrip(".")
            yield from key_paths(each, f"{path}.{key}")
    elif isinstance(value, list):
        for each in value:
            yield from key_paths(each, f"{path}[]")


def differences(expected: Any, found: Any, path: str = "$") -> Iterator[str]:
    """Where two JSON documents differ; floats may differ by a billionth."""
    numbers = (int, float)
    both_numbers = isinstance(expected, numbers) and isinstance(found, numbers)
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in expected.keys() | found.keys():
            if key not in found:
                yield f"{path}.{key}: is no longer there (was {_brief(expected[key])})"
            elif key not in expected:
                yield f"{path}.{key}: is new ({_brief(found[key])})"
            else:
                yield from differences(expected[key], found[key], f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            yield f"{path}: had {len(expected)} entries, now {len(found)}"
        for number, (one, other) in enumerate(zip(expected, found, strict=False)):
            yield from differences(one, other, f"{path}[{number}]")
    elif (
        both_numbers
        and isinstance(expected, bool) == isinstance(found, bool)
        and (isinstance(expected, float) or isinstance(found, float))
    ):
        relative, absolute = (1e-4, 1e-6) if _FITTED.search(path) else (_TOLERANCE, _TOLERANCE)
        if type(expected) is not type(found) or not math.isclose(expected, found, rel_tol=relative, abs_tol=absolute):
            yield f"{path}: was {expected!r}, now {found!r}"
    elif type(expected) is not type(found) or expected != found:
        yield f"{path}: was {_brief(expected)}, now {_brief(found)}"


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:117]}…"


def write(name: str, content: Any) -> None:
    """Write one golden file: text as .txt, anything else as .json."""
    path = path_of(name, content)
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, str):
        path.write_text(content + "\n", encoding="utf-8")
    else:
        path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def path_of(name: str, content: Any) -> Path:
    """The golden file of that name."""
    return FILES / f"{name}{'.txt' if isinstance(content, str) else '.json'}"


def compare(name: str, content: Any) -> str | None:
    """What differs from the golden file of that name, in a few lines; None where nothing does."""
    path = path_of(name, content)
    if not path.is_file():
        return f"{name}: there is no golden file {path.name}; write it with: python -m tests.golden --write"
    text = path.read_text(encoding="utf-8")
    if isinstance(content, str):
        before, now = text.removesuffix("\n").split("\n"), content.split("\n")
        lines = list(difflib.unified_diff(before, now, "golden", "now", lineterm="", n=1))
    else:
        lines = sorted(differences(json.loads(text), content))
    if not lines:
        return None
    rest = [f"… and {len(lines) - _SHOWN} lines more"] if len(lines) > _SHOWN else []
    return "\n".join([f"{name} is not what it was:", *(line[:300] for line in lines[:_SHOWN]), *rest])
