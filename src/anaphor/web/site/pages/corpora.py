"""Corpora: indexes and what they count; texts that are indexed, or in which problems are found, by a job."""

from pathlib import Path
from typing import Any

from starlette.responses import Response

from anaphor import corpus
from anaphor.corpus import check_members
from anaphor.report import section_piece
from anaphor.web.jobs.orders import TextOrder, told_of
from anaphor.web.replies import BadRequestError
from anaphor.web.site.room import reserve_path, save_new
from anaphor.web.site.shell import ListEntry, PageVisit, line_of

_LARGEST_TEXT = 2**29
"""Bytes of a text that was sent, unpacked."""
_SWELL_FROM, _SWELL = 2**25, 50
"""So many bytes, and so many times what came, is the most that a packed text may unpack to: more is a bomb."""


def index(visit: PageVisit) -> Response:
    """The indexes, and the form that makes another of a text."""
    return visit.page(
        "index",
        visit.words["nav_corpora"],
        place="corpora",
        entries=[ListEntry(name, visit.link("corpora", name)) for name in visit.folder.listed("corpora")],
        command=line_of("corpus", "index", "TEXTS", "-o", "corpora/NAME"),
    )


def corpus_page(visit: PageVisit) -> Response:
    """What an index holds, and how often words meet in it."""
    name, pair = visit.part("name"), visit.asked_all(a="", b="")
    path = visit.folder.listed("corpora").get(name)
    if path is None:
        raise BadRequestError("web-no-page", 404)
    opened = visit.kept.get("index", [path], lambda: corpus.open(path))
    counted = section_piece(opened.count(pair["a"], pair["b"] or None).section) if pair["a"] else None
    command = line_of("corpus", "count" if pair["a"] else "info", f"corpora/{name}", *filter(None, pair.values()))
    values: dict[str, Any] = {"told": pair, "piece": section_piece(opened.info().section), "counted": counted}
    return visit.page("corpus", name, trail=[(visit.words["nav_corpora"], "corpora")], command=command, **values)


def make_from_text(visit: PageVisit) -> Response:
    """Keep a text, and find problems in it or index it."""
    texts, pasted = visit.folder.place("texts"), visit.fields.get("text", "").strip()
    if pasted:
        called, data = visit.fields.get("called", "").strip() or "text", f"{pasted}\n".encode("utf-8", "surrogatepass")
        visit.refuse_full(len(data))
        path = save_new(texts, f"{called}.txt", lambda file: file.write(data))
    else:
        path = visit.save_upload("file", texts)
    try:
        if not pasted:
            check_members(str(path), min(_LARGEST_TEXT, _SWELL_FROM + _SWELL * path.stat().st_size))
        return _start_on_text(visit, path)
    except BaseException:  # no job will read it
        path.unlink(missing_ok=True)
        raise


def _start_on_text(visit: PageVisit, path: Path) -> Response:
    """Ask for what is to be made of a text that is kept."""
    language = visit.fields.get("language", "").strip()
    kind = "index" if visit.fields.get("act") == "index" else "find"
    stem = path.name.partition(".")[0]
    target = visit.folder.place("corpora") / stem if kind == "index" else visit.folder.collections / f"{stem}.yaml"
    words = ("corpus", "index") if kind == "index" else ("collection", "find")
    title = f"{visit.words[f'text_{kind}']} · {path.name}"
    with reserve_path(target.parent, target.name, promised=visit.promised) as target:
        order = TextOrder(inputs=str(path), output=str(target), language=language or None)
        typed = f"{target.parent.name}/{target.name}"
        command = line_of(*words, f"texts/{path.name}", "-o", typed, language=language)
        return visit.start_job(kind, title, told=told_of(order), command=command)
