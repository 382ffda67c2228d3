"""The parts of operations, types and attributes that Python classes define, by the annotations of a class.

An annotation is read once, when its class is made; constraints become IRDL when the dialect is loaded, since
types need a context.
"""

from __future__ import annotations

import sys
from collections import abc
from dataclasses import dataclass
from inspect import Parameter
from types import GenericAlias
from typing import Any, TypeVar, Union, get_args, get_origin

from ..ir import _this as ir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

UNIONS = (Union, getattr(sys.modules["types"], "UnionType", Union))

# MLIR's classes can be subscripted: `Operand[IntegerType[32]]`.
for _class in (ir.Value, ir.Type, ir.Attribute):
    _class.__class_getitem__ = classmethod(GenericAlias)


@dataclass(frozen=True)
class Specifier:
    """What a class sets for a field beside its annotation."""

    kind: str | None = None
    infers: bool = False
    is_none: bool = False
    default: Callable[[], Any] | None = None
    by_name: bool = False


@dataclass(frozen=True)
class Field:
    """A part of an operation."""

    name: str
    kind: str
    """`operand`, `result`, `attribute` or `region`"""
    arity: str
    """`1`, `?` or `*`"""
    constraint: Any
    specifier: Specifier

    @property
    def parameter(self) -> Parameter:
        """The parameter of the constructor."""
        given = self.specifier
        if given.is_none or given.default is not None or given.infers:
            return Parameter(self.name, Parameter.KEYWORD_ONLY, default=None)
        return Parameter(
            self.name, Parameter.KEYWORD_ONLY if given.by_name else Parameter.POSITIONAL_OR_KEYWORD
        )

    def value(self, given: Any) -> Any:
        """What the operation gets for an argument."""
        if given is None and self.specifier.infers:
            return inferred(self.constraint)
        if given is None and self.specifier.default is not None:
            return self.specifier.default()
        return given


def annotations_of(cls: type) -> dict[str, Any]:
    """The annotations of a class itself; those that are texts are evaluated in its module."""
    # Before 3.10 a class without annotations has those of its base.
    own = vars(cls).get("__annotations__", {}) if sys.version_info < (3, 10) else cls.__annotations__
    found: dict[str, Any] = own
    module = vars(sys.modules[cls.__module__])
    return {name: eval(one, module) if isinstance(one, str) else one for name, one in found.items()}


def optional(annotation: Any) -> Any:
    """`T` of `Optional[T]`; None for other annotations."""
    arguments = get_args(annotation)
    if get_origin(annotation) not in UNIONS or len(arguments) != 2 or type(None) not in arguments:
        return None
    return next(one for one in arguments if one is not type(None))


_SINGLE = {ir.Value: "operand", ir.OpResult: "result"}


def fields(cls: type, any_attribute: type) -> Iterator[Field]:
    """The fields of a class itself. `any_attribute` annotates attributes of any kind."""
    for name, annotation in annotations_of(cls).items():
        specifier = vars(cls).get(name, Specifier())
        if specifier is None:
            specifier = Specifier(is_none=True)
        if not isinstance(specifier, Specifier):
            raise TypeError(f"the field specifier of field '{name}' is not supported")
        yield _field(name, annotation, specifier, any_attribute)


def _field(name: str, annotation: Any, specifier: Specifier, any_attribute: type) -> Field:
    arity = "1"
    if (inner := optional(annotation)) is not None:
        annotation, arity = inner, "?"
    elif get_origin(annotation) is abc.Sequence:
        annotation, arity = get_args(annotation)[0], "*"
    origin = get_origin(annotation) or annotation
    kind = _SINGLE.get(origin, "region" if annotation is ir.Region else "attribute")
    if kind in _SINGLE.values():
        constraint = (*get_args(annotation), Any)[0]
    elif kind == "region" or annotation is any_attribute:
        constraint = Any
    else:
        constraint = get_args(annotation)[0] if origin is any_attribute else annotation
    if specifier.kind not in (None, kind):
        if kind == "region":
            raise TypeError("this field specifier can not be used for region fields")
        raise TypeError(f"only `{kind}` field specifier can be used for {kind} fields")
    if kind in ("attribute", "region") and arity != "1":
        raise ValueError(f"optional {kind} is not currently supported")
    if specifier.is_none and arity != "?":
        raise ValueError(f"only optional {kind} can be set to None")
    if specifier.infers:
        if arity != "1":
            raise ValueError(f"type of variadic or optional result '{name}' cannot be inferred")
        check_inferred(constraint)
    return Field(name, kind, arity, constraint, specifier)


def check_inferred(constraint: Any) -> None:
    """Refuses a constraint from which no type follows."""
    if isinstance(constraint, TypeVar) and constraint.__bound__ is not None:
        check_inferred(constraint.__bound__)
        return
    origin = get_origin(constraint)
    is_generic = isinstance(origin, type) and issubclass(origin, (ir.Type, ir.Attribute))
    if not is_generic and not isinstance(constraint, (str, ir.Type)):
        raise TypeError(f"unsupported type for inferring: {constraint}")


def inferred(constraint: Any) -> Any:
    """The type that a constraint stands for, in the current context."""
    if isinstance(constraint, TypeVar):
        return inferred(constraint.__bound__)
    if isinstance(constraint, str):
        return ir.Type.parse(constraint)
    return constraint if isinstance(constraint, ir.Type) else instance(constraint)


def instance(generic: Any) -> Any:
    """The type or attribute for a class with arguments, such as `IntegerType[32]`."""
    origin = get_origin(generic)
    if not (isinstance(origin, type) and issubclass(origin, (ir.Type, ir.Attribute))):
        raise TypeError(f"unsupported type in constraints: {origin}")
    arguments = [instance(one) if get_origin(one) else one for one in get_args(generic)]
    return origin.get(*arguments)  # type: ignore[attr-defined]


class Constraints:
    """The lines of IRDL for the constraints of one definition, whose variables they share."""

    def __init__(self, defined: type | tuple[type, ...]) -> None:
        self.lines: list[str] = []
        self._variables: dict[str, str] = {}
        self._defined = defined
        """The bases of types and attributes that Python classes define."""

    def value(self, constraint: Any) -> str:
        """The name of the value for a constraint."""
        if isinstance(constraint, TypeVar):
            if constraint.__name__ not in self._variables:
                self._variables[constraint.__name__] = self.value(constraint.__bound__ or Any)
            return self._variables[constraint.__name__]
        return self._line(self._text(constraint))

    def _line(self, text: str) -> str:
        name = f"%{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def _text(self, constraint: Any) -> str:
        origin = get_origin(constraint)
        if origin in UNIONS:
            return f"irdl.any_of({', '.join([self.value(one) for one in get_args(constraint)])})"
        if constraint is Any:
            return "irdl.any"
        if isinstance(constraint, (str, ir.Type, ir.Attribute)):
            return f"irdl.is {constraint}"
        if isinstance(origin, type):
            if issubclass(origin, self._defined):
                values = [self.value(one) for one in get_args(constraint)]
                return f"irdl.parametric {symbol(origin)}<{', '.join(values)}>"
            return f"irdl.is {instance(constraint)}"
        if isinstance(constraint, type):
            if issubclass(constraint, self._defined):
                return f"irdl.base {symbol(constraint)}"
            for base, mark, attribute in ((ir.Type, "!", "type_name"), (ir.Attribute, "#", "attr_name")):
                name = getattr(constraint, attribute, None)
                if issubclass(constraint, base) and name is not None:
                    return f'irdl.base "{mark}{name}"'
        raise TypeError(f"unsupported type in constraints: {constraint}")


def symbol(cls: Any) -> str:
    """The reference to a type or attribute that a Python class defines."""
    return f"@{cls._dialect.DIALECT_NAMESPACE}::@{cls._name}"
