"""What causal and masked models have in common: sentences in, tokens that count, answers with their traces out.

*full* scores the whole sentence, *partial* what follows the candidate (Trinh & Le), *candidate* the candidate itself,
*candidate_suffix* the candidate and what follows. Sums favour short candidates; the norms say against what.

The sentences of two candidates, and of both twins, share most of their tokens, so sequences that begin alike are packed
into one row. A row is a forest of tokens in which a token sees only its ancestors, so the scores are those of the
sentences one by one. A batch that does not fit into memory is halved.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.resolver.asking import in_order
from anaphor.resolver.protocol import Spec, TracedAnswer, abstain, choose
from anaphor.resolver.sentences import CandidateSentences, SentencePolicy, candidate_sentences, policy_of
from anaphor.resolver.transformers.loading import Loaded
from anaphor.schema import Question, Span

Part = TypeVar("Part")
Result = TypeVar("Result")
Ints = npt.NDArray[np.int64]

CLOSE = {"float32": 1e-3, "bfloat16": 0.5, "float16": 0.1}
"""Log-probabilities of one model are the same below this, by the type of its numbers."""
_AT_ONCE = 128
"""Questions sorted into batches together: twins stand near each other, and batches are of like length."""
_NOISE = 1e-4
"""Scores of models are equal below this: the order of a sum in a batch moves them by about 1e-5."""


class Score(StrEnum):
    """Which part of a sentence is scored."""

    FULL = "full"
    PARTIAL = "partial"
    CANDIDATE = "candidate"
    CANDIDATE_SUFFIX = "candidate_suffix"


class Norm(StrEnum):
    """What the sum of log-probabilities is divided by, or compared with."""

    NONE = "none"
    TOKEN = "token"
    WORD = "word"
    CHAR = "char"
    BYTE = "byte"
    PMI = "pmi"
    """The same tokens without what stands before them are subtracted (domain-conditional mutual information)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The tokens of a sentence, where they stand, and which of them count."""

    ids: tuple[int, ...]
    offsets: tuple[tuple[int, int], ...]
    words: tuple[int | None, ...]
    """Number of the word that each token belongs to, as the tokenizer cuts words; None for marks at the edges."""
    first: int
    end: int
    """Token after the last that counts; both stand past the end where none counts."""
    part: str

    def normalised(self, total: float, norm: Norm) -> float:
        """The sum of log-probabilities in the norm's measure; nothing is divided by zero."""
        by = {
            Norm.TOKEN: self.end - self.first,
            Norm.WORD: len(self.part.split()),
            Norm.CHAR: len(self.part),
            Norm.BYTE: len(self.part.encode()),
        }
        return total / max(1, by.get(norm, 1))


class TransformerResolver:
    """A pretrained model that scores the sentence of each candidate; causal and masked models say how."""

    keeps_order = True  # twins share most of their tokens: side by side they are computed once
    kind_of_model: str
    bos: str | None = None
    hide: str | None = None
    before: tuple[int, ...] = ()
    """Tokens put before each sentence, such as a start mark."""
    after: tuple[int, ...] = ()

    def __init__(self, loaded: Loaded, spec: Spec, *, score: Score, norms: Sequence[Norm]) -> None:
        self.loaded = loaded
        self.score = Score(spec.setting("score", score, tuple(Score)))
        self.norm = Norm(spec.setting("norm", Norm.NONE, tuple(norms)))
        self.policy = policy_of(spec, SentencePolicy.WHOLE)
        self.margin = spec.number("margin", 0.0, at_least=0)

    @property
    def name(self) -> str:
        norm = "" if self.norm is Norm.NONE else f"/{self.norm.value}"
        return f"{self.loaded.name} {self.score.value}{norm}"

    def scores(self, flat: Sequence[Tokens]) -> Iterator[list[tuple[int, float]]]:
        """After each batch the numbers of the sentences that are scored now, and their scores."""
        raise NotImplementedError

    @property
    def signature(self) -> Signature:
        import torch
        import transformers

        return Signature.of(
            resolver=self.kind_of_model,
            model=self.loaded.name,
            files=self.loaded.files,
            score=self.score.value,
            norm=self.norm.value,
            hide=self.hide,
            sentences=self.policy.value,
            bos=self.bos,
            tokenizer=type(self.loaded.tokenizer).__name__,
            dtype=self.loaded.dtype,
            margin=self.margin or None,
            transformers=transformers.__version__,
            torch=torch.__version__,
        )

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        for start in range(0, len(questions), _AT_ONCE):
            yield from in_order(self._numbered(questions[start : start + _AT_ONCE]))

    def as_they_come(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        for start in range(0, len(questions), _AT_ONCE):
            yield from (answer for _, answer in self._numbered(questions[start : start + _AT_ONCE]))

    def prepared(self, question: Question, score: Score) -> tuple[CandidateSentences, list[Tokens]] | Abstention:
        found = candidate_sentences(question, self.policy)
        if isinstance(found, Abstention):
            return found
        texts = [sentence.text for sentence in found.sentences]
        encoded = self.loaded.tokenizer(texts, add_special_tokens=False, return_offsets_mapping=True)
        opening, closing = len(self.before), len(self.after)
        tokens: list[Tokens] = []
        for number, sentence in enumerate(found.sentences):
            slot, suffix = sentence.slot, found.suffix(number)
            span = {
                Score.FULL: Span(start=0, end=len(sentence.text)),
                Score.PARTIAL: suffix,
                Score.CANDIDATE: slot,
                Score.CANDIDATE_SUFFIX: Span(start=slot.start, end=suffix.end),
            }[score]
            places = encoded["offset_mapping"][number]
            offsets = (*[(0, 0)] * opening, *map(tuple, places), *[(0, 0)] * closing)
            inside = [n for n, (start, end) in enumerate(offsets) if max(start, span.start) < min(end, span.end)]
            tokens.append(
                Tokens(
                    ids=(*self.before, *encoded["input_ids"][number], *self.after),
                    offsets=offsets,
                    words=(*[None] * opening, *encoded.word_ids(number), *[None] * closing),
                    first=inside[0] if inside else len(offsets),
                    end=inside[-1] + 1 if inside else len(offsets),
                    part=span.of(sentence.text),
                )
            )
        longest, most = max(len(each.ids) for each in tokens), self.loaded.longest
        if most is not None and longest > most:
            detail = f"A reading has {longest:,} tokens; the model reads {most:,}."
            return Abstention(reason=AbstentionReason.ATYPICAL, detail=detail)
        return found, tokens

    def _numbered(self, questions: Sequence[Question]) -> Iterator[tuple[int, Answer]]:
        """Numbers and answers of some questions, in the order in which they become known."""
        begun = time.perf_counter()
        asked: dict[int, tuple[CandidateSentences, list[Tokens]]] = {}
        for number, question in enumerate(questions):
            found = self.prepared(question, self.score)
            if isinstance(found, Abstention):
                yield number, abstain(self.name, question, found)
            else:
                asked[number] = found
        flat = [each for _, tokens in asked.values() for each in tokens]
        owners = [number for number, (_, tokens) in asked.items() for _ in tokens]
        known: dict[int, dict[int, float]] = {number: {} for number in asked}
        for batch in self.scores(flat):
            complete: list[int] = []
            for place, value in batch:
                number = owners[place]
                known[number][place] = value
                if len(known[number]) == len(asked[number][1]):
                    complete.append(number)
            seconds = round((time.perf_counter() - begun) / max(1, len(complete)), 6)
            for number in complete:
                sentences, tokens = asked[number]
                scores = [value for _, value in sorted(known[number].items())]
                traces = tuple(
                    sentence.trace(scored=each.part, tokens=each.end - each.first)
                    for sentence, each in zip(sentences.sentences, tokens, strict=True)
                )
                yield (
                    number,
                    TracedAnswer(
                        respondent=self.name,
                        question=questions[number].id,
                        reply=choose(scores, margin=self.margin, tie=_NOISE),
                        scores=tuple(round(score, 6) for score in scores),
                        seconds=seconds,
                        trace={"norm": self.norm.value, "aligned": sentences.aligned, "several": sentences.several},
                        candidate_traces=traces,
                    ),
                )
            begun = time.perf_counter() if complete else begun


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedRow:
    """Sequences packed into one row."""

    sequences: tuple[int, ...]
    tokens: Ints
    """One token per node; a node stands after its parent."""
    parents: Ints
    """Node before it; -1 for a beginning."""
    depths: Ints
    """Position in its sequence, from 0."""
    paths: tuple[Ints, ...]
    """For each sequence the nodes of its tokens, in order."""

    def visible(self) -> npt.NDArray[np.bool_]:
        """Which node (row) sees which (column): its ancestors and itself."""
        seen = np.zeros((len(self.tokens), len(self.tokens)), dtype=np.bool_)
        for node, parent in enumerate(self.parents):
            if parent >= 0:
                seen[node] = seen[parent]
            seen[node, node] = True
        return seen


def pack(sequences: Sequence[Sequence[int]], *, longest: int) -> list[PackedRow]:
    """Rows that hold every sequence once; those that begin alike share a row of at most `longest` nodes.

    >>> rows = pack([[7, 1, 2], [7, 1, 3]], longest=10)
    >>> [row.tokens.tolist() for row in rows]
    [[7, 1, 2, 3]]
    """
    groups: list[list[int]] = []
    size = 0
    for number in sorted(range(len(sequences)), key=lambda number: tuple(sequences[number])):
        fresh = len(sequences[number])
        pairs = zip(sequences[groups[-1][-1]] if groups else (), sequences[number], strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        # A beginning shared by chance (a start mark, a capital article) is not worth a wider attention matrix.
        if not groups or shared * 4 < fresh or size + fresh - shared > longest:
            groups.append([])
            size, shared = 0, 0
        groups[-1].append(number)
        size += fresh - shared
    return [_row(group, sequences) for group in groups]


def _row(group: Sequence[int], sequences: Sequence[Sequence[int]]) -> PackedRow:
    nodes: dict[tuple[int, int], int] = {}  # by parent and token, numbered as they come
    depths: list[int] = []
    paths: list[Ints] = []
    for number in group:
        node, path = -1, []
        for depth, token in enumerate(sequences[number]):
            if (node, token) not in nodes:
                nodes[node, token] = len(nodes)
                depths.append(depth)
            node = nodes[node, token]
            path.append(node)
        paths.append(np.array(path, dtype=np.int64))
    return PackedRow(
        sequences=tuple(group),
        tokens=np.array([token for _, token in nodes], dtype=np.int64),
        parents=np.array([parent for parent, _ in nodes], dtype=np.int64),
        depths=np.array(depths, dtype=np.int64),
        paths=tuple(paths),
    )


def batches(lengths: Sequence[int], *, budget: int) -> Iterator[list[int]]:
    """Numbers of rows that are computed together: of like length, and at most `budget` tokens with their padding."""
    batch: list[int] = []
    for number in sorted(range(len(lengths)), key=lambda number: lengths[number]):
        if batch and lengths[number] * (len(batch) + 1) > budget:
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


def within_memory(
    work: Callable[[Sequence[Part]], list[Result]], batch: Sequence[Part], loaded: Loaded
) -> list[Result]:
    """The results of the work on a batch, done in halves where the whole does not fit."""
    import torch

    try:
        with torch.inference_mode():
            return work(batch)
    except (torch.OutOfMemoryError, RuntimeError, MemoryError) as error:
        # The errors of GPUs and of Python have classes of their own, those of processors only their words.
        if not isinstance(error, (torch.OutOfMemoryError, MemoryError)) and "memory" not in str(error):
            raise
        if len(batch) == 1:
            raise InputError("resolver-model-memory", model=loaded.name) from error
    if loaded.device.type == "cuda":
        torch.cuda.empty_cache()
    middle = len(batch) // 2
    return within_memory(work, batch[:middle], loaded) + within_memory(work, batch[middle:], loaded)
