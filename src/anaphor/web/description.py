"""The OpenAPI description of everything under /api: FastAPI's own for the desk, and the participants' routes beside it.

Those routes are served without FastAPI for speed; their description is made of the very records that read the requests.
"""

from typing import Any

import msgspec

from anaphor.experiment.design import Recruiter
from anaphor.experiment.study import Store
from anaphor.web.study.wire import (
    AnswersBody,
    ConsentBody,
    EmptyBody,
    EndReply,
    ErrorReply,
    EventBody,
    EventReply,
    PlaceReply,
    ReceiptsReply,
    StartBody,
    WithdrawnReply,
)

_KINDS = (
    AnswersBody,
    ConsentBody,
    EmptyBody,
    EndReply,
    ErrorReply,
    EventBody,
    EventReply,
    PlaceReply,
    ReceiptsReply,
    StartBody,
    WithdrawnReply,
)
_PLACE = "#/components/schemas/{name}"
_TOKEN = {
    "name": "x-participant",
    "in": "header",
    "required": True,
    "description": "The token that the start gave.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 199, "pattern": "^[!-~]+$"},
}
_ERRORS = {
    "400": "Not readable.",
    "403": "Refused, with the reason.",
    "413": "Too large.",
    "503": "Not on disk: try again.",
}
_SIGNED = [
    {"name": name, "in": "header", "required": False, "schema": {"type": "string", "pattern": "^[!-~]*$"}}
    for name in ("x-prolific-request-timestamp", "x-prolific-request-signature", "x-event-id")
]


def describe(described: dict[str, Any], store: Store) -> dict[str, Any]:
    """FastAPI's description with the participants' routes added."""
    _, schemas = msgspec.json.schema_components(_KINDS, ref_template=_PLACE)
    components = described.setdefault("components", {})
    components.setdefault("schemas", {}).update(schemas)
    components["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    paths = described["paths"]
    for path, operations in paths.items():
        for operation in operations.values():
            operation["responses"].pop("422", None)  # what cannot be read is a 400 here, with our own sentence
            if path.startswith("/api/desk"):
                operation["security"] = [{"key": []}]
    paths.update(_participants(store))
    return described


def _participants(store: Store) -> dict[str, Any]:
    root = f"/api/{store.design.name}"
    token = (_TOKEN,)
    paths = {
        f"{root}/start": _post("Find or make a place", StartBody, PlaceReply, (), ()),
        f"{root}/consent": _post("Agree to take part, or not", ConsentBody, EndReply, token, ("404", "409")),
        f"{root}/answers": _post("Answers in; acknowledged when on disk", AnswersBody, ReceiptsReply, token, ("404",)),
        f"{root}/finish": _post("End the study once everything is there", EmptyBody, EndReply, token, ("404",)),
        f"{root}/withdraw": _post("Delete everything of a participant", EmptyBody, WithdrawnReply, token, ("404",)),
    }
    if store.design.recruiting.recruiter is Recruiter.PROLIFIC:
        paths[f"{root}/prolific"] = _post("What Prolific reports", EventBody, EventReply, tuple(_SIGNED), ("401",))
    return paths


def _post(
    summary: str, body: type, good: type, parameters: tuple[dict[str, Any], ...], more: tuple[str, ...]
) -> dict[str, Any]:
    errors = _ERRORS | {code: "Nobody is known by this token." if code == "404" else "Refused." for code in more}
    return {
        "post": {
            "summary": summary,
            "tags": ["participants"],
            "parameters": list(parameters),
            "requestBody": {"required": True, "content": _json(body)},
            "responses": {
                "200": {"description": "Done.", "content": _json(good)},
                **{code: {"description": said, "content": _json(ErrorReply)} for code, said in errors.items()},
            },
        }
    }


def _json(kind: type) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _PLACE.format(name=kind.__name__)}}}
