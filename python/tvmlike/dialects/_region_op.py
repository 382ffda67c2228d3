"""Operations whose body is a function: decorators that make the operation and fill its block."""

from __future__ import annotations

from ..ir import _this as ir
from ._ods_common import get_op_result_or_op_results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def region_op(construct: Callable[..., Any], terminator: Callable[[list[Any]], Any] | None = None) -> Any:
    """The decorator that makes an operation and fills its first region.

    The operation takes the decorator's arguments. The function gets the arguments of the region's block, and
    what it returns is passed to `terminator` as a list. Without a block, the annotations of the function's
    parameters are the types of a new one. The result of the operation takes the place of the function.
    """

    def decorator(*args: Any, **kwargs: Any) -> Callable[[Callable[..., Any]], Any]:
        op = construct(*args, **kwargs)

        def fill(body: Callable[..., Any]) -> Any:
            blocks = op.regions[0].blocks
            if len(blocks) == 0:
                blocks.append(*_annotated_types(body))
            with ir.InsertionPoint(blocks[0]):
                results = body(*blocks[0].arguments)
            if terminator is not None:
                with ir.InsertionPoint(list(blocks)[-1]):
                    several = isinstance(results, (tuple, list))
                    terminator(list(results) if several else [] if results is None else [results])
            return get_op_result_or_op_results(op)

        return fill

    def maybe_without_arguments(*args: Any, **kwargs: Any) -> Any:
        if len(args) == 1 and not kwargs and callable(args[0]):
            return decorator()(args[0])
        return decorator(*args, **kwargs)

    return maybe_without_arguments


def _annotated_types(body: Callable[..., Any]) -> list[Any]:
    """The types in the annotations of a function's parameters."""
    from inspect import signature

    types = [parameter.annotation for parameter in signature(body).parameters.values()]
    for ty in types:
        if not isinstance(ty, ir.Type):
            raise ValueError(
                f"region_op: each parameter needs a type of the IR as its annotation, got {ty!r}"
            )
    return types
