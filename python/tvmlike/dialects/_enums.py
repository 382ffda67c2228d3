"""The enums of dialects, and the builders of the attributes that hold their values."""

from __future__ import annotations

from ..ir import _this as ir
from ..ir.attribute_builders import AttrBuilder
from ._records import by_dialect, safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class _Enum:
    """What the record of an enum says. Its class is made when it is used first: dialects have many."""

    def __init__(self, name: str, bits: int, is_set: bool, attribute: str) -> None:
        self.name = name
        self.bits = bits
        self.is_set = is_set
        self.attribute = attribute
        """The attribute that holds a value."""
        self.cases: dict[int, tuple[str, str]] = {}


@by_dialect
def enum_names(dialect: str) -> frozenset[str]:
    """The names of the enums of a dialect."""
    return frozenset(_enums(dialect))


_classes: dict[tuple[str, str], Any] = {}


def enum_class(dialect: str, name: str) -> Any:
    """The class of an enum."""
    found = _classes.get((dialect, name))
    if found is None:
        one = _enums(dialect)[name]
        found = _classes.setdefault((dialect, name), _make(dialect, one.name, one.is_set, one.cases))
    return found


@by_dialect
def _enums(dialect: str) -> dict[str, _Enum]:
    """The enums of a dialect by name."""
    found: dict[str, _Enum] = {}
    last: Any = None
    for line in ir._dialect_enums(dialect).splitlines():
        first, rest = line.split(" ", 1)
        if first == "enum":
            name, bits, kind, attribute = rest.split(" ")
            last = found[name] = _Enum(name, int(bits), kind == "bits", attribute)
        else:
            symbol, _, keyword = rest.partition(" ")
            last.cases.setdefault(int(first), (symbol, keyword))
    return found


def _make(dialect: str, name: str, is_set: bool, cases: dict[int, tuple[str, str]]) -> Any:
    from enum import IntEnum, IntFlag

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
    bits, attribute = _enums(dialect)[name].bits, _enums(dialect)[name].attribute

    def number(x: Any, context: Any) -> Any:
        return ir.IntegerAttr.get(ir.IntegerType.get_signless(bits, context=context), int(x))

    def symbol(x: Any, context: Any) -> Any:
        text = f"{attribute}{x}>" if attribute.endswith("<") else None
        text = f"#{dialect}.{text}" if text is not None else f"#{dialect}<{attribute} {x}>"
        return ir.Attribute.parse(text, context=context)

    return number if attribute == "_" or is_property else symbol


_registered: set[str] = set()


def register_builders(dialect: str) -> None:
    """Adds the builders of attributes of the dialect's operations that hold values of enums, once."""
    if dialect in _registered:
        return
    _registered.add(dialect)
    for line in ir._dialect_enum_attributes(dialect).splitlines():
        constraint, enumeration = line.split(" ")
        owner, _, name = enumeration.rpartition(".")
        if name in _enums(owner or dialect):
            builder = _builder(owner or dialect, name, constraint.endswith("Prop"))
            AttrBuilder.insert(constraint, builder, allow_existing=True)
