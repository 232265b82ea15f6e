"""Small collections for the audit's tests."""

from collections.abc import Sequence

from anaphor.schema import Annotations, Candidate, Collection, Item, Mark, Problem, Question, Schema


def item(
    name: str,
    text: str,
    candidates: Sequence[str],
    key: int,
    *,
    prompt: str | None = None,
    language: str = "fr",
    pairs: Sequence[tuple[str, str]] = (),
    annotations: Annotations | None = None,
) -> Item:
    """An item whose anaphor stands in brackets in the text."""
    start = text.index("[")
    plain = text.replace("[", "").replace("]", "")
    question = Question(
        id=name,
        language=language,
        text=plain,
        anaphor=Mark(start=start, end=text.index("]") - 1),
        candidates=tuple(Candidate(text=each) for each in candidates),
        prompt=prompt,
    )
    return Item(question=question, key=key, annotations=annotations or Annotations(pairs=tuple(pairs)))


def schema(
    name: str,
    text: str,
    cues: tuple[str, str],
    candidates: tuple[str, str],
    *,
    language: str = "fr",
    prompt: str | None = None,
    pairs: bool = False,
) -> Schema:
    """A schema whose text has a hole {} for the cue; the first candidate is right with the first cue."""
    return Schema(
        id=name,
        variants=tuple(
            item(
                f"{name}.{number + 1}",
                text.format(cue),
                candidates,
                number,
                language=language,
                prompt=prompt.format(cue) if prompt else None,
                pairs=[(each, cue) for each in candidates] if pairs else (),
            )
            for number, cue in enumerate(cues)
        ),
    )


def told(count: int = 12) -> Collection:
    """Schemas with pairs by hand: candidates a0 and b0, cues x0 and y0, and so on."""
    schemas = tuple(
        schema(f"s{n}", f"Le mot a{n} suit b{n} car [il] est {{}}.", (f"x{n}", f"y{n}"), (f"a{n}", f"b{n}"), pairs=True)
        for n in range(count)
    )
    return Collection(name="told", language="fr", schemas=schemas)


def problems(keys: Sequence[int], text: str = "Le chat {n} voit le chien {n} et [il] fuit.") -> Collection:
    """Lone problems with these keys."""
    made = [item(f"p{n}", text.format(n=n), (f"le chat {n}", f"le chien {n}"), key) for n, key in enumerate(keys)]
    return Collection(name="lone", language="fr", problems=tuple(Problem(id=each.id, item=each) for each in made))
