"""The dashboard for programs: the same counts and acts, with an API key instead of a password."""

import time
from functools import partial
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from anaphor.errors import InputError
from anaphor.experiment.exporting import FORMATS
from anaphor.experiment.organiser import by_item, participants
from anaphor.experiment.study import Store, log_lines
from anaphor.provenance import plain
from anaphor.web.organiser.dashboard import ACTS, archive, live_counts
from anaphor.web.replies import BadRequestError
from anaphor.web.security import Guard


def _no_text(value: object) -> object:
    """The value, unless it would only be made a number out of something else."""
    if isinstance(value, (bool, str)):
        raise ValueError("a number is needed")
    return value


_Count = Annotated[int, Field(ge=1, le=999_999_999), BeforeValidator(_no_text)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class QuotaBody(_Body):
    """How many participants are wanted."""

    quota: _Count


class WhomBody(_Body):
    """One participant."""

    participant: _Count


class ExclusionBody(WhomBody):
    """One participant, and why they are left out."""

    reason: Annotated[str, Field(min_length=1, max_length=500, pattern=r"^[^\x00]*\S[^\x00]*$")]


class DoneReply(BaseModel):
    """That it was done."""

    ok: bool


class RefusalReply(BaseModel):
    """Why a request was not served."""

    error: str
    reason: str | None = None


_ANSWERS: dict[int | str, dict[str, Any]] = {
    400: {"model": RefusalReply, "description": "Not possible."},
    401: {"model": RefusalReply, "description": "No key, or a wrong one."},
    404: {"model": RefusalReply, "description": "No such participant or format."},
    413: {"model": RefusalReply, "description": "Too large."},
    503: {"model": RefusalReply, "description": "The database cannot be used."},
}
_Form = Annotated[str, Path(description="A format of the export.", json_schema_extra={"enum": list(FORMATS)})]


def dashboard_api(store: Store, guard: Guard) -> APIRouter:
    """The routes for programs."""

    async def organiser(request: Request) -> str:
        return await guard.key(request)

    who = Annotated[str, Depends(organiser)]
    router = APIRouter(prefix="/api/desk", tags=["desk"], responses=_ANSWERS)

    async def run(act: str, fields: dict[str, object], name: str) -> JSONResponse:
        texts = {key: str(value) for key, value in fields.items()}
        try:
            await anyio.to_thread.run_sync(ACTS[act], store, texts, name, time.time())
        except InputError as error:  # the body was possible in itself: nobody has that number
            raise BadRequestError("web-not-possible", 404, why=str(error)) from None
        return JSONResponse({"ok": True})

    @router.get("/status", summary="How far the study is, by list and item")
    async def status(_who: who) -> dict[str, Any]:
        return await anyio.to_thread.run_sync(live_counts, store)

    @router.get("/items", summary="Answers per trial, fewest first")
    async def items(_who: who) -> list[dict[str, Any]]:
        found = await anyio.to_thread.run_sync(by_item, store)
        return [{name: plain(getattr(each, name)) for name in each.__slots__} for each in found]

    @router.get("/participants", summary="Everybody who started, newest first")
    async def people(_who: who) -> list[dict[str, Any]]:
        found = await anyio.to_thread.run_sync(partial(participants, store, time.time()))
        return [{name: plain(getattr(each, name)) for name in each.__slots__} for each in found]

    @router.get("/log", summary="What organisers and recruiters did")
    async def log(_who: who) -> list[dict[str, Any]]:
        lines = await anyio.to_thread.run_sync(log_lines, store)
        return [{"at": at, "who": name, "what": what, "detail": detail} for at, name, what, detail in lines]

    @router.get(
        "/download/{form}",
        summary="The study as an archive of files",
        response_class=Response,
        responses={200: {"content": {"application/zip": {}}}},
    )
    async def download(form: _Form, name: who) -> Response:
        return await archive(store, form, name)

    @router.post("/pause", summary="Turn newcomers away", response_model=DoneReply)
    async def pause(name: who) -> JSONResponse:
        return await run("pause", {}, name)

    @router.post("/open", summary="Let newcomers in again", response_model=DoneReply)
    async def open_again(name: who) -> JSONResponse:
        return await run("open", {}, name)

    @router.post("/quota", summary="Change how many participants are wanted", response_model=DoneReply)
    async def quota(body: QuotaBody, name: who) -> JSONResponse:
        return await run("quota", body.model_dump(), name)

    @router.post("/exclude", summary="Leave a participant out, with a reason", response_model=DoneReply)
    async def exclude(body: ExclusionBody, name: who) -> JSONResponse:
        return await run("exclude", body.model_dump(), name)

    @router.post("/include", summary="Take a participant in again", response_model=DoneReply)
    async def include(body: WhomBody, name: who) -> JSONResponse:
        return await run("include", body.model_dump(), name)

    @router.post("/free", summary="Give the place of somebody unfinished to others", response_model=DoneReply)
    async def free(body: WhomBody, name: who) -> JSONResponse:
        return await run("free", body.model_dump(), name)

    return router
