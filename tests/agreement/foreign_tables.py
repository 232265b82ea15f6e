"""Label tables as other programs write them, each with the labels that stand in it: written before they were read."""

import json
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.agreement.exports import Labels, lines, panel, table, text_of

ITEMS = [f"s{number}" for number in range(1, 31)]
PEOPLE = ("alice", "bob", "carol")
YES_NO = panel(("yes", "no"), PEOPLE, items=30, seed=21)
OTHER = panel(("yes", "no"), PEOPLE, items=30, seed=22)
MOODS = panel(("joy", "anger", "fear"), PEOPLE, items=30, seed=23)
BINARY = panel(("0", "1"), PEOPLE, items=30, seed=24)
LIKERT = panel(("1", "2", "3", "4", "5"), PEOPLE, items=30, seed=25)
CROWD = panel(("joy", "anger", "fear"), tuple(f"w{n}" for n in range(9)), items=30, seed=26, per_item=3)
SURVEYED = panel(
    ("Never", "Rarely", "Sometimes", "Often", "Always"), tuple(f"p{n}" for n in range(8)), items=30, seed=27
)


@dataclass(frozen=True, kw_only=True)
class Foreign:
    """A file or a folder of another program, and what must come out of it."""

    content: str | Mapping[str, str]
    labels: Labels
    """The labels that count."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    heard: str = ""
    """What the user must hear (a regular expression), where the file says less than everything."""
    asks: bool = False
    """Whether the file must be asked about; the line that is printed then reads the labels."""
    missing: bool = False
    """Whether nothing that can be typed reads it: then no line may be printed."""

    def write(self, folder: Path, name: str) -> Path:
        if isinstance(self.content, str):
            path = folder / name
            path.write_text(self.content, "utf-8")
            return path
        for inner, content in self.content.items():
            path = folder / name / inner
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, "utf-8")
        return folder / name


def wide(labels: Labels, first: str = "item") -> list[list[object]]:
    people = list(dict.fromkeys(who for _, who in labels))
    rows: list[list[object]] = [[item, *(labels.get((item, who), "") for who in people)] for item in ITEMS]
    return [[first, *people], *rows]


def side_by_side(form: str = "{question}_{who}", *, first: str = "item") -> str:
    asked = {"toxic": YES_NO, "sarcastic": OTHER}
    names = [form.format(question=question, who=who) for question in asked for who in PEOPLE]
    rows = [[item, *(labels[item, who] for labels in asked.values() for who in PEOPLE)] for item in ITEMS]
    return table([[first, *names], *rows])


def survey_monkey() -> str:
    """One row per respondent, the question above, `Response` or the row of the matrix below."""
    fixed = ["Respondent ID", "Collector ID", "Date Created", "Date Modified", "IP Address", "Email Address"]
    head: list[object] = [*fixed, "How often would you say this?", *[""] * (len(ITEMS) - 1)]
    rows: list[list[object]] = [head, [*[""] * len(fixed), *(text_of(item) for item in ITEMS)]]
    for place in range(8):
        said = [SURVEYED[item, f"p{place}"] for item in ITEMS]
        day = "03/01/2024 10:00:00 AM"
        rows.append([f"1182340{place}", "4401", day, day, f"10.0.0.{place}", "", *said])
    return table(rows)


def lime_survey() -> str:
    head = ["id", "submitdate", "lastpage", "startlanguage", "seed", *(f"how[SQ{n:03}]" for n in range(1, 31))]
    rows: list[list[object]] = []
    for place in range(8):
        said = [SURVEYED[item, f"p{place}"] for item in ITEMS]
        day = "2024-03-01 10:00:00" if place else ""
        rows.append([place + 1, day, 3 if place else 1, "en", 7, *(said if place else [*said[:12], *[""] * 18])])
    return table([head, *rows])


FINISHED = {key: label for key, label in SURVEYED.items() if key[1] != "p0"}


def google_forms() -> str:
    head = ["Timestamp", "Email Address", *(f"How often? [{text_of(item)}]" for item in ITEMS)]
    day = "2024/03/01 10:00:00 AM GMT+1"
    rows = [[day, f"p{n}@x.org", *(SURVEYED[item, f"p{n}"] for item in ITEMS)] for n in range(8)]
    return table([head, *rows])


def prolific() -> tuple[str, Labels]:
    rows, kept = list[list[object]](), Labels()
    status = {"w0": "RETURNED", "w1": "TIMED-OUT", "w2": "SCREENED OUT"}
    for (item, who), label in CROWD.items():
        rows.append([f"sub-{who}", who, status.get(who, "APPROVED"), item, label])
        if who not in status:
            kept[item, who] = label
    return table([["Submission id", "Participant id", "Status", "item", "label"], *rows]), kept


def snorkel() -> tuple[str, Labels]:
    """A label matrix of labelling functions, each of which votes for one class or abstains (-1)."""
    rng, kept, rows = random.Random(3), Labels(), list[list[object]]()
    names = [f"lf_{word}" for word in ("keyword", "regex", "short", "link", "polarity")]
    for number in range(40):
        truth, row = rng.randrange(2), list[object]()
        for place, name in enumerate(names):
            votes = rng.random() < (0.6 if truth == place % 2 else 0.15)
            row.append(place % 2 if votes else -1)
            if votes:
                kept[str(number), name] = str(place % 2)
        rows.append([number, *row])
    return table([["", *names], *rows]), kept


def pandas_pivot() -> str:
    """`DataFrame.pivot(index="item", columns="annotator").to_csv()` of two columns of labels."""
    head = [["", *["toxic"] * 3, *["sarcastic"] * 3], ["annotator", *PEOPLE, *PEOPLE], ["item", *[""] * 6]]
    rows = [[item, *(each[item, who] for each in (YES_NO, OTHER) for who in PEOPLE)] for item in ITEMS]
    return table([*head, *rows])


def r_long() -> str:
    """`reshape(direction = "long")` and `write.csv`: row names, and the annotator in a column called `time`."""
    rows = [[f"{item}.{who}", item, who, label] for (item, who), label in MOODS.items()]
    return table([["", "id", "time", "mood"], *rows])


def brat(*, by_document: bool = False) -> tuple[dict[str, str], Labels]:
    """Standoff files: a folder per annotator, or a folder per document."""
    rng, files, kept = random.Random(5), dict[str, str](), Labels()
    for document in ("d1", "d2"):
        words = [document, *["Paris", "is", "where", "Marie", "met", "Pierre", "in", "spring"] * 3]
        text = " ".join(words)
        truth = [rng.choice(("LOC", "PER", "O", "O")) for _ in words]
        for who in PEOPLE:
            spans, start = list[str](), 0
            for place, word in enumerate(words):
                label = truth[place] if rng.random() < 0.8 else rng.choice(("LOC", "PER", "O"))
                kept[f"{document}-{place}", who] = label
                if label != "O":
                    spans.append(f"T{len(spans) + 1}\t{label} {start} {start + len(word)}\t{word}")
                start += len(word) + 1
            more = "R1\tMet Arg1:T1 Arg2:T2\t\n#1\tAnnotatorNotes T1\tsure\n"
            stem = f"{document}/{who}" if by_document else f"{who}/{document}"
            files |= {f"{stem}.ann": "\n".join(spans) + "\n" + more, f"{stem}.txt": text}
    return files, kept


def potato(*, old: bool) -> dict[str, str]:
    """The output folder: a folder per person."""
    files = {"annotation_order.json": json.dumps({"s1": []}), "user_config.json": "{}"} if old else {}
    for who in PEOPLE:
        if old:
            rows = [
                {
                    "id": item,
                    "displayed_text": text_of(item),
                    "label_annotations": {"mood": {MOODS[item, who]: "true"}},
                    "span_annotations": {},
                    "behavioral_data": {"time_string": "Time spent: 0d 0h 0m 9s"},
                }
                for item in ITEMS
            ]
            files[f"{who}/annotated_instances.jsonl"] = lines(rows)
            files[f"{who}/assigned_user_data.json"] = json.dumps({item: {"text": text_of(item)} for item in ITEMS})
        else:
            state = {item: [[{"schema": "mood", "name": MOODS[item, who]}, "true"]] for item in ITEMS}
            kept = {"user_id": who, "instance_id_ordering": ITEMS, "instance_id_to_label_to_value": state}
            files[f"{who}/user_state.json"] = json.dumps({**kept, "current_instance_index": 29})
    return files


def judged() -> tuple[str, Labels]:
    """Pairs of answers judged turn by turn: three columns name what was judged."""
    rng, rows, kept = random.Random(9), list[list[object]](), Labels()
    for question in (81, 82, 83, 84, 85):
        for pair in ("gpt-4|alpaca", "llama|vicuna", "vicuna|gpt-4"):
            for turn in (1, 2):
                truth = rng.choice(("A", "B", "tie"))
                for judge in ("expert_0", "expert_1", "expert_2"):
                    winner = truth if rng.random() < 0.7 else rng.choice(("A", "B", "tie"))
                    rows.append([question, pair, turn, judge, winner])
                    kept[f"{question} {pair} {turn}", judge] = winner
    return table([["question_id", "pair", "turn", "judge", "winner"], *rows]), kept


def repeated() -> tuple[str, Labels]:
    """Two models, three runs each, over the same items."""
    rng, rows, kept = random.Random(13), list[list[object]](), Labels()
    for item in ITEMS:
        truth = rng.choice(("yes", "no"))
        for model in ("gpt", "llama"):
            for run in (1, 2, 3):
                label = truth if rng.random() < 0.75 else rng.choice(("yes", "no"))
                rows.append([item, model, run, label])
                kept[f"{item} {run}", model] = label
    return table([["item", "model", "run", "label"], *rows]), kept


def typed_by_hand() -> str:
    forms = {"yes": ("Yes", "yes", "YES", "yes\u00a0"), "no": ("No", "no", "NO", " no")}
    rows = [[item, who, forms[label][n % 4]] for n, ((item, who), label) in enumerate(YES_NO.items())]
    return table([["item", "annotator", "label"], *rows])


def spaced() -> str:
    forms = {
        "joy": ("very happy", "very\u00a0happy", "very  happy"),
        "anger": ("cross", "cro\u00adss", "cross\u200d"),
        "fear": ("afraid", "af\u200braid", "afraid\ufe0f"),
    }
    rows = [[item, who, forms[label][n % 3]] for n, ((item, who), label) in enumerate(MOODS.items())]
    return table([["item", "annotator", "label"], *rows])


def soft() -> str:
    rng = random.Random(4)
    rows = [[item, f"{p:.2f}", f"{1 - p:.2f}"] for item in ITEMS for p in [rng.random()]]
    return table([["item", "yes", "no"], *rows])


def with_model(rows: int = 8) -> tuple[str, Labels]:
    rng, kept = random.Random(6), {key: label for key, label in BINARY.items() if key[0] in ITEMS[:rows]}
    body = [[item, *(BINARY[item, who] for who in PEOPLE), f"{rng.random():.3f}"] for item in ITEMS[:rows]]
    return table([["item", *PEOPLE, "detoxify"], *body]), kept


PROLIFIC, SNORKEL, BRAT, BRAT_DOCUMENTS = prolific(), snorkel(), brat(), brat(by_document=True)
JUDGED, REPEATED, MODEL = judged(), repeated(), with_model()
FIRST: dict[str, Foreign] = {
    "questions.csv": Foreign(content=side_by_side(), labels=YES_NO, asks=True),
    "people-first.csv": Foreign(content=side_by_side("{who}.{question}"), labels=YES_NO, asks=True),
    "pivot.csv": Foreign(content=pandas_pivot(), labels=YES_NO, asks=True),
    "surveymonkey.csv": Foreign(content=survey_monkey(), labels=SURVEYED),
    "limesurvey.csv": Foreign(content=lime_survey(), labels=FINISHED, heard="left out.*submitdate"),
    "google.csv": Foreign(content=google_forms(), labels=SURVEYED),
    "prolific.csv": Foreign(content=PROLIFIC[0], labels=PROLIFIC[1], heard="rows were left out"),
    "snorkel.csv": Foreign(content=SNORKEL[0], labels=SNORKEL[1], heard="-1"),
    "reshape.csv": Foreign(content=r_long(), labels=MOODS, asks=True),
    "transposed.csv": Foreign(
        content=table([["", *ITEMS], *([who, *(MOODS[item, who] for item in ITEMS)] for who in PEOPLE)]), labels=MOODS
    ),
    "by-annotator.json": Foreign(
        content=json.dumps({who: {item: MOODS[item, who] for item in ITEMS} for who in PEOPLE}), labels=MOODS
    ),
    "by-annotator-lists.json": Foreign(
        content=json.dumps({who: [MOODS[item, who] for item in ITEMS] for who in PEOPLE}), labels=MOODS
    ),
    "by-annotator-records.json": Foreign(
        content=json.dumps(
            {who: [{"id": item, "label": MOODS[item, who]} for item in ITEMS] for who in PEOPLE}, indent=1
        ),
        labels=MOODS,
    ),
    "people.jsonl": Foreign(
        content=lines({"annotator": who, "labels": {item: MOODS[item, who] for item in ITEMS}} for who in PEOPLE),
        labels=MOODS,
    ),
    "potato-old": Foreign(content=potato(old=True), labels=MOODS),
    "potato-new": Foreign(content=potato(old=False), labels=MOODS),
    "brat": Foreign(content=BRAT[0], labels=BRAT[1]),
    "brat-documents": Foreign(content=BRAT_DOCUMENTS[0], labels=BRAT_DOCUMENTS[1]),
    "judged.csv": Foreign(content=JUDGED[0], labels=JUDGED[1], asks=True),
    "runs.csv": Foreign(content=REPEATED[0], labels=REPEATED[1], asks=True),
    "typed.csv": Foreign(content=typed_by_hand(), labels=YES_NO, heard="one class"),
    "spaced.csv": Foreign(content=spaced(), labels=MOODS, heard="one class"),
    "soft.csv": Foreign(content=soft(), labels={}, missing=True),
    "detoxify.csv": Foreign(content=MODEL[0], labels=MODEL[1], heard="detoxify"),
    "zeros.csv": Foreign(
        content=table(
            [["item", "annotator", "label"]]
            + [
                [f"{n // 2 + 1:03}" if n % 2 else str(n // 2), who, BINARY[f"s{n}", who]]
                for n in range(1, 31)
                for who in PEOPLE
            ]
        ),
        labels={(f"s{n}", who): BINARY[f"s{n}", who] for n in range(1, 31) for who in PEOPLE},
    ),
    "versions.csv": Foreign(
        content=table(
            [["item", "annotator", "label"]]
            + [
                [f"{n // 2}.0" if n % 2 else str(n // 2), who, BINARY[f"s{n}", who]]
                for n in range(1, 31)
                for who in PEOPLE
            ]
        ),
        labels=BINARY,
    ),
}
"""Those that were written before anything was mended."""


def studio_with_model() -> str:
    """Label Studio's JSON with a model's predictions beside what people said, and one annotation that was skipped."""
    tasks = list[dict[str, Any]]()
    for number, item in enumerate(ITEMS, 1):
        given = [
            {
                "completed_by": {"id": place, "email": f"{who}@x.org"},
                "was_cancelled": False,
                "result": [
                    {"from_name": "mood", "to_name": "t", "type": "choices", "value": {"choices": [MOODS[item, who]]}}
                ],
            }
            for place, who in enumerate(PEOPLE)
        ]
        given.append({"completed_by": {"id": 9, "email": "d@x.org"}, "was_cancelled": True, "result": []})
        guess = [{"from_name": "mood", "to_name": "t", "type": "choices", "value": {"choices": ["joy"]}}]
        predicted = [{"model_version": "v1", "score": 0.8, "result": guess}]
        tasks.append({"id": number, "data": {"text": text_of(item)}, "annotations": given, "predictions": predicted})
    return json.dumps(tasks)


def doccano_folder() -> dict[str, str]:
    return {
        f"{who}.jsonl": lines(
            {"id": n, "text": text_of(item), "label": [MOODS[item, who]], "Comments": []}
            for n, item in enumerate(ITEMS)
        )
        for who in PEOPLE
    }


def lime_survey_texts() -> str:
    """LimeSurvey with full headings and answer codes; who did not finish has no date."""
    codes = {"Never": "A1", "Rarely": "A2", "Sometimes": "A3", "Often": "A4", "Always": "A5"}
    head = [
        "Response ID",
        "Date submitted",
        "Last page",
        "Start language",
        *(f"How often? [{n}]" for n in range(1, 31)),
    ]
    rows: list[list[object]] = []
    for place in range(8):
        said = [codes[SURVEYED[item, f"p{place}"]] for item in ITEMS]
        rows.append([place + 1, "1980-01-01 00:00:00" if place else "", 3, "en", *said])
    return table([head, *rows])


ADJECTIVES = ("plain", "odd", "short", "long", "formal", "rude", "clear", "vague", "funny", "sad", "old", "new")


def survey_monkey_single() -> tuple[str, Labels]:
    """Twelve questions of their own: `Response` below each, and no number in any."""
    fixed = ["Respondent ID", "Collector ID", "Start Date", "End Date", "IP Address", "Email Address", "First Name"]
    head = [*fixed, *(f"Is this sentence {word}?" for word in ADJECTIVES)]
    rows, kept = [head, [*[""] * len(fixed), *["Response"] * 12]], Labels()
    for place in range(8):
        said = [SURVEYED[item, f"p{place}"] for item in ITEMS[:12]]
        kept |= {(item, f"p{place}"): label for item, label in zip(ITEMS, said, strict=False)}
        day = "03/01/2024 10:00:00 AM"
        rows.append([f"1182340{place}", "4401", day, day, f"10.0.0.{place}", "", "", *said])
    return table(rows), kept


def trimmed_survey_monkey() -> str:
    """The same without its columns about people: an id, the questions, and a row of `Response` that has no id."""
    head = ["Respondent ID", *(f"How often would you say: {text_of(item)}" for item in ITEMS)]
    people = [[f"1182340{place}", *(SURVEYED[item, f"p{place}"] for item in ITEMS)] for place in range(8)]
    return table([head, ["", *["Response"] * len(ITEMS)], *people])


def trimmed_qualtrics() -> str:
    """Qualtrics without its dates: names, texts, ids for the import, answers."""
    names = ["ResponseId", *(f"Q{n}" for n in range(1, 31))]
    texts = ["Response ID", *(f"How often? - {text_of(item)}" for item in ITEMS)]
    ids = ['{"ImportId":"_recordId"}', *(f'{{"ImportId":"QID{n}"}}' for n in range(1, 31))]
    people = [[f"R_{n}", *(SURVEYED[item, f"p{n}"] for item in ITEMS)] for n in range(8)]
    return table([names, texts, ids, *people])


def french_forms() -> str:
    head = ["Horodateur", "Adresse e-mail", *(f"Phrase {n} : est-elle naturelle ?" for n in range(1, 31))]
    crowd = [["2024/03/01 10:00:00", f"{who}@x.fr", *(LIKERT[item, who] for item in ITEMS)] for who in PEOPLE]
    return table([head, *crowd])


_TURK = """HITId HITTypeId Title Description Keywords Reward CreationTime MaxAssignments RequesterAnnotation
AssignmentDurationInSeconds AutoApprovalDelayInSeconds Expiration NumberOfSimilarHITs LifetimeInSeconds
AssignmentId WorkerId AssignmentStatus AcceptTime SubmitTime AutoApprovalTime ApprovalTime RejectionTime
RequesterFeedback WorkTimeInSeconds LifetimeApprovalRate Last30DaysApprovalRate Last7DaysApprovalRate
Input.text Answer.taskAnswers"""


def turk_json() -> str:
    """A batch with every column that the platform writes, and answers as JSON."""
    head = re.findall(r"\S+", _TURK)
    rows = []
    for n, ((item, who), label) in enumerate(CROWD.items()):
        said = dict.fromkeys(head, "x") | {"Keywords": "mood, text", "Reward": "$0.10", "MaxAssignments": "3"}
        said |= {
            "HITId": f"3{item}",
            "WorkerId": f"A{who.upper()}",
            "AssignmentStatus": "Submitted",
            "RejectionTime": "",
        }
        said |= {"WorkTimeInSeconds": str(20 + n % 17), "LifetimeApprovalRate": "0% (0/0)", "Input.text": text_of(item)}
        said |= {"Answer.taskAnswers": json.dumps([{"mood": {"label": label}}]), "AssignmentId": f"3X{n}"}
        rows.append([said[name] for name in head])
    return table([head, *rows])


def gorilla() -> tuple[str, Labels]:
    """One row per trial; people who are still at it have the status `live`."""
    head = ["Participant Public ID", "Participant Status", "Trial Number", "Reaction Time", "item", "Response"]
    rows = [
        [who, "live" if who == "w0" else "complete", n % 30, 800 + n % 400, item, label]
        for n, ((item, who), label) in enumerate(CROWD.items())
    ]
    return table([head, *rows]), {key: label for key, label in CROWD.items() if key[1] != "w0"}


def toloka() -> str:
    head = ["INPUT:text", "OUTPUT:mood", "GOLDEN:mood", "HINT:text", "HINT:default_language", "ASSIGNMENT:link"]
    head += ["ASSIGNMENT:task_id", "ASSIGNMENT:assignment_id", "ASSIGNMENT:task_suite_id", "ASSIGNMENT:worker_id"]
    head += [
        "ASSIGNMENT:status",
        "ASSIGNMENT:started",
        "ASSIGNMENT:submitted",
        "ASSIGNMENT:accepted",
        "ASSIGNMENT:reward",
    ]
    rows = [
        [
            *(
                text_of(item),
                label,
                "joy" if item == "s3" else "",
                "",
                "",
                "https://x",
                f"t-{item}",
                f"a{n}",
                f"u{n}",
                who,
            ),
            *("APPROVED", "2024-03-01T10:00:00", "2024-03-01T10:01:00", "2024-03-02T10:00:00", "0.01"),
        ]
        for n, ((item, who), label) in enumerate(CROWD.items())
    ]
    return table([head, *rows], "\t")


def inception() -> tuple[dict[str, str], Labels]:
    """A project that was unpacked: a folder per document, a file per annotator."""
    rng, files, kept = random.Random(15), dict[str, str](), Labels()
    for document in ("d1", "d2"):
        words = ["Paris", "is", "where", "Marie", "met", "Pierre", "in", "spring"] * 3
        truth = [rng.choice(("LOC", "PER", "O")) for _ in words]
        for who in PEOPLE:
            rows = ["#FORMAT=WebAnno TSV 3.3", "#T_SP=custom.Entity|value", "", "", f"#Text={' '.join(words)}"]
            start = 0
            for place, word in enumerate(words):
                label = truth[place] if rng.random() < 0.8 else rng.choice(("LOC", "PER", "O"))
                kept[f"{document}-{place}", who] = label
                rows.append(f"1-{place + 1}\t{start}-{start + len(word)}\t{word}\t{'_' if label == 'O' else label}\t")
                start += len(word) + 1
            files[f"annotation/{document}.txt/{who}.tsv"] = "\n".join(rows) + "\n"
    return files, kept


def flat_brat() -> tuple[dict[str, str], Labels]:
    files, kept = brat()
    return {
        "_".join(reversed(name.partition(".")[0].split("/"))) + f".{name[-3:]}": text for name, text in files.items()
    }, kept


def snorkel_classes() -> tuple[str, Labels]:
    """Three classes from 0, and functions that are called after what they look for."""
    rng, kept, rows = random.Random(8), Labels(), list[list[object]]()
    names = ("mentions_price", "has_link", "all_caps", "greeting")
    for number in range(40):
        truth, row = rng.randrange(3), list[object]()
        for name in names:
            label = rng.choice((-1, truth, truth, rng.randrange(3)))
            row.append(label)
            if label >= 0:
                kept[str(number), name] = str(label)
        rows.append([f"x{number}", *row])
    return table([["example", *names], *rows]), kept


SENTIMENT = panel(("-1", "0", "1"), PEOPLE, items=30, seed=31)


def coders_in_rows() -> tuple[str, Labels]:
    """More coders than items, one row each."""
    labels = panel(("joy", "anger", "fear"), tuple(f"K{n}" for n in range(10)), items=6, seed=33)
    people = sorted({who for _, who in labels})
    rows = [[who, *(labels[f"s{n}", who] for n in range(1, 7))] for who in people]
    return table([["Coder", *(f"Text {n}" for n in range(1, 7))], *rows]), labels


def merged_head() -> str:
    """A sheet whose questions stand in merged cells above the annotators."""
    rows = [[item, *(each[item, who] for each in (YES_NO, OTHER) for who in PEOPLE)] for item in ITEMS]
    return table([["", "toxic", "", "", "sarcastic", "", ""], ["item", *PEOPLE, *PEOPLE], *rows])


def with_confidence() -> str:
    rng = random.Random(2)
    head = ["item", *(name for who in PEOPLE for name in (who, f"{who}_conf"))]
    rows = [[item, *(cell for who in PEOPLE for cell in (BINARY[item, who], f"{rng.random():.2f}"))] for item in ITEMS]
    return table([head, *rows])


def dialogues() -> tuple[str, Labels]:
    rng, rows, kept = random.Random(17), list[list[object]](), Labels()
    for dialogue in range(8):
        for turn in range(5):
            truth = rng.choice(("ask", "tell", "thank"))
            for who in PEOPLE:
                label = truth if rng.random() < 0.7 else rng.choice(("ask", "tell", "thank"))
                rows.append([f"dlg{dialogue}", turn, who, label, f"utterance {dialogue} {turn}"])
                kept[f"{dialogue}.{turn}", who] = label
    rng.shuffle(rows)
    return table([["dialogue_id", "turn_id", "annotator", "act", "speaker_text"], *rows]), kept


def unfinished() -> tuple[str, Labels]:
    kept = {key: label for key, label in MOODS.items() if key[1] != "carol" or key[0] in ITEMS[:5]}
    kept |= {(item, "dan"): MOODS[item, "alice"] for item in ITEMS}
    return table(wide(kept)), kept


def spreadsheet_ids() -> dict[str, str]:
    """A file per annotator; one of them went through a library that read a hole and made floats of the numbers."""
    form = {"alice": "{}", "bob": "{}.0", "carol": "{}"}
    return {
        f"{who}.csv": table([["item", "label"], *([form[who].format(n), MOODS[f"s{n}", who]] for n in range(1, 31))])
        for who in PEOPLE
    }


def wide_runs() -> tuple[str, Labels]:
    rows, kept = list[list[object]](), Labels()
    for run, labels in enumerate((YES_NO, OTHER), 1):
        rows += [[item, run, *(labels[item, who] for who in PEOPLE)] for item in ITEMS]
        kept |= {(f"{item} {run}", who): labels[item, who] for item in ITEMS for who in PEOPLE}
    return table([["item", "run", *PEOPLE], *rows]), kept


def ground_truth() -> str:
    """SageMaker Ground Truth: an object per text, each answer JSON in a text."""
    objects = [
        {
            "datasetObjectId": str(n),
            "dataObject": {"content": text_of(item)},
            "annotations": [
                {
                    "workerId": f"private.us-east-1.{who}",
                    "annotationData": {"content": json.dumps({"crowd-classifier": {"label": MOODS[item, who]}})},
                }
                for who in PEOPLE
            ],
        }
        for n, item in enumerate(ITEMS)
    ]
    return json.dumps(objects)


SINGLE, GORILLA, INCEPTION, FLAT, CLASSES = (
    survey_monkey_single(),
    gorilla(),
    inception(),
    flat_brat(),
    snorkel_classes(),
)
CODERS, DIALOGUES, UNFINISHED, WIDE_RUNS = coders_in_rows(), dialogues(), unfinished(), wide_runs()
SPSS = {
    key: "9" if int(key[0][1:]) % 11 == 0 and key[1] == "bob" else str(int(label) + 1) for key, label in BINARY.items()
}
SECOND: dict[str, Foreign] = {
    "studio.json": Foreign(content=studio_with_model(), labels=MOODS),
    "doccano": Foreign(content=doccano_folder(), labels=MOODS),
    "lime-texts.csv": Foreign(content=lime_survey_texts(), labels=FINISHED, heard="Date submitted"),
    "monkey-single.csv": Foreign(content=SINGLE[0], labels=SINGLE[1]),
    "monkey-trimmed.csv": Foreign(content=trimmed_survey_monkey(), labels=SURVEYED),
    "qualtrics-trimmed.csv": Foreign(content=trimmed_qualtrics(), labels=SURVEYED),
    "formulaire.csv": Foreign(content=french_forms(), labels=LIKERT),
    "turk.csv": Foreign(content=turk_json(), labels=CROWD),
    "gorilla.csv": Foreign(content=GORILLA[0], labels=GORILLA[1], heard="left out"),
    "toloka.tsv": Foreign(content=toloka(), labels=CROWD),
    "inception": Foreign(content=INCEPTION[0], labels=INCEPTION[1]),
    "brat-flat": Foreign(content=FLAT[0], labels=FLAT[1]),
    "snorkel-classes.csv": Foreign(content=CLASSES[0], labels=CLASSES[1], heard="-1 is taken"),
    "sentiment.csv": Foreign(content=table(wide(SENTIMENT)), labels=SENTIMENT),
    "spss.csv": Foreign(content=table(wide(SPSS)), labels=SPSS, heard="--missing '9'"),
    "coders.csv": Foreign(content=CODERS[0], labels=CODERS[1]),
    "two-fields.json": Foreign(
        content=json.dumps(
            {
                who: {item: {"toxic": YES_NO[item, who], "sarcastic": OTHER[item, who]} for item in ITEMS}
                for who in PEOPLE
            }
        ),
        labels=YES_NO,
        asks=True,
    ),
    "people-lists.json": Foreign(
        content=json.dumps([{"annotator": who, "labels": [MOODS[item, who] for item in ITEMS]} for who in PEOPLE]),
        labels=MOODS,
    ),
    "by-item.json": Foreign(
        content=json.dumps({item: {who: MOODS[item, who] for who in PEOPLE} for item in ITEMS}), labels=MOODS
    ),
    "merged.csv": Foreign(content=merged_head(), labels=YES_NO, asks=True),
    "confidence.csv": Foreign(content=with_confidence(), labels=BINARY, heard="left out"),
    "dialogues.csv": Foreign(content=DIALOGUES[0], labels=DIALOGUES[1], heard="items in 'speaker_text'"),
    "unfinished.csv": Foreign(content=UNFINISHED[0], labels=UNFINISHED[1], heard="carol labelled 5 of 30 items"),
    "spreadsheet": Foreign(content=spreadsheet_ids(), labels=MOODS, heard="are one"),
    "wide-runs.csv": Foreign(content=WIDE_RUNS[0], labels=WIDE_RUNS[1], asks=True),
    "ground-truth.json": Foreign(content=ground_truth(), labels=MOODS, asks=True),
}
"""Those that were written when the first half was read, before any of them was."""


def numbered_questions(form: str) -> str:
    asked = {"1": YES_NO, "2": OTHER}
    names = [form.format(question, place) for question in asked for place in (1, 2, 3)]
    rows = [[item, *(labels[item, who] for labels in asked.values() for who in PEOPLE)] for item in ITEMS]
    return table([["item", *names], *rows])


def items_with_parts() -> tuple[str, Labels]:
    """People in rows; schemas have two versions each, whose columns are made of both."""
    labels = panel(("0", "1"), tuple(f"p{n}" for n in range(8)), items=12, seed=41)
    names = [f"schema{n}_{version}" for n in range(1, 7) for version in "ab"]
    rows = [[f"p{n}", *(labels[f"s{place}", f"p{n}"] for place in range(1, 13))] for n in range(8)]
    return table([["participant", *names], *rows]), labels


def sliders() -> tuple[str, Labels]:
    rng, kept = random.Random(43), Labels()
    for item in ITEMS:
        truth = rng.random()
        for who in PEOPLE:
            kept[item, who] = f"{min(max(truth + rng.gauss(0, 0.1), 0.01), 0.99):.2f}"
    return table(wide(kept)), {key: str(float(label)) for key, label in kept.items()}


def story() -> tuple[str, Labels]:
    """A question whose column is called as one that says who finished."""
    labels = {key: {"0": "no", "1": "yes"}[label] for key, label in BINARY.items()}
    return table([["item", "annotator", "finished"], *([*key, label] for key, label in labels.items())]), labels


def first_row_with_a_hole() -> tuple[str, Labels]:
    """Two columns of remarks without a heading, and a label that is missing in the first row."""
    kept = {key: label for key, label in MOODS.items() if key != ("s1", "alice")}
    rows = [
        [item, *(kept.get((item, who), "") for who in PEOPLE), f"remark {n}", f"see page {n}"]
        for n, item in enumerate(ITEMS)
    ]
    return table([["item", *PEOPLE, "", ""], *rows]), kept


def nested_brat() -> tuple[dict[str, str], Labels]:
    files, kept = brat()
    return {name.replace("/", "/news/2024/"): text for name, text in files.items()}, kept


def potato_both() -> dict[str, str]:
    """A folder in which a person has the state of the server, and tables that were made of it."""
    made = {f"{who}/annotated_instances.jsonl": "" for who in PEOPLE}
    return {**made, **potato(old=True), **potato(old=False)}


def argilla_records() -> str:
    """Argilla's records with a suggestion, as JSON lines; one response is a draft."""
    rows = list[object]()
    for n, item in enumerate(ITEMS):
        given = [{"value": MOODS[item, who], "user_id": who, "status": "submitted"} for who in PEOPLE]
        given.append({"value": "joy", "user_id": "dan", "status": "draft"})
        rows.append(
            {
                "id": str(n),
                "fields": {"text": text_of(item)},
                "metadata": {},
                "suggestions": {"mood": {"value": "joy", "score": 0.4, "agent": "gpt"}},
                "responses": {"mood": given},
            }
        )
    return lines(rows)


def prodigy_sessions() -> str:
    """Prodigy's choices, one of which everybody ignored."""
    rows = [
        {
            "text": text_of(item),
            "_input_hash": int(item[1:]),
            "_task_hash": 7,
            "options": [{"id": name, "text": name} for name in ("joy", "anger", "fear")],
            "accept": [label],
            "answer": "ignore" if item == "s3" else "accept",
            "_session_id": f"mood-{who}",
            "_view_id": "choice",
        }
        for (item, who), label in MOODS.items()
    ]
    return lines(rows)


WITHOUT_S3 = {key: label for key, label in MOODS.items() if key[0] != "s3"}


def long_sheet() -> tuple[str, Labels]:
    """Typed by hand in French: capitals, accents in two ways, a semicolon, blanks."""
    forms = {
        "joy": ("Oui", "oui ", "OUI"),
        "anger": ("Préféré", "pre\u0301fe\u0301re\u0301", "PRÉFÉRÉ"),
        "fear": ("Non", "non", "NON"),
    }
    rows = [[item, who, forms[label][n % 3]] for n, ((item, who), label) in enumerate(MOODS.items())]
    return table([["Énoncé", "Annotateur", "Étiquette"], *rows], ";"), MOODS


def two_letters() -> tuple[str, Labels]:
    words = {"joy": "it", "anger": "IT", "fear": "us"}
    labels = {key: words[label] for key, label in MOODS.items()}
    return table([["item", "annotator", "label"], *([*key, label] for key, label in labels.items())]), labels


def before_and_after() -> str:
    rows = [[item, *(each[item, who] for who in PEOPLE for each in (YES_NO, OTHER))] for item in ITEMS]
    return table([["item", *(f"{who}-{when}" for who in PEOPLE for when in ("before", "after"))], *rows])


def item_status() -> tuple[str, Labels]:
    """What is known of items beside the annotators: whether they are complete. Nobody is left out by that."""
    rows = [[*row, "yes" if n % 3 else "no"] for n, row in enumerate(wide(MOODS)[1:])]
    return table([[*wide(MOODS)[0], "complete"], *rows]), MOODS


def redcap() -> tuple[str, Labels]:
    """REDCap: a record per rater, one variable per item, and whether the form is complete (0, 1, 2)."""
    rows = [[f"rater_{n}", *(SURVEYED[item, f"p{n}"] for item in ITEMS), 2] for n in range(8)]
    return table([["rater", *(f"item_{n}" for n in range(1, 31)), "rating_form_complete"], *rows]), SURVEYED


def jspsych() -> tuple[str, Labels]:
    """jsPsych: every trial of everybody, practice and fixations among them; the answer is a text."""
    rows: list[list[object]] = []
    for n, ((item, who), label) in enumerate(CROWD.items()):
        rows.append(["", "fixation", 2 * n, who, "", "", 500])
        rows.append([item, "rating", 2 * n + 1, who, text_of(item), label, 900 + n])
    return table([["item", "task", "trial_index", "participant_id", "stimulus", "response", "rt"], *rows]), CROWD


def likert_words() -> tuple[str, Labels]:
    words = dict(zip("12345", ("Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"), strict=True))
    labels = {key: words[label] for key, label in LIKERT.items()}
    return table(wide(labels)), labels


PARTS, SLIDERS, STORY, HOLE, NESTED = items_with_parts(), sliders(), story(), first_row_with_a_hole(), nested_brat()
TWO_LETTERS, SHEET, STATUS, REDCAP, JSPSYCH, WORDS = (
    two_letters(),
    long_sheet(),
    item_status(),
    redcap(),
    jspsych(),
    likert_words(),
)
THIRD: dict[str, Foreign] = {
    "numbers-line.csv": Foreign(content=numbered_questions("Q{}_{}"), labels=YES_NO, asks=True),
    "numbers-word.csv": Foreign(content=numbered_questions("toxic{}_rater{}"), labels=YES_NO, asks=True),
    "items-with-parts.csv": Foreign(content=PARTS[0], labels=PARTS[1]),
    "sliders.csv": Foreign(content=SLIDERS[0], labels=SLIDERS[1]),
    "story.csv": Foreign(content=STORY[0], labels=STORY[1], asks=True),
    "hole.csv": Foreign(content=HOLE[0], labels=HOLE[1]),
    "brat-nested": Foreign(content=NESTED[0], labels=NESTED[1]),
    "potato-both": Foreign(content=potato_both(), labels=MOODS),
    "argilla.jsonl": Foreign(content=argilla_records(), labels=MOODS),
    "prodigy.jsonl": Foreign(content=prodigy_sessions(), labels=WITHOUT_S3, heard="3 annotations were left out"),
    "sheet.csv": Foreign(content=SHEET[0], labels=SHEET[1], heard="one class"),
    "two-letters.csv": Foreign(
        content=TWO_LETTERS[0], labels=TWO_LETTERS[1], heard="'it' and 'IT' differ|'IT' and 'it' differ"
    ),
    "before-after.csv": Foreign(content=before_and_after(), labels=YES_NO, asks=True),
    "item-status.csv": Foreign(content=STATUS[0], labels=STATUS[1], heard="'complete' was left out"),
    "redcap.csv": Foreign(content=REDCAP[0], labels=REDCAP[1], heard="rating_form_complete"),
    "jspsych.csv": Foreign(content=JSPSYCH[0], labels=JSPSYCH[1], heard="90 rows that name no item"),
    "likert.csv": Foreign(content=WORDS[0], labels=WORDS[1]),
    "few-items.json": Foreign(
        content=json.dumps(
            {item: {f"w{n}": "xyz"[(n * 7 + place) % 3] for n in range(9)} for place, item in enumerate(ITEMS[:4])}
        ),
        labels={(item, f"w{n}"): "xyz"[(n * 7 + place) % 3] for n in range(9) for place, item in enumerate(ITEMS[:4])},
    ),
    "nested-fields.jsonl": Foreign(
        content=lines(
            {"id": item, **{who: {"toxic": YES_NO[item, who], "sarcastic": OTHER[item, who]} for who in PEOPLE}}
            for item in ITEMS
        ),
        labels=YES_NO,
        asks=True,
    ),
    "dates.csv": Foreign(
        content=table(
            [
                ["annotator", "item", "label", "created_at", "finished"],
                *([who, item, label, "2024-03-01", who != "bob"] for (item, who), label in MOODS.items()),
            ]
        ),
        labels={key: label for key, label in MOODS.items() if key[1] != "bob"},
        heard="column 'finished' says False",
    ),
}
"""Those that try what was mended, written before they were read."""
