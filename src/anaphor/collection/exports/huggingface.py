"""A folder for `datasets.load_dataset`: rows, a dataset card, and Croissant 1.1 with its Responsible-AI fields.

What is not known stays unsaid: no date, no address and no annotator is made up. Where labels of people are given, card
and Croissant say their agreement and how often another panel would change a label.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from anaphor.collection.exports.folder import Folder, filled, json_lines, task_name
from anaphor.collection.formats.foreign import written_entries
from anaphor.collection.protocol import FolderContent
from anaphor.errors import InputError
from anaphor.schema import Collection, Item, Mark, Neither, Schema, Status, question_of
from anaphor.text import joined, speaking, text

_ROWS = "data/test.jsonl"
_LICENCES = {"apache-2.0", "mit", "cc0-1.0", "cc-by-4.0", "cc-by-3.0", "cc-by-sa-4.0", "cc-by-sa-3.0", "cc-by-nc-4.0"}
"""Identifiers of SPDX, in small letters, that the Hub knows too."""
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_UNKNOWN = ("mul", "und")
_CROISSANT = ("http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0")


def content(collection: Collection, facts: Mapping[str, Any]) -> FolderContent:
    """Rows, card and Croissant; every item of a collection can be said."""
    rows = json_lines(map(_row, *zip(*written_entries(collection), strict=True)))
    with speaking("en"):
        sentences = _sentences(collection, facts)
        words = sentences | {
            "header": _header(collection),
            "columns": "\n".join(f"| {name} | {column['holds']} |" for name, column in _columns().items()),
            "bibtex": _bibtex(collection),
            "limits": "\n".join(f"- {limit}" for limit in sentences["limits"]),
        }
        croissant = json.dumps(_croissant(collection, rows, sentences, facts), ensure_ascii=False, indent=2)
    return filled("huggingface", collection, {_ROWS: rows, "croissant.json": f"{croissant}\n"}, **words)


def _columns() -> dict[str, dict[str, Any]]:
    return tomllib.loads((files("anaphor") / "data" / "dataset_columns.toml").read_text("utf-8"))


def _row(part: Any, entry: Any) -> dict[str, Any]:
    question = question_of(entry)
    mark = question.anaphor if isinstance(question.anaphor, Mark) else None
    key = entry.key if isinstance(entry, Item) else None
    return {
        "id": question.id,
        "schema": part.id if isinstance(part, Schema) else "",
        "language": question.language,
        "text": question.text,
        "anaphor": question.anaphor_form,
        "start": mark.start if mark else None,
        "end": mark.end if mark else None,
        "candidates": [candidate.text for candidate in question.candidates],
        "answer": key if isinstance(key, int) else None,
        "neither": isinstance(key, Neither),
        "prompt": question.prompt,
    }


def _languages(collection: Collection) -> list[str]:
    return sorted({question.language for question in collection.questions} - set(_UNKNOWN))


def _sentences(collection: Collection, facts: Mapping[str, Any]) -> dict[str, Any]:
    """What card and Croissant say in words."""
    included = [part for part in collection.parts if part.status is not Status.EXCLUDED]
    schemas = sum(isinstance(part, Schema) for part in included)
    counts = {"items": len(collection.entries), "schemas": schemas, "problems": len(included) - schemas}
    unkeyed, neither = (
        len(collection.entries) - len(collection.items),
        sum(isinstance(item.key, Neither) for item in collection.items),
    )
    limits = [
        text("collection-card-small", count=len(collection.entries)),
        *([text("collection-card-unkeyed", count=unkeyed)] if unkeyed else []),
        *([text("collection-card-neither", count=neither)] if neither else []),
        *([] if facts else [text("collection-card-not-validated")]),
        text("collection-card-public"),
    ]
    return {
        "counts": text("collection-card-counts", **counts),
        "description": collection.notes or text("collection-card-description"),
        "labels": text("collection-card-labels"),
        "people": _people(collection, facts) if facts else text("collection-card-not-validated"),
        "limits": limits,
    }


def _people(collection: Collection, facts: Mapping[str, Any]) -> str:
    """Agreement and change rate of people's labels, which must be labels of these items."""
    change, leading = facts["change"] or {}, facts["leading"]
    items = {question.id for question in collection.questions}
    foreign = [item for item in facts["labelled"] if item not in items]
    if foreign:
        few = joined(foreign[:3])
        raise InputError("collection-card-other-people", count=len(foreign), few=few, name=collection.name)
    coefficient = facts["coefficients"][leading]
    ends = text("collection-card-interval", **_ends(coefficient)) if _ends(coefficient) else ""
    changed = ""
    if change:
        within = text("collection-card-change-ends", **_ends(change)) if _ends(change) else ""
        changed = text("collection-card-change", panel=change["panel"], rate=change["rate"], ends=within)
    return text(
        "collection-card-people",
        annotators=facts["annotators"],
        labels=facts["labels"],
        found=facts["items"],
        all=len(items),
        coefficient=text(f"agreement-coefficient-{leading.replace('_', '-')}"),
        value=coefficient["value"],
        interval=ends,
        change=changed,
        signature=facts["signature"],
    )


def _ends(estimate: Mapping[str, Any]) -> dict[str, float]:
    ends = {name: estimate[name] for name in ("low", "high")}
    return {} if None in ends.values() else ends


def _header(collection: Collection) -> str:
    """The card's metadata in YAML, as the Hub reads it."""
    import yaml

    licence = (collection.licence or "").lower().replace(" ", "-")
    several = len(collection.entries)
    size = next((name for most, name in _SIZES if several < most), "1M<n<10M")
    is_common = licence in _LICENCES
    features = [
        {"name": name, ("list" if column.get("many") else "dtype"): column["kind"]}
        for name, column in _columns().items()
    ]
    header = {
        "pretty_name": collection.title or collection.name,
        "language": _languages(collection),
        "license": licence if is_common else "other" if licence else None,
        "license_name": None if is_common else licence or None,
        "task_categories": ["multiple-choice"],
        "task_ids": ["multiple-choice-coreference-resolution"],
        "size_categories": [size],
        "tags": ["winograd-schema", "coreference-resolution", "commonsense"],
        "dataset_info": {"features": features},
        "configs": [{"config_name": "default", "data_files": [{"split": "test", "path": _ROWS}]}],
    }
    return yaml.safe_dump(
        {name: value for name, value in header.items() if value}, allow_unicode=True, sort_keys=False
    ).rstrip()


def _bibtex(collection: Collection) -> str:
    """The citation where it is BibTeX, else an entry of what is known."""
    if (collection.citation or "").lstrip().startswith("@"):
        return str(collection.citation)
    year = re.findall(r"\b(?:19|20)\d\d\b", collection.citation or "")
    fields = {
        "title": collection.title or collection.name,
        "author": " and ".join(collection.authors),
        "year": year[0] if len(set(year)) == 1 else "",
        "version": collection.version,
        "note": collection.citation,
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return ",\n".join([f"@misc{{{task_name(collection.name)}", *lines]) + "\n}"


def _croissant(
    collection: Collection, rows: str, sentences: Mapping[str, Any], facts: Mapping[str, Any]
) -> dict[str, Any]:
    """The same for machines; the Responsible-AI fields hold what is known."""
    licence = collection.licence or ""
    spdx = f"https://spdx.org/licenses/{licence}.html" if licence.lower() in _LICENCES else licence
    whole = {
        "@context": json.loads((files("anaphor") / "data" / "croissant_context.json").read_text("utf-8")),
        "@type": "sc:Dataset",
        "conformsTo": list(_CROISSANT),
        "name": collection.name,
        "alternateName": collection.title,
        "description": f"{sentences['counts']}. {sentences['description']}",
        "license": spdx,
        "creator": [{"@type": "sc:Person", "name": name} for name in collection.authors],
        "inLanguage": _languages(collection),
        "version": collection.version,
        "citeAs": _bibtex(collection),
        "keywords": ["Winograd schema", "coreference resolution", "common sense"],
        "rai:dataUseCases": text("collection-card-use"),
        "rai:dataLimitations": sentences["limits"],
        "rai:dataAnnotationProtocol": sentences["labels"],
        "rai:dataAnnotationAnalysis": sentences["people"] if facts else None,
        "rai:annotationsPerItem": f"{facts['labels'] / facts['items']:.3g}" if facts else None,
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": "rows",
                "name": "test.jsonl",
                "contentUrl": _ROWS,
                "contentSize": f"{len(rows.encode())} B",
                "encodingFormat": "application/jsonlines",
                "sha256": hashlib.sha256(rows.encode()).hexdigest(),
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "items",
                "name": "items",
                "key": {"@id": "items/id"},
                "field": [
                    {
                        "@type": "cr:Field",
                        "@id": f"items/{name}",
                        "name": name,
                        "description": column["holds"],
                        "dataType": column["croissant"],
                        "source": {"fileObject": {"@id": "rows"}, "extract": {"column": name}},
                        **({"isArray": True, "arrayShape": "-1"} if column.get("many") else {}),
                    }
                    for name, column in _columns().items()
                ],
            }
        ],
    }
    return {name: value for name, value in whole.items() if value not in (None, "", [])}


HUGGINGFACE = Folder(name="hf", title="A Hugging Face dataset with card and Croissant", content=content)
