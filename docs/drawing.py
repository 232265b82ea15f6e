"""The drawing of the packages and their doors on the architecture page, made from the code as SVG."""

import ast
from functools import cache
from html import escape
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "anaphor"
ROWS = (
    ("cli", "web"),
    ("report",),
    ("challenge", "authoring"),
    ("audit", "resolver", "experiment"),
    ("scoring", "agreement", "corpus"),
    ("answers",),
    ("collection", "statistics", "language"),
    ("text", "files"),
)
"""The packages, those above using those below."""
_WIDE, _HIGH, _GAP, _ROW = 300, 74, 18, 112
_NAMES = 38
"""Letters of a door's names that fit a line."""


@cache
def doors() -> dict[str, tuple[str, ...]]:
    """The names that each package offers."""
    return {stub.parent.name: offered(stub.parent) for stub in sorted(PACKAGE.glob("*/__init__.pyi"))}


def offered(package: Path) -> tuple[str, ...]:
    """The names in the door of a package's folder."""
    nodes = ast.parse((package / "__init__.pyi").read_text("utf-8")).body
    # `from . import agreement` names a package, which has a door of its own.
    found = (node for node in nodes if isinstance(node, ast.ImportFrom) and node.module)
    return tuple(alias.name for node in found for alias in node.names)


def uses() -> set[tuple[str, str]]:
    """Which package imports from the door of which other."""
    found = set()
    for path in PACKAGE.rglob("*/*.py"):
        package = path.relative_to(PACKAGE).parts[0]
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("anaphor."):
                other = (node.module or "").split(".")[1]
                if other != package and (PACKAGE / other).is_dir():
                    found.add((package, other))
    return found


def drawing() -> str:
    """The packages as boxes with the names of their doors, and lines for what uses what (text and files: all do)."""
    width = max(len(row) for row in ROWS) * (_WIDE + _GAP) + _GAP
    height = len(ROWS) * _ROW + _GAP
    places = {}
    for down, row in enumerate(ROWS):
        left = (width - len(row) * (_WIDE + _GAP) + _GAP) / 2
        for across, name in enumerate(row):
            places[name] = (left + across * (_WIDE + _GAP), _GAP + down * _ROW)
    lines = []
    for user, used in sorted(uses()):
        if used in ("text", "files") or user in ("cli", "web", "report"):
            continue  # these may use everything: lines would hide the rest
        (x1, y1), (x2, y2) = places[user], places[used]
        lines.append(f'<line x1="{x1 + _WIDE / 2:.0f}" y1="{y1 + _HIGH:.0f}" x2="{x2 + _WIDE / 2:.0f}" y2="{y2:.0f}"/>')
    boxes = [_box(name, *place) for name, place in places.items()]
    style = (
        "rect{fill:#f6f8fa;stroke:#57606a}line{stroke:#8c959f;stroke-width:1.2}"
        "text{font:13px sans-serif;fill:#1f2328}.name{font-weight:bold;font-size:15px}"
        ".soft{fill:#57606a;font-size:11px}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
        f"<title>The packages of anaphor and their doors</title><style>{style}</style>"
        f"<g>{''.join(lines)}</g>{''.join(boxes)}</svg>\n"
    )


def _box(name: str, x: float, y: float) -> str:
    inner = sorted(path.parent.name for path in (PACKAGE / name).glob("*/__init__.py"))
    names = ", ".join(doors().get(name, ()))
    shown = names if len(names) <= _NAMES else names[: _NAMES - 1].rpartition(",")[0] + " …"
    below = ", ".join(inner) if inner else ""
    short = below if len(below) <= _NAMES else below[: _NAMES - 1].rpartition(",")[0] + " …"
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{_WIDE}" height="{_HIGH}" rx="6"/>'
        f'<text class="name" x="{x + 10:.0f}" y="{y + 21:.0f}">{name}</text>'
        f'<text x="{x + 10:.0f}" y="{y + 43:.0f}">{escape(shown)}</text>'
        f'<text class="soft" x="{x + 10:.0f}" y="{y + 62:.0f}">{escape(short)}</text>'
    )
