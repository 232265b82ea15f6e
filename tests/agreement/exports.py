"""The labels of one panel as annotation tools, crowd platforms and surveys write them, and the α of that panel."""

import csv
import io
import json
import random
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

Labels = dict[tuple[str, str], str]
"""Label by item and annotator."""


def panel(
    classes: Sequence[str], people: Sequence[str], items: int = 40, seed: int = 1, per_item: int | None = None
) -> Labels:
    """People who agree on about three items of four; with `per_item` so many of them label each item."""
    rng = random.Random(seed)
    found: Labels = {}
    for number in range(1, items + 1):
        truth = rng.choice(classes)
        for who in rng.sample(list(people), per_item or len(people)):
            found[f"s{number}", who] = truth if rng.random() < 0.7 else rng.choice(classes)
    return found


def alpha(labels: Labels) -> float:
    """Krippendorff's nominal α by its definition: pairs of labels of one item against pairs of any two."""
    items: dict[str, list[str]] = {}
    for (item, _), label in labels.items():
        items.setdefault(item, []).append(label)
    units = [each for each in items.values() if len(each) > 1]
    total = sum(map(len, units))
    differ = sum(sum(one != two for one in each for two in each) / (len(each) - 1) for each in units)
    often = Counter(label for each in units for label in each)
    expected = sum(often[one] * often[two] for one in often for two in often if one != two) / (total - 1)
    return 1 - differ / expected


def text_of(item: str) -> str:
    """What an item says, in French, with what breaks simple readers."""
    return f"La phrase {item} n'est pas « simple », elle est longue."


def table(rows: Iterable[Sequence[object]], separator: str = ",") -> str:
    written = io.StringIO()
    csv.writer(written, delimiter=separator, lineterminator="\n").writerows(rows)
    return written.getvalue()


def lines(objects: Iterable[object]) -> str:
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in objects)


def _wide(labels: Labels) -> tuple[list[str], list[str]]:
    return list(dict.fromkeys(item for item, _ in labels)), sorted({who for _, who in labels})


def prodigy_binary(labels: Labels) -> str:
    """`prodigy textcat.teach`: one label, accepted, rejected or ignored."""
    rows: list[dict[str, object]] = [
        {
            "text": text_of(item),
            "_input_hash": hash(item) % 10**9,
            "_task_hash": hash(item) % 10**8,
            "label": "INSULT",
            "meta": {"score": 0.51},
            "_view_id": "classification",
            "answer": label,
            "_timestamp": 1700000000,
            "_annotator_id": f"toxic-{who}",
            "_session_id": f"toxic-{who}",
        }
        for (item, who), label in labels.items()
    ]
    return lines([*rows, {**rows[0], "answer": "ignore", "text": "?", "_input_hash": 7}])


def prodigy_labels(labels: Labels) -> str:
    """`prodigy textcat.teach` with several labels: a task is a text and a label; item s1 is the second one of s2."""
    rows = []
    for (item, who), label in labels.items():
        number = int(item[1:])
        rows.append(
            {
                "text": text_of(f"t{number // 2}"),
                "label": "ABC"[number % 2],
                "answer": label,
                "_input_hash": number // 2,
                "_session_id": who,
            }
        )
    return lines(rows)


def prodigy_choice(labels: Labels) -> str:
    names = sorted(set(labels.values()))
    options = [{"id": name, "text": name.upper()} for name in names]
    return lines(
        {
            "text": text_of(item),
            "options": options,
            "_input_hash": int(item[1:]),
            "_view_id": "choice",
            "accept": [label],
            "answer": "accept",
            "config": {"choice_style": "single"},
            "_session_id": f"humeur-{who}",
        }
        for (item, who), label in labels.items()
    )


def prodigy_csv(labels: Labels) -> str:
    rows = [(text_of(item), "INSULT", label, who) for (item, who), label in labels.items()]
    return table([("text", "label", "answer", "_session_id"), *rows])


def doccano_old(labels: Labels) -> str:
    """doccano 1.0: every annotation with its user, labels and users by number."""
    items, people = _wide(labels)
    names = sorted(set(labels.values()))
    return lines(
        {
            "id": int(item[1:]),
            "text": text_of(item),
            "meta": {},
            "annotation_approver": None,
            "annotations": [
                {"label": names.index(labels[item, who]) + 1, "user": people.index(who) + 1}
                for who in people
                if (item, who) in labels
            ],
        }
        for item in items
    )


def doccano_new(labels: Labels) -> bytes:
    """doccano 1.8: an archive with a file for each annotator."""
    items, people = _wide(labels)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for who in people:
            rows = [item for item in items if (item, who) in labels]
            objects = [
                {"id": int(item[1:]), "text": text_of(item), "label": [labels[item, who]], "Comments": []}
                for item in rows
            ]
            archive.writestr(f"{who}.jsonl", lines(objects))
        archive.writestr("__MACOSX/._x.jsonl", b"\0\1")
    return packed.getvalue()


def label_studio(labels: Labels, question: str = "sentiment", other: str = "") -> str:
    """Label Studio's JSON, with a skipped and a ground-truth annotation; `other` is a second question."""
    items, people = _wide(labels)
    tasks = []
    for item in items:
        annotations: list[dict[str, object]] = []
        for who in people:
            if (item, who) not in labels:
                continue
            results = [(question, labels[item, who])] + ([(other, "x")] if other else [])
            annotations.append(
                {
                    "id": len(annotations) + 100,
                    "completed_by": {"id": people.index(who) + 1, "email": f"{who}@labo.fr"},
                    "was_cancelled": False,
                    "ground_truth": False,
                    "lead_time": 3.2,
                    "result": [
                        {
                            "id": "a1",
                            "type": "choices",
                            "from_name": name,
                            "to_name": "t",
                            "value": {"choices": [label]},
                        }
                        for name, label in results
                    ],
                }
            )
        annotations.append({**annotations[0], "was_cancelled": True})
        annotations.append({**annotations[0], "ground_truth": True})
        tasks.append(
            {
                "id": int(item[1:]),
                "data": {"text": text_of(item)},
                "annotations": annotations,
                "predictions": [],
                "meta": {},
                "created_at": "2024-03-01T10:00:00Z",
            }
        )
    return json.dumps(tasks, indent=2)


def label_studio_csv(labels: Labels) -> str:
    head = ("annotation_id", "annotator", "created_at", "id", "lead_time", "sentiment", "text", "updated_at")
    rows = [
        (
            number,
            who,
            f"2024-03-{1 + number % 28:02}T10:00:{number % 60:02}",
            item[1:],
            f"{number / 7:.3f}",
            label,
            text_of(item),
            f"2024-04-{1 + number % 28:02}T10:00:{number % 60:02}",
        )
        for number, ((item, who), label) in enumerate(labels.items())
    ]
    return table([head, *rows])


def label_studio_min(labels: Labels, second: Labels | None = None) -> str:
    """Label Studio's JSON-MIN: an object for each annotation; several choices are an object, and so is `second`."""
    return json.dumps(
        [
            {
                "text": text_of(item),
                "id": int(item[1:]),
                "sentiment": label,
                **({"ironie": {"choices": [second[item, who]]}} if second else {}),
                "annotator": who,
                "annotation_id": number,
                "created_at": f"2024-03-01T10:00:{number % 60:02}Z",
                "updated_at": f"2024-03-01T10:01:{number % 60:02}Z",
                "lead_time": number / 7,
            }
            for number, ((item, who), label) in enumerate(labels.items())
        ]
    )


Spans = dict[tuple[str, str], list[tuple[int, int, str]]]
"""Parts of texts, by item and annotator: from, to, label."""


def spans(
    items: int = 12, people: Sequence[str] = ("ann", "bob"), seed: int = 1
) -> tuple[dict[str, str], Spans, Labels]:
    """Texts of words, parts that people label, and the labels of the words: O for those in no part."""
    rng = random.Random(seed)
    texts, parts, labels = dict[str, str](), Spans(), Labels()
    for number in range(1, items + 1):
        words = [rng.choice(("Paris", "Lyon", "Marie", "rit", "dort")) for _ in range(6)]
        texts[f"t{number}"] = " ".join(words)
        truth = rng.randrange(5)
        for who in people:
            first = truth if rng.random() < 0.7 else rng.randrange(5)
            label, start = rng.choice(("LOC", "LOC", "PER")), len(" ".join([*words[:first], ""]))
            parts[f"t{number}", who] = [(start, start + len(" ".join(words[first : first + 2])), label)]
            for place in range(6):
                labels[f"t{number}-{place}", who] = label if place in (first, first + 1) else "O"
    return texts, parts, labels


def prodigy_spans(texts: dict[str, str], parts: Spans) -> str:
    """`prodigy ner.manual`."""
    return lines(
        {
            "text": texts[item],
            "_input_hash": int(item[1:]),
            "spans": [{"start": start, "end": end, "label": label, "token_start": 0} for start, end, label in each],
            "_view_id": "ner_manual",
            "answer": "accept",
            "_annotator_id": f"ner-{who}",
            "_session_id": f"ner-{who}",
        }
        for (item, who), each in parts.items()
    )


def doccano_spans(texts: dict[str, str], parts: Spans) -> bytes:
    """doccano 1.8, sequence labelling: an archive with a file for each annotator."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in sorted({who for _, who in parts}):
            objects = [
                {"id": int(item[1:]), "text": texts[item], "label": [list(part) for part in each], "Comments": []}
                for (item, who), each in parts.items()
                if who == name
            ]
            archive.writestr(f"{name}.jsonl", lines(objects))
    return packed.getvalue()


def lighttag(texts: dict[str, str], parts: Spans) -> str:
    """LightTag's download of a task: the annotations of all in each example."""
    examples = [
        {
            "id": f"7ed5{item}",
            "content": text,
            "metadata": {"verse": 1},
            "annotations": [
                {"id": "77f4", "example_id": f"7ed5{item}", "start": start, "end": end, "tag": label, "annotator": who}
                for (name, who), each in parts.items()
                if name == item
                for start, end, label in each
            ],
        }
        for item, text in texts.items()
    ]
    return json.dumps({"id": "a4b8", "dataset": {"id": "2a6e", "name": "Bible", "examples": examples}})


def webanno(texts: dict[str, str], parts: Spans, features: str = "value") -> bytes:
    """INCEpTION: a folder for each text with a file for each annotator, in WebAnno TSV 3.3."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for (item, who), each in parts.items():
            rows = [
                "#FORMAT=WebAnno TSV 3.3",
                f"#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|{features}",
            ]
            rows += ["#T_RL=webanno.custom.Link|kind|BT_NamedEntity", "", "", f"#Text={texts[item]}"]
            start = 0
            for number, word in enumerate(texts[item].split(), 1):
                inside = [label for first, end, label in each if first < start + len(word) and end > start]
                marks = [f"{label}[1]" for label in inside] or ["_"]
                columns = ["http\\_x[1]" if inside else "_"] * features.count("|") + ["|".join(marks), "_", "_"]
                rows.append("\t".join([f"1-{number}", f"{start}-{start + len(word)}", word, *columns, ""]))
                start += len(word) + 1
            archive.writestr(f"annotation/{item}.txt/{who}.tsv", "\n".join(rows) + "\n")
            if who == "ann":
                archive.writestr(f"annotation/{item}.txt/INITIAL_CAS.tsv", "\n".join(rows[:6]) + "\n")
    return packed.getvalue()


def argilla(labels: Labels, second: Labels | None = None) -> str:
    """Argilla 2: `dataset.records.to_json`; `second` answers another question."""
    asked = {"humeur": labels} | ({"ironie": second} if second else {})
    items, people = _wide(labels)
    return json.dumps(
        [
            {
                "id": item,
                "fields": {"text": text_of(item)},
                "metadata": {},
                "suggestions": {},
                "vectors": {},
                "status": "completed",
                "_server_id": f"srv-{item}",
                "responses": {
                    name: [
                        {"value": given[item, who], "user_id": f"uuid-{who}"} for who in people if (item, who) in given
                    ]
                    for name, given in asked.items()
                },
            }
            for item in items
        ]
    )


def argilla_feedback(labels: Labels) -> str:
    """Argilla 1: a feedback dataset, with a discarded response."""
    items, people = _wide(labels)
    records = []
    for item in items:
        responses = [
            {"user_id": who, "status": "submitted", "values": {"label": {"value": labels[item, who]}}}
            for who in people
            if (item, who) in labels
        ]
        gone = {**responses[0], "status": "discarded"}
        records.append({"id": item, "fields": {"text": text_of(item)}, "responses": [*responses, gone]})
    return lines(records)


def argilla_hub(labels: Labels, second: Labels | None = None) -> str:
    """Argilla's records on the Hub: labels and users in lists side by side."""
    asked = {"label": labels} | ({"ironie": second} if second else {})
    items, people = _wide(labels)
    return lines(
        {
            "id": item,
            "text": text_of(item),
            **{f"{name}.responses": [given[item, who] for who in people] for name, given in asked.items()},
            **{f"{name}.responses.users": people for name in asked},
            **{f"{name}.responses.status": ["submitted"] * len(people) for name in asked},
        }
        for item in items
    )


def snli(labels: Labels) -> str:
    items, people = _wide(labels)
    return lines(
        {
            "annotator_labels": [labels[item, who] for who in people],
            "captionID": "c.jpg#0",
            "gold_label": "neutral",
            "pairID": f"{item}.jpg#0r1n",
            "sentence1": "Two women embrace.",
            "sentence2": text_of(item),
        }
        for item in items
    )


def snli_txt(labels: Labels) -> str:
    items, people = _wide(labels)
    head = (
        "gold_label",
        "sentence1",
        "sentence2",
        "captionID",
        "pairID",
        *(f"label{n + 1}" for n in range(len(people))),
    )
    rows = [
        (
            labels[item, people[0]],
            "Two women embrace.",
            text_of(item),
            "c.jpg#0",
            f"{item}.jpg#0r1n",
            *(labels[item, who] for who in people),
        )
        for item in items
    ]
    return table([head, *rows], "\t")


def lists_in_cells(labels: Labels) -> str:
    items, people = _wide(labels)
    return table(
        [
            ("id", "text", "labels"),
            *((item, text_of(item), str([labels[item, who] for who in people])) for item in items),
        ]
    )


_TURK = (
    "HITId",
    "HITTypeId",
    "Title",
    "Reward",
    "CreationTime",
    "AssignmentId",
    "WorkerId",
    "AssignmentStatus",
    "AcceptTime",
    "SubmitTime",
    "WorkTimeInSeconds",
    "Input.text",
)


def turk(labels: Labels, answers: Callable[[str], dict[str, str]]) -> str:
    """A batch of Mechanical Turk, one item per task, with a constant, an echo of the input and a comment."""
    rows, head = [], list[str]()
    for number, ((item, who), label) in enumerate(labels.items()):
        given = {"Answer.consent": "yes", "Answer.echo": item, "Answer.comment": "" if number % 3 else f"bien {number}"}
        given |= answers(label)
        head = [*_TURK, *given, "Approve", "Reject"]
        rows.append(
            (
                f"3HIT{item}",
                "3TYPE",
                "Moods",
                "$0.10",
                "Mon May 10 10:17:18 PDT 2021",
                f"3ASG{number}",
                f"A{who.upper()}",
                "Approved",
                f"Mon May 10 10:{number % 60:02}:18 PDT 2021",
                f"Mon May 10 11:{number % 60:02}:18 PDT 2021",
                str(10 + number % 37),
                text_of(item),
                *given.values(),
                "",
                "",
            )
        )
    return table([head, *rows])


def turk_side_by_side(labels: Labels) -> str:
    """A batch whose tasks hold two items each."""
    items, people = _wide(labels)
    head = (
        "HITId",
        "AssignmentId",
        "WorkerId",
        "Input.kind_1",
        "Input.kind_2",
        "Input.text_1",
        "Input.text_2",
        "Answer.lang1",
        "Answer.lang2",
        "Answer.mood1",
        "Answer.mood2",
    )
    rows = []
    for one, two in zip(items[::2], items[1::2], strict=True):
        rows += [
            (
                f"H{one}",
                f"S{one}{who}",
                who,
                "a",
                "a",
                text_of(one),
                text_of(two),
                "fr",
                "fr",
                labels[one, who],
                labels[two, who],
            )
            for who in people
        ]
    return table([head, *rows])


def qualtrics(labels: Labels) -> str:
    items, people = _wide(labels)
    meta = (
        "StartDate",
        "EndDate",
        "Status",
        "IPAddress",
        "Progress",
        "Duration (in seconds)",
        "Finished",
        "RecordedDate",
        "ResponseId",
        "DistributionChannel",
        "UserLanguage",
    )
    questions = [f"Q{item[1:]}" for item in items]
    rows: list[Sequence[object]] = [(*meta, *questions)]
    rows.append((*meta, *(f"How natural is: {text_of(item)}" for item in items)))
    rows.append(tuple(f'{{"ImportId":"{name}"}}' for name in (*meta, *questions)))
    for who in people:
        fixed = (
            "2024-03-01 10:00:00",
            "2024-03-01 10:20:00",
            "IP Address",
            "10.0.0.1",
            100,
            1200,
            "True",
            "2024-03-01 10:20:01",
            f"R_{who}",
            "anonymous",
            "FR",
        )
        rows.append((*fixed, *(labels.get((item, who), "") for item in items)))
    return table(rows)


def limesurvey(labels: Labels) -> str:
    items, people = _wide(labels)
    meta = ("ID de la réponse", "Date de soumission", "Dernière page", "Langue de départ", "Tête de série")
    rows: list[Sequence[object]] = [(*meta, *(f"nat[SQ{int(item[1:]):03}]" for item in items))]
    for number, who in enumerate(people):
        rows.append(
            (number + 1, "2024-03-01 10:20:00", 3, "fr", 123456 + number, *(labels[item, who] for item in items))
        )
    return table(rows, ";")


def google_forms(labels: Labels) -> str:
    items, people = _wide(labels)
    asked = [f"Quelle humeur a « {chr(97 + place % 26) * (1 + place // 26)} » ?" for place in range(len(items))]
    rows: list[Sequence[object]] = [("Horodateur", "Adresse e-mail", *asked)]
    for number, who in enumerate(people):
        when = f"01/03/2024 10:{number:02}:00"
        rows.append((when, f"{who}@labo.fr", *(labels[item, who] for item in items)))
    return table(rows)


def wide_table(labels: Labels, separator: str = ",", *, item: str = "item", verdict: str = "", title: str = "") -> str:
    """One column per annotator; `verdict` names a column with the majority, `title` stands above the header."""
    items, people = _wide(labels)
    rows: list[Sequence[object]] = [(item, *people, *([verdict] if verdict else []))]
    for name in items:
        cells = [labels.get((name, who), "") for who in people]
        most = Counter(cell for cell in cells if cell).most_common(1)[0][0]
        rows.append((name, *cells, *([most] if verdict else [])))
    width = len(rows[0])
    above = [(line, *[""] * (width - 1)) for line in title.split("\n")] if title else []
    return table([*above, *rows], separator)


def long_table(
    labels: Labels,
    head: Sequence[str] = (),
    order: str = "ial",
    separator: str = ",",
    truth: Callable[[str], str] | None = None,
) -> str:
    """One row per label: item, annotator, label in this order, and a verdict."""
    rows = [
        ({"i": item, "a": who, "l": label}, truth(item) if truth else None) for (item, who), label in labels.items()
    ]
    cells = [(*(row[part] for part in order), *([extra] if extra is not None else [])) for row, extra in rows]
    return table([*([tuple(head)] if head else []), *cells], separator)


def questions_table(labels: Labels, second: Labels) -> str:
    rows = []
    for question, each in (("naturel", labels), ("correct", second)):
        rows += [(who, question, text_of(item), label) for (item, who), label in each.items()]
    return table([("worker", "question", "phrase", "answer"), *rows])


def toloka(labels: Labels) -> str:
    head = (
        "INPUT:text",
        "OUTPUT:mood",
        "GOLDEN:mood",
        "HINT:text",
        "ASSIGNMENT:link",
        "ASSIGNMENT:task_id",
        "ASSIGNMENT:assignment_id",
        "ASSIGNMENT:worker_id",
        "ASSIGNMENT:status",
        "ASSIGNMENT:started",
    )
    rows = [
        (
            text_of(item),
            label,
            "",
            "",
            f"http://x/{number}",
            f"t-{item}",
            f"a{number}",
            who,
            "APPROVED",
            "2024-01-01T10:00",
        )
        for number, ((item, who), label) in enumerate(labels.items())
    ]
    return table([head, *rows], "\t")


def appen(labels: Labels) -> str:
    """Figure Eight's full report: what is known of the worker beside the label."""
    head = (
        "_unit_id",
        "_created_at",
        "_id",
        "_tainted",
        "_channel",
        "_trust",
        "_worker_id",
        "_country",
        "sentiment",
        "sentiment_gold",
        "text",
    )
    rows = []
    for number, ((item, who), label) in enumerate(labels.items()):
        place = int(who[1:])
        person = ("false", ["elite", "neodev"][place % 2], 0.8 + place / 100, f"{place}77", ["FRA", "USA"][place % 2])
        rows.append((item[1:], f"3/1/2024 10:{number % 60:02}", 5000 + number, *person, label, "", text_of(item)))
    return table([head, *rows])


def potato(labels: Labels) -> str:
    names = sorted(set(labels.values()))
    rows = [
        (who, item, text_of(item), *("1" if name == label else "" for name in names))
        for (item, who), label in labels.items()
    ]
    return table([("user", "instance_id", "displayed_text", *(f"mood:::{name}" for name in names)), *rows])


def hatexplain(labels: Labels) -> str:
    items, people = _wide(labels)
    posts = {}
    for item in items:
        votes = [{"label": labels[item, who], "annotator_id": people.index(who), "target": ["None"]} for who in people]
        posts[f"{item}_twitter"] = {"post_id": item, "annotators": votes, "rationales": [], "post_tokens": ["a", "b"]}
    return json.dumps(posts)


def lists_by_item(labels: Labels) -> str:
    items, people = _wide(labels)
    return json.dumps({item: [labels[item, who] for who in people] for item in items})


def sheet(labels: Labels) -> bytes:
    """An OpenDocument sheet, one column per annotator."""
    items, people = _wide(labels)
    rows = [["item", *people], *([item, *(labels[item, who] for who in people)] for item in items)]
    return book({"Feuille1": rows})


def book(sheets: Mapping[str, Sequence[Sequence[str]]]) -> bytes:
    """An OpenDocument spreadsheet with these rows of sheets."""

    def cell(text: str) -> str:
        return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'

    body = ""
    for name, rows in sheets.items():
        lines = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
        body += f'<table:table table:name="{name}">{lines}</table:table>'
    spaces = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in _OPEN)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml",
            '<?xml version="1.0"?><m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
            '<m:file-entry m:full-path="content.xml" m:media-type="text/xml"/></m:manifest>',
        )
        archive.writestr(
            "content.xml",
            f'<?xml version="1.0"?><office:document-content {spaces} office:version="1.3"><office:body>'
            f"<office:spreadsheet>{body}</office:spreadsheet>"
            "</office:body></office:document-content>",
        )
    return packed.getvalue()


_OPEN = ("office", "table", "text")


def votes_in_cells(labels: Labels) -> str:
    items, people = _wide(labels)
    rows = [(item, text_of(item), "; ".join(labels[item, who] for who in people)) for item in items]
    return table([("id", "texte", "annotations"), *rows])


def blocks(labels: Labels, second: Labels) -> str:
    """Two questions in one wide table."""
    items, people = _wide(labels)
    head = ("item", *(f"humeur_{who}" for who in people), *(f"ironie_{who}" for who in people))
    rows = [(item, *(each[item, who] for each in (labels, second) for who in people)) for item in items]
    return table([head, *rows])


def kili(labels: Labels) -> str:
    items, people = _wide(labels)
    assets = []
    for item in items:
        votes = [
            {
                "author": {"email": f"{who}@labo.fr"},
                "labelType": "DEFAULT",
                "jsonResponse": {"JOB_0": {"categories": [{"name": labels[item, who], "confidence": 100}]}},
            }
            for who in people
        ]
        assets.append({"content": text_of(item), "externalId": item, "labels": votes})
    return json.dumps(assets)


def labelbox(labels: Labels) -> str:
    items, people = _wide(labels)
    rows = []
    for item in items:
        votes = [
            {
                "label_details": {"created_at": "2024-01-01", "created_by": f"{who}@labo.fr"},
                "annotations": {
                    "classifications": [
                        {
                            "name": "Mood",
                            "value": "mood",
                            "radio_answer": {"name": labels[item, who].upper(), "value": labels[item, who]},
                        }
                    ]
                },
            }
            for who in people
        ]
        rows.append({"data_row": {"id": f"row-{item}", "external_id": item}, "projects": {"p1": {"labels": votes}}})
    return lines(rows)
