"""Handles with methods that add transformations to a script, and scripts from Python functions.

Importing this module makes the values of scripts such handles.
"""

from __future__ import annotations

from ...ir import _this as ir
from ...ir.casters import register_value_caster
from .._module import generated_class
from .._region_op import region_op
from . import (
    AnyOpType,
    AnyParamType,
    AnyValueType,
    ApplyPatternsOp,
    NamedSequenceOp,
    OperationType,
    ParamType,
    YieldOp,
    structured,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


class Handle(ir.Value):  # type: ignore[misc]
    """A handle of a script.

    `parent` is the handle in whose operations those of this one were found, `children` are those that were
    found in its own.
    """

    def __init__(
        self, v: Any, *, parent: Handle | None = None, children: Sequence[Handle] | None = None
    ) -> None:
        """Makes a handle of a value."""
        super().__init__(v)
        self.parent = parent
        self.children = [] if children is None else children


@register_value_caster(AnyOpType.static_typeid)
@register_value_caster(OperationType.static_typeid)
class OpHandle(Handle):
    """A handle of operations."""

    def get_result(self, indices: Sequence[int] = (0,)) -> Any:
        """Adds a transform.get_result: the handle of results by their numbers."""
        return generated_class("transform", "GetResultOp")(AnyValueType.get(), self, list(indices)).result

    def match_ops(self, ops: Any) -> OpHandle:
        """Adds a transform.structured.match: the handle of operations in those of this one.

        `ops` is a name, a class of operations, several of them, or an interface or its name.
        """
        interfaces = structured.MatchInterfaceEnum
        if isinstance(ops, str) and ops in interfaces.__members__:
            ops = interfaces[ops]
        if isinstance(ops, interfaces):
            found = structured.MatchOp(AnyOpType.get(), self, interface=ops)
        else:
            is_one = isinstance(ops, (str, type))
            names = [
                one if isinstance(one, str) else one.OPERATION_NAME for one in ([ops] if is_one else ops)
            ]
            ty = OperationType.get(names[0]) if is_one else AnyOpType.get()
            found = structured.MatchOp.match_op_names(ty, self, names)
        child = OpHandle(found.results_, parent=self)
        self.children = [*self.children, child]
        return child

    def print(self, name: str | None = None) -> OpHandle:
        """Adds a transform.print of the operations, with a text."""
        generated_class("transform", "PrintOp")(target=self, name=name)
        return self


@register_value_caster(AnyParamType.static_typeid)
@register_value_caster(ParamType.static_typeid)
class ParamHandle(Handle):
    """A handle of attributes."""


@register_value_caster(AnyValueType.static_typeid)
class ValueHandle(Handle):
    """A handle of values."""

    def get_defining_op(self) -> Any:
        """Adds a transform.get_defining_op: the handle of the operations that define the values."""
        return generated_class("transform", "GetDefiningOp")(AnyOpType.get(), self).result


def constant_param(value: Any) -> Any:
    """Adds a transform.param.constant of an attribute, or of a number as an i64."""
    if isinstance(value, int):
        value = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), value)
    is_integer = isinstance(getattr(value, "type", None), ir.IntegerType)
    ty = ParamType.get(value.type) if is_integer else AnyParamType.get()
    return generated_class("transform", "ParamConstantOp")(ty, value).param


def insert_transform_script(
    block_or_insertion_point: Any, script: Callable[[OpHandle], None], dump_script: bool = False
) -> None:
    """Makes a sequence `__transform_main` that a function fills: it gets the handle of the whole module."""
    place = block_or_insertion_point
    if isinstance(place, ir.Block):
        place = ir.InsertionPoint.at_block_begin(place)
    context = place.block.owner.context
    with context, ir.Location.unknown(context):
        with place:
            made = NamedSequenceOp("__transform_main", [AnyOpType.get()], [])
        with ir.InsertionPoint(made.body):
            script(made.bodyTarget)
            YieldOp([])
    if dump_script:
        print(made)


sequence = region_op(generated_class("transform", "SequenceOp"), terminator=YieldOp)
named_sequence = region_op(NamedSequenceOp, terminator=YieldOp)
apply_patterns = region_op(ApplyPatternsOp)
