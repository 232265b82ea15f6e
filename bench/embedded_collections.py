"""What the embedded collections are made of, how near to published texts they come, and what their audit can see.

`python -m bench embedded_collections` prints every table: forms, functions and frames of the anaphors, the second
reading of the domains, the blind reading, the nearest published text of each entry, and the audit before and after.
"""

import csv
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

import anaphor
from anaphor.collection import TextIndex
from bench.table import Row

HERE = Path(__file__).parent / "embedded"
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
PUBLISHED = {
    "fr": (
        "wsc-fr/French_Wino_Schemas.xml",
        "fwsc285/wsc_285_v3.json",
        "winogrande-fr-deepl/winogrande_debiased_with_ids.txt.xz",
        "winogrande-fr-deepl/winogrande_m_with_ids.txt",
        "xwinograd/dataset.tsv.xz",
    ),
    "en": (
        "wsc-en/WSCollection-285.xml",
        "pdp/PDPChallenge2016.xml",
        "dpr/train.c.txt",
        "dpr/test.c.txt",
        "superglue-wsc/train.jsonl",
        "superglue-wsc/val.jsonl",
        "superglue-wsc/test.jsonl",
        "winogrande/train-debiased.jsonl.xz",
        "winogrande/train_m.jsonl",
        "xwinograd/dataset.tsv.xz",
        "winogender/all_sentences.tsv",
        "knowref/knowref_test.json",
    ),
}
# Version 1.0, measured in the same way and by the audit of the same corpora.
BEFORE = {
    "fr": {"schemas": 95, "problems": 70, "single": 38, "scored": 31, "power": 0.10, "plain": 0.17},
    "en": {"schemas": 63, "problems": 32, "single": 19, "scored": 23, "power": 0.12, "plain": 0.13},
}
LINKS = {
    "fr": [
        *(
            [
                "parce que",
                "puisque",
                "si bien que",
                "car",
                "comme",
                "c'est que",
                "c'est dire si",
                "tant",
                "donc",
                "jusqu'à ce que",
            ]
        ),
        *(["jusqu'au jour où", "dès que", "depuis que", "quand", "pendant laquelle", "que", "et"]),
        *(["c'est donc", "c'est toujours", "c'est", "c'est donc à"]),
    ],
    "en": [
        "because",
        "since",
        "given that",
        "so",
        "but",
        "until",
        "before",
        "when",
        "as",
        "and",
        "that",
        "which is why",
        "during which",
        "how",
    ],
}
_LINK = {
    language: re.compile(rf"(?:^|\W)({'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})$")
    for language, words in LINKS.items()
}
_TONIC = re.compile(
    r"(\b(chez|sans|avec|pour|contre|sur|à)|\b(avec\|sans|pour\|contre)\}|pour\}|c'est( donc| toujours)?( à)?)$"
)
_SUBJECTS = {*["il", "elle", "ils", "elles", "he", "she", "they", "ça", "cela", "ce", "c'"]}
_OBJECTS = {*["le", "la", "les", "l'", "him", "them"]}
_POSSESSIVES = {*["son", "sa", "ses", "leurs", "its", "their"]}
_ALONE = {"le sien", "la sienne", "les siens", "les siennes", "hers", "theirs"}


def function_of(text: str, form: str) -> str:
    """What the anaphor is in its clause, as far as its form and its neighbours tell.

    >>> function_of("Dis-[lui] de venir.", "lui"), function_of("C'est pour [lui].", "lui")
    ('dative of an imperative', 'tonic')
    """
    before, after = (part.strip().casefold() for part in text.split(f"[{form}]", 1))
    form = form.casefold()
    if before.endswith("-"):
        return ("dative" if form in ("lui", "leur") else "object") + " of an imperative"
    if form == "eux" or (
        form in ("lui", "elle", "elles") and _TONIC.search(before) and not re.match(r"\{?\w+(er|ir|re)\b", after)
    ):
        return "tonic"
    if form in ("y", "en"):
        return form
    if form in _ALONE or (form == "his" and re.match(r"(was|is)\b", after)):
        return "possessive alone"
    if form == "lui" or (form == "leur" and re.match(r"(a|ai|ont|donna|coûta|fassent)\b", after)):
        return "dative"
    if form.endswith(("-ci", "-là")) or form in ("ça", "cela", "c'", "ce"):
        return "demonstrative"
    if form in _POSSESSIVES or form in ("leur", "his"):
        return "possessive"
    if form == "her":
        return "object" if re.match(r"\{?(to|an?|whether|for)\b|[.,]|$", after) else "possessive"
    if form == "it":
        return "object" if re.match(r"[.,]|$|(by|for|in|from|to|shut|off)\b|\{shut", after) else "subject"
    return "object" if form in _OBJECTS else "subject"


def frame_of(text: str, language: str) -> str:
    """How the anaphor's clause is tied to what stands before it, who acts in it, and what the anaphor is there.

    >>> frame_of("A aide B, parce qu'[il] est fort.", "fr"), frame_of("A lost. Today, the boss praised [him].", "en")
    ('parce que + subject', 'new sentence, phrase in front, another acts + object')
    """
    form = re.search(r"\[(.*?)\]", text)[1]  # type: ignore[index]  # every entry has one
    sentence = re.split(r"(?<=[.!?])\s+", text.split("[", 1)[0])[-1]
    clause = re.split(r"\s?[:;]\s", sentence)[-1]
    plain = re.sub(r"qu'$", "que", re.sub(r"\bs'$", "si", clause.casefold().strip(" ,-")))
    function = function_of(text, form)
    own = function in ("subject", "possessive", "possessive alone", "demonstrative", "tonic")  # it opens its clause
    tie = _LINK[language].search(plain) or re.search(r", (so|and)( \w+){1,3}$", plain)
    inner = re.findall(r"\b(parce qu|car|et|donc|because|so|and|when)\b", plain) if "," in plain or not own else []
    if tie and (own or language == "fr"):
        link = tie[1]
    elif inner and not own:
        link = inner[-1]
    elif clause != sentence:
        link = "colon" if ":" in sentence else "semicolon"
    else:
        opening = re.match(r"(pour|si|dès que|depuis que|quand|avant de|when|before|during)\b", plain)
        link = "new sentence" + (
            ", clause in front" if opening else ", phrase in front" if "," in clause or (own and plain) else ""
        )
    if function == "tonic" and plain.endswith("chez"):
        link += ", chez"
    return f"{link}{'' if own else ', ' + _who_acts(plain)} + {function}"


def _who_acts(clause: str) -> str:
    last = clause.rsplit(", ", maxsplit=1)[-1]
    if re.match(r"(il |it )", last):
        return "impersonal"
    if re.match(r"(je|j'|nous|on|i|we)\b|.*\b(so|when) i\b", last):
        return "I or we act"
    return (
        "you act" if re.match(r"(\{|please|never|always|bring|put|mets|n'oublie|you)\b|\{|$", last) else "another acts"
    )


def _raw(language: str) -> dict[str, list[dict[str, Any]]]:
    """The entries as the file writes them, with brackets and braces."""
    path = Path(anaphor.__file__).parent / "data" / "collections" / f"anaphor-{language}.yaml"
    return dict(yaml.safe_load(path.read_text("utf-8")))


def _single(text: str) -> bool:
    braces = re.findall(r"\{(.*?)\}", text)
    return len(braces) == 1 and all(len(each.split()) == 1 for each in braces[0].split("|"))


def _published(language: str) -> Iterator[tuple[str, str]]:
    for name in PUBLISHED[language]:
        for question in anaphor.load(DATA / name, language=language).questions:
            whole = question.text.strip() == "_"  # its sentences are its candidates
            yield f"{name.split('/')[0]}#{question.id}", str(question.candidates[0]) if whole else question.text


def nearest(language: str) -> list[tuple[float, str, str]]:
    """For each entry, the published text that shares most word pairs with one of its items: share, entry, the text."""
    index = TextIndex(dict(_published(language)).items())
    found: dict[str, tuple[float, str, str]] = {}
    for item in anaphor.load(f"anaphor-{language}").items:
        best = index.nearest(item.question.text, at_least=0.01)
        entry = re.sub(r"\.\d$", "", item.id)
        found[entry] = max(
            found.get(entry, (0.0, entry, "–")), (best.share, entry, best.name) if best else (0.0, entry, "–")
        )
    return sorted(found.values(), reverse=True)


def domain_agreement(language: str) -> tuple[int, float, float]:
    """Entries, mean overlap of the two readings' domains (Jaccard), and κ over all pairs of entry and domain."""
    second = {row["entry"]: {*row["domains"].split()} for row in _table("domains.tsv", language)}
    raw, first = _raw(language), {}
    for entry in [*raw["schemas"], *raw["problems"]]:
        first[entry["id"]] = {domain for part in entry.get("anaphors", [entry]) for domain in part["domains"]}
    names, labels = sorted({*first} & {*second}), sorted(set().union(*first.values(), *second.values()))
    overlap = sum(len(first[each] & second[each]) / len(first[each] | second[each]) for each in names) / len(names)
    cells = Counter((label in first[each], label in second[each]) for each in names for label in labels)
    one, two = (sum(count for said, count in cells.items() if said[who]) / cells.total() for who in (0, 1))
    chance = one * two + (1 - one) * (1 - two)
    return len(names), overlap, ((cells[True, True] + cells[False, False]) / cells.total() - chance) / (1 - chance)


def blind_reading(language: str) -> tuple[int, int, int]:
    """Items, those of them that were read alone in their present wording, and answers that were the key."""
    said = {(row["item"], row["text"]): row["answer"] for row in _table("blind.tsv", language)}
    items = anaphor.load(f"anaphor-{language}").items
    marks = [(item.id, hashlib.sha256(item.question.text.encode()).hexdigest()[:8]) for item in items]
    right = sum(said.get(mark) == str(item.answer) for mark, item in zip(marks, items, strict=True))
    return len(items), sum(mark in said for mark in marks), right


def _table(name: str, language: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file, delimiter="\t") if row["language"] == language]


def _print(heading: str, counted: "Counter[str]") -> None:
    print(f"\n{heading}")
    for name, count in counted.most_common():
        print(f"  {name:56} {count:4}  {count / counted.total():5.1%}")


def run() -> list[Row]:
    """Print every table of the two collections; the rows compare version 1.0 with the present one."""
    rows: list[Row] = []
    for language, before in BEFORE.items():
        name, raw = f"anaphor-{language}", _raw(language)
        schemas, entries = raw["schemas"], [*raw["schemas"], *raw["problems"]]
        found = [(entry["text"], form) for entry in entries for form in re.findall(r"\[(.*?)\]", entry["text"])]
        frames = Counter(frame_of(entry["text"], language) for entry in schemas)
        _print(f"{name}: forms", Counter(form.casefold() for _, form in found))
        _print(f"{name}: functions", Counter(function_of(text, form) for text, form in found))
        _print(f"{name}: frames of the schemas", frames)
        single = sum(_single(each["text"]) for each in schemas)
        count, overlap, kappa = domain_agreement(language)
        items, read, right = blind_reading(language)
        audit = anaphor.audit.run(name, quick=True).to_dict()["verdict_detail"]
        checks = Counter(each["severity"] for each in anaphor.collection.check(name).to_dict()["findings"])
        top, share = frames.most_common(1)[0]
        rows += [
            _row(
                f"{name}: schemas, problems",
                f"{len(schemas)}, {len(raw['problems'])}",
                f"{before['schemas']}, {before['problems']}",
            ),
            _row(
                f"{name}: schemas that differ by a single word",
                f"{single / len(schemas):.0%}",
                f"{before['single'] / before['schemas']:.0%}",
            ),
            _row(f"{name}: most frequent frame", f"{share / len(schemas):.1%} ({top})"),
            _row(f"{name}: errors, warnings of the check", f"{checks['error']}, {checks['warning']}"),
            _row(f"{name}: domains by two readings, overlap and κ", f"{overlap:.2f}, {kappa:.2f} ({count} entries)"),
            _row(f"{name}: items read alone, answered with the key", f"{read} of {items}, {right}"),
            _row(f"{name}: items scored by the audit", f"{audit['scored']} of {audit['items']}", f"{before['scored']}"),
            _row(
                f"{name}: power for a leak of 8 points, best threshold and none",
                f"{audit['power']:.2f}, {audit['power_plain']:.2f}",
                f"{before['power']:.2f}, {before['plain']:.2f}",
            ),
        ]
        if DATA.is_dir():
            near = nearest(language)
            print(f"\n{name}: nearest published text, share of word pairs in common")
            print("\n".join(f"  {share:.3f}  {entry:20} {other}" for share, entry, other in near))
            rows.append(
                _row(
                    f"{name}: nearest published text, largest and mean share",
                    f"{near[0][0]:.2f}, {sum(each[0] for each in near) / len(near):.2f}",
                )
            )
    return rows


def _row(work: str, ours: str, before: str = "") -> Row:
    return {"work": work, "ours": ours, "peer": f"version 1.0: {before}" if before else ""}
