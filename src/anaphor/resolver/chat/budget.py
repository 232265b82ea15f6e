"""What a chat model costs, and a purse that is never overdrawn: the worst case is set aside before a request goes."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_DRESS_TOKENS = 16
"""Tokens that an endpoint puts around each message; a token of the message itself is a byte or more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What tokens cost, in any one currency."""

    prompt: float = 0.0
    """A million tokens of the prompt."""
    completion: float = 0.0
    """A million tokens of the reply."""

    def of(self, usage: Mapping[str, float]) -> float:
        """The cost of a reply.

        >>> Price(prompt=2, completion=10).of({"prompt_tokens": 100, "completion_tokens": 2})
        0.00022
        """
        tokens = usage.get("prompt_tokens", 0) * self.prompt + usage.get("completion_tokens", 0) * self.completion
        return tokens / 1e6

    def at_most(self, messages: Sequence[Mapping[str, str]], reply_tokens: int) -> float:
        """The most that a request can cost: no tokenizer makes more tokens than there are bytes."""
        said = sum(len(message["content"].encode("utf-8", "replace")) + _DRESS_TOKENS for message in messages)
        return self.of({"prompt_tokens": said, "completion_tokens": reply_tokens})


class Purse:
    """What may be spent, shared by all requests that are under way."""

    def __init__(self, budget: float | None) -> None:
        self.budget = budget
        self.spent = 0.0
        self._set_aside = 0.0
        self._open = 0
        self._closed = False
        self._changed = threading.Condition()

    def reserve(self, worst: float) -> "Reservation | None":
        """The worst case of a question set aside, once others leave enough; None where they never will."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._has(worst) or not self._open)
            if self._closed or not self._has(worst):
                self._closed = True
                self._changed.notify_all()
                return None
            self._set_aside += worst
            self._open += 1
            return Reservation(self, worst)

    def _has(self, amount: float) -> bool:
        return self.budget is None or self.spent + self._set_aside + amount <= self.budget

    def add(self, amount: float) -> bool:
        """Set aside more for a request that is under way; it does not wait, which two of them could do for ever."""
        with self._changed:
            if not self._has(amount):
                return False
            self._set_aside += amount
            return True

    def settle(self, set_aside: float, paid: float) -> None:
        """Put back what was set aside, less what was paid."""
        with self._changed:
            self._open -= 1
            self._set_aside = max(0.0, self._set_aside - set_aside) if self._open else 0.0
            self.spent += paid
            self._changed.notify_all()


class Reservation:
    """What is set aside for one question."""

    def __init__(self, purse: Purse, amount: float) -> None:
        self._purse = purse
        self._amount = amount
        self._paid = 0.0

    def more(self, amount: float) -> bool:
        """Set aside more, for one more try after one that may have been paid for."""
        if not self._purse.add(amount):
            return False
        self._amount += amount
        return True

    def pay(self, amount: float) -> None:
        """Note what was paid."""
        self._paid += amount

    def settle(self) -> None:
        """Put the rest back."""
        self._purse.settle(self._amount, self._paid)
