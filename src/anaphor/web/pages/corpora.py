"""Corpora: texts that were sent or pasted, indexed or searched for problems as jobs; what an index holds and counts."""

from typing import Any

from starlette.responses import Response

from anaphor import corpus
from anaphor.files import write_text
from anaphor.report.media import section_piece
from anaphor.web.replies import BadRequestError
from anaphor.web.site.shell import PageTable, PageVisit, free_path, line_of

PAGES = PageTable()


@PAGES.read("/corpora/{name}")
def index(visit: PageVisit) -> Response:
    """What an index holds, and how often words meet in it."""
    name, told = visit.part("name"), visit.asked_all(a="", b="")
    path = visit.folder.listed("corpora").get(name)
    if path is None:
        raise BadRequestError("web-no-page", 404)
    opened = visit.kept.get("index", [path], lambda: corpus.open(path))
    counted = section_piece(opened.count(told["a"], told["b"] or None).section) if told["a"] else None
    command = line_of("corpus", "count" if told["a"] else "info", f"corpora/{name}", *filter(None, told.values()))
    values: dict[str, Any] = {"told": told, "piece": section_piece(opened.info().section), "counted": counted}
    return visit.page("corpus", name, trail=[(visit.words["nav_corpora"], "corpora")], command=command, **values)


@PAGES.act("/texts")
def make(visit: PageVisit) -> Response:
    """Keep a text, and find problems in it or index it."""
    texts, pasted = visit.folder.place("texts"), visit.fields.get("text", "").strip()
    if pasted:
        path = free_path(texts, f"{visit.fields.get('called', '').strip() or 'text'}.txt")
        write_text(path, f"{pasted}\n")
    else:
        path = visit.save_upload("file", texts)
    language = visit.fields.get("language", "").strip()
    kind = "index" if visit.fields.get("act") == "index" else "find"
    stem = path.name.partition(".")[0]
    target = visit.folder.place("corpora") / stem if kind == "index" else visit.folder.collections / f"{stem}.yaml"
    target = free_path(target.parent, target.name)
    told: dict[str, Any] = {"inputs": str(path), "output": str(target), **({"language": language} if language else {})}
    words = ("corpus", "index") if kind == "index" else ("collection", "find")
    typed = f"{target.parent.name}/{target.name}"
    command = line_of(*words, f"texts/{path.name}", "-o", typed, language=language)
    job = visit.queue.add(
        visit.folder.root,
        kind,
        f"{visit.words[f'text_{kind}']} · {path.name}",
        who=visit.who,
        told=told,
        command=command,
    )
    return visit.to("jobs", job.id)
