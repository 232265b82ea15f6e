"""What asking costs beyond the one who answers: a run, a program over JSON lines, readings."""

import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from anaphor.collection.loading import load
from anaphor.resolver.protocol import make
from anaphor.resolver.running import RunSettings, read_run, run_collection
from anaphor.resolver.sentences import SentencePolicy, candidate_sentences
from anaphor.schema import Collection, Problem
from bench.table import Row

_ITEMS = 10_000
_PROGRAM = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], "choice": 0}), flush=True)
"""
