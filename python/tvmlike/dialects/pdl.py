"""The dialect pdl: patterns, whose operations take operations for their results and Python's own values."""

from __future__ import annotations

from ..ir import _this as ir
from ._module import base_class, dialect_class, fill, generated_class
from ._ods_common import get_op_result_or_value, get_op_results_or_values, register_operation
from ._region_op import region_op
from ._types import type_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ._pdl_ops_gen import *  # noqa: F403

_Dialect = dialect_class("pdl")

AttributeType = type_class("pdl", "attribute", "AttributeType")
OperationType = type_class("pdl", "operation", "OperationType")
TypeType = type_class("pdl", "type", "TypeType")
ValueType = type_class("pdl", "value", "ValueType")


def _range_get(element_type: Any) -> Any:
    """The type of ranges of a type."""
    element = str(element_type).removeprefix("!pdl.")
    return ir.Type.parse(f"!pdl.range<{element}>", context=element_type.context)


def _range_element(self: Any) -> Any:
    """The type of the elements."""
    element = str(self).removeprefix("!pdl.range<").removesuffix(">")
    return ir.Type.parse(f"!pdl.{element}", context=self.context)


RangeType = type_class(
    "pdl",
    "range",
    "RangeType",
    {"get": staticmethod(_range_get), "element_type": property(_range_element)},
)


def _value(given: Any) -> Any:
    return None if given is None else get_op_result_or_value(given)


def _values(given: Any) -> Any:
    return [] if given is None else [_value(one) for one in get_op_results_or_values(given)]


@register_operation(_Dialect, replace=True)
class AttributeOp(base_class("pdl", "AttributeOp")):  # type: ignore[misc]
    """An attribute of the pattern."""

    __slots__ = ()

    def __init__(self, valueType: Any = None, value: Any = None, *, loc: Any = None, ip: Any = None) -> None:
        """Makes an attribute, of a type or with a value."""
        super().__init__(AttributeType.get(), valueType=_value(valueType), value=value, loc=loc, ip=ip)


@register_operation(_Dialect, replace=True)
class OperandOp(base_class("pdl", "OperandOp")):  # type: ignore[misc]
    """An operand from outside of the pattern."""

    __slots__ = ()

    def __init__(self, type: Any = None, *, loc: Any = None, ip: Any = None) -> None:
        """Makes an operand, of a type if one is given."""
        super().__init__(ValueType.get(), valueType=_value(type), loc=loc, ip=ip)


@register_operation(_Dialect, replace=True)
class OperandsOp(base_class("pdl", "OperandsOp")):  # type: ignore[misc]
    """Operands from outside of the pattern."""

    __slots__ = ()

    def __init__(self, types: Any = None, *, loc: Any = None, ip: Any = None) -> None:
        """Makes a range of operands, of types if they are given."""
        super().__init__(RangeType.get(ValueType.get()), valueType=_value(types), loc=loc, ip=ip)


@register_operation(_Dialect, replace=True)
class OperationOp(base_class("pdl", "OperationOp")):  # type: ignore[misc]
    """An operation of the pattern."""

    __slots__ = ()

    def __init__(
        self,
        name: Any = None,
        args: Sequence[Any] | None = None,
        attributes: Mapping[str, Any] | None = None,
        types: Sequence[Any] | None = None,
        *,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes an operation with operands, attributes and types of results."""
        attributes = attributes or {}
        names = ir.ArrayAttr.get([ir.StringAttr.get(one) for one in attributes])
        values = [_value(one) for one in attributes.values()]
        super().__init__(
            OperationType.get(), _values(args), values, names, _values(types), opName=name, loc=loc, ip=ip
        )


@register_operation(_Dialect, replace=True)
class PatternOp(base_class("pdl", "PatternOp")):  # type: ignore[misc]
    """A pattern."""

    __slots__ = ()

    def __init__(self, benefit: Any, name: Any = None, *, loc: Any = None, ip: Any = None) -> None:
        """Makes a pattern with an empty block."""
        super().__init__(benefit, sym_name=name, loc=loc, ip=ip)
        self.regions[0].blocks.append()

    @property
    def body(self) -> Any:
        """The block of the pattern."""
        return self.regions[0].blocks[0]


@register_operation(_Dialect, replace=True)
class ReplaceOp(base_class("pdl", "ReplaceOp")):  # type: ignore[misc]
    """The replacement of an operation."""

    __slots__ = ()

    def __init__(
        self, op: Any, *, with_op: Any = None, with_values: Any = None, loc: Any = None, ip: Any = None
    ) -> None:
        """Makes a replacement by an operation, or by values."""
        super().__init__(_value(op), _values(with_values), replOperation=_value(with_op), loc=loc, ip=ip)


@register_operation(_Dialect, replace=True)
class ResultOp(base_class("pdl", "ResultOp")):  # type: ignore[misc]
    """A result of an operation of the pattern."""

    __slots__ = ()

    def __init__(self, parent: Any, index: Any, *, loc: Any = None, ip: Any = None) -> None:
        """Makes the result with an index."""
        super().__init__(ValueType.get(), _value(parent), index, loc=loc, ip=ip)


@register_operation(_Dialect, replace=True)
class RewriteOp(base_class("pdl", "RewriteOp")):  # type: ignore[misc]
    """The part of a pattern that changes what was matched."""

    __slots__ = ()

    def __init__(
        self, root: Any = None, name: Any = None, args: Any = None, *, loc: Any = None, ip: Any = None
    ) -> None:
        """Makes a rewrite without a block; with a name, a function of the program does it."""
        super().__init__(_values(args), root=_value(root), name=name, loc=loc, ip=ip)

    def add_body(self) -> Any:
        """Adds a block and returns it."""
        self.regions[0].blocks.append()
        return self.body

    @property
    def body(self) -> Any:
        """The block."""
        return self.regions[0].blocks[0]


@register_operation(_Dialect, replace=True)
class TypeOp(base_class("pdl", "TypeOp")):  # type: ignore[misc]
    """A type of the pattern."""

    __slots__ = ()

    def __init__(self, constantType: Any = None, *, loc: Any = None, ip: Any = None) -> None:
        """Makes a type, a certain one if it is given."""
        super().__init__(TypeType.get(), constantType=constantType, loc=loc, ip=ip)


@register_operation(_Dialect, replace=True)
class TypesOp(base_class("pdl", "TypesOp")):  # type: ignore[misc]
    """Types of the pattern."""

    __slots__ = ()

    def __init__(self, constantTypes: Any = None, *, loc: Any = None, ip: Any = None) -> None:
        """Makes a range of types, certain ones if they are given."""
        constants = [] if constantTypes is None else constantTypes
        super().__init__(RangeType.get(TypeType.get()), constantTypes=constants, loc=loc, ip=ip)


def op_t() -> Any:
    """The type of operations."""
    return OperationType.get()


pattern = region_op(generated_class("pdl", "PatternOp"))
rewrite = region_op(RewriteOp)


fill("pdl", globals())
