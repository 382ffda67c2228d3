"""The dialect tensor: empty tensors of sizes that mix numbers and values."""

from __future__ import annotations

from ..ir import _this as ir
from ._indices import split
from ._module import base_class, dialect_class, fill, generated_class
from ._ods_common import register_operation
from ._region_op import region_op

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._tensor_ops_gen import *  # noqa: F403


@register_operation(dialect_class("tensor"), replace=True)
class EmptyOp(base_class("tensor", "EmptyOp")):  # type: ignore[misc]
    """A tensor without contents."""

    __slots__ = ()

    def __init__(
        self,
        sizes: Sequence[Any],
        element_type: Any,
        *,
        encoding: Any = None,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes a tensor of sizes, which are numbers or values."""
        dynamic, static = split(sizes)
        super().__init__(
            ir.RankedTensorType.get(static, element_type, encoding=encoding), dynamic, loc=loc, ip=ip
        )


def empty(
    sizes: Sequence[Any], element_type: Any, *, encoding: Any = None, loc: Any = None, ip: Any = None
) -> Any:
    """A tensor without contents."""
    return EmptyOp(sizes, element_type, encoding=encoding, loc=loc, ip=ip).result


def _generate(result: Any, dynamic_extents: Any) -> Any:
    return generated_class("tensor", "GenerateOp")(result, dynamic_extents)


def _yield(values: list[Any]) -> Any:
    return generated_class("tensor", "YieldOp")(values[0])


generate = region_op(_generate, terminator=_yield)

fill("tensor", globals())
