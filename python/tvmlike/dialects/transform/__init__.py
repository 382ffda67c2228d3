"""The dialect transform: scripts of transformations, with the blocks of their operations."""

from __future__ import annotations

from ...ir import _this as ir
from ...ir.attribute_builders import register_attribute_builder
from .._classes import results_of
from .._module import base_class, dialect_class, fill
from .._ods_common import get_op_result_or_value, get_op_results_or_values, register_operation
from .._types import type_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from .._transform_ops_gen import *  # noqa: F403

_Dialect = dialect_class("transform")

AnyOpType = type_class("transform", "any_op", "AnyOpType")
AnyParamType = type_class("transform", "any_param", "AnyParamType")
AnyValueType = type_class("transform", "any_value", "AnyValueType")


def _operation_get(operation_name: str, context: Any = None) -> Any:
    """The type of handles of operations with a name."""
    return ir.Type.parse(f'!transform.op<"{operation_name}">', context=context)


def _operation_name(self: Any) -> str:
    """The name of the operations."""
    return str(self).removeprefix('!transform.op<"').removesuffix('">')


OperationType = type_class(
    "transform",
    "op",
    "OperationType",
    {"get": staticmethod(_operation_get), "operation_name": property(_operation_name)},
)


def _param_get(type: Any, context: Any = None) -> Any:
    """The type of handles of attributes of a type."""
    return ir.Type.parse(f"!transform.param<{type}>", context=context or type.context)


def _param_type(self: Any) -> Any:
    """The type of the attributes."""
    return ir.Type.parse(str(self).removeprefix("!transform.param<").removesuffix(">"), context=self.context)


ParamType = type_class(
    "transform", "param", "ParamType", {"get": staticmethod(_param_get), "type": property(_param_type)}
)


def any_op_t() -> Any:
    """The type of handles of any operations."""
    return AnyOpType.get()


@register_attribute_builder("ParamOperandAttr")
def _param_operand(number: int, context: Any) -> Any:
    """The attribute for the value of a parameter with a number."""
    number = ir.IntegerAttr.get(ir.IntegerType.get_signless(64, context=context), number)
    return ir.Attribute.parse(f"#transform.param_operand<index = {number}>", context=context)


class _WithBody:
    """What operations with one block have in common."""

    __slots__ = ()

    regions: Any

    @property
    def body(self) -> Any:
        """The block."""
        return self.regions[0].blocks[0]

    @property
    def bodyTarget(self) -> Any:
        """The first argument of the block."""
        return self.body.arguments[0]

    @property
    def bodyExtraArgs(self) -> Any:
        """The other arguments of the block."""
        return self.body.arguments[1:]


@register_operation(_Dialect, replace=True)
class CastOp(base_class("transform", "CastOp")):  # type: ignore[misc]
    """A handle of another type."""

    __slots__ = ()

    def __init__(self, result_type: Any, target: Any, *, loc: Any = None, ip: Any = None) -> None:
        """Makes a handle of a type."""
        super().__init__(result_type, get_op_result_or_value(target), loc=loc, ip=ip)


def cast(result_type: Any, target: Any, *, loc: Any = None, ip: Any = None) -> Any:
    """A handle of another type."""
    return CastOp(result_type, target, loc=loc, ip=ip).result


@register_operation(_Dialect, replace=True)
class ApplyPatternsOp(base_class("transform", "ApplyPatternsOp")):  # type: ignore[misc]
    """The application of patterns, which are in the block."""

    __slots__ = ()

    def __init__(
        self,
        target: Any,
        apply_cse: bool = False,
        max_iterations: Any = None,
        max_num_rewrites: Any = None,
        *,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes an application with an empty block."""
        super().__init__(
            target,
            apply_cse=apply_cse,
            max_iterations=max_iterations,
            max_num_rewrites=max_num_rewrites,
            loc=loc,
            ip=ip,
        )
        self.regions[0].blocks.append()

    @property
    def patterns(self) -> Any:
        """The block of the patterns."""
        return self.regions[0].blocks[0]


def apply_patterns(
    target: Any,
    apply_cse: bool = False,
    max_iterations: Any = None,
    max_num_rewrites: Any = None,
    *,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    """An application of patterns, with an empty block."""
    return ApplyPatternsOp(target, apply_cse, max_iterations, max_num_rewrites, loc=loc, ip=ip)


@register_operation(_Dialect, replace=True)
class GetParentOp(base_class("transform", "GetParentOp")):  # type: ignore[misc]
    """The handle of operations around others."""

    __slots__ = ()

    def __init__(self, result_type: Any, target: Any, *, nth_parent: int = 1, **keywords: Any) -> None:
        """Makes a handle of a type; the keywords are attributes."""
        super().__init__(result_type, get_op_result_or_value(target), nth_parent=nth_parent, **keywords)


def get_parent_op(result_type: Any, target: Any, **keywords: Any) -> Any:
    """The handle of operations around others."""
    return GetParentOp(result_type, target, **keywords).result


@register_operation(_Dialect, replace=True)
class MergeHandlesOp(base_class("transform", "MergeHandlesOp")):  # type: ignore[misc]
    """The handle of all operations of others."""

    __slots__ = ()

    def __init__(self, handles: Sequence[Any], *, deduplicate: bool = False, **keywords: Any) -> None:
        """Makes a handle of the operations of others."""
        super().__init__(list(map(get_op_result_or_value, handles)), deduplicate=deduplicate, **keywords)


def merge_handles(handles: Sequence[Any], **keywords: Any) -> Any:
    """The handle of all operations of others."""
    return MergeHandlesOp(handles, **keywords).result


@register_operation(_Dialect, replace=True)
class ReplicateOp(base_class("transform", "ReplicateOp")):  # type: ignore[misc]
    """Handles that are repeated as often as another has operations."""

    __slots__ = ()

    def __init__(self, pattern: Any, handles: Sequence[Any], *, loc: Any = None, ip: Any = None) -> None:
        """Makes handles of the types of others."""
        values = list(map(get_op_result_or_value, handles))
        types = [value.type for value in values]
        super().__init__(types, get_op_result_or_value(pattern), values, loc=loc, ip=ip)


def replicate(pattern: Any, handles: Sequence[Any], *, loc: Any = None, ip: Any = None) -> Any:
    """Handles that are repeated as often as another has operations."""
    return results_of(ReplicateOp(pattern, handles, loc=loc, ip=ip))


@register_operation(_Dialect, replace=True)
class SequenceOp(_WithBody, base_class("transform", "SequenceOp")):  # type: ignore[misc]
    """A sequence of transformations."""

    __slots__ = ()

    def __init__(
        self,
        failure_propagation_mode: Any,
        results: Sequence[Any],
        target: Any,
        extra_bindings: Any = None,
        *,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes a sequence with an empty block.

        `target` and `extra_bindings` are values, or the types of arguments.
        """
        root = None if isinstance(target, ir.Type) else get_op_result_or_value(target)
        extra = [] if extra_bindings is None else list(get_op_results_or_values(extra_bindings))
        are_types = bool(extra) and isinstance(extra[0], ir.Type)
        types = extra if are_types else [value.type for value in extra]
        super().__init__(
            results,
            failure_propagation_mode,
            [] if are_types else extra,
            root=root,
            loc=loc,
            ip=ip,
        )
        self.regions[0].blocks.append(target if root is None else root.type, *types)


def sequence(
    failure_propagation_mode: Any,
    results: Sequence[Any],
    target: Any,
    extra_bindings: Any = None,
    *,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    """A sequence of transformations: its results, or the operation if there are none."""
    made = SequenceOp(failure_propagation_mode, results, target, extra_bindings, loc=loc, ip=ip)
    return results_of(made)


@register_operation(_Dialect, replace=True)
class NamedSequenceOp(_WithBody, base_class("transform", "NamedSequenceOp")):  # type: ignore[misc]
    """A sequence of transformations with a name."""

    __slots__ = ()

    def __init__(
        self,
        sym_name: Any,
        input_types: Sequence[Any],
        result_types: Sequence[Any],
        *,
        sym_visibility: Any = None,
        arg_attrs: Any = None,
        res_attrs: Any = None,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes a sequence with an empty block."""
        super().__init__(
            sym_name,
            ir.TypeAttr.get(ir.FunctionType.get(list(input_types), list(result_types))),
            sym_visibility=sym_visibility,
            arg_attrs=arg_attrs,
            res_attrs=res_attrs,
            loc=loc,
            ip=ip,
        )
        self.regions[0].blocks.append(*input_types)


def named_sequence(sym_name: Any, input_types: Any, result_types: Any, **keywords: Any) -> Any:
    """A sequence of transformations with a name."""
    return NamedSequenceOp(sym_name, input_types, result_types, **keywords)


@register_operation(_Dialect, replace=True)
class YieldOp(base_class("transform", "YieldOp")):  # type: ignore[misc]
    """The end of a block."""

    __slots__ = ()

    def __init__(self, operands: Any = None, *, loc: Any = None, ip: Any = None) -> None:
        """Makes the end of a block, with the results of the operation around it."""
        super().__init__([] if operands is None else get_op_results_or_values(operands), loc=loc, ip=ip)


def yield_(operands: Any = None, *, loc: Any = None, ip: Any = None) -> Any:
    """The end of a block."""
    return YieldOp(operands, loc=loc, ip=ip)


@register_operation(_Dialect, replace=True)
class ApplyRegisteredPassOp(base_class("transform", "ApplyRegisteredPassOp")):  # type: ignore[misc]
    """The application of a pass by its name."""

    __slots__ = ()

    def __init__(
        self,
        result: Any,
        target: Any,
        pass_name: Any,
        *,
        options: Mapping[Any, Any] | None = None,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes an application. Options are attributes, Python's own values, and values of parameters."""
        values: list[Any] = []

        def attribute(option: Any) -> Any:
            if isinstance(option, ir.Attribute):
                return option
            if isinstance(option, (ir.Value, ir._OperationBase)):
                values.append(option)
                return _param_operand(len(values) - 1, None if loc is None else loc.context)
            if isinstance(option, bool):
                return ir.BoolAttr.get(option)
            if isinstance(option, int):
                return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), option)
            if isinstance(option, str):
                return ir.StringAttr.get(option)
            if hasattr(option, "__getitem__") and hasattr(option, "__len__"):
                return ir.ArrayAttr.get([attribute(one) for one in option])
            raise TypeError(f"Unsupported option type: {type(option)}")

        given = {
            name.value if isinstance(name, ir.StringAttr) else name: attribute(option)
            for name, option in (options or {}).items()
        }
        super().__init__(
            result,
            get_op_result_or_value(target),
            pass_name,
            values,
            options=ir.DictAttr.get(given),
            loc=loc,
            ip=ip,
        )


def apply_registered_pass(
    result: Any,
    target: Any,
    pass_name: Any,
    *,
    options: Mapping[Any, Any] | None = None,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    """The handle of what a pass was applied to."""
    return ApplyRegisteredPassOp(result, target, pass_name, options=options, loc=loc, ip=ip).result


@register_operation(_Dialect, replace=True)
class ForeachOp(base_class("transform", "ForeachOp")):  # type: ignore[misc]
    """A loop over the operations of handles."""

    __slots__ = ()

    def __init__(
        self,
        results: Sequence[Any],
        targets: Sequence[Any],
        *,
        with_zip_shortest: bool = False,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes a loop with an empty block."""
        values = list(map(get_op_result_or_value, targets))
        super().__init__(results, values, with_zip_shortest=with_zip_shortest, loc=loc, ip=ip)
        self.regions[0].blocks.append(*[value.type for value in values])

    @property
    def body(self) -> Any:
        """The block."""
        return self.regions[0].blocks[0]

    @property
    def bodyTargets(self) -> Any:
        """The arguments of the block."""
        return self.body.arguments


def foreach(
    results: Sequence[Any],
    targets: Sequence[Any],
    *,
    with_zip_shortest: bool = False,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    """A loop over the operations of handles: its results, or the operation if there are none."""
    made = ForeachOp(results, targets, with_zip_shortest=with_zip_shortest, loc=loc, ip=ip)
    return results_of(made)


fill("transform", globals())
