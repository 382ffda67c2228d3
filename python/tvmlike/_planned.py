"""Functions with a call plan on the ctypes path.

Such a function has a class of its own, a subclass of `Planned` and of the class that it would have otherwise.
"""

from __future__ import annotations

from sys import maxsize

from ._arguments import MISSING, Refused
from ._call import call
from ._function_abi_results import rebuilt
from ._keyword_order import bind
from ._memory import Value
from ._pack import pack
from ._signature import check_positional, most_by_position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._by_record import CallPlan

_PASSED = frozenset((int, float, bool, type(None), type(MISSING)))
"""The types of values that need no conversion; text does if it is a path with a lone surrogate."""


class Planned:
    """What functions with a plan have beside their class; on the ctypes path."""

    __slots__ = ()

    _most: int

    # The fields are those of the subclasses: `_plan`, `_arguments`, and `_limit`, what `_most` is for others.

    def _set_plan(self: Any, plan: CallPlan, flags: int) -> None:
        self._plan, self._arguments = plan
        # Keywords are put in order before the call.
        self._most, self._limit = maxsize, most_by_position(flags)

    def __call__(self: Any, /, *args: Any, **keywords: Any) -> Any:
        if len(args) > self._limit:
            self._limit = check_positional(self, len(args), tuple(keywords))
        if keywords:
            args = bind(self, args, keywords)
        if self._arguments:
            args = _converted(self, args)
        return rebuilt(self._plan, call(self, *args))


def _is_large(value: Any) -> bool:
    """Whether a value is an int beyond 64 bits, which may have another native form."""
    return type(value) is int and not -(1 << 63) <= value < 1 << 63


def _converted(function: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
    made = list(args)
    for position, cls, convert in function._arguments:
        if position >= len(made):
            break
        value = made[position]
        if type(value) is cls or (type(value) in _PASSED and not _is_large(value)):
            continue
        try:
            made[position] = convert(value)
        except Exception as caught:
            _refuse_first(function, made[:position])
            if not isinstance(caught, Refused):
                raise
            raise caught.named(function._argument(position + 1)) from None
    return tuple(made)


def _refuse_first(function: Any, args: list[Any]) -> None:
    """Raises the error of the first argument that is refused: most are not packed before the call."""
    words = memoryview(Value()).cast("B").cast("q")
    keep: list[Any] = []
    position = 0
    try:
        for value in args:
            position += 1
            pack(value, words, 0, keep)
    except Refused as refused:
        raise refused.named(function._argument(position)) from None
    finally:
        keep.clear()
