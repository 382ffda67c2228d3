"""Transformations of loops."""

from __future__ import annotations

from ...ir import _this as ir
from .._module import base_class, dialect_class, fill
from .._ods_common import get_op_result_or_value, register_operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    def __getattr__(name: str) -> Any: ...


_Dialect = dialect_class("transform")


def _flag(value: Any) -> Any:
    return value if isinstance(value, ir.BoolAttr) else ir.BoolAttr.get(value)


@register_operation(_Dialect, replace=True)
class LoopOutlineOp(base_class("transform", "LoopOutlineOp")):  # type: ignore[misc]
    """The move of loops into functions."""

    __slots__ = ()

    def __init__(
        self,
        function_type: Any,
        call_type: Any,
        target: Any,
        *,
        func_name: Any,
        ip: Any = None,
        loc: Any = None,
    ) -> None:
        """Makes the operation, with the types of handles of the functions and of the calls."""
        super().__init__(function_type, call_type, get_op_result_or_value(target), func_name, ip=ip, loc=loc)


@register_operation(_Dialect, replace=True)
class LoopPeelOp(base_class("transform", "LoopPeelOp")):  # type: ignore[misc]
    """The separation of the iterations that do not fill a step."""

    __slots__ = ()

    def __init__(
        self,
        main_loop_type: Any,
        remainder_loop_type: Any,
        target: Any,
        *,
        peel_front: Any = False,
        fail_if_already_divisible: Any = False,
        ip: Any = None,
        loc: Any = None,
    ) -> None:
        """Makes the operation, with the types of handles of both loops."""
        super().__init__(
            main_loop_type,
            remainder_loop_type,
            get_op_result_or_value(target),
            peel_front=_flag(peel_front),
            fail_if_already_divisible=_flag(fail_if_already_divisible),
            ip=ip,
            loc=loc,
        )


@register_operation(_Dialect, replace=True)
class LoopPipelineOp(base_class("transform", "LoopPipelineOp")):  # type: ignore[misc]
    """The overlap of iterations."""

    __slots__ = ()

    def __init__(
        self,
        result_type: Any,
        target: Any,
        *,
        iteration_interval: Any = 1,
        read_latency: Any = 10,
        ip: Any = None,
        loc: Any = None,
    ) -> None:
        """Makes the operation, with the type of handles of the loops."""
        super().__init__(
            result_type,
            get_op_result_or_value(target),
            iteration_interval=1 if iteration_interval is None else iteration_interval,
            read_latency=10 if read_latency is None else read_latency,
            ip=ip,
            loc=loc,
        )


@register_operation(_Dialect, replace=True)
class LoopUnrollOp(base_class("transform", "LoopUnrollOp")):  # type: ignore[misc]
    """The repetition of bodies, so that a loop has fewer iterations."""

    __slots__ = ()

    def __init__(self, target: Any, *, factor: Any, ip: Any = None, loc: Any = None) -> None:
        """Makes the operation."""
        super().__init__(get_op_result_or_value(target), factor, ip=ip, loc=loc)


fill("transform", globals())
