"""Our dataclasses behave as the standard library's do."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage_verify.records import dataclass

Decorator = Callable[..., Any]


def point(decorator: Decorator) -> Any:
    @decorator(frozen=True, slots=True)
    class Point:
        """Fields with and without a default."""

        x: int
        y: float = 2.5
        tags: list[str] = field(default_factory=list)

        @property
        def wide(self) -> bool:
            """A property stays."""
            return self.x > 0

    return Point


def named(decorator: Decorator) -> Any:
    @decorator(frozen=True, slots=True, kw_only=True)
    class Named:
        """All by name; one is not compared, one not shown, one only not hashed."""

        a: object = None
        b: object
        c: object = field(default=None, compare=False)
        d: object = field(default=1, repr=False)
        e: object = field(default=2, hash=False)

    return Named


def mixed(decorator: Decorator) -> Any:
    @decorator(frozen=True, slots=True)
    class Mixed:
        """One by place, one by name, and methods of its own."""

        a: object
        b: object = field(default=3, kw_only=True)

        def __str__(self) -> str:
            return "mixed"

        def __repr__(self) -> str:
            return "its own"

    return Mixed


def empty(decorator: Decorator) -> Any:
    @decorator(frozen=True, slots=True)
    class Empty:
        """Nothing in it."""

    return Empty


def single(decorator: Decorator) -> Any:
    @decorator(frozen=True, slots=True)
    class Single:
        """One field."""

        only: object

    return Single


KINDS = [point, named, mixed, empty, single]
PAIRS = [(kind(dataclass), kind(dataclasses.dataclass)) for kind in KINDS]
VALUES = st.one_of(st.none(), st.integers(-2, 2), st.sampled_from(["a", "b", (1,), 2.5]))


def outcome(work: Callable[[], object]) -> object:
    """What comes of it, or the kind of error."""
    try:
        return work()
    except Exception as error:
        return type(error)


@given(
    st.sampled_from(PAIRS),
    st.lists(VALUES, max_size=4),
    st.dictionaries(st.sampled_from(["x", "y", "a", "b", "c", "d", "e", "only", "tags"]), VALUES),
    st.lists(VALUES, max_size=3),
)
def test_what_is_made_and_compared_is_the_same(
    pair: tuple[Any, Any], places: list[Any], names: dict[str, Any], others: list[Any]
) -> None:
    def about(cls: Any) -> list[object]:
        one = cls(*places, **names)
        two = outcome(lambda: cls(*others, **names))
        return [
            repr(one),
            str(one),
            [getattr(one, each.name) for each in dataclasses.fields(cls)],
            outcome(lambda: hash(one)),
            outcome(lambda: one == two),
            one == one,  # noqa: PLR0124
            one == (*places,),
            outcome(lambda: dataclasses.asdict(one)),
            repr(copy.copy(one)),
            outcome(lambda: repr(dataclasses.replace(one, x=1))),
            outcome(lambda: repr(dataclasses.replace(one, only=1))),
        ]

    ours, theirs = pair
    assert outcome(lambda: about(ours)) == outcome(lambda: about(theirs))


@pytest.mark.parametrize("pair", PAIRS, ids=[kind.__name__ for kind in KINDS])
def test_the_class_is_the_same(pair: tuple[Any, Any]) -> None:
    ours, theirs = pair
    assert ours.__match_args__ == theirs.__match_args__
    assert ours.__slots__ == theirs.__slots__
    assert ours.__doc__ == theirs.__doc__
    assert ours.__qualname__ == theirs.__qualname__
    for one, other in zip(dataclasses.fields(ours), dataclasses.fields(theirs), strict=True):
        assert repr(one) == repr(other)
    taken = [
        [(each.name, each.kind, each.default is each.empty) for each in parameters.values()]
        for parameters in (inspect.signature(cls).parameters for cls in pair)
    ]
    assert taken[0] == taken[1]
    assert set(dir(ours)) == set(dir(theirs))


def test_nothing_can_be_changed() -> None:
    one = PAIRS[0][0](1)
    changes: list[Callable[[], object]] = [
        lambda: setattr(one, "x", 2),
        lambda: setattr(one, "other", 2),
        lambda: delattr(one, "x"),
    ]
    for change in changes:
        with pytest.raises(FrozenInstanceError):
            change()
    assert one.x == 1
    assert one.wide


@dataclass(frozen=True, slots=True)
class Sent:
    """Can be sent to another process."""

    a: int
    b: tuple[str, ...] = ()


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_it_can_be_sent(protocol: int) -> None:
    sent = Sent(1, ("x",))
    assert pickle.loads(pickle.dumps(sent, protocol)) == sent
    assert copy.deepcopy(sent) == sent


def test_a_default_is_made_for_each() -> None:
    cls = PAIRS[0][0]
    assert cls(1).tags is not cls(1).tags


def test_all_other_classes_are_the_standard_librarys() -> None:
    @dataclass(slots=True)
    class Changing:
        a: int

    @dataclass(frozen=True, slots=True)
    class Checked:
        a: int

        def __post_init__(self) -> None:
            assert self.a > 0

    @dataclass(frozen=True, slots=True, order=True)
    class Ordered:
        a: int

    changing = Changing(1)
    changing.a = 2
    assert changing == Changing(2)
    with pytest.raises(AssertionError):
        Checked(0)
    assert Ordered(1) < Ordered(2)


def test_a_class_can_be_made_of_one() -> None:
    @dataclasses.dataclass(frozen=True, slots=True)
    class Longer(Sent):
        c: int = 0

    assert Longer(1, (), 2) == Longer(a=1, c=2)
    with pytest.raises(FrozenInstanceError):
        Longer(1).c = 3  # type: ignore[misc]
