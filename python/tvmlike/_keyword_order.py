"""Keyword arguments of calls by ctypes: the order of the arguments is kept for calls that look alike.

With the accelerator, `function/keywords.rs` does this.
"""

from __future__ import annotations

from _operator import itemgetter

from ._arguments import MISSING, ByName
from ._function_record import own_record
from ._library import lib_keep_gil
from ._memory import WORDS
from ._signature import places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .function import PackedFunc

    Order = Callable[[tuple[Any, ...]], tuple[Any, ...]]

# Puts the arguments of a call in order: those by position, those by name, and MISSING behind them. By handle,
# name, number of arguments by position, and names of the others. The registry keeps a function that is
# registered, so a handle and a name stand for the same record until the generation changes.
_orders: dict[tuple[int, str, int, tuple[str, ...]], Callable[[tuple[Any, ...]], tuple[Any, ...]]] = {}
_orders_of = -1
_MOST_ORDERS = 4096
"""Programs call in few ways, but one that generates names must not fill the memory."""
_generation = lib_keep_gil.TVMLikeRegistryGeneration() >> 3


def bind(function: PackedFunc, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, ...]:
    """The arguments by position, for a call with keyword arguments.

    A parameter without an argument gets its default: it is left out, or MISSING if another argument follows.
    """
    given, names = len(args), tuple(keywords)
    if not function._name:
        return _order_of_nameless(function, given, names)((*args, *keywords.values(), MISSING))
    key = (function._handle, function._name, given, names)
    order = _orders.get(key) if WORDS[_generation] == _orders_of else None
    if order is None:
        order = _new_order(function, given, names)
    return order((*args, *keywords.values(), MISSING))


def _order_of_nameless(function: PackedFunc, given: int, names: tuple[str, ...]) -> Order:
    """The order for a function that is in no registry: it is kept with the function's own record."""
    _, orders = own_record(function)
    known: Order | None = orders.get((given, names))
    if known is not None:
        return known
    if len(orders) >= _MOST_ORDERS:
        orders.clear()
    made = orders[given, names] = _order(function, given, names)
    return made


def _new_order(function: PackedFunc, given: int, names: tuple[str, ...]) -> Order:
    global _orders_of
    # Read before the record is: what changes meanwhile shows at the next call.
    generation = WORDS[_generation]
    order = _order(function, given, names)
    if generation != _orders_of or len(_orders) >= _MOST_ORDERS:
        _orders.clear()
        _orders_of = generation
    _orders[function._handle, function._name, given, names] = order
    return order


def _order(function: PackedFunc, given: int, names: tuple[str, ...]) -> Order:
    found = places(function, given, names)
    if found and type(found[-1]) is ByName:
        *order, last = found
        in_order = itemgetter(*order, -1)
        return lambda values: (*in_order(values)[:-1], last)
    if len(found) > 1:
        return itemgetter(*found)
    # For one place an itemgetter would return the value instead of a tuple.
    return lambda values: values[:1]
