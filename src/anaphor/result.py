"""What every result can do: be looked at, become a document, a table or a figure, and a part of a report.

A result is a frozen record with a document of its own (`to_dict`). How it is shown to people is `report`'s business,
which knows the records of all packages; no package that computes needs to know of it. What looks at a result finds the
report under the name that the front door gives (`anaphor.RESULTS_SHOWN_BY`).
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

from anaphor import RESULTS_SHOWN_BY
from anaphor.errors import InputError, UnknownNameError
from anaphor.registry import Registry
from anaphor.section import Drawing, Figure, Section
from anaphor.text import text

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure


@dataclass(frozen=True, slots=True, kw_only=True)
class Renderer:
    """How results of one class are shown."""

    section: Callable[[Any], Section]
    """What is shown of it, figures included."""
    line: Callable[[Any], str]
    """The result in a line."""
    document: Callable[[Any], Mapping[str, Any]] | None = None
    """What `--json` prints of it, where its class has no `to_dict` of its own."""
    table: str = ""
    """The part of the document that is its table, a list of records or records by name; or one of `rows`."""
    rows: Mapping[str, Callable[[Any], Iterable[Mapping[str, Any]]]] = field(default_factory=dict)
    """Tables that the document does not hold, by name: what makes their rows."""
    figures: Mapping[str, Callable[[Any], Drawing]] = field(default_factory=dict)
    """Figures that have a name, and what draws them."""
    files: Callable[[Any], Mapping[str, bytes]] | None = None
    """The files of a site that shows it, by their paths; None: there is none."""
    quotes: bool = False
    """True: its sentences are its users' own, in which no option of a command is spoken of."""


RENDERERS: Registry[Mapping[str, Renderer]] = Registry("renderer", "anaphor.renderers")
"""How results of other packages are shown: by the package's top-level name, then by the name of the class."""


def _report() -> Any:
    """The module that shows results, imported when the first one is looked at."""
    return import_module(RESULTS_SHOWN_BY)


class Result:
    """A result that a notebook shows, and that becomes a document, a table, a figure or a section of a report."""

    __slots__ = ()

    @property
    def _renderer(self) -> Renderer:
        package = type(self).__module__.partition(".")[0]
        if package != "anaphor":
            return RENDERERS.get(package)[type(self).__name__]
        return cast(Renderer, _report().renderer_of(type(self)))

    @property
    def section(self) -> Section:
        """What a report shows of it."""
        return cast(Section, _report().section_of_result(self, self._renderer))

    @property
    def tables(self) -> tuple[str, ...]:
        """What `to_frame` can give, its own choice first; parts that are empty are not listed."""
        renderer, document = self._renderer, self.to_dict()
        names = [name for name, part in document.items() if records_of(part)]
        return tuple(dict.fromkeys((*filter(None, (renderer.table,)), *names, *renderer.rows)))

    def to_dict(self) -> dict[str, Any]:
        """The document that `--json` prints, with the same keys."""
        renderer = self._renderer
        return dict(renderer.document(self)) if renderer.document else renderer.section(self).document

    def to_frame(self, table: str | None = None) -> Any:
        """One of its tables as a pandas data frame, or a polars one where pandas is not there; see `tables`."""
        rows, name = self._renderer.rows, table or self._renderer.table
        if name in rows:
            return frame_of(flat(row) for row in rows[name](self))
        document = self.to_dict()
        records = records_of(document.get(name)) if name else [flat(document)]
        if records is None:
            raise UnknownNameError(text("text-word-table"), name, self.tables)
        return frame_of(records)

    def figure(self, number: int | str = 1) -> "MatplotlibFigure":
        """Its figure, to be changed or saved at will; where there are several, the one of that number or name."""
        _let_notebook_draw()
        if isinstance(number, str):
            named = self._renderer.figures
            if number not in named:
                raise UnknownNameError(text("text-word-figure"), number, named)
            return cast("MatplotlibFigure", _report().drawn(named[number](self)))
        blocks = (part.draw() if isinstance(part, Figure) else part for part in self.section.parts)
        drawings = [block for block in blocks if isinstance(block, Drawing)]
        if not 0 < number <= len(drawings):
            raise InputError("text-no-figure", record=type(self).__name__, number=number, count=len(drawings))
        return cast("MatplotlibFigure", _report().drawn(drawings[number - 1]))

    def _repr_html_(self) -> str:
        return cast(str, _report().fragment_of(self.section))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {_report().line_of_result(self, self._renderer)}>"


def _let_notebook_draw() -> None:
    """Make a notebook show figures of matplotlib; by itself it learns to only when `pyplot` is imported."""
    shell = sys.modules.get("IPython")
    session = shell.get_ipython() if shell is not None else None
    if session is not None:
        figures = import_module("matplotlib.figure").Figure
        if not any(figures in each for each in session.display_formatter.formatters.values()):
            import_module("IPython.core.pylabtools").select_figure_formats(session, {"png"})


class MarkedSentences:
    """A question, an item, or a record of several, shown as its sentences: the anaphor marked, with the candidates."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {cast(Any, self).id}: {' / '.join(self._sentences('[', ']'))}>"

    def _repr_html_(self) -> str:
        lines = [escape(each) for each in self._sentences("\x02", "\x03")]
        marked = "<br>".join(lines).replace("\x02", "<mark>").replace("\x03", "</mark>")
        return f"<div><b>{escape(cast(Any, self).id)}</b> {marked}</div>"

    def _sentences(self, opening: str, closing: str) -> list[str]:
        found = []
        entries: tuple[Any, ...] = getattr(self, "entries", (self,))
        for entry in entries:
            asked, key = getattr(entry, "question", entry), getattr(entry, "key", None)
            text, mark = asked.text, asked.anaphor
            if hasattr(mark, "start"):
                word = text[mark.start : mark.end]
                text = f"{text[: mark.start]}{opening}{word}{closing}{text[mark.end :]}"
            listed = [f"{each.text} ✓" if number == key else each.text for number, each in enumerate(asked.candidates)]
            found.append(f"{text} ({' | '.join(listed)})")
        return found


def records_of(part: Any) -> list[dict[str, Any]] | None:
    """A part of a document as the rows of a table; None where it is none.

    >>> records_of({"kappa": {"value": 0.5}, "alpha": {"value": 0.6}})
    [{'name': 'kappa', 'value': 0.5}, {'name': 'alpha', 'value': 0.6}]
    """
    if isinstance(part, Mapping) and part and all(isinstance(each, Mapping) for each in part.values()):
        return [{"name": name, **flat(each)} for name, each in part.items()]
    if isinstance(part, Sequence) and not isinstance(part, str) and all(isinstance(each, Mapping) for each in part):
        return [flat(each) for each in part]
    return None


def flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record whose parts are no records any more.

    >>> flat({"rate": {"low": 0.1, "high": 0.2}, "items": 3})
    {'rate_low': 0.1, 'rate_high': 0.2, 'items': 3}
    """
    found: dict[str, Any] = {}
    for name, value in record.items():
        inner = flat(value) if isinstance(value, Mapping) else None
        found |= {f"{name}_{key}": each for key, each in inner.items()} if inner is not None else {name: value}
    return found


def frame_of(records: Iterable[Mapping[str, Any]]) -> Any:
    """Rows as a data frame of the library that is in use, or else of the first that is installed."""
    known = ("pandas", "polars")
    name = next((each for each in known if each in sys.modules), None) or next(filter(find_spec, known), None)
    if name is None:
        raise InputError("text-no-frames")
    rows = [dict(each) for each in records]
    library = import_module(name)
    return library.DataFrame(rows, infer_schema_length=None) if name == "polars" else library.DataFrame(rows)
