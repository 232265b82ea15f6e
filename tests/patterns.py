"""Which regular expressions can take exponential or quadratic time: by the automaton, not by how they look.

A backtracking matcher tries every way in which a text can be read. So it is slow where one text has many ways: if some
state comes back to itself by two ways over the same word, each repetition of that word doubles them (exponential); if
one loop can hand over to another within the same word, the ways grow with the length (quadratic, or worse). Both are
properties of the pattern's automaton (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991) and are
found in products of it with itself. What a search adds is one more loop, before the pattern.

The automaton has a state for each place of the pattern that reads a character. Characters stand for classes: those
that the pattern names and their neighbours, and some of each category. Look-arounds of one character are kept as
conditions; longer ones, and references to groups, count as true for the ways and as doubtful for the end. A look ahead
is also a way of its own that ends where it ends: what it reads is read again at every place where it is tried.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice, product
from re import _constants as sre  # private, and the only parser of Python's own patterns
from re import _parser as parser
from typing import Any

UNROLLED = 3
"""Copies of a bounded repetition: three show whether its turns can be told apart."""
UNBOUNDED = 256
"""A bound from which on a repetition counts as having none."""
MANY = 8
"""The same where ways multiply: eight turns of two ways each are 256 ways, and of a loop in a loop millions."""
_CATEGORIES = {
    sre.CATEGORY_DIGIT: str.isdecimal,
    sre.CATEGORY_SPACE: str.isspace,
    sre.CATEGORY_WORD: lambda sign: sign.isalnum() or sign == "_",
}
_NEGATED = {
    sre.CATEGORY_NOT_DIGIT: sre.CATEGORY_DIGIT,
    sre.CATEGORY_NOT_SPACE: sre.CATEGORY_SPACE,
    sre.CATEGORY_NOT_WORD: sre.CATEGORY_WORD,
}
_USUAL = "aZ5_ \t\n\r.-,é²\u00a0\u2028\u3042"
_SPACES = tuple(code for code in range(0x3001) if chr(code).isspace())
_ONE = (sre.LITERAL, sre.NOT_LITERAL, sre.IN, sre.ANY)
"""Nodes that read one character."""
Guards = tuple[int, ...]
"""Ways to go on, each with the set of characters that may follow, as bits; two equal ones are two ways."""


class Alphabet:
    """A character for each class that a pattern can tell apart, and the end of the text, as bits."""

    def __init__(self, codes: Iterable[int]) -> None:
        near = {each for code in codes for each in (code - 1, code, code + 1) if 0 < each < 0x110000}
        signs = set(_USUAL) | {chr(code) for code in near if not 0xD800 <= code < 0xE000}
        self.signs = sorted(signs | {sign.swapcase() for sign in signs if len(sign.swapcase()) == 1})
        self.end = 1 << len(self.signs)
        self.sure = self.end << 1
        """Set where nothing is asked of what follows."""
        self.all = self.end - 1
        self.newline = self.of(lambda sign: sign == "\n")

    def of(self, holds: Any) -> int:
        """The set of those characters of which something holds."""
        return sum(1 << place for place, sign in enumerate(self.signs) if holds(sign))


@dataclass
class Part:
    """A piece of a pattern: where it can begin and end, and in how many ways it can be empty."""

    first: dict[int, Guards] = field(default_factory=dict)
    last: dict[int, Guards] = field(default_factory=dict)
    empty: Guards = ()


class Automaton:
    """The states of a pattern, what each reads, and the ways from each to the next."""

    def __init__(
        self, pattern: str | bytes, flags: int = 0, *, search: bool = False, full: bool = False, again: bool = False
    ) -> None:
        """`again`: what follows a match is searched, too, as `finditer` and `sub` do."""
        text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
        tree = parser.parse(text, int(flags) & ~int(re.UNICODE))
        self._make(list(tree), int(tree.state.flags), search=search, full=full, again=again)

    def _make(
        self,
        nodes: list[Any],
        flags: int,
        *,
        search: bool = False,
        full: bool = False,
        again: bool = False,
        unbounded: int = UNBOUNDED,
    ) -> None:
        self.flags = flags
        self.search, self.full, self.again, self.unbounded = search, full, again, unbounded
        self.nodes = nodes
        self.alphabet = Alphabet(_codes(nodes))
        self.any = self.alphabet.all | self.alphabet.end | self.alphabet.sure
        self.reads: list[int] = []
        self.ways: dict[tuple[int, int], list[int]] = {}
        self.atomic: list[tuple[frozenset[int], frozenset[tuple[int, int]]]] = []
        """States inside each atomic group or possessive repetition, and the steps between them that stay inside."""
        self.entered: dict[tuple[int, int], int] = {}
        """How many ways there are inside groups from one of their states to another."""
        self.empty_turns = False
        """Whether something that may be empty must be repeated many times: each turn may be the empty one."""
        self.before: frozenset[int] = frozenset()
        """States of what stands before the pattern in a search."""
        self.inner: list[list[Any]] = []
        """What stands in atomic groups and possessive repetitions: inside, they try again as others do."""
        whole = self._searched(nodes) if search else self._sequence(nodes)
        sure = {state for state, guards in whole.last.items() if any(each & self.alphabet.sure for each in guards)}
        self.ending = frozenset(whole.last)
        """States in which it may have matched, depending on what follows."""
        self.accepting = set() if full else sure
        """States in which the pattern has matched, whatever follows: nothing is tried again after them."""

    # --- how the pattern is taken apart ---

    def _letter(self, reads: int) -> Part:
        self.reads.append(reads)
        state = len(self.reads) - 1
        return Part({state: (self.any,)}, {state: (self.any,)})

    def _joined(self, left: Part, right: Part) -> Part:
        self._connect(left.last, right.first)
        return Part(
            first=_merged(left.first, _guarded(right.first, left.empty)),
            last=_merged(right.last, _guarded(left.last, right.empty)),
            empty=_both(left.empty, right.empty),
        )

    def _connect(self, last: dict[int, Guards], first: dict[int, Guards]) -> None:
        for (source, after), (target, before) in product(last.items(), first.items()):
            fitting = [guard & self.reads[target] for guard in _both(after, before)]
            self.ways.setdefault((source, target), []).extend(filter(None, fitting))

    def _sequence(self, nodes: list[Any]) -> Part:
        whole = Part(empty=(self.any,))
        for node in nodes:
            whole = self._joined(whole, self._node(node))
        return whole

    def _searched(self, nodes: list[Any]) -> Part:
        """A search begins anew at every character, unless the pattern says before which it can."""
        if len(nodes) == 1 and nodes[0][0] is sre.BRANCH:
            return self._alternatives([self._searched(list(each)) for each in nodes[0][1][1]])
        if len(nodes) == 1 and nodes[0][0] is sre.SUBPATTERN:
            return self._searched(list(nodes[0][1][-1]))
        node: tuple[Any, Any] = nodes[0] if nodes else (None, None)
        (kind, value), rest = node, nodes[1:]
        start = value is sre.AT_BEGINNING_STRING or (value is sre.AT_BEGINNING and not self.flags & re.MULTILINE)
        if kind is sre.AT and start:
            return self._sequence(rest)
        before = None
        if kind is sre.AT and value is sre.AT_BEGINNING:
            before = self.alphabet.newline
        elif kind in (sre.ASSERT, sre.ASSERT_NOT) and value[0] < 0 and _reads_one(value[1]):
            signs = self._class(value[1][0])
            before = signs if kind is sre.ASSERT else self.alphabet.all & ~signs
        loop = self._repeated(lambda: self._letter(self.alphabet.all), 0, sre.MAXREPEAT)
        self.before |= loop.first.keys()
        if before is None:
            return self._joined(loop, self._sequence(nodes))
        edge = self._joined(loop, self._letter(before))
        return self._joined(self._alternatives([edge, Part(empty=(self.any,))]), self._sequence(rest))

    def _alternatives(self, parts: Iterable[Part]) -> Part:
        whole = Part()
        for part in parts:
            first, last = _merged(whole.first, part.first), _merged(whole.last, part.last)
            whole = Part(first, last, (whole.empty + part.empty)[:4])
        return whole

    def _repeated(self, make: Any, low: int, high: int) -> Part:
        if high == sre.MAXREPEAT or high > self.unbounded:
            body: Part = make()
            self.empty_turns |= low >= MANY and bool(body.empty) and bool(body.first)
            self._connect(body.last, body.first)
            # Python tries an empty turn once, and then goes on as without it.
            loop = Part(body.first, body.last, (self.any, *body.empty)[:4])
            if low == 0:
                return loop
            return loop if body.empty else Part(body.first, body.last, ())
        copies, needed = min(high, UNROLLED), min(low, UNROLLED)
        whole = Part(empty=(self.any,))
        for turn in reversed(range(copies)):  # a(a(a)?)?: a turn only after the one before
            whole = self._joined(make(), whole)
            if turn >= needed:
                whole = self._alternatives([whole, Part(empty=(self.any,))])
        return whole

    def _node(self, node: tuple[Any, Any]) -> Part:  # a case for each kind of node
        kind, value = node
        if kind in _ONE:
            return self._letter(self._class(node))
        if kind is sre.SUBPATTERN:
            return self._sequence(list(value[-1]))
        if kind is sre.BRANCH:
            return self._alternatives([self._sequence(list(each)) for each in value[1]])
        if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            low, high, body = value
            return self._repeated(lambda: self._sequence(list(body)), low, high)
        if kind is sre.POSSESSIVE_REPEAT:
            low, high, body = value
            self.inner.append(list(body))
            part = self._closed(lambda: self._repeated(lambda: self._sequence(list(body)), low, high))
            if _reads_one(body) and high > self.unbounded:
                stop = self.any & ~self._class(body[0])  # it has taken all, so that none of them follows
                last = {state: _both(guards, (stop,)) for state, guards in part.last.items()}
                return Part(part.first, last, (stop,) if part.empty else ())
            return part
        if kind is sre.ATOMIC_GROUP:
            self.inner.append(list(value))
            return self._closed(lambda: self._sequence(list(value)))
        if kind in (sre.ASSERT, sre.ASSERT_NOT):
            self.inner.append(list(value[1]))
            first = self._sequence(list(value[1])).first if value[0] > 0 and not _reads_one(value[1]) else {}
            return Part(first=first, empty=(self._look_around(kind, *value),))
        if kind is sre.AT:
            ends = {sre.AT_END_STRING: self.alphabet.end, sre.AT_END: self.alphabet.end | self.alphabet.newline}
            return Part(empty=(ends.get(value, self.any & ~self.alphabet.sure),))
        if kind is sre.GROUPREF:
            return self._repeated(lambda: self._letter(self.alphabet.all), 0, sre.MAXREPEAT)
        if kind is sre.GROUPREF_EXISTS:
            _, yes, no = value
            return self._alternatives([self._sequence(list(yes)), self._sequence(list(no or []))])
        raise AssertionError(f"unknown node {kind}")

    def _closed(self, make: Any) -> Part:
        start = len(self.reads)
        part: Part = make()
        states = frozenset(range(start, len(self.reads)))
        steps = {step: len(guards) for step, guards in self.ways.items() if states.issuperset(step)}
        self.entered |= steps
        self.atomic.append((states, frozenset(steps)))
        # Given where it begins there is one way through it.
        return Part(part.first, part.last, part.empty[:1])

    def _look_around(self, kind: Any, direction: int, body: Any) -> int:
        """What may follow by a look at one character; anything, perhaps, where it looks at more, or back."""
        if direction < 0 or not _reads_one(body):
            return self.any & ~self.alphabet.sure
        signs = self._class(body[0])
        return signs if kind is sre.ASSERT else self.any & ~signs & ~self.alphabet.sure

    def _class(self, node: tuple[Any, Any]) -> int:
        kind, value = node
        if kind is sre.ANY:
            return self.alphabet.all if self.flags & re.DOTALL else self.alphabet.all & ~self.alphabet.newline
        if kind is sre.LITERAL:
            return self.alphabet.of(lambda sign: self._same(sign, value))
        if kind is sre.NOT_LITERAL:
            return self.alphabet.all & ~self.alphabet.of(lambda sign: self._same(sign, value))
        negated = value[0][0] is sre.NEGATE
        found = 0
        for each in value[1:] if negated else value:
            found |= self._member(each)
        return self.alphabet.all & ~found if negated else found

    def _member(self, node: tuple[Any, Any]) -> int:
        kind, value = node
        if kind is sre.LITERAL:
            return self.alphabet.of(lambda sign: self._same(sign, value))
        if kind is sre.RANGE:
            low, high = value
            fold = self.flags & re.IGNORECASE
            return self.alphabet.of(
                lambda sign: any(
                    low <= ord(each) <= high
                    for each in ({sign, sign.lower(), sign.upper()} if fold else {sign})
                    if len(each) == 1
                )
            )
        if value in _NEGATED:
            return self.alphabet.all & ~self.alphabet.of(_CATEGORIES[_NEGATED[value]])
        return self.alphabet.of(_CATEGORIES[value])

    def _same(self, sign: str, code: int) -> bool:
        return ord(sign) == code or bool(self.flags & re.IGNORECASE and sign.lower() == chr(code).lower())

    # --- what is found in it ---

    def edges(self, *, accepting: bool = False) -> dict[int, list[tuple[int, int, int]]]:
        """From each state: where to, on which characters, and in how many ways; through those that accept, or not.

        Once a state that accepts is passed the pattern has matched, and what fails later comes back no further.
        """
        out: dict[int, list[tuple[int, int, int]]] = {}
        for (source, target), guards in self.ways.items():
            if guards and (accepting or self.accepting.isdisjoint((source, target))):
                union = 0
                for guard in guards:
                    union |= guard
                twice = any(one & other for place, one in enumerate(guards) for other in guards[place + 1 :])
                out.setdefault(source, []).append((target, union, 2 if twice else 1))
        return out

    def _settled(self, state: int, one: int, other: int) -> bool:
        """Whether an atomic group in which one of two steps stays, or that both enter, allows only one of the ways.

        A step from a group to its own beginning, in the next turn of a loop around it, leaves the group.
        """

        def stays(inside: frozenset[tuple[int, int]], target: int) -> bool:
            step = (state, target)
            return step in inside and len(self.ways[step]) == self.entered[step]

        groups = self.atomic
        return any(stays(inside, one) or stays(inside, other) or {one, other} <= states for states, inside in groups)

    def parts(self) -> "list[Automaton]":
        """Those of atomic groups and possessive repetitions, each on its own."""
        made = []
        for nodes in self.inner:
            part = Automaton.__new__(Automaton)
            part._make(nodes, self.flags)
            made.append(part)
        return made

    def exponential(self) -> bool:
        """Whether some state comes back to itself by two ways over one word, in a loop or in many turns."""
        if any(part.exponential() for part in self.parts()) or self._multiplies():
            return True
        turning = Automaton.__new__(Automaton)
        turning._make(self.nodes, self.flags, search=self.search, full=self.full, unbounded=MANY - 1)
        return turning.empty_turns or (len(turning.reads) != len(self.reads) and turning._multiplies())

    def _multiplies(self) -> bool:
        edges = self.edges()
        loops = _components({state: [step[0] for step in steps] for state, steps in edges.items()})
        for state, steps in edges.items():
            for target, _, count in steps:
                same = loops.get(state) == loops.get(target) and state in loops
                if count > 1 and same and not self._settled(state, target, target):
                    return True
        pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for one, other in product(edges, repeat=2):
            if loops.get(one) is None or loops.get(one) != loops.get(other):
                continue
            reached = pairs.setdefault((one, other), [])
            for (first, signs, _), (second, more, _) in product(edges[one], edges[other]):
                if signs & more and not (one == other and first != second and self._settled(one, first, second)):
                    reached.append((first, second))
        together = _components(pairs)
        diagonal = {number for (one, other), number in together.items() if one == other}
        return any(one != other and number in diagonal for (one, other), number in together.items())

    def quadratic(self) -> bool:
        """Whether one loop can hand over to another anywhere in a repeated word, after which the pattern can fail."""
        if any(part.quadratic() for part in self.parts()):
            return True
        edges = self.edges()
        loops = _components({state: [step[0] for step in steps] for state, steps in edges.items()})
        reach = {state: _reached(edges, state) for state in loops}
        for start, end in product(loops, repeat=2):
            if start != end and end in reach[start] and self._hands_over(edges, edges, loops, start, end):
                return True
        if not self.again:
            return False
        # What was matched is not read again, but what was tried beyond it is, from the next place.
        beyond = self.edges(accepting=True)
        inner = {
            state: [step for step in steps if step[0] not in self.ending]
            for state, steps in edges.items()
            if state not in self.ending
        }
        loops = _components({state: [step[0] for step in steps] for state, steps in inner.items()})
        for start, end in product(self.before & loops.keys(), loops.keys() - self.before):
            if end in _reached(beyond, start) and self._hands_over(inner, beyond, loops, start, end):
                return True
        return False

    def _hands_over(  # the edges of the loops, and of the way between them
        self,
        edges: dict[int, list[tuple[int, int, int]]],
        between: dict[int, list[tuple[int, int, int]]],
        loops: dict[int, int],
        start: int,
        end: int,
    ) -> bool:
        """Whether over one word start comes to start, start to end, and end to end."""
        begin = (start, start, end)
        waiting, seen = [begin], {begin}
        while waiting:
            one, middle, other = waiting.pop()
            for first, signs, _ in edges.get(one, ()):
                if loops.get(first) != loops[start]:
                    continue
                for second, more, _ in between.get(middle, ()):
                    shared = signs & more
                    if not shared or (one == middle and first != second and self._settled(one, first, second)):
                        continue
                    for third, most, _ in edges.get(other, ()):
                        step = (first, second, third)
                        if not shared & most or step in seen or loops.get(third) != loops[end]:
                            continue
                        if step == (start, end, end):
                            return True
                        seen.add(step)
                        waiting.append(step)
        return False


def _reads_one(nodes: Any) -> bool:
    return len(nodes) == 1 and nodes[0][0] in _ONE


def _codes(tree: Any) -> Iterator[int]:
    """The characters that a pattern names."""
    for kind, value in tree:
        if kind in (sre.LITERAL, sre.NOT_LITERAL):
            yield value
        elif kind is sre.RANGE:
            yield from value
            yield from _kinds_in(*value)
        elif kind is sre.IN:
            yield from _codes(value)
        elif kind is sre.BRANCH:
            for each in value[1]:
                yield from _codes(each)
        elif kind is sre.ATOMIC_GROUP:
            yield from _codes(value)
        elif kind is sre.GROUPREF_EXISTS:
            yield from _codes(value[1])
            yield from _codes(value[2] or [])
        elif isinstance(value, tuple) and value and hasattr(value[-1], "data"):
            yield from _codes(value[-1])


def _kinds_in(low: int, high: int) -> Iterator[int]:
    """One of each kind of characters that a range holds: it may hold spaces though neither end is one."""
    some = range(low, min(high, low + 5_000) + 1)
    yield from (code for code in _SPACES if low <= code <= high)
    for holds in (str.isdecimal, str.isalnum, lambda sign: not sign.isalnum()):
        yield from islice((code for code in some if holds(chr(code))), 1)


def _both(left: Guards, right: Guards) -> Guards:
    return tuple(one & other for one in left for other in right if one & other)[:4]


def _merged(left: dict[int, Guards], right: dict[int, Guards]) -> dict[int, Guards]:
    return {state: (left.get(state, ()) + right.get(state, ()))[:4] for state in left.keys() | right.keys()}


def _guarded(states: dict[int, Guards], guards: Guards) -> dict[int, Guards]:
    return {state: both for state, own in states.items() if (both := _both(own, guards))}


def _reached(edges: dict[int, list[tuple[int, int, int]]], start: int) -> set[int]:
    waiting, seen = [start], set[int]()
    while waiting:
        for target, _, _ in edges.get(waiting.pop(), ()):
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen


def _components(graph: dict[Any, list[Any]]) -> dict[Any, int]:
    """The loops of a graph, numbered: its strongly connected parts with an edge inside (Tarjan, without recursion)."""
    order: dict[Any, int] = {}
    low: dict[Any, int] = {}
    stack: list[Any] = []
    waiting: set[Any] = set()
    found: dict[Any, int] = {}
    for root in graph:
        if root in order:
            continue
        work = [(root, iter(graph.get(root, ())))]
        order[root] = low[root] = len(order)
        stack.append(root)
        waiting.add(root)
        while work:
            state, targets = work[-1]
            for target in targets:
                if target not in order:
                    order[target] = low[target] = len(order)
                    stack.append(target)
                    waiting.add(target)
                    work.append((target, iter(graph.get(target, ()))))
                    break
                if target in waiting:
                    low[state] = min(low[state], order[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == order[state]:
                    members = []
                    while True:
                        member = stack.pop()
                        waiting.discard(member)
                        members.append(member)
                        if member == state:
                            break
                    if len(members) > 1 or state in graph.get(state, ()):
                        found |= dict.fromkeys(members, order[state])
    return found
