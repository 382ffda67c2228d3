"""The enums of dialects, and the builders of the attributes that hold their values."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from functools import cache

from ..ir import _this as ir
from ..ir.attribute_builders import AttrBuilder
from ._records import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


@cache
def enums(dialect: str) -> dict[str, Any]:
    """The enums of a dialect by name."""
    return {name: made for name, (made, _, _) in _enums(dialect).items()}


@cache
def _enums(dialect: str) -> dict[str, tuple[Any, int, str]]:
    """The enums with the number of bits, and the attribute that holds a value."""
    found: dict[str, tuple[Any, int, str]] = {}
    cases: dict[int, tuple[str, str]] = {}
    for line in reversed(ir._dialect_enums(dialect).splitlines()):
        first, rest = line.split(" ", 1)
        if first != "enum":
            symbol, _, keyword = rest.partition(" ")
            cases[int(first)] = (symbol, keyword)
            continue
        name, bits, kind, attribute = rest.split(" ")
        made = _make(dialect, name, kind == "bits", dict(reversed(cases.items())))
        found[name] = (made, int(bits), attribute)
        cases = {}
    return dict(reversed(found.items()))


def _make(dialect: str, name: str, is_set: bool, cases: dict[int, tuple[str, str]]) -> Any:
    base: Any = IntFlag if is_set else IntEnum
    symbols = [(safe(symbol), value) for value, (symbol, _) in cases.items()]
    made = base(name, symbols, module=f"{__package__}.{dialect}")
    keywords = {value: keyword for value, (_, keyword) in cases.items()}

    def text(self: Any) -> str:
        value = int(self)
        if value in keywords:
            return keywords[value]
        return ",".join(keyword for one, keyword in keywords.items() if one and value & one == one)

    made.__str__ = text
    made.__doc__ = f"The enum {name} of the dialect {dialect}."
    return made


def _builder(dialect: str, name: str, is_property: bool) -> Callable[[Any, Any], Any]:
    """Makes the attribute for a value of an enum; an integer for a property that is no attribute."""
    _, bits, attribute = _enums(dialect)[name]

    def number(x: Any, context: Any) -> Any:
        return ir.IntegerAttr.get(ir.IntegerType.get_signless(bits, context=context), int(x))

    def symbol(x: Any, context: Any) -> Any:
        text = f"{attribute}{x}>" if attribute.endswith("<") else None
        text = f"#{dialect}.{text}" if text is not None else f"#{dialect}<{attribute} {x}>"
        return ir.Attribute.parse(text, context=context)

    return number if attribute == "_" or is_property else symbol


@cache
def register_builders(dialect: str) -> None:
    """Adds the builders of attributes of the dialect's operations that hold values of enums."""
    for line in ir._dialect_enum_attributes(dialect).splitlines():
        constraint, enumeration = line.split(" ")
        owner, _, name = enumeration.rpartition(".")
        if name in _enums(owner or dialect):
            builder = _builder(owner or dialect, name, constraint.endswith("Prop"))
            AttrBuilder.insert(constraint, builder, allow_existing=True)
