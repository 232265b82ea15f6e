"""The table of cases: what is called, on which inputs, and which forms of its output are kept."""

import shlex
from dataclasses import dataclass
from enum import StrEnum


class Form(StrEnum):
    """A form in which a command tells its result; the name of its golden file ends in it."""

    JSON = "json"
    TEXT = "text"
    PAGE = "page"
    MARKDOWN = "md"
    LATEX = "tex"


ENDINGS = {Form.PAGE: ".html", Form.MARKDOWN: ".md", Form.LATEX: ".tex"}
"""Forms that `--html` writes into a file, and how the file's name ends."""

ALL = tuple(Form)
USUAL = (Form.JSON, Form.TEXT, Form.PAGE)
PLAIN = (Form.TEXT,)
PRINTED = (Form.JSON, Form.TEXT)


@dataclass(frozen=True)
class Case:
    """One call of a command."""

    id: str
    """Where its golden files lie: group/name."""
    command: str
    needs: tuple[str, ...] = ()
    """Inputs, as `inputs` names them."""
    forms: tuple[Form, ...] = USUAL
    french: tuple[Form, ...] = ()
    """Forms that are also asked for with `--interface fr`."""
    drawn: bool = False
    """Whether it draws secrets or sets dates, which are then not compared."""
    writes: tuple[str, ...] = ()
    """Files that it writes and whose text is kept too."""
    stdin: str = ""

    @property
    def argv(self) -> tuple[str, ...]:
        """The arguments."""
        return tuple(shlex.split(self.command))


def _in_french(
    id: str, command: str, *needs: str, forms: tuple[Form, ...] = USUAL, french: tuple[Form, ...] = PLAIN
) -> Case:
    """A case that is asked in French too; by default only what is printed, since pages take long."""
    return Case(id, command, needs, forms, french)


COMMANDS = (
    "demo",
    "read",
    "write",
    "audit",
    "resolve",
    "score",
    "compare",
    "scale",
    "report",
    "serve",
    *(
        f"collection {name}"
        for name in (
            "list",
            "show",
            "check",
            "convert",
            "diff",
            "find",
            "get",
            "perturb",
            "readings",
            "repair",
            "select",
            "suggest",
        )
    ),
    *(f"corpus {name}" for name in ("count", "index", "info", "pairs", "shard")),
    *(
        f"experiment {name}"
        for name in (
            "analyse",
            "backup",
            "compare",
            "convert",
            "export",
            "import",
            "invite",
            "new",
            "payments",
            "plan",
            "restore",
            "select-questions",
            "serve",
            "simulate",
            "status",
        )
    ),
    *(
        f"agreement {name}"
        for name in ("compare", "consensus", "interpret", "measure", "next", "paper", "plan", "reproduce", "simulate")
    ),
    *(f"resolver {name}" for name in ("list", "test")),
    *(f"model {name}" for name in ("export", "info", "train")),
    *(
        f"challenge {name}"
        for name in (
            "correct",
            "enter",
            "judge",
            "new",
            "publish",
            "rerun",
            "run",
            "sandbox",
            "status",
            "try",
            "validate",
            "verify",
        )
    ),
    *(f"account {name}" for name in ("add", "key", "keys", "list", "remove", "revoke")),
)
"""Every command; a test compares them with the reference."""

GROUPS = ("", "collection", "corpus", "experiment", "agreement", "resolver", "model", "challenge", "account")

HELP = (
    *(
        Case(f"help/{name.replace(' ', '-') or 'anaphor'}", f"{name} --help".strip(), forms=PLAIN)
        for name in (*GROUPS, *COMMANDS)
    ),
    Case("help/version", "--version", forms=PLAIN),
)

COLLECTION = (
    Case("collection/list", "collection list", forms=ALL),
    Case("collection/show-fr", "collection show anaphor-fr", forms=ALL),
    Case("collection/show-en", "collection show anaphor-en"),
    Case("collection/show-fr-items", "collection show anaphor-fr --items"),
    Case("collection/show-small-items", "collection show small.yaml --items", ("small",)),
    _in_french("collection/check-fr", "collection check anaphor-fr"),
    _in_french("collection/check-en", "collection check anaphor-en", forms=PRINTED),
    _in_french("collection/check-small", "collection check small.yaml", "small"),
    _in_french("collection/check-faulty", "collection check faulty.yaml", "faulty", french=USUAL),
    _in_french("collection/check-beside", "collection check small.yaml --beside anaphor-fr", "small", forms=PRINTED),
    Case("collection/check-warnings", "collection check anaphor-fr --from warning"),
    Case(
        "collection/convert-yaml", "collection convert small.yaml -o new.yaml", ("small",), PLAIN, writes=("new.yaml",)
    ),
    Case(
        "collection/convert-jsonl",
        "collection convert small.yaml -o new.jsonl",
        ("small",),
        PLAIN,
        writes=("new.jsonl",),
    ),
    Case(
        "collection/convert-xml",
        "collection convert small-en.yaml -o new.xml --to wsc-en",
        ("small-en",),
        PLAIN,
        writes=("new.xml",),
    ),
    Case(
        "collection/convert-winogrande",
        "collection convert small-en.yaml -o new.jsonl --to winogrande --skip",
        ("small-en",),
        PLAIN,
        writes=("new.jsonl",),
    ),
    Case(
        "collection/convert-whole-fr",
        "collection convert anaphor-fr -o whole.yaml",
        forms=PLAIN,
        writes=("whole.yaml",),
    ),
    Case(
        "collection/convert-whole-en",
        "collection convert anaphor-en -o whole.jsonl",
        forms=PLAIN,
        writes=("whole.jsonl",),
    ),
    Case("collection/diff", "collection diff small.yaml renamed.yaml", ("small", "renamed")),
    Case("collection/diff-none", "collection diff small.yaml small.yaml", ("small",)),
    *(
        Case(
            f"collection/perturb-{how}",
            f"collection perturb small.yaml --how {how} -o new.yaml",
            ("small",),
            writes=("new.yaml", "new.origins.json"),
        )
        for how in ("order", "exchange", "names")
    ),
    Case(
        "collection/perturb-paraphrase",
        "collection perturb small.yaml --how paraphrase --wordings wordings.csv -o new.yaml",
        ("small", "wordings"),
        writes=("new.yaml",),
    ),
    Case("collection/perturb-names-fr", "collection perturb anaphor-fr --how names -o new.yaml", writes=("new.yaml",)),
    Case("collection/readings-fr", "collection readings anaphor-fr"),
    Case("collection/readings-en", "collection readings anaphor-en"),
    Case("collection/readings-small", "collection readings small.yaml", ("small",), ALL),
    Case(
        "collection/select-study",
        "collection select small.yaml --study experiment.json --database study.db -o good.yaml",
        ("study",),
        writes=("good.yaml",),
    ),
    Case(
        "collection/select-audit",
        "collection select small.yaml --audit audit.json --remove --unit item -o good.yaml",
        ("audit-file",),
        writes=("good.yaml",),
    ),
)

READ = (
    Case("read/accusative", 'read "On [les] a punis." "les lycéens"'),
    Case("read/dative", 'read "Paul [lui] parle." "le maire"'),
    Case("read/possessive", 'read "Paul aime [son] chien." "Marie"'),
    Case("read/none", 'read "Le chat [y] pense." "Paul"'),
    Case("read/english", 'read "Ann saw Bea because [her] dog barked." "Bea" --language en'),
    Case("read/no-anaphor", 'read "Il la voit." "la mer"'),
    Case("read/batch", "read --batch readings.jsonl", ("readings",), PLAIN),
)

CORPUS = (
    Case("corpus/index", "corpus index corpus.txt -o index --processes 1", ("corpus",)),
    Case(
        "corpus/index-counts",
        "corpus index corpus.txt -o index --processes 1 --counts-only --no-tables",
        ("corpus",),
        PRINTED,
    ),
    Case("corpus/shard", "corpus shard corpus.txt -o index --part 1/1", ("corpus",)),
    Case("corpus/info", "corpus info index", ("index",)),
    Case("corpus/info-verify", "corpus info index --verify", ("index",)),
    Case("corpus/count-word", "corpus count index valise", ("index",)),
    Case("corpus/count-pair", "corpus count index valise petite --lines 3", ("index",)),
    Case(
        "corpus/count-window",
        "corpus count index mon assiettes --form --window 3 --directed --measure npmi --measure llr --smoothing 0.5",
        ("index",),
        PRINTED,
    ),
    Case("corpus/pairs", "corpus pairs index -o table.pairs --frequency 2", ("index",)),
)

AUDIT = (
    _in_french("audit/fr", "audit anaphor-fr", french=USUAL),
    _in_french("audit/en-quick", "audit anaphor-en --quick"),
    _in_french("audit/small-index", "audit small.yaml --corpus index", "small", "index", forms=PRINTED),
    Case(
        "audit/fr-continuous",
        "audit anaphor-fr --quick --continuous --measure npmi --smoothing 0.5 --fail-on-leak",
        forms=PRINTED,
    ),
    Case(
        "audit/small-stream",
        "audit small.yaml --stream corpus.txt --quick --save-counts counts.json.gz",
        ("small", "corpus"),
        PRINTED,
    ),
    Case("audit/small-pairs", "audit small.yaml --pairs linguistics --quick", ("small",), PRINTED),
)

EXPERIMENT = (
    Case("experiment/new", "experiment new small.yaml", ("small",), writes=("experiment.json",)),
    Case("experiment/new-fr", "experiment new anaphor-fr --lists 4 --quota 80 --no-extras"),
    Case(
        "experiment/new-en",
        "experiment new anaphor-en --interface en --fillers small-en.yaml --counting first-3",
        ("small-en",),
    ),
    Case("experiment/plan", "experiment plan"),
    Case("experiment/plan-wide", "experiment plan --lists 4 --rate 0.8 --half-width 0.05 --bound 0.95", forms=PRINTED),
    Case(
        "experiment/simulate",
        "experiment simulate experiment.json --participants 8 --seed 2 --dropout 0.2",
        ("design",),
    ),
    Case("experiment/status", "experiment status experiment.json --database study.db", ("study",)),
    Case("experiment/invite", "experiment invite experiment.json --count 3", ("invited",), PRINTED),
    Case(
        "experiment/export",
        "experiment export experiment.json --database study.db",
        ("study",),
        writes=("export/codebook.md", "export/people.csv", "export/trials.csv", "export/answers.csv"),
    ),
    Case(
        "experiment/export-all",
        "experiment export experiment.json --database study.db --to jsonl --to parquet "
        "--to jspsych --to answers --to study",
        ("study",),
        PRINTED,
    ),
    Case(
        "experiment/export-psych-ds",
        "experiment export experiment.json --database study.db --to psych-ds",
        ("study",),
        PRINTED,
        writes=("export/dataset_description.json",),
    ),
    Case(
        "experiment/convert-jspsych",
        "experiment convert experiment.json --to jspsych",
        ("design",),
        writes=("project/index.html", "project/README.md"),
    ),
    Case(
        "experiment/convert-pcibex",
        "experiment convert experiment.json --to pcibex",
        ("design",),
        PRINTED,
        writes=("project/chunk_includes/presentations.csv", "project/README.md"),
    ),
    Case("experiment/backup", "experiment backup experiment.json --database study.db", ("study",)),
    Case("experiment/restore", "experiment restore backup.db --database new.db", ("backup",)),
    _in_french(
        "experiment/analyse",
        "experiment analyse experiment.json --database study.db --items --sheet sheet.csv",
        "study",
        french=USUAL,
    ),
    Case(
        "experiment/analyse-fr", "experiment analyse experiment.json --database study.db", ("study-fr",), (Form.JSON,)
    ),
    _in_french(
        "experiment/analyse-file",
        "experiment analyse outside.jsonl --trials none --no-agreement",
        "outside-study",
        forms=PRINTED,
    ),
    Case(
        "experiment/import",
        "experiment import outside.csv --collection small.yaml",
        ("small", "outside"),
        writes=("study.jsonl",),
    ),
    Case(
        "experiment/select-all",
        "experiment select-questions experiment.json --database study.db --count all -o ids.txt",
        ("study",),
    ),
    Case(
        "experiment/select-first",
        "experiment select-questions experiment.json --database study.db --count first-3 --trials paper1",
        ("study",),
        PRINTED,
    ),
)

AGREEMENT = (
    _in_french("agreement/consensus", "agreement consensus labels.csv", "labels", forms=PRINTED),
    Case("agreement/compare", "agreement compare labels.csv more.csv", ("labels", "more-labels"), PRINTED),
    _in_french("agreement/next", "agreement next labels.csv --budget 6", "labels", forms=PRINTED),
    _in_french("agreement/interpret", "agreement interpret -k 5 -c 3 --kappa 0.6", french=USUAL),
    _in_french(
        "agreement/interpret-alpha",
        "agreement interpret -k 3 -c 2 --alpha 0.7 --labels 300 --pool 20 --prevalence 0.7,0.3",
        forms=PRINTED,
    ),
    _in_french("agreement/interpret-target", "agreement interpret -k 7 -c 2 --target 0.05", forms=PRINTED),
    _in_french("agreement/measure", "agreement measure labels.csv", "labels", forms=ALL, french=USUAL),
    _in_french(
        "agreement/measure-ordinal",
        "agreement measure ratings.csv --scale ordinal --classes 0,1,2,3,4 --method bootstrap --times 100 --panel 2",
        "ratings",
        forms=PRINTED,
    ),
    Case(
        "agreement/measure-cut",
        "agreement measure ratings.csv --cut 1.5,2.5 --without cat --no-change",
        ("ratings",),
        PRINTED,
    ),
    Case(
        "agreement/measure-merge",
        "agreement measure labels.csv --merge other=no,maybe --other items --coefficient fleiss_kappa",
        ("labels",),
        PRINTED,
    ),
    Case("agreement/measure-last", "agreement measure repeated.csv --repeats last", ("repeated",), PRINTED),
    _in_french("agreement/plan", "agreement plan --target 0.05 --kappa 0.6", french=USUAL),
    _in_french(
        "agreement/plan-pilot",
        "agreement plan --target 0.1 --pilot labels.csv --items 200 --cost 0.1",
        "labels",
        forms=PRINTED,
    ),
    _in_french("agreement/reproduce", "agreement reproduce labels.csv --target 0.1 --items 3", "labels", french=USUAL),
    _in_french(
        "agreement/reproduce-panels", "agreement reproduce more.csv -k 2 --panels 3", "more-labels", forms=PRINTED
    ),
    _in_french("agreement/simulate", "agreement simulate --groups 50", french=USUAL),
    _in_french(
        "agreement/simulate-from",
        "agreement simulate --from labels.csv -m 3 -m 6 --spread 1 --groups 40 --wrong votes --draw proportional",
        "labels",
        forms=PRINTED,
    ),
    _in_french("agreement/table-1", "agreement simulate --table-1", forms=PRINTED),
)

RESOLVER = (
    Case("resolve/first-fr", "resolve anaphor-fr --with first -o run.jsonl"),
    Case("resolve/nearest-en", "resolve anaphor-en --with nearest -o run.jsonl", forms=PRINTED),
    Case("resolve/cooccurrence-fr", "resolve anaphor-fr --with cooccurrence -o run.jsonl", writes=("run.jsonl",)),
    Case(
        "resolve/cooccurrence-index",
        "resolve small.yaml --with cooccurrence:index -o run.jsonl",
        ("small", "index"),
        PRINTED,
        writes=("run.jsonl",),
    ),
    Case(
        "resolve/most-frequent",
        "resolve small.yaml --with most_frequent -o run.jsonl",
        ("small",),
        PRINTED,
        writes=("run.jsonl",),
    ),
    Case("resolve/ngram", "resolve small.yaml --with ngram -o run.jsonl", ("small",), PRINTED, writes=("run.jsonl",)),
    Case("resolve/lstm", "resolve small.yaml --with lstm -o run.jsonl", ("small",), PRINTED),
    Case(
        "resolve/ensemble",
        "resolve small.yaml --with 'ensemble:first+nearest+random;seed=3,how=vote' -o run.jsonl",
        ("small",),
        PRINTED,
        writes=("run.jsonl",),
    ),
    Case(
        "resolve/replay",
        "resolve small.yaml --with replay:random.jsonl -o run.jsonl",
        ("runs-small",),
        PRINTED,
        drawn=True,
    ),
    Case("resolve/own-ngram", "resolve small.yaml --with ngram:small.arpa -o run.jsonl", ("small", "arpa"), PRINTED),
    Case("resolve/limit", "resolve small.yaml --with first --limit 3", ("small",), PRINTED),
    Case("resolver/list", "resolver list"),
    Case("resolver/test-first", "resolver test first"),
    Case("resolver/test-counts", "resolver test cooccurrence --collection small.yaml --schemas 2", ("small",), PRINTED),
    Case("model/info", "model info"),
    Case("model/info-arpa", "model info small.arpa", ("arpa",)),
    Case(
        "model/train-ngram",
        "model train ngram --corpus corpus.txt -o small.arpa --order 2 --vocabulary 40",
        ("corpus",),
        writes=("small.arpa",),
    ),
)

SCORE = (
    _in_french("score/fr", "score first.jsonl nearest.jsonl counts.jsonl", "runs-fr", forms=ALL, french=USUAL),
    _in_french("score/en", "score first-en.jsonl", "run-en"),
    _in_french("score/fr-by", "score counts.jsonl --by domain --by pronoun --literature", "runs-fr", forms=PRINTED),
    _in_french(
        "score/small-people",
        "score first.jsonl random.jsonl --people people.csv --times 200 --items",
        "runs-small",
        "people",
        forms=PRINTED,
    ),
    _in_french(
        "score/small-groups",
        "score first.jsonl --groups groups.csv --by length --audit audit.json --by audit",
        "runs-small",
        "groups",
        "audit-file",
        forms=PRINTED,
    ),
    _in_french(
        "score/origins", "score first.jsonl order.jsonl --origins order.origins.json", "perturbed", forms=PRINTED
    ),
    _in_french("score/counts", "score --counts 60 40 5"),
    Case("score/part", "score part.jsonl --missing abstain --interval cluster --level 0.9", ("run-part",), PRINTED),
    Case("score/bootstrap", "score first.jsonl --interval bootstrap --times 200 --seed 4", ("runs-small",), PRINTED),
    _in_french("compare/fr", "compare first.jsonl nearest.jsonl counts.jsonl", "runs-fr", french=USUAL),
    _in_french(
        "compare/small-people",
        "compare first.jsonl random.jsonl --people people.csv --panel 3 --times 200",
        "runs-small",
        "people",
        forms=PRINTED,
    ),
)

REPORT = (
    *(
        Case(
            f"report/whole-{interface}",
            "report small.yaml --run first.jsonl random.jsonl --labels labels.csv "
            f"--study experiment.json --interface {interface} -o report.html",
            ("runs-small", "labels", "study-here"),
            PLAIN,
            writes=("report.html",),
        )
        for interface in ("en", "fr")
    ),
    Case(
        "report/markdown",
        "report small.yaml --no-audit --run first.jsonl --title Results -o report.md",
        ("runs-small",),
        PLAIN,
        writes=("report.md",),
    ),
    Case("report/latex", "report anaphor-en -o report.tex", forms=PLAIN, writes=("report.tex",)),
    Case(
        "report/challenge",
        "report --challenge cup -o report.html",
        ("challenge-judged",),
        PLAIN,
        drawn=True,
        writes=("report.html",),
    ),
    Case("demo/en", "demo", forms=PLAIN, writes=("anaphor-demo/report.html",), drawn=True),
)

CHALLENGE = tuple(
    Case(f"challenge/{name}", f"challenge {command}", needs, forms, drawn=True, writes=writes)
    for name, command, needs, forms, writes in (
        ("new", "new cup --backend none --title Cup", (), USUAL, ("cup/challenge.toml",)),
        ("validate", "validate cup", ("challenge",), USUAL, ()),
        ("enter", "enter cup nearest --resolver nearest", ("challenge",), USUAL, ()),
        ("enter-kit", "enter cup again --folder cup/starter-kit", ("challenge",), PRINTED, ()),
        ("enter-late", "enter cup late --resolver first --at 2099-01-01T00:00", ("challenge",), PRINTED, ()),
        ("try", "try cup/starter-kit --questions 6", ("challenge",), USUAL, ()),
        ("try-resolver", "try cup/starter-kit --resolver first --questions 6", ("challenge",), PRINTED, ()),
        ("run", "run cup", ("challenge-entered",), USUAL, ()),
        ("judge", "judge cup", ("challenge-run",), USUAL, ()),
        (
            "disqualify",
            "judge cup --disqualify nearest --rule access --because 'It asked the network.'",
            ("challenge-run",),
            PRINTED,
            (),
        ),
        ("rerun", "rerun cup nearest", ("challenge-judged",), USUAL, ()),
        ("publish", "publish cup", ("challenge-judged",), USUAL, ("cup/site/index.html", "cup/site/fr/index.html")),
        ("verify", "verify cup", ("challenge-judged",), USUAL, ()),
        ("sandbox-none", "sandbox --self-test --backend none", (), USUAL, ()),
    )
)

ACCOUNT = (
    Case("account/add", "account add bob --accounts accounts.db", forms=PRINTED, stdin="a long enough password\n"),
    Case("account/list", "account list --accounts accounts.db", ("account",)),
    Case("account/key", "account key ada --accounts accounts.db", ("account",), PRINTED),
    Case("account/keys", "account keys ada --accounts accounts.db", ("account",)),
    Case("account/remove", "account remove ada --accounts accounts.db", ("account",), PLAIN),
)

_ERRORS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("no-command", "colection show anaphor-fr", ()),
    ("misplaced-command", "show anaphor-fr", ()),
    ("no-option", "collection show anaphor-fr --colour", ()),
    ("no-argument", "collection show", ()),
    ("no-file", "collection show missing.yaml", ()),
    ("folder-as-file", "collection show .", ()),
    ("not-yaml", "collection check not.yaml", ("not-yaml",)),
    ("no-format", "collection show small.yaml --format nothing", ("small",)),
    ("unknown-form", "collection convert small.yaml -o new.pdf", ("small",)),
    ("broken", "collection check broken.yaml", ("broken",)),
    ("wilson", "score part.jsonl --missing abstain --interval wilson", ("run-part",)),
    ("report-ending", "collection show anaphor-fr --html page.pdf", ()),
    ("interface", "collection check anaphor-fr --interface de", ()),
    ("nothing-to-read", "read", ()),
    ("no-index", "corpus count nowhere valise", ()),
    ("no-corpus", "corpus index nowhere.txt -o index", ()),
    ("no-measure", "audit anaphor-fr --measure nothing --quick", ()),
    ("no-resolver", "resolve anaphor-fr --with nothing", ()),
    ("resolver-setting", "resolve small.yaml --with first,colour=red", ("small",)),
    ("score-nothing", "score", ()),
    ("score-part", "score part.jsonl", ("run-part",)),
    ("score-other", "score first.jsonl --collection anaphor-en", ("runs-small",)),
    ("score-no-run", "score labels.csv", ("labels",)),
    ("compare-one", "compare first.jsonl", ("runs-small",)),
    ("labels-empty", "agreement measure empty.csv", ("empty",)),
    ("labels-repeated", "agreement measure repeated.csv", ("repeated",)),
    ("labels-column", "agreement measure labels.csv --item nothing", ("labels",)),
    ("labels-coefficient", "agreement measure labels.csv --coefficient nothing", ("labels",)),
    ("prevalence", "agreement interpret -k 3 -c 2 --kappa 0.5 --prevalence 0.5,0.6", ()),
    ("kappa-above-one", "agreement interpret -k 3 -c 2 --kappa 1.5", ()),
    ("no-study", "experiment status experiment.json", ("design",)),
    ("design-there", "experiment new anaphor-fr -o experiment.json", ("study",)),
    ("counting", "experiment select-questions experiment.json --database study.db", ("study",)),
    ("restore-over", "experiment restore backup.db --database study.db", ("backup",)),
    ("no-model", "model info nowhere", ()),
    ("challenge-there", "challenge new cup --backend none", ("challenge",)),
    ("no-challenge", "challenge run nowhere", ()),
    ("entry-name", "challenge enter cup 'Two Words' --resolver first", ("challenge",)),
    ("sandbox-nothing", "challenge sandbox", ()),
    ("account-unknown", "account key nobody --accounts accounts.db", ("account",)),
    ("account-twice", "account add ada --accounts accounts.db", ("account",)),
)
_WITHOUT_JSON = {"unknown-form"}
ERRORS = (
    *(
        Case(f"error/{name}", command, needs, PLAIN if name in _WITHOUT_JSON else PRINTED, drawn="challenge" in command)
        for name, command, needs in _ERRORS
    ),
    Case("error/report-and-json", "collection show anaphor-fr --json --html page.html", forms=PLAIN),
    Case("error/report-nothing", "report", forms=PLAIN),
    Case("error/report-interface", "demo --interface de", forms=PLAIN),
    Case("error/serve-workers", "serve site --workers 2", forms=PLAIN),
    Case("error/serve-base", "serve site --base 'a b'", forms=PLAIN),
    Case("error/study-workers", "experiment serve experiment.json --workers 2", ("design",), PLAIN),
    Case("error/write-published", "write anaphor-fr --no-browser", forms=PLAIN),
    Case("error/get-unknown", "collection get nothing", forms=PLAIN),
    Case("error/get-other-file", "collection get wsc-fr --from small.yaml", ("small",), PLAIN),
    Case("error/account-key-unknown", "account revoke ada 1 --accounts accounts.db", ("account",), PLAIN),
    Case("error/short-password", "account add bob --accounts accounts.db", forms=PLAIN, stdin="short\n"),
)

CASES = (
    *HELP,
    *COLLECTION,
    *READ,
    *CORPUS,
    *AUDIT,
    *EXPERIMENT,
    *AGREEMENT,
    *RESOLVER,
    *SCORE,
    *REPORT,
    *CHALLENGE,
    *ACCOUNT,
    *ERRORS,
)
