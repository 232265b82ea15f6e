"""What Prolific tells the study: a submission was returned or ran out of time, so its place is free."""

import hashlib
import os
import time
from functools import partial

import anyio.to_thread
import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from anaphor.experiment.design import Recruiter
from anaphor.experiment.session import SECRET_VARIABLE, SubmissionEvent, is_signed, take_event
from anaphor.experiment.study import Store
from anaphor.web.replies import BadRequestError, bounded, decode, decoder, guarded, reply
from anaphor.web.study.wire import EventBody, EventReply

_EVENT: "msgspec.json.Decoder[EventBody]" = decoder(EventBody)
_LARGEST = 20_000


class Webhooks:
    """The door for a recruiter's reports."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def routes(self) -> list[Route]:
        """One route, and only where the participants come from Prolific."""
        if self.store.design.recruiting.recruiter is not Recruiter.PROLIFIC:
            return []
        return [Route(f"/api/{self.store.design.name}/prolific", guarded(self.prolific), methods=["POST"])]

    async def prolific(self, request: Request) -> Response:
        """Act on a signed event, once, however often it comes."""
        data = await bounded(request, _LARGEST)
        timestamp = request.headers.get("x-prolific-request-timestamp", "")
        signature = request.headers.get("x-prolific-request-signature", "")
        if not is_signed(self._secret(), timestamp, data, signature):
            raise BadRequestError("web-wrong-signature", 401)
        body = decode(_EVENT, data)
        if body.event_type != "submission.status.change" or not body.resource_id:
            return reply(EventReply(changed=False))
        made = hashlib.sha256(timestamp.encode() + data).hexdigest()
        event = SubmissionEvent(
            id=request.headers.get("x-event-id", made)[:200],
            submission=body.resource_id,
            status=body.status,
            digest=made,
        )
        work = partial(take_event, self.store, event, time.time())
        return reply(EventReply(changed=await anyio.to_thread.run_sync(work)))

    def _secret(self) -> str:
        variable = self.store.design.recruiting.webhook_secret or SECRET_VARIABLE
        secret = os.environ.get(variable, "")
        if not secret:
            raise BadRequestError("web-no-secret", 401)
        return secret
