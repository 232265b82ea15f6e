"""What the cases are run on: files that the harness writes, and files that commands make of them.

Each input is made once, in a folder of its own; a case gets a copy in the folder in which it is run.
"""

import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.golden.running import Outcome, run_command

SMALL = """\
anaphor: 1
name: small
title: Dix phrases
language: fr
version: "1.0"
licence: CC-BY-4.0
authors: [The anaphor authors]

schemas:
  - id: valise
    text: "Le trophée n'entre pas dans le carton parce qu'[il] est trop {grand|petit}."
    question: "Qu'est-ce qui est trop {grand|petit} ?"
    answers: [le trophée, le carton]
    domains: [physical]
  - id: plafond
    text: "Odile habite juste au-dessus de Farida. Quand [elle] veut agacer sa voisine, elle tape {au plafond|sur le \
plancher}."
    question: "Qui tape {au plafond|sur le plancher} ?"
    answers: [Farida, Odile]
    domains: [spatial, household]
  - id: gants
    text: "Les gants gris ont séché moins vite que les gants noirs, parce qu'[ils] étaient {loin|tout près} du \
radiateur."
    question: "Qu'est-ce qui était {loin|tout près} du radiateur ?"
    answers: [les gants gris, les gants noirs]
    domains: [physical, household]
  - id: vaisselle
    text: "Mon oncle lave les assiettes et mon père les essuie. Comme [il] va trop {vite|lentement}, elles s'entassent."
    question: "Qui va trop {vite|lentement} ?"
    answers: [mon oncle, mon père]
    domains: [household]
  - id: clairon
    text: "Paul a remercié Luc, parce qu'[il] avait {reçu|donné} de l'aide."
    question: "Qui avait {reçu|donné} de l'aide ?"
    answers: [Paul, Luc]
    domains: [social]
"""
_RENAMED = SMALL.replace("Odile", "Yvette").replace('version: "1.0"', 'version: "1.1"')
_BROKEN = SMALL.replace("id: gants", "id: valise")
_FAULTY = SMALL.replace("dans le carton", "dans la valise").replace("le carton]", "la valise]")
_NOT_YAML = "anaphor: 1\nschemas: [\n"
_ENGLISH = """\
anaphor: 1
name: small-en
title: Four sentences
language: en
version: "1.0"
licence: CC-BY-4.0
authors: [The anaphor authors]

schemas:
  - id: trophy
    text: "The trophy does not fit into the suitcase because [it] is too {big|small}."
    question: "What is too {big|small}?"
    answers: [the trophy, the suitcase]
  - id: thanks
    text: "Paul thanked Luke because [he] had {received|given} help."
    question: "Who had {received|given} help?"
    answers: [Paul, Luke]
"""
_CLASSES = ("yes", "no", "maybe")
_CORPUS = (
    "Le trophée est grand.",
    "La valise est petite.",
    "La voisine tape au plafond.",
    "Le radiateur sèche les gants.",
    "Mon oncle lave les assiettes.",
    "Mon père essuie les assiettes.",
    "Paul donne de l'aide à Luc.",
    "Luc remercie Paul.",
    "Le chat dort près du radiateur.",
    "La petite valise contient un trophée.",
)
_READINGS = (
    '{"text": "On [les] a punis.", "candidate": "les lycéens", "language": "fr"}\n'
    '{"text": "Il [la] voit.", "candidate": "la mer", "language": "fr"}\n'
    '{"text": "Paul thanked Luke because [he] had given help.", "candidate": "Luke", "language": "en"}\n'
)


def _long_labels(people: int, items: int) -> str:
    """Labels one to a line; people differ now and then, always in the same way."""
    rows = ["item,annotator,label"]
    for item in range(items):
        for person in range(people):
            shift = (item * 7 + person * 3) % 11 == 0 or (item % 5 == 0 and person == people - 1)
            rows.append(f"i{item:02},a{person},{_CLASSES[(item + shift) % len(_CLASSES)]}")
    return "\n".join(rows) + "\n"


def _ratings() -> str:
    """Numbers side by side, one row to an item."""
    rows = ["item,ann,ben,cat"]
    rows += [f"{item},{item % 5},{(item + item % 3 // 2) % 5},{(item * item) % 5}" for item in range(20)]
    return "\n".join(rows) + "\n"


def _people() -> str:
    names = [f"{schema}.{half}" for schema in ("valise", "plafond", "gants", "vaisselle", "clairon") for half in (1, 2)]
    return "item,right,asked\n" + "".join(f"{name},{18 - number % 4},20\n" for number, name in enumerate(names))


def _groups() -> str:
    names = [f"{schema}.{half}" for schema in ("valise", "plafond", "gants", "vaisselle", "clairon") for half in (1, 2)]
    return "item,length\n" + "".join(
        f"{name},{'long' if number % 3 else 'short'}\n" for number, name in enumerate(names)
    )


def _outside_answers() -> str:
    rows = ["participant,item,choice,key,rt"]
    rows += [
        f"{person},{name},{((number + person) % 7 == 0 and 1) or 0},0,{900 + 13 * number + 7 * person}"
        for person in range(6)
        for number, name in enumerate(("valise.1", "plafond.1", "gants.1", "vaisselle.1", "clairon.1"))
    ]
    return "\n".join(rows) + "\n"


_WRITTEN: dict[str, dict[str, Callable[[], str]]] = {
    "small": {"small.yaml": lambda: SMALL},
    "small-en": {"small-en.yaml": lambda: _ENGLISH},
    "renamed": {"renamed.yaml": lambda: _RENAMED},
    "broken": {"broken.yaml": lambda: _BROKEN},
    "faulty": {"faulty.yaml": lambda: _FAULTY},
    "not-yaml": {"not.yaml": lambda: _NOT_YAML},
    "labels": {"labels.csv": lambda: _long_labels(5, 30)},
    "more-labels": {"more.csv": lambda: _long_labels(3, 12)},
    "ratings": {"ratings.csv": _ratings},
    "repeated": {"repeated.csv": lambda: "item,annotator,label\na,x,yes\na,x,no\nb,x,yes\nb,y,yes\n"},
    "empty": {"empty.csv": lambda: ""},
    "people": {"people.csv": _people},
    "groups": {"groups.csv": _groups},
    "outside": {"outside.csv": _outside_answers},
    "readings": {"readings.jsonl": lambda: _READINGS},
    "wordings": {
        "wordings.csv": lambda: 'item,text,prompt\nclairon.1,"Paul a dit merci à Luc : [il] avait reçu de l\'aide.",\n'
    },
    "corpus": {"corpus.txt": lambda: "\n".join(_CORPUS * 12) + "\n"},
}
"""Inputs that are files with a fixed text."""

_MADE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "runs-fr": (
        (),
        (
            "resolve anaphor-fr --with first -o first.jsonl",
            "resolve anaphor-fr --with nearest -o nearest.jsonl",
            "resolve anaphor-fr --with cooccurrence -o counts.jsonl",
        ),
    ),
    "run-en": ((), ("resolve anaphor-en --with first -o first-en.jsonl",)),
    "run-part": ((), ("resolve anaphor-fr --with first --limit 20 -o part.jsonl",)),
    "runs-small": (
        ("small",),
        (
            "resolve small.yaml --with first -o first.jsonl",
            "resolve small.yaml --with random,seed=3 -o random.jsonl",
        ),
    ),
    "perturbed": (
        ("runs-small",),
        (
            "collection perturb small.yaml --how order -o order.yaml",
            "resolve order.yaml --with first -o order.jsonl",
        ),
    ),
    "index": (("corpus",), ("corpus index corpus.txt -o index --processes 1 --licence CC0 --source made",)),
    "pairs": (("index",), ("corpus pairs index -o table.pairs --frequency 2",)),
    "design": (("small",), ("experiment new small.yaml -o experiment.json --quota 12 --seed 5",)),
    "invited": (("small",), ("experiment new small.yaml -o experiment.json --recruiter tokens --quota 4",)),
    "study": (
        ("design",),
        (
            "experiment simulate experiment.json --participants 12 --seed 3 --careless 0.2 --dropout 0.1 "
            "--database study.db",
        ),
    ),
    "study-fr": (
        (),
        (
            "experiment new anaphor-fr -o experiment.json --quota 10",
            "experiment simulate experiment.json --participants 10 --seed 2 --database study.db",
        ),
    ),
    "study-file": (("study",), ("experiment export experiment.json --database study.db --to study -o export",)),
    "study-here": (
        ("design",),
        ("experiment simulate experiment.json --participants 12 --seed 3 --database experiment.db",),
    ),
    "outside-study": (
        ("small", "outside"),
        ("experiment import outside.csv --collection small.yaml -o outside.jsonl",),
    ),
    "backup": (("study",), ("experiment backup experiment.json --database study.db",)),
    "audit-file": (("small",), ()),
    "account": ((), ("account add ada --accounts accounts.db",)),
    "arpa": (("corpus",), ("model train ngram --corpus corpus.txt -o small.arpa --order 2 --vocabulary 40",)),
    "challenge": ((), ("challenge new cup --backend none --title Cup",)),
    "challenge-entered": (("challenge",), ("challenge enter cup nearest --resolver nearest",)),
    "challenge-run": (("challenge-entered",), ("challenge run cup",)),
    "challenge-judged": (("challenge-run",), ("challenge judge cup",)),
}
"""Inputs that commands make: of which inputs, and by which commands."""

_KEPT_OUTPUT = {"audit-file": ("audit small.yaml --json", "audit.json")}
"""Inputs that are what a command prints, and the file for it."""

PASSWORD = "a long enough password\n"


@dataclass
class Inputs:
    """All inputs, each made when it is first asked for."""

    root: Path
    made: dict[str, Path] = field(default_factory=dict)

    @property
    def home(self) -> Path:
        """The home of a user who never used the program."""
        home = self.root / "home"
        home.mkdir(exist_ok=True)
        return home

    def lay_out(self, names: Iterable[str], folder: Path) -> None:
        """Copy inputs into a folder."""
        for name in names:
            shutil.copytree(self._folder_of(name), folder, dirs_exist_ok=True, symlinks=True)

    def _folder_of(self, name: str) -> Path:
        if name not in self.made:
            folder = self.root / f"input-{name}"
            folder.mkdir()
            self._make(name, folder)
            self.made[name] = folder
        return self.made[name]

    def _make(self, name: str, folder: Path) -> None:
        if name in _WRITTEN:
            for file, text in _WRITTEN[name].items():
                (folder / file).write_text(text(), encoding="utf-8")
            return
        needed, commands = _MADE[name]
        self.lay_out(needed, folder)
        for command in commands:
            self._call(command, folder)
        if name in _KEPT_OUTPUT:
            command, file = _KEPT_OUTPUT[name]
            (folder / file).write_text(self._call(command, folder).stdout, encoding="utf-8")

    def _call(self, command: str, folder: Path) -> Outcome:
        done = run_command(command.split(), folder, home=self.home, stdin=PASSWORD)
        assert done.code == 0, f"anaphor {command}: {done.stderr}"
        return done
