"""Structured logs: one JSON document per line for each request and each warning; nobody's address is in them."""

import json
import logging
import time
import traceback
from datetime import UTC, datetime
from typing import Any

from anaphor.web.replies import App, Message, Receive, Scope, Send

_LOG = logging.getLogger("anaphor.web")

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "anaphor.web.site.log.JsonLines"}},
    "handlers": {"out": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "lines"}},
    "loggers": {
        "anaphor.web": {"handlers": ["out"], "level": "INFO", "propagate": False},
        "uvicorn": {"handlers": ["out"], "level": "WARNING", "propagate": False},
    },
}
"""How a server logs: data, so to stdout."""


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {"at": at, "level": record.levelname.lower(), "event": record.getMessage()}
        line |= getattr(record, "request", {})
        if record.exc_info and record.exc_info[1]:
            line["trace"] = "".join(traceback.format_exception(record.exc_info[1]))
        return json.dumps(line, ensure_ascii=False)


def logged(app: App) -> App:
    """The same app, whose requests are logged: method, path without its query, status, milliseconds."""

    async def logging_app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await app(scope, receive, sending)
        finally:
            taken = round(1000 * (time.perf_counter() - began), 1)
            path = scope["path"].encode("utf-8", "replace").decode()
            seen = {"method": scope["method"], "path": path, "status": status, "ms": taken}
            _LOG.info("request", extra={"request": seen})

    return logging_app
