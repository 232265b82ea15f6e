"""Networks and their training: exact gradients, the seed decides everything, and a killed training ends the same."""

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import nn

from anaphor.errors import ContentError, FormatError, InputError
from anaphor.resolver.networks.context2vec_network import Context2vecNetwork, context_batch
from anaphor.resolver.networks.lstm_network import (
    AdaptiveSoftmax,
    Blocks,
    LstmBatch,
    LstmNetwork,
    PaddedLinear,
    linear_cross_entropy,
)
from anaphor.resolver.networks.settings import (
    LstmSettings,
    OptimizerMethod,
    OptimizerSettings,
    Softmax,
    TrainingSettings,
    context2vec_preset,
    lstm_preset,
)
from anaphor.resolver.training.loop import Optimizer, Training, load_checkpoint, train
from anaphor.resolver.training.store import Units

pytestmark = pytest.mark.slow

CPU = torch.device("cpu")
SIZE = 60


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    """Small products on all threads of a busy machine take a hundred times as long."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def some_units(sentences: int = 120, seed: int = 3) -> Units:
    """Sentences in which each word mostly follows from the one before."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(2, 9, sentences)
    starts = np.cumsum(lengths) - lengths
    steps = np.where(rng.random(int(lengths.sum())) < 0.8, 1, rng.integers(0, SIZE, int(lengths.sum())))
    tokens = (3 + np.cumsum(steps) % (SIZE - 3)).astype(np.int32)
    tokens[starts + lengths - 1] = 2
    return Units(tokens=tokens, starts=starts, lengths=lengths)


def small(softmax: Softmax = Softmax.EXACT, **changes: object) -> LstmSettings:
    """The settings of a network that trains in a second."""
    settings = replace(
        lstm_preset("tiny"),
        vocabulary=SIZE,
        embedding=8,
        hidden=12,
        softmax=softmax,
        cutoffs=(10, 30),
        training=TrainingSettings(batch=100, epochs=2, seed=5),
    )
    return replace(settings, **changes)  # type: ignore[arg-type]  # names are checked by replace


def training_of(settings: LstmSettings, network: LstmNetwork, **more: object) -> Training:
    """A training on the made-up sentences."""
    units = some_units()
    return Training(
        network=network,
        units=units,
        held_out=some_units(20, seed=4),
        **more,  # type: ignore[arg-type]  # as above
    )


def test_loss_and_gradients_formed_together_are_those_of_plain_cross_entropy() -> None:
    generator = torch.Generator().manual_seed(1)
    hidden, weight = torch.randn(23, 6, generator=generator), torch.randn(40, 6, generator=generator)
    bias, targets = torch.randn(40, generator=generator), torch.randint(0, 40, (23,), generator=generator)
    parts = [each.clone().requires_grad_() for each in (hidden, weight, bias)]
    again = [each.clone().requires_grad_() for each in (hidden, weight, bias)]
    ours = linear_cross_entropy(parts[0], parts[1], parts[2], targets, Blocks(rows=7, dtype=torch.float32))
    (ours * 0.25).backward()  # type: ignore[no-untyped-call]  # torch's
    plain = nn.functional.cross_entropy(again[0] @ again[1].T + again[2], targets, reduction="sum")
    (plain * 0.25).backward()  # type: ignore[no-untyped-call]  # torch's
    assert float(ours.detach()) == pytest.approx(float(plain.detach()), rel=1e-6)
    for one, other in zip(parts, again, strict=True):
        assert one.grad is not None
        assert other.grad is not None
        torch.testing.assert_close(one.grad, other.grad, rtol=1e-4, atol=1e-5)


def test_the_adaptive_softmax_is_normalised_and_its_loss_is_its_own_probability() -> None:
    torch.manual_seed(0)
    softmax = AdaptiveSoftmax(SIZE, 8, [10, 30], shrink=2.0, rows=5)
    hidden, words = torch.randn(50, 8), np.random.default_rng(0).integers(0, SIZE, 50)
    logs = softmax.log_probabilities(hidden).detach()
    torch.testing.assert_close(logs.exp().sum(1), torch.ones(50))
    loss = float(softmax.loss(hidden, softmax.prepare(words), torch.float32).detach())
    assert loss == pytest.approx(-float(logs.gather(1, torch.from_numpy(words)[:, None]).sum()), rel=1e-5)


def test_classes_that_only_fill_up_have_no_probability_and_never_move() -> None:
    layer = PaddedLinear(4, 13)
    assert layer.weight.shape[0] == 16
    hidden = torch.randn(5, 4)
    loss = linear_cross_entropy(
        hidden, layer.weight, layer.bias, torch.zeros(5, dtype=torch.long), Blocks(rows=8, dtype=torch.float32)
    )
    loss.backward()  # type: ignore[no-untyped-call]  # torch's
    assert layer.weight.grad is not None
    assert float(layer.weight.grad[13:].abs().max()) == 0


@pytest.mark.parametrize("softmax", list(Softmax))
def test_training_lowers_the_loss_and_scores_are_the_trained_loss(softmax: Softmax) -> None:
    settings = small(softmax)
    network = LstmNetwork(settings, SIZE, CPU)
    progress = train(training_of(settings, network))
    assert progress.history[-1].loss < progress.history[0].loss < math.log(SIZE) + 1
    sentence = np.array([5, 6, 7, 2])
    one = Units(tokens=sentence.astype(np.int32), starts=np.array([0]), lengths=np.array([4]))
    loss = float(network.loss(network.prepare(one, np.array([0])), torch.float32).detach())
    assert -float(network.log_probabilities([sentence])[0].sum()) == pytest.approx(loss, rel=1e-5)


def test_padding_changes_no_score() -> None:
    settings = small()
    network = LstmNetwork(settings, SIZE, CPU)
    units = some_units(30)
    together = float(network.loss(network.prepare(units, np.arange(30)), torch.float32).detach())
    alone = sum(float(network.loss(network.prepare(units, np.array([n])), torch.float32).detach()) for n in range(30))
    assert together == pytest.approx(alone, rel=1e-5)


def test_the_same_seed_gives_the_same_weights_and_another_seed_others() -> None:
    found = []
    for seed in (5, 5, 6):
        settings = small(training=TrainingSettings(batch=100, epochs=1, seed=seed))
        network = LstmNetwork(settings, SIZE, CPU)
        train(training_of(settings, network))
        found.append(torch.cat([each.detach().flatten() for each in network.parameters()]))
    assert torch.equal(found[0], found[1])
    assert not torch.equal(found[0], found[2])


class _KilledError(Exception):
    pass


def test_a_killed_training_ends_with_the_same_weights_as_one_that_ran_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = small()
    through = LstmNetwork(settings, SIZE, CPU)
    whole = train(training_of(settings, through))
    killed = LstmNetwork(settings, SIZE, CPU)
    calls = 0
    plain = killed.loss

    def dying(batch: LstmBatch, dtype: torch.dtype, seed: int | None = None) -> torch.Tensor:
        nonlocal calls
        calls += 1
        if calls > 9:
            raise _KilledError
        return plain(batch, dtype, seed)

    monkeypatch.setattr(killed, "loss", dying)  # it dies in the middle of an epoch
    path = tmp_path / "checkpoint.safetensors"
    with pytest.raises(_KilledError):
        train(training_of(settings, killed, checkpoint=path, every=4, identity="one"))
    resumed = LstmNetwork(settings, SIZE, CPU)
    again = train(training_of(settings, resumed, checkpoint=path, every=4, identity="one"))
    assert again.step == whole.step
    assert all(torch.equal(one, other) for one, other in zip(through.parameters(), resumed.parameters(), strict=True))
    assert again.history[-1].loss == whole.history[-1].loss


@pytest.mark.parametrize("method", list(OptimizerMethod))
def test_a_checkpoint_of_version_01_which_counts_no_steps_by_parameter_is_taken_up(
    tmp_path: Path, method: OptimizerMethod
) -> None:
    settings = small(Softmax.EXACT, optimizer=OptimizerSettings(method=method, rate=0.01, accumulator=0.1))
    path = tmp_path / "checkpoint.safetensors"
    train(training_of(settings, LstmNetwork(settings, SIZE, CPU), checkpoint=path, seconds=0.0))
    parts, progress = load_checkpoint(path, CPU, "")
    assert progress.step > 0
    whole = {f"{part}/{name}": each for part in parts for name, each in parts[part].items()}
    old = {
        name: each.flatten() if "/squares" in name else each for name, each in whole.items() if "/steps." not in name
    }
    with safe_open(path, framework="pt") as file:
        about = file.metadata()
    ended = []
    for tensors in (whole, old):
        save_file(tensors, tmp_path / "again.safetensors", about)
        network = LstmNetwork(settings, SIZE, CPU)
        train(training_of(settings, network, checkpoint=tmp_path / "again.safetensors"))
        ended.append(torch.cat([each.detach().flatten() for each in network.parameters()]))
    torch.testing.assert_close(ended[0], ended[1])


def test_a_checkpoint_of_another_training_or_a_broken_one_is_refused(tmp_path: Path) -> None:
    settings = small(training=TrainingSettings(batch=400, epochs=1))
    path = tmp_path / "checkpoint.safetensors"
    train(training_of(settings, LstmNetwork(settings, SIZE, CPU), checkpoint=path, identity="one"))
    with pytest.raises(InputError, match="other settings or other text"):
        load_checkpoint(path, CPU, "other")
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(FormatError, match="no checkpoint"):
        load_checkpoint(path, CPU, "one")


def test_training_stops_when_the_validation_no_longer_falls_and_keeps_the_best_weights() -> None:
    settings = small(
        training=TrainingSettings(batch=100, epochs=30, patience=2),
        optimizer=OptimizerSettings(method=OptimizerMethod.ADAM, rate=0.3, clip=None),
    )
    network = LstmNetwork(settings, SIZE, CPU)
    training = training_of(settings, network)
    progress = train(training)
    losses = [each.loss for each in progress.history]
    assert len(losses) < 30
    assert losses.index(min(losses)) == len(losses) - 3
    from anaphor.resolver.training.loop import validation_loss

    assert validation_loss(training) == pytest.approx(min(losses), rel=1e-6)


def test_a_training_that_diverges_says_so() -> None:
    settings = small(optimizer=OptimizerSettings(rate=1e38, accumulator=0.0, clip=None))
    network = LstmNetwork(settings, SIZE, CPU)
    with pytest.raises(ContentError, match="diverged"):
        train(training_of(settings, network))


def test_adagrad_with_an_accumulator_of_one_is_pytorchs() -> None:
    weight = nn.Parameter(torch.linspace(-1, 1, 12).reshape(3, 4))
    peer = nn.Parameter(weight.detach().clone())
    ours = Optimizer([("w", weight)], OptimizerSettings(rate=0.2, accumulator=1.0))
    theirs = torch.optim.Adagrad([peer], lr=0.2, initial_accumulator_value=1.0)
    for number in range(1, 6):
        for each in (weight, peer):
            each.grad = torch.sin(each.detach() * number)
        ours.step(number, 5)
        theirs.step()
    torch.testing.assert_close(weight, peer)


def test_adam_is_pytorchs() -> None:
    weight = nn.Parameter(torch.linspace(-1, 1, 12))
    peer = nn.Parameter(weight.detach().clone())
    ours = Optimizer([("w", weight)], OptimizerSettings(method=OptimizerMethod.ADAM, rate=0.01))
    theirs = torch.optim.Adam([peer], lr=0.01)
    for number in range(1, 6):
        for each in (weight, peer):
            each.grad = torch.sin(each.detach() * number) + 0.5
        ours.step(number, 5)
        theirs.step()
    torch.testing.assert_close(weight, peer, rtol=1e-4, atol=1e-6)


def test_the_papers_settings_are_the_defaults() -> None:
    lstm, context = lstm_preset("paper"), context2vec_preset("paper")
    assert (lstm.vocabulary, lstm.embedding, lstm.hidden, lstm.dropout) == (100_000, 1024, 2048, 0.25)
    assert (lstm.optimizer.method, lstm.optimizer.rate, lstm.optimizer.accumulator) == (
        OptimizerMethod.ADAGRAD,
        0.2,
        1.0,
    )
    assert (context.target, context.optimizer.method, context.optimizer.rate) == (300, OptimizerMethod.ADAGRAD, 0.001)
    program = context2vec_preset("program")
    assert (program.embedding, program.target, program.optimizer.method, program.optimizer.rate) == (
        300,
        600,
        OptimizerMethod.ADAM,
        0.001,
    )


def test_context2vec_reads_towards_each_word_from_both_sides() -> None:
    units = Units(
        tokens=np.array([5, 6, 7, 2, 8, 9, 2], dtype=np.int32), starts=np.array([0, 4]), lengths=np.array([4, 3])
    )
    left, right, before, after, targets = context_batch(units, np.array([0, 1])).parts(CPU)
    assert left.T.tolist() == [[1, 5, 6], [1, 8, 9]]
    assert right.T.tolist() == [[2, 7, 6], [2, 9, 8]]
    assert targets.tolist() == [5, 8, 6, 9, 7]
    assert left.flatten()[before].tolist() == [1, 1, 5, 8, 6]
    assert right.flatten()[after].tolist() == [6, 9, 7, 2, 2]


def test_negative_sampling_formed_with_its_gradients_is_the_plain_loss() -> None:
    settings = replace(context2vec_preset("tiny"), vocabulary=SIZE, negatives=4)
    network = Context2vecNetwork(settings, np.arange(SIZE) + 1, CPU)
    with torch.no_grad():
        network.targets.normal_(0, 0.3, generator=torch.Generator().manual_seed(1))
    batch = network.prepare(some_units(12), np.arange(12))
    ours = network.loss(batch, torch.float32, 7)
    ours.backward()  # type: ignore[no-untyped-call]  # torch's
    gradients = {name: each.grad.clone() for name, each in network.named_parameters() if each.grad is not None}
    network.zero_grad()
    context, words = network._context(batch, torch.float32)
    chosen = torch.cat([words[:, None], network.draw(len(words), 7)], 1)
    scores = (network.targets[chosen] * context[:, None]).sum(2)
    good, bad = nn.functional.logsigmoid(scores[:, 0]), nn.functional.logsigmoid(-scores[:, 1:])
    plain = -(good.sum() + bad.sum())
    plain.backward()  # type: ignore[no-untyped-call]  # torch's
    assert float(ours.detach()) == pytest.approx(float(plain.detach()), rel=1e-5)
    for name, each in network.named_parameters():
        torch.testing.assert_close(each.grad, gradients[name], rtol=1e-4, atol=1e-5)


def test_negatives_follow_the_frequencies_and_never_the_end_marks() -> None:
    settings = replace(context2vec_preset("tiny"), vocabulary=SIZE, negatives=50)
    counts = np.zeros(SIZE, dtype=np.int64)
    counts[[1, 2, 10, 20]] = [10**6, 10**6, 16 * 10**4, 10**4]
    drawn = Context2vecNetwork(settings, counts, CPU).draw(400, 1)
    often = np.bincount(drawn.flatten().numpy(), minlength=SIZE)
    assert often[10] + often[20] == 400 * 50
    assert often[10] / often[20] == pytest.approx(8, rel=0.1)


@pytest.mark.parametrize(
    "changes",
    [{"tied": True}, {"tied": True, "projection": 8, "softmax": Softmax.ADAPTIVE}, {"dropout": 1.0}, {"hidden": 0}],
    ids=["tied without projection", "tied and adaptive", "all dropped", "no hidden layer"],
)
def test_impossible_shapes_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ContentError):
        replace(small(), **changes)  # type: ignore[arg-type]  # names are checked by replace
