"""The ledger of methods: a figure of a golden file may change only with the number of the method that gives it.

`methods.json` holds, for each golden file whose results are signed, the methods that signed them and a digest of its
figures. Whoever writes golden files anew is refused where a figure changed under the same methods: raise the number of
the method (`Method` in the module that computes it), or say with `--same-method "why"` why the figure is another though
the method is not: another input, say. The reason is kept in the ledger.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from anaphor.provenance import methods_of
from tests.golden.storing import FILES, differences

LEDGER = Path(__file__).resolve().parent / "methods.json"


def signatures_in(value: Any) -> Iterator[str]:
    """Every signature in a JSON document."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key == "signature" and isinstance(part, str):
                yield part
            else:
                yield from signatures_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from signatures_in(part)


def methods_in(document: Any) -> list[str]:
    """The methods that signed a document."""
    return sorted({str(method) for signature in signatures_in(document) for method in methods_of(signature)})


def figures_in(value: Any, path: str = "$") -> Iterator[tuple[str, float]]:
    """Every number of a JSON document, with its place."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from figures_in(part, f"{path}.{key}")
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from figures_in(part, f"{path}[{number}]")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, value


def digest_of(document: Any) -> str:
    """Sixteen digits that change with any figure of a document, and with nothing else."""
    lines = "\n".join(f"{path}={figure!r}" for path, figure in sorted(figures_in(document)))
    return hashlib.sha256(lines.encode()).hexdigest()[:16]


def changed_figures(before: Any, now: Any) -> list[str]:
    """The figures that stand in both documents and differ; what is new or gone is no change of a method."""
    one, two = dict(figures_in(before)), dict(figures_in(now))
    shared = one.keys() & two.keys()
    return sorted(differences({key: one[key] for key in shared}, {key: two[key] for key in shared}))


def refusal(name: str, before: Any, now: Any) -> str | None:
    """Why a golden file may not be written anew: figures changed and the methods did not; None where it may."""
    methods = methods_in(now)
    if not methods or methods != methods_in(before):
        return None
    changes = changed_figures(before, now)
    if not changes:
        return None
    shown = "\n".join(changes[:5])
    return f"{name}: {len(changes)} figures changed under {', '.join(methods)}; raise the number of the method\n{shown}"


def signed_files() -> Iterator[tuple[str, Any]]:
    """The golden files whose results are signed by a method, by name."""
    for path in sorted(FILES.rglob("*.json")):
        document = json.loads(path.read_text("utf-8"))
        if methods_in(document):
            yield path.relative_to(FILES).with_suffix("").as_posix(), document


def read_ledger() -> dict[str, dict[str, Any]]:
    """What the ledger says of each golden file."""
    entries: dict[str, dict[str, Any]] = json.loads(LEDGER.read_text("utf-8"))
    return entries


def write_ledger(reasons: dict[str, str]) -> None:
    """Write the ledger of the golden files as they are; `reasons` are those given for figures of unchanged methods."""
    known = read_ledger() if LEDGER.is_file() else {}
    entries = {}
    for name, document in signed_files():
        entry: dict[str, Any] = {"methods": methods_in(document), "figures": digest_of(document)}
        accepted = known.get(name, {}).get("accepted", []) + ([reasons[name]] if name in reasons else [])
        entries[name] = entry | ({"accepted": accepted} if accepted else {})
    LEDGER.write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n", "utf-8")
