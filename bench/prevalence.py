"""What the frequency of the classes does to κ and to the change rate: paper 3's open point (6.2), by simulation.

    python -m bench.prevalence

Annotators err evenly on 1,000 items of two classes, as `anaphor agreement simulate` does; errors are swept, and the
change between two groups is read off at equal κ (by interpolation) and at equal error. Five seeds give the spread.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from anaphor import agreement

SHARES = (0.5, 0.7, 0.8, 0.9, 0.95)
KAPPAS = (0.4, 0.6, 0.67, 0.8)
ERRORS = (2, 5, 10, 20, 40, 60, 80, 110, 150, 200, 250)
ITEMS, GROUPS, SEEDS = 1000, 60, 5
FIGURE = Path(__file__).resolve().parents[1] / "docs" / "images" / "prevalence.png"


def curve(share: float, annotators: int, seed: int) -> list[tuple[float, float]]:
    """κ and the share of labels that another group changes, for each number of errors."""
    made = agreement.simulate(
        items=ITEMS,
        classes=2,
        annotators=annotators,
        errors=ERRORS,
        prevalence=(share, 1 - share),
        groups=GROUPS,
        seed=seed,
    )
    return [(point["kappa"], point["between_groups"]) for point in made.to_dict()["points"]]


def at_kappa(points: Sequence[tuple[float, float]], kappa: float) -> float:
    """The change rate at a κ between two points of a curve."""
    kappas, rates = np.array(sorted(points)).T
    return float(np.interp(kappa, kappas, rates))


def draw(curves: dict[float, list[tuple[float, float]]], path: Path) -> None:
    """The curves of one panel size as a figure."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4), layout="constrained")
    axes = figure.subplots()
    for share, points in curves.items():
        kappas, rates = np.array(sorted(points)).T
        axes.plot(kappas, 100 * rates, marker=".", label=f"{share:g} / {1 - share:g}")
    axes.set(xlabel="κ", ylabel="labels that another panel of 3 changes, %", xlim=(0.2, 1), ylim=(0, 20))
    axes.legend(title="share of the classes")
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=110, metadata={"Software": None})


def main() -> None:
    """A line per share and panel size: change rates at equal κ, and what an error of 10 % gives; and the figure."""
    for annotators in (3, 5):
        curves = {share: [curve(share, annotators, seed) for seed in range(SEEDS)] for share in SHARES}
        for share, drawn in curves.items():
            told = []
            for kappa in KAPPAS:
                rates = [at_kappa(points, kappa) for points in drawn]
                known = agreement.interpret(
                    kappa=kappa, annotators=annotators, classes=2, prevalence=(share, 1 - share)
                ).to_dict()["fresh"]
                error = np.std(rates) / SEEDS**0.5
                bounds = f"{known['floor']:.1%}–{known['ceiling']:.1%}"
                told.append(f"κ {kappa:g}: {np.mean(rates):.2%} ± {error:.2%} ({bounds})")
            tenth = [dict(zip(ERRORS, points, strict=True)) for points in drawn]
            kappa_of = np.mean([np.interp(100, ERRORS, [each[error][0] for error in ERRORS]) for each in tenth])
            change = np.mean([np.interp(100, ERRORS, [each[error][1] for error in ERRORS]) for each in tenth])
            told.append(f"10 % errors: κ {kappa_of:.2f}, change {change:.2%}")
            print(f"{annotators} people, classes {share:g} / {1 - share:g}: {'; '.join(told)}")
        if annotators == 3:
            draw({share: np.mean(drawn, axis=0).tolist() for share, drawn in curves.items()}, FIGURE)


if __name__ == "__main__":
    main()
