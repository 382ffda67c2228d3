"""Dialects that Python classes define: their operations are verified, parsed and printed by a record.

    class Toy(Dialect, name="toy"):
        pass

    i32 = "i32"

    class AddOp(Toy.Operation, name="add"):
        lhs: Operand[i32]
        rhs: Operand[i32]
        res: Result[i32] = infer_result()

`Toy.load()` registers the dialect in the current context. A class has the parts that its annotations name, in
their order: `Operand`, `Result` and `Attribute` with a constraint, and `Region`. A constraint is the text of
a type or of an attribute, a class of types or attributes of `tvmlike.ir`, `Any`, several of these by `|` or
`Union`, or a TypeVar with a bound, whose uses in a class stand for the same thing. `Sequence[...]` and
`Optional[...]` of operands and results are groups; the values of a group have one type.
"""

from __future__ import annotations

import sys
from collections import abc
from dataclasses import dataclass
from typing import Any, TypeVar, Union, get_args, get_origin

from ..ir import _this as ir
from ._classes import define, register_class
from ._records import Part, Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "Attribute",
    "Dialect",
    "DialectAlreadyLoadedError",
    "Operand",
    "Operation",
    "Region",
    "Result",
    "infer_result",
]


class DialectAlreadyLoadedError(RuntimeError):
    """A dialect is in a context already."""


@dataclass(frozen=True)
class _Constrained:
    """A kind of part with a constraint."""

    kind: str
    constraint: Any

    def __or__(self, other: Any) -> Any:
        if other is None:
            return _Group(self, "?")
        return NotImplemented

    def __call__(self) -> None:
        # `typing.Optional` takes what can be called.
        raise TypeError("an annotation cannot be called")


@dataclass(frozen=True)
class _Group:
    """A part that can be absent or repeated."""

    part: Any
    arity: str


class _Kind(type):
    def __getitem__(cls, constraint: Any) -> Any:
        return _Constrained(cls.__name__.lower(), constraint)

    def __or__(cls, other: Any) -> Any:
        return cls[Any] | other


class Operand(metaclass=_Kind):
    """The annotation of an operand."""


class Result(metaclass=_Kind):
    """The annotation of a result."""


class Attribute(metaclass=_Kind):
    """The annotation of an attribute."""


class Region:
    """The annotation of a region."""


class _Inferred:
    """The marker of a result whose type is that of its constraint."""


def infer_result() -> Any:
    """Lets the type of a result follow from its constraint, which must be the text of a type."""
    return _Inferred()


class _Constraints:
    """The lines of IRDL for constraints."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._variables: dict[Any, str] = {}

    def value(self, constraint: Any) -> str:
        """The name of the value for a constraint."""
        if isinstance(constraint, TypeVar):
            if constraint not in self._variables:
                self._variables[constraint] = self.value(constraint.__bound__ or Any)
            return self._variables[constraint]
        alternatives = get_args(constraint) if get_origin(constraint) in _UNIONS else ()
        if alternatives:
            values = [self.value(one) for one in alternatives]
            return self._line(f"irdl.any_of({', '.join(values)})")
        if constraint is Any:
            return self._line("irdl.any")
        if isinstance(constraint, (str, ir.Type, ir.Attribute)):
            return self._line(f"irdl.is {constraint}")
        name = getattr(constraint, "type_name", None) or getattr(constraint, "attr_name", None)
        if name is None:
            raise TypeError(f"unsupported constraint: {constraint!r}")
        mark = "!" if issubclass(constraint, ir.Type) else "#"
        return self._line(f'irdl.base "{mark}{name}"')

    def _line(self, text: str) -> str:
        name = f"%{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name


_UNIONS = (Union, getattr(sys.modules["types"], "UnionType", Union))


@dataclass
class _Field:
    name: str
    kind: str
    arity: str
    constraint: Any
    inferred: bool


def _fields(cls: Any) -> Iterator[_Field]:
    """The parts that the annotations of a class name."""
    for name, annotation in vars(cls).get("__annotations__", {}).items():
        if isinstance(annotation, str):
            annotation = eval(annotation, vars(sys.modules[cls.__module__]))
        arity = "1"
        arguments = get_args(annotation)
        if isinstance(annotation, _Group):
            annotation, arity = annotation.part, annotation.arity
        elif get_origin(annotation) in (abc.Sequence, list):
            annotation, arity = arguments[0], "*"
        elif get_origin(annotation) in _UNIONS and type(None) in arguments:
            annotation, arity = next(one for one in arguments if one is not type(None)), "?"
        if isinstance(annotation, _Kind):
            annotation = annotation[Any]
        if annotation is Region:
            annotation = _Constrained("region", Any)
        if not isinstance(annotation, _Constrained):
            raise TypeError(
                f"{cls.__name__}.{name}: expected Operand, Result, Attribute or Region, got {annotation!r}"
            )
        if arity != "1" and annotation.kind in ("attribute", "region"):
            raise TypeError(f"{cls.__name__}.{name}: an {annotation.kind} cannot be optional or repeated")
        inferred = isinstance(vars(cls).get(name), _Inferred)
        if inferred and not (annotation.kind == "result" and isinstance(annotation.constraint, str)):
            raise TypeError(
                f"{cls.__name__}.{name}: only the text of a type lets the type of a result follow"
            )
        yield _Field(name, annotation.kind, arity, annotation.constraint, inferred)


_ARITIES = {"1": "", "?": "optional ", "*": "variadic "}


def _irdl(name: str, fields: list[_Field]) -> list[str]:
    """The lines of IRDL for an operation."""
    constraints, lists = _Constraints(), []
    for kind in ("operand", "result"):
        items = [
            f"{one.name}: {_ARITIES[one.arity]}{constraints.value(one.constraint)}"
            for one in fields
            if one.kind == kind
        ]
        if items:
            lists.append(f"irdl.{kind}s({', '.join(items)})")
    attributes = [
        f'"{one.name}" = {constraints.value(one.constraint)}' for one in fields if one.kind == "attribute"
    ]
    if attributes:
        lists.append(f"irdl.attributes {{{', '.join(attributes)}}}")
    regions = [one.name for one in fields if one.kind == "region"]
    if regions:
        constraints.lines += [f"%{one} = irdl.region" for one in regions]
        lists.append(f"irdl.regions({', '.join(f'{one}: %{one}' for one in regions)})")
    return [f"irdl.operation @{name} {{", *constraints.lines, *lists, "}"]


class Operation(ir.OpView):  # type: ignore[misc]
    """The base of the classes of operations; `DIALECT.Operation` is that of a dialect's."""

    __slots__ = ()

    _dialect: Any = None

    def __init_subclass__(cls, *, name: str | None = None, dialect: Any = None, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if dialect is not None:
            cls._dialect = dialect
        if name is None:
            return
        if cls._dialect is None:
            raise TypeError(
                f"{cls.__name__} must inherit from the `Operation` of a dialect, or pass `dialect=`"
            )
        fields = list(_fields(cls))
        record = Record(f"{cls._dialect.DIALECT_NAMESPACE}.{name}")
        for field in fields:
            parts: list[Part] = getattr(record, f"{field.kind}s")
            parts.append(Part(field.name, field.arity, "", len(record.operands)))
        for kind in ("operand", "result"):
            parts = getattr(record, f"{kind}s")
            if sum(part.arity != "1" for part in parts) > 1:
                record.sized.add(f"{kind}s")
        results = [field for field in fields if field.kind == "result"]
        record.inferred = [field.constraint for field in results]
        if not results or not all(field.inferred for field in results):
            record.inferred = []
        cls.OPERATION_NAME = record.name
        for attribute, value in define(record, cls.__name__).items():
            if attribute not in ("__doc__", "__module__", "__slots__"):
                setattr(cls, attribute, value)
        cls._dialect.operations.append(_irdl(name, fields))
        register_class(cls)


class Dialect(ir.Dialect):  # type: ignore[misc]
    """The base of the classes of dialects."""

    __slots__ = ()

    DIALECT_NAMESPACE: str
    Operation: Any
    operations: list[list[str]]
    """The lines of IRDL of each operation."""

    def __init_subclass__(cls, *, name: str, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        cls.DIALECT_NAMESPACE = name
        cls.operations = []
        make: Any = type(Operation)
        cls.Operation = make("Operation", (Operation,), {"__slots__": ()}, dialect=cls)

    @classmethod
    def load(cls) -> None:
        """Registers the dialect in the current context."""
        name = cls.DIALECT_NAMESPACE
        context = ir.Context.current
        if context.is_dialect_loaded(name):
            raise DialectAlreadyLoadedError(
                f"Dialect '{name}' has already been loaded in the current context."
            )
        lines = [line for operation in cls.operations for line in operation]
        text = "\n".join([f"irdl.dialect @{name} {{", *lines, "}"])
        ir.load_irdl(ir.Module.parse(text, context))
