"""Drafts of studies: from a collection to a study in three steps, the same design that the command makes."""

import json
import re
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from starlette.responses import Response

from anaphor import experiment
from anaphor.errors import AnaphorError, InputError
from anaphor.experiment import NewDesign, Recruiter
from anaphor.files import NameTakenError, whole_number, write_new, write_text
from anaphor.report import section_piece
from anaphor.web.replies import BadRequestError
from anaphor.web.site.pages.collections import known_collections, named_collection, opened
from anaphor.web.site.shell import PageVisit, line_of
from anaphor.web.study.participants import study_page

_STEPS = ("options", "words", "publish")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
_TAKEN = ("new", "drafts", "compare")
"""Names that stand for pages."""
_NUMBERS = {"lists": 100, "quota": 1_000_000, "trials": 10_000, "block": 10_000, "seed": 999_999_999}
"""Options that are numbers, and the most that each may be."""
_TEXTS = ("interface", "recruiter", "code", "redirect", "retention")
_FLAGS = ("adaptive", "no_extras")
_WORDS = ("title", "consent", "instructions", "debrief", "contact")
_CHECKS = 3
"""Questions on the instructions that the form has room for."""
_LONGEST = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyDraft:
    """A study that is being planned: what a form said of it, kept beside the designs; nobody is asked yet."""

    name: str
    told: dict[str, str]
    """What was chosen, by option of `experiment new`."""
    words: Path
    """The file of words of its own, which the command takes."""

    def design(self, visit: PageVisit, *, output: Path | None = None, own_words: bool = True) -> NewDesign:
        """What the command makes of it."""
        source = named_collection(visit, self.told.get("collection", ""))
        numbers = {name: whole_number(self.told.get(name, "")) for name in _NUMBERS}
        options: dict[str, Any] = {name: many for name, many in numbers.items() if many is not None and many >= 0}
        options |= {name: self.told[name] for name in _TEXTS[1:] if self.told.get(name)}
        return experiment.new(
            opened(visit, source)[0],
            output=output,
            name=self.name,
            language=self.told.get("interface"),
            adaptive="adaptive" in self.told,
            extras="no_extras" not in self.told,
            words=self.words if own_words and self.words.is_file() else None,
            **options,
        )

    def command(self, visit: PageVisit) -> str:
        """The command that makes the same design; a file that needs to be told how it is read is converted first."""
        source, before = named_collection(visit, self.told.get("collection", "")), ""
        typed = source.typed
        if source.reading.settings:
            typed = f"collections/{source.path.stem}.yaml"
            before = line_of("collection", "convert", source.typed, "-o", typed, **source.options) + "\n"
        options: dict[str, Any] = {name: self.told.get(name) for name in (*_NUMBERS, *_TEXTS)}
        options |= {name: name in self.told for name in _FLAGS}
        words = f"studies/{self.words.name}" if self.words.is_file() else None
        made = line_of("experiment", "new", typed, name=self.name, **options, words=words)
        return f"{before}{made} -o studies/{self.name}.json"


def drafts_of(visit: PageVisit) -> Path:
    """Where drafts lie: not among the designs, which are served."""
    return visit.folder.studies / "drafts"


def _draft(visit: PageVisit) -> StudyDraft:
    name = visit.part("name")
    path = drafts_of(visit) / f"{name}.json"
    if not _NAME.fullmatch(name) or not path.is_file():
        raise BadRequestError("web-no-study", 404)
    try:
        read = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError):  # broken by hand: the form is empty again
        read = None
    told = {key: str(value) for key, value in read.items()} if isinstance(read, dict) else {}
    return StudyDraft(name=name, told=told, words=visit.folder.studies / f"{name}.toml")


def new(visit: PageVisit) -> Response:
    return _step(visit, StudyDraft(name="", told={"collection": visit.asked("collection")}, words=Path()), "options")


def plan(visit: PageVisit) -> Response:
    """Keep the options of a new draft, or others of a known one; what cannot be is said above the form."""
    known = "name" in visit.request.path_params
    name = _draft(visit).name if known else visit.fields.get("name", "").strip()
    draft = StudyDraft(name=name, told={**visit.fields}, words=visit.folder.studies / f"{name}.toml")
    try:
        if not _NAME.fullmatch(name) or name in _TAKEN:
            raise InputError("web-bad-name")
        if name in visit.folder.designs() or (not known and (drafts_of(visit) / f"{name}.json").exists()):
            raise InputError("web-name-taken")
        return _kept(visit, draft, new=not known)
    except (AnaphorError, BadRequestError) as error:
        shown = draft if known else replace(draft, name="")
        return _step(replace(visit, said=str(error)), shown, "options", name=name)


def _kept(visit: PageVisit, draft: StudyDraft, *, new: bool) -> Response:
    """Keep what the form of options says, unless no design can be made of it; then on to the words.

    A `new` draft takes nobody's place: of two that are called the same, one is refused.
    """
    fields = {name: value.strip()[:500] for name, value in draft.told.items()}
    for name, most in _NUMBERS.items():
        value = fields.get(name, "")
        if value and not (value.isdecimal() and 0 < int(value[:10]) <= most):
            raise InputError("web-no-number", text=value[:20])
    known = ("collection", *_NUMBERS, *_TEXTS, *_FLAGS)
    draft = replace(draft, told={name: fields[name] for name in known if fields.get(name)})
    draft.design(visit, own_words=False)
    drafts_of(visit).mkdir(mode=0o700, parents=True, exist_ok=True)
    told, path = json.dumps(draft.told, ensure_ascii=False) + "\n", drafts_of(visit) / f"{draft.name}.json"
    if not new:
        write_text(path, told, private=True)
    else:
        try:
            write_new(path, lambda file: file.write(told.encode("utf-8", "surrogatepass")), private=True)
        except NameTakenError:
            raise InputError("web-name-taken") from None
    return visit.to("studies", "drafts", draft.name, "words")


def step(visit: PageVisit) -> Response:
    """One of the three steps, or the study as people will see it."""
    draft, step = _draft(visit), visit.request.path_params.get("step", "options")
    if step == "preview":
        return study_page(draft.design(visit).design, visit.root, preview=True)
    if step not in _STEPS:
        raise BadRequestError("web-no-page", 404)
    return _step(visit, draft, step)


def _step(visit: PageVisit, draft: StudyDraft, step: str, **values: object) -> Response:
    made, command = None, line_of("experiment", "new", "COLLECTION", "-o", "studies/NAME.json")
    if draft.name and not (visit.said and step == "options"):
        try:
            made, command = draft.design(visit), draft.command(visit)
        except (AnaphorError, BadRequestError) as error:
            visit = replace(visit, said=visit.said or str(error))
    design = made.design if made else None
    return visit.page(
        "draft",
        draft.name or visit.words["study_new"],
        trail=[(visit.words["nav_studies"], "studies")],
        status=400 if visit.said else 200,
        command=command,
        **{"name": draft.name, "typed": {}, **values},
        draft=draft.name,
        told=draft.told,
        step=step,
        steps=_STEPS,
        collections=list(known_collections(visit)),
        recruiters=[(each.value, visit.words[f"study_recruiter_{each.value}"]) for each in Recruiter],
        design=design,
        unseen=made.unseen if made else (),
        piece=section_piece(made.section) if made and step == "publish" else None,
        room=_CHECKS,
    )


def keep_words(visit: PageVisit) -> Response:
    """Keep words that are not the package's, and questions on the instructions, as a file that the command takes."""
    draft = _draft(visit)
    said = {name: "\n".join(value.splitlines()).strip()[:_LONGEST] for name, value in visit.fields.items()}
    with tempfile.TemporaryDirectory() as place:
        tried = Path(place, draft.words.name)
        try:
            lines = _toml(said, draft.design(visit, own_words=False))
            written = "" if lines == ["[words]"] else "\n".join(lines) + "\n"
            if written:  # tried elsewhere: what is kept is replaced at once or stays, whatever happens to us
                write_text(tried, written, private=True)
            replace(draft, words=tried).design(visit)
            if written:
                write_text(draft.words, written, private=True)
            else:
                draft.words.unlink(missing_ok=True)
        except AnaphorError as error:
            why = str(error).replace(f"{place}/", "studies/")
            return _step(replace(visit, said=why), draft, "words", typed=said)
    return visit.to("studies", "drafts", draft.name, "publish" if "on" in said else "words")


def _toml(said: dict[str, str], usual: NewDesign) -> list[str]:
    """The lines of a file of words; words that nobody changed stay the package's."""
    lines = [] if "standard" in said else ["standard_questions = false", ""]
    lines.append("[words]")
    for name in _WORDS:
        if said.get(name) and said[name] != (getattr(usual.design.words, name) or "").strip():
            lines.append(f"{name} = {_quoted(said[name])}")
    for place in range(1, _CHECKS + 1):
        question, given = said.get(f"check-{place}", ""), said.get(f"answers-{place}", "")
        if not question:
            continue
        answers = [each.strip() for each in given.splitlines() if each.strip()]
        right = [at for at, each in enumerate(answers) if each.startswith("*")]
        if len(right) != 1:
            raise InputError("web-one-right-answer", text=question[:60])
        texts = ", ".join(_quoted(each.lstrip("* ")) for each in answers)
        lines += [
            "",
            "[[comprehension]]",
            f"text = {_quoted(question)}",
            f"candidates = [{texts}]",
            f"key = {right[0]}",
        ]
    return lines


def _quoted(text: str) -> str:
    """A text as TOML has it: what JSON writes, without characters that neither shows."""
    return json.dumps("".join(each for each in text if each.isprintable() or each == "\n"), ensure_ascii=False)


def publish(visit: PageVisit) -> Response:
    """Write the design where studies are served from: it takes answers from the next request on."""
    draft = _draft(visit)
    draft.design(visit, output=visit.folder.studies / f"{draft.name}.json")
    (drafts_of(visit) / f"{draft.name}.json").unlink(missing_ok=True)
    return visit.to("studies", draft.name)


def remove(visit: PageVisit) -> Response:
    """Forget a draft and its words."""
    draft = _draft(visit)
    (drafts_of(visit) / f"{draft.name}.json").unlink()
    if draft.name not in visit.folder.designs():
        draft.words.unlink(missing_ok=True)
    return visit.to("studies")
