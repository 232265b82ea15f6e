"""Trains both of paper 2's models at their size on one GPU, and the small models that the package ships.

    python -m bench.gpu_training DATA OUT --what lstm-exact,lstm-adaptive,context2vec,ships

DATA holds `fr-open.txt.xz`, `fr-more.txt.xz`, `en-open.txt.xz` (documents parted by lines that begin with a form feed)
and the collections to resolve; OUT gets run files, cards, logs and the small models. One command, one log.
"""

import argparse
import json
import lzma
import math
import os
import shutil
import time
import traceback
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from anaphor.collection import load
from anaphor.provenance import plain
from anaphor.resolver import Resolver, read_spec
from anaphor.resolver.networks.context2vec import Context2vecModel, Context2vecResolver
from anaphor.resolver.networks.lstm import LstmModel
from anaphor.resolver.networks.settings import Context2vecSettings, LstmSettings, context2vec_preset, lstm_preset
from anaphor.resolver.running import RunSettings, run_collection
from anaphor.resolver.training.models import Trained, TrainingRun, train_network
from anaphor.resolver.training.store import Document, TokenStore, build_store, load_store, save_store, subset
from anaphor.resolver.words.word_models import OneModel, WordModelResolver
from bench.table import Row

COLLECTIONS = {"wsc-fr": "French_Wino_Schemas.xml", "fwsc285": "wsc_285_v3.json"}
LOG = Path(__file__).parent / "runs" / "gpu-log.jsonl"
PLAIN = {"lstm-exact": 240_000, "lstm-adaptive": 730_000, "context2vec": 1_800_000}
"""Words per second of plain PyTorch loops on such a GPU, as measured before this was written."""
PEAK = 989e12
"""bf16 operations per second of one H200, by its data sheet."""
NAMES = {
    "fr": "open French corpora",
    "fr-open": "ELTeC-fra, Common Voice fr, Tatoeba",
    "en-open": "ELTeC-eng, Common Voice en, Tatoeba",
}
OPEN = "ELTeC (public domain), Common Voice (CC0), Tatoeba (CC BY 2.0 FR)"


def documents(*paths: Path) -> Iterator[Document]:
    """The documents of text files in which a line that begins with a form feed names the next document."""
    for path in paths:
        with lzma.open(path, "rt", encoding="utf-8") as file:
            parts = file.read().split("\f")[1:]
        for part in parts:
            name, _, text = part.partition("\n")
            for piece in _pieces(text):
                yield Document(source=name, text=piece)


def _pieces(text: str, most: int = 400_000) -> Iterator[str]:
    """A long document cut at line ends, so that all processors have work."""
    while len(text) > most:
        cut = text.find("\n", most)
        if cut < 0:
            break
        yield text[:cut]
        text = text[cut + 1 :]
    yield text


class Bench:
    """One call's settings, log and time."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.data: Path = arguments.data
        self.out: Path = arguments.out
        self.work: Path = arguments.work
        self.began = time.time()
        self.log: list[dict[str, Any]] = []
        self.out.mkdir(parents=True, exist_ok=True)
        self._stores: dict[str, TokenStore] = {}

    def say(self, what: str, **figures: Any) -> None:
        """One line of the log, on the screen and in the file."""
        record = {"at": round(time.time() - self.began, 1), "what": what, **figures}
        self.log.append(record)
        print(json.dumps(record, ensure_ascii=False), flush=True)
        (self.out / f"log-{self.arguments.name}.jsonl").write_text(
            "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in self.log), "utf-8"
        )

    def store(self, name: str) -> TokenStore:
        """The store of a corpus, made once."""
        if name not in self._stores:
            began = time.time()
            if name == "fr-open" and "fr" in self._stores:
                return self._open_part(self._stores["fr"])
            files = {"fr": ("fr-open", "fr-more"), "fr-open": ("fr-open",), "en-open": ("en-open",)}[name]
            found = documents(*(self.data / f"{each}.txt.xz" for each in files))
            some = (each for number, each in enumerate(found) if number % self.arguments.thin == 0)
            kept = self.work / f"store-{name}"
            if kept.is_dir():
                store = load_store(kept)
            else:
                store = build_store(some, name[:2], workers=os.cpu_count() or 1)
                save_store(store, kept)
            self._stores[name] = store
            self.say(
                "store",
                name=name,
                tokens=len(store.tokens),
                sentences=store.sentences,
                types=len(store.words),
                seconds=round(time.time() - began, 1),
            )
        return self._stores[name]

    def _open_part(self, whole: TokenStore) -> TokenStore:
        """The novels, Common Voice and Tatoeba: what the shipped models are made from."""
        kept = np.array([source.startswith(("eltec", "commonvoice", "tatoeba")) for source in whole.sources])
        self._stores["fr-open"] = subset(whole, kept)
        self.say("store", name="fr-open", tokens=len(self._stores["fr-open"].tokens))
        return self._stores["fr-open"]

    def run(self, name: str, licence: str | None = None, seconds: float = math.inf, corpus: str = "fr") -> TrainingRun:
        """Where a training goes."""
        return TrainingRun(
            folder=self.work / name,
            text=self.store(corpus).training_text(NAMES[corpus], licence),
            device=self.arguments.device,
            checkpoints=False,
            seconds=seconds,
            watch=lambda step, total, loss: self._watch(name, step, total, loss),
        )

    def _watch(self, name: str, step: int, total: int, loss: float) -> None:
        if step % 500 == 0:
            print(f"{time.time() - self.began:7.1f} {name} {step}/{total} {loss:.4f}", flush=True)

    def report(self, name: str, trained: Trained, flops: float) -> None:
        """Speed and quality of a training."""
        for each in trained.progress.history:
            rate = each.words_per_second
            self.say(
                name,
                **{k: round(v, 4) for k, v in plain(each).items()},
                perplexity=round(math.exp(each.loss), 2),
                peak_share=round(rate * flops / PEAK, 4),
            )
        if torch.cuda.is_available():
            self.say("memory", gib=round(torch.cuda.max_memory_allocated() / 2**30, 1))
            torch.cuda.reset_peak_memory_stats()
        if "lstm-fr" not in name and "lstm-en" not in name:
            shutil.copy(trained.model.path / "card.json", self.out / f"card-{name}.json")

    def resolve(self, name: str, resolver: Resolver, spec: str) -> None:
        """Runs over the French collections."""
        for collection, file in COLLECTIONS.items():
            loaded = load(str(self.data / file))
            began = time.time()
            path = self.work / f"{collection}-{name}.jsonl"
            path.unlink(missing_ok=True)
            settings = RunSettings(source=collection, given={"with": spec})
            state = run_collection(loaded, resolver, path, settings)
            keys = {item.question.id: item.key for item in loaded.items}
            right = sum(getattr(each.reply, "candidate", None) == keys[each.question] for each in state.answers)
            self.say(
                "resolved",
                run=path.name,
                n=len(keys),
                h=right,
                theta=sum(state.abstentions.values()),
                abstentions=state.abstentions,
                seconds=round(time.time() - began, 1),
            )


def run() -> list[Row]:
    """The kept log: words per second over the last epoch of each training, as one GPU gave them to version 0.1."""
    last = {each["what"]: each for each in map(json.loads, LOG.read_text("utf-8").splitlines()) if "train_loss" in each}
    return [
        {
            "work": f"{name}: training on one H200, version 0.1",
            "ours": f"{each['words_per_second']:,.0f} words/s",
            "peer": f"plain loop: {PLAIN[name]:,} words/s" if name in PLAIN else "",
            **({"ratio": round(each["words_per_second"] / PLAIN[name], 2)} if name in PLAIN else {}),
        }
        for name, each in last.items()
    ]


def lstm_flops(settings: LstmSettings, words: int) -> float:
    """Operations per trained word: three times those of the forward pass; exact softmax."""
    gates = 8 * settings.hidden * (settings.embedding + settings.hidden)
    last = settings.projection or settings.hidden
    out = 2 * last * words + (2 * settings.hidden * last if settings.projection else 0)
    return 3.0 * (gates + out)


def adaptive_flops(settings: LstmSettings, words: int) -> float:
    """Operations per trained word with the adaptive softmax, its tails not counted: a lower bound."""
    gates = 8 * settings.hidden * (settings.embedding + settings.hidden)
    return 3.0 * (gates + 2 * settings.hidden * (settings.cutoffs[0] + len(settings.cutoffs)))


def context_flops(settings: Context2vecSettings) -> float:
    """Operations per trained word of context2vec."""
    gates = 2 * 8 * settings.hidden * (settings.embedding + settings.hidden)
    deep = 2 * (4 * settings.hidden**2 + 2 * settings.hidden * settings.target)
    return 3.0 * (gates + deep + 2 * (1 + settings.negatives) * settings.target)


def lstm(bench: Bench, name: str, settings: LstmSettings, seconds: float) -> None:
    """Train an LSTM at the paper's size and resolve with it."""
    trained = train_network(bench.store("fr"), settings, bench.run(name, seconds=seconds))
    words = len(trained.model.vocabulary)
    count = adaptive_flops if settings.softmax == "adaptive" else lstm_flops
    bench.report(name, trained, count(settings, words))
    card = trained.model.card
    model = LstmModel(trained.network.eval(), trained.model.vocabulary, name=name, signature=card.signature)
    for extra in ("", ",score=partial", ",sentences=last"):
        spec = f"lstm:{name}{extra}"
        resolver = WordModelResolver(OneModel(only=model, language="fr"), read_spec(spec))
        bench.resolve(name + extra.replace(",", "-").replace("=", "-"), resolver, spec)
    shutil.rmtree(trained.model.path)


def context(bench: Bench, name: str, settings: Context2vecSettings, seconds: float) -> None:
    """Train context2vec and resolve with it."""
    trained = train_network(bench.store("fr"), settings, bench.run(name, seconds=seconds))
    bench.report(name, trained, context_flops(settings))
    model = Context2vecModel(
        trained.network.eval(),
        trained.model.vocabulary,
        name=name,
        signature=trained.model.card.signature,
        language="fr",
    )
    for extra in (",similarity=cosine", ",similarity=logsigmoid", ",similarity=cosine,sentences=last"):
        spec = f"context2vec:{name}{extra}"
        resolver = Context2vecResolver(model, read_spec(spec))
        bench.resolve(name + extra.replace(",", "-").replace("=", "-"), resolver, spec)
    shutil.rmtree(trained.model.path)


def ship(bench: Bench, language: str, settings: LstmSettings, seconds: float) -> None:
    """Train a small model; its folder comes back in half precision."""
    corpus = f"{language}-open"
    name = f"lstm-{language}"
    trained = train_network(bench.store(corpus), settings, bench.run(name, OPEN, seconds, corpus))
    bench.report(name, trained, lstm_flops(settings, len(trained.model.vocabulary)))
    weights = {key: each.half().cpu() for key, each in trained.network.state_dict().items() if key != "softmax.weight"}
    texts = {file: (trained.model.path / file).read_text("utf-8") for file in ("vocabulary.txt", "card.json")}
    torch.save({"embedding.weight": weights.pop("embedding.weight")}, bench.out / f"{name}-1.pt")
    torch.save(weights | texts, bench.out / f"{name}-2.pt")


def main() -> None:
    """Do what was asked for, in order."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--work", type=Path, default=Path("/tmp/anaphor-gpu"))
    parser.add_argument("--what", default="lstm-exact,lstm-adaptive,context2vec,ships")
    parser.add_argument("--name", default="all")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--thin", type=int, default=1, help="Only every n-th piece of the corpora: for a rehearsal.")
    parser.add_argument("--tiny", action="store_true", help="Tiny networks: for a rehearsal.")
    parser.add_argument("--epochs", default="", help="NAME=EPOCHS,…")
    parser.add_argument("--seconds", default="", help="NAME=SECONDS,…: no training lasts longer.")
    parser.add_argument("--batch", default="", help="NAME=CELLS,…")
    parser.add_argument(
        "--scale", type=float, help="What the summed loss of the LSTM at the paper's size is divided by."
    )
    parser.add_argument("--warm-up", type=int, help="Steps over which its learning rate rises.")
    bench = Bench(parser.parse_args())
    perform(bench)
    with lzma.open(bench.out / f"runs-{bench.arguments.name}.jsonl.xz", "wt", encoding="utf-8") as file:
        for path in sorted(bench.work.glob("*.jsonl")):
            file.write(f"\f{path.name}\n{path.read_text('utf-8')}")
    bench.say("done")


def _numbers(text: str) -> dict[str, float]:
    return {name: float(value) for name, _, value in (part.partition("=") for part in text.split(",") if part)}


def perform(bench: Bench) -> None:
    """Each part of what was asked for; one that fails leaves the time to the others."""
    for name in bench.arguments.what.split(","):
        try:
            _one(bench, name)
        except Exception as error:  # the machine is lent by the minute: what else was asked for must still run
            trace = traceback.format_exc()[-1500:]
            bench.say("failed", part=name, error=f"{type(error).__name__}: {error}", trace=trace)
            torch.cuda.empty_cache()


def _one(bench: Bench, name: str) -> None:
    limit = _numbers(bench.arguments.seconds).get(name, math.inf)
    tiny = bench.arguments.tiny
    if name.startswith("lstm-"):
        preset = "tiny" if tiny else {"lstm-exact": "paper", "lstm-adaptive": "paper-adaptive"}[name]
        lstm(bench, name, _shaped(bench, name, lstm_preset(preset)), limit)
    elif name.startswith("context2vec"):
        preset = "tiny" if tiny else ("program" if name.endswith("program") else "paper")
        context(bench, name, _shaped(bench, name, context2vec_preset(preset)), limit)
    elif name.startswith("ship-"):
        settings = lstm_preset("tiny" if tiny else "shipped")
        ship(bench, name.removeprefix("ship-"), _shaped(bench, name, settings), limit)
    else:
        raise SystemExit(f"nothing is called {name}")


def _shaped(bench: Bench, name: str, settings: Any) -> Any:
    """The settings with what the command says otherwise."""
    arguments = bench.arguments
    epochs, batch = _numbers(arguments.epochs), _numbers(arguments.batch)
    old = settings.training
    changed = {"epochs": int(epochs.get(name, old.epochs)), "batch": int(batch.get(name, old.batch))}
    optimizer = settings.optimizer
    if name.startswith("lstm-"):
        changed["scale"] = arguments.scale or old.scale
        warm_up = optimizer.warm_up if arguments.warm_up is None else arguments.warm_up
        optimizer = replace(optimizer, warm_up=warm_up)
    return replace(settings, training=replace(old, **changed), optimizer=optimizer)


if __name__ == "__main__":
    main()
