"""Cases on published data sets: only figures, fingerprints and digests are kept, never a word of an item."""

import hashlib
import json
import re
import shlex
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.golden.inputs import Inputs
from tests.golden.normalising import normalised
from tests.golden.running import Outcome, run_command
from tests.golden.storing import key_paths, rounded

_PRINTED_TOO = (
    "show-",
    "diff-",
    "import-",
    "check-wsc-fr",
    "check-pdp",
    "score-pdp",
    "measure-diagnoses",
    "reproduce-emotion",
)
"""Cases of which the table is looked at as well as the JSON."""
_LONGEST_LIST = 12
_MOST_KEYS = 60
_HASH = re.compile(r"[0-9a-f]{16,64}")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}")


@dataclass(frozen=True)
class RealCase:
    """A call on files of the published data; {} is the folder in which they lie."""

    id: str
    command: str
    first: str = ""
    """A call that makes what the case needs."""


_SHOWN = {
    "wsc-fr": "wsc-fr/French_Wino_Schemas.xml",
    "wsc-279": "wsc-en/WSCollection-279.xml",
    "wsc-283": "wsc-en/WSCollection-283-indented.xml",
    "wsc-285": "wsc-en/WSCollection-285.xml",
    "fwsc285": "fwsc285/wsc_285_v3.json",
    "pdp": "pdp/PDPChallenge2016.xml",
    "winogender": "winogender/all_sentences.tsv",
    "gap": "gap/gap-validation.tsv",
    "dpr": "dpr/test.c.txt",
    "knowref": "knowref/knowref_test.json",
    "winogrande": "winogrande/train_s.jsonl",
    "winogrande-xs": "winogrande/train_xs.jsonl",
    "deepl": "winogrande-fr-deepl/winogrande_xs_with_ids.txt",
    "winobias": "winobias/anti_stereotyped_type1.txt.dev",
    "superglue": "superglue-wsc/val.jsonl",
}
_LABELS = {
    "diagnoses": "irr-classic/irr/diagnoses.csv",
    "four-raters": "irr-classic/irrCAC/cac.raw4raters.csv",
    "contingency": "irr-classic/irrCAC/cont4x4diagnosis.csv",
    "distribution": "irr-classic/irrCAC/distrib.6raters.csv",
    "bluebird": "crowd/bluebird/label.csv",
    "opinion": "iaa-bregeon/classe5/TableauOpinion1.csv",
    "emotion": "iaa-bregeon/classe3/TableauEmotion0.csv",
    "brexit": "lewidi2023/HS-Brexit_dev.json",
    "anaesthesia": "dawid-skene/anesthesia.csv --repeats first",
    "varierr": "varierr/varierr.json",
}

REAL_CASES = (
    *(RealCase(f"show-{name}", f"collection show {{}}/{path}") for name, path in _SHOWN.items()),
    *(
        RealCase(f"check-{name}", f"collection check {{}}/{_SHOWN[name]}")
        for name in ("wsc-fr", "wsc-285", "fwsc285", "pdp", "winogender", "gap", "dpr", "winogrande-xs", "superglue")
    ),
    RealCase("show-xwinograd", "collection show {}/xwinograd/dataset.tsv.xz --language fr"),
    RealCase(
        "check-xwinograd",
        "collection check {}/xwinograd/dataset.tsv.xz --language fr --beside {}/wsc-fr/French_Wino_Schemas.xml",
    ),
    RealCase("diff-wsc", "collection diff {}/wsc-en/WSCollection-279.xml {}/wsc-en/WSCollection-285.xml"),
    RealCase("audit-wsc-fr", "audit {}/wsc-fr/French_Wino_Schemas.xml"),
    RealCase("audit-fwsc285", "audit {}/fwsc285/wsc_285_v3.json --quick"),
    RealCase("audit-wsc-285", "audit {}/wsc-en/WSCollection-285.xml --quick"),
    *(RealCase(f"measure-{name}", f"agreement measure {{}}/{path}") for name, path in _LABELS.items()),
    *(
        RealCase(f"reproduce-{name}", f"agreement reproduce {{}}/{_LABELS[name]} --items 0")
        for name in ("diagnoses", "opinion", "emotion", "brexit")
    ),
    RealCase("paper", "agreement paper {}/iaa-bregeon"),
    RealCase("import-winogrande", "experiment import {}/human-winogrande/WG_results.csv"),
    RealCase("import-lexdec", "experiment import {}/human-rt-lexdec/lexdec.csv"),
    RealCase(
        "analyse-winogrande",
        "experiment analyse study.jsonl",
        first="experiment import {}/human-winogrande/WG_results.csv",
    ),
    *(
        RealCase(f"score-{name}", "score run.jsonl", first=f"resolve {{}}/{_SHOWN[name]} --with nearest -o run.jsonl")
        for name in ("pdp", "wsc-fr", "fwsc285")
    ),
    RealCase("resolve-counts", "resolve {}/wsc-fr/French_Wino_Schemas.xml --with cooccurrence -o run.jsonl"),
)


def figures_of(case: RealCase, shared: Path, inputs: Inputs, root: Path) -> dict[str, Any]:
    """What is kept of a case: exit codes, figures of its JSON, and digests of everything that it printed."""
    document = _call(case, shared, inputs, root / "json", "json")
    found = json.loads(document.stdout)
    printed = {}
    if case.id.startswith(_PRINTED_TOO):
        table = _call(case, shared, inputs, root / "text", "text")
        texts = (_plain(text, table, shared) for text in (table.stdout, table.stderr))
        printed = {"exit": table.code, "stdout": _digest(next(texts)), "stderr": _digest(next(texts))}
    return {
        "exit": document.code,
        "stderr": _digest(_plain(document.stderr, document, shared)),
        "printed": printed,
        "codes": dict(sorted(Counter(_codes(found)).items())),
        "keys": sorted({path for path in key_paths(_figures(found)) if path.isascii()}),
        "figures": _figures(json.loads(_plain(document.stdout, document, shared))),
    }


def _call(case: RealCase, shared: Path, inputs: Inputs, folder: Path, kind: str) -> Outcome:
    folder.mkdir(parents=True)
    where = shlex.quote(str(shared))
    if case.first:
        run_command(shlex.split(case.first.replace("{}", where)), folder, home=inputs.home)
    argv = [*shlex.split(case.command.replace("{}", where)), *(["--json"] if kind == "json" else [])]
    return run_command(argv, folder, home=inputs.home)


def _plain(text: str, made: Outcome, shared: Path) -> str:
    return normalised(text.replace(str(shared), "<shared>"), made.folder)


def _digest(text: str) -> dict[str, Any]:
    return {"lines": len(text.split("\n")), "sha256": hashlib.sha256(text.encode()).hexdigest()}


def _codes(value: Any) -> list[str]:
    """The codes of findings."""
    if isinstance(value, dict):
        own = [value["code"]] if isinstance(value.get("code"), str) else []
        return own + [code for each in value.values() for code in _codes(each)]
    return [code for each in value for code in _codes(each)] if isinstance(value, list) else []


def _figures(value: Any) -> Any:
    """A document without its words: numbers stay, and of texts and long lists only a digest."""
    if isinstance(value, str):
        return value if _HASH.fullmatch(value) else {"text": _digest(value)["sha256"][:16]}
    if isinstance(value, list) and len(value) > _LONGEST_LIST:
        return {"length": len(value), "sha256": _digest(json.dumps(rounded(value), sort_keys=True))["sha256"]}
    if isinstance(value, list):
        return [_figures(each) for each in value]
    if isinstance(value, dict) and (len(value) > _MOST_KEYS or not all(map(_NAME.fullmatch, value))):
        return {"entries": len(value), "sha256": _digest(json.dumps(rounded(value), sort_keys=True))["sha256"]}
    if isinstance(value, dict):
        return {key: _figures(each) for key, each in value.items()}
    return value
