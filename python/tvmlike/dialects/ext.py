"""Dialects that Python classes define: their operations are verified, parsed and printed by a record.

    class Toy(Dialect, name="toy"):
        pass

    i32 = IntegerType[32]

    class BoxType(Toy.Type, name="box"):
        item: i32

    class AddOp(Toy.Operation, name="add"):
        lhs: Operand[i32]
        rhs: Operand[i32]
        res: Result[i32] = infer_result()

`Toy.load()` registers the dialect in the current context. An operation has the parts that the annotations
of its class name, in their order: `Operand` and `Result` with a constraint, `Region`, and attributes, whose
annotation is the constraint. Types and attributes have parameters with constraints. A constraint is a class
of types or attributes, such a class with arguments, the text of a type, `Any`, several of these by `|` or
`Union`, or a TypeVar with a bound, whose uses in a class stand for the same thing. `Sequence[...]` and
`Optional[...]` of operands and results are groups.
"""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import Any, ClassVar

from .._classes import register_leaves
from ..ir import _this as ir
from ..ir.adaptor import OpAdaptor
from ._classes import register_class
from ._ext_fields import Constraints, Field, Specifier, annotations_of, fields
from ._ods_common import segmented_accessor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "Attribute",
    "Dialect",
    "DialectAlreadyLoadedError",
    "Operand",
    "Operation",
    "Region",
    "Result",
    "Type",
    "attribute",
    "infer_result",
    "operand",
    "result",
]

Operand: Any = ir.Value
Result: Any = ir.OpResult
Region: Any = ir.Region


class DialectAlreadyLoadedError(RuntimeError):
    """A dialect is in a context already."""


def operand(*, kw_only: bool = False) -> Any:
    """Specifies an operand, which can be an argument by name only."""
    return Specifier("operand", by_name=kw_only)


def result(*, default_factory: Callable[[], Any] | None = None, kw_only: bool = False) -> Any:
    """Specifies a result, whose type a function can return if it is not given."""
    return Specifier("result", default=default_factory, by_name=kw_only)


def attribute(*, default_factory: Callable[[], Any] | None = None, kw_only: bool = False) -> Any:
    """Specifies an attribute, which a function can return if it is not given."""
    return Specifier("attribute", default=default_factory, by_name=kw_only)


def infer_result() -> Any:
    """Lets the type of a result follow from its constraint, if it is not given."""
    return Specifier("result", infers=True)


def _attach(cls: Any, dialect: Any, what: str, list_of: str, name: str | None) -> bool:
    """Sets the dialect of a class; whether the class defines something of the dialect, as it has a name."""
    if dialect is not None:
        if cls._dialect is not None:
            raise RuntimeError(
                f"This {what.lower()} has already been attached to dialect "
                f"'{cls._dialect.DIALECT_NAMESPACE}'."
            )
        cls._dialect = dialect
    if not name:
        return False
    if cls._dialect is None:
        raise RuntimeError(
            f"{what} subclasses must either inherit from a Dialect's {what} subclass "
            "or provide the dialect as a class keyword argument."
        )
    getattr(cls._dialect, list_of).append(cls)
    return True


def _inherited(cls: Any) -> list[Any]:
    """The fields of the bases of a class."""
    return [field for base in cls.__bases__ for field in getattr(base, "_fields", ())]


class Operation(ir.OpView):  # type: ignore[misc]
    """The base of the classes of operations; `DIALECT.Operation` is that of a dialect's."""

    __slots__ = ()

    _dialect: ClassVar[Any] = None
    _op_name: ClassVar[str]
    _fields: ClassVar[list[Field]] = []

    def __init__(self, *args: Any, **keywords: Any) -> None:
        """Is an error: the classes of operations have constructors of their own."""
        raise TypeError(
            "This class is a template and cannot be instantiated directly. "
            "Please use a subclass that defines the operation."
        )

    def __init_subclass__(cls, *, name: str | None = None, dialect: Any = None, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        cls._fields = [*_inherited(cls), *fields(cls, Attribute)]
        if not _attach(cls, dialect, "Operation", "operations", name):
            return
        assert name is not None
        cls._op_name = name
        cls.OPERATION_NAME = f"{cls._dialect.DIALECT_NAMESPACE}.{name}"
        parts = {kind: [one for one in cls._fields if one.kind == kind] for kind in _KINDS}
        cls._ODS_REGIONS = (len(parts["region"]), True)
        cls._ODS_OPERAND_SEGMENTS = _segments(parts["operand"])
        cls._ODS_RESULT_SEGMENTS = _segments(parts["result"])
        cls.__init__ = _constructor(cls, parts)  # type: ignore[method-assign]
        for one in parts["attribute"]:
            setattr(cls, one.name, _attribute(one.name))
        segments = {"operand": cls._ODS_OPERAND_SEGMENTS, "result": cls._ODS_RESULT_SEGMENTS, "region": None}
        for kind, sizes in segments.items():
            for at, one in enumerate(parts[kind]):
                setattr(cls, one.name, _part(f"{kind}s", at, one.arity, sizes))
        cls.Adaptor = type("Adaptor", (OperationAdaptor,), {"__module__": cls.__module__}, operation=cls)

    @classmethod
    def _irdl(cls) -> Iterator[str]:
        """The lines of IRDL for the operation."""
        constraints, lists = Constraints((Type, Attribute)), []
        for kind in ("operand", "result"):
            items = [
                f"{one.name}: {_ARITIES[one.arity]}{constraints.value(one.constraint)}"
                for one in cls._fields
                if one.kind == kind
            ]
            if items:
                lists.append(f"irdl.{kind}s({', '.join(items)})")
        attributes = [
            f'"{one.name}" = {constraints.value(one.constraint)}'
            for one in cls._fields
            if one.kind == "attribute"
        ]
        if attributes:
            lists.append(f"irdl.attributes {{{', '.join(attributes)}}}")
        regions = [one.name for one in cls._fields if one.kind == "region"]
        if regions:
            constraints.lines += [f"%{one} = irdl.region" for one in regions]
            lists.append(f"irdl.regions({', '.join(f'{one}: %{one}' for one in regions)})")
        yield from (f"irdl.operation @{cls._op_name} {{", *constraints.lines, *lists, "}")


_KINDS = ("operand", "attribute", "result", "region")
_ARITIES = {"1": "", "?": "optional ", "*": "variadic "}


def _segments(parts: list[Field]) -> list[int] | None:
    """What each group holds; None if each has one value."""
    sizes = [{"1": 1, "?": 0, "*": -1}[part.arity] for part in parts]
    return sizes if any(size != 1 for size in sizes) else None


def _constructor(cls: Any, parts: dict[str, list[Field]]) -> Callable[..., None]:
    """The constructor of a class of operations, whose parameters are the fields."""
    taken = [one.parameter for one in cls._fields if one.kind != "region"]
    last = [Parameter(name, Parameter.KEYWORD_ONLY, default=None) for name in ("loc", "ip")]
    first = Parameter("self", Parameter.POSITIONAL_ONLY)
    signature = Signature([first, *sorted(taken, key=lambda one: one.kind), *last])

    def __init__(*args: Any, **keywords: Any) -> None:
        bound = signature.bind(*args, **keywords)
        bound.apply_defaults()
        given = bound.arguments
        values = {kind: [one.value(given[one.name]) for one in parts[kind]] for kind in _KINDS[:3]}
        ir.OpView.__init__(
            given["self"],
            cls.OPERATION_NAME,
            cls._ODS_REGIONS,
            cls._ODS_OPERAND_SEGMENTS,
            cls._ODS_RESULT_SEGMENTS,
            operands=values["operand"],
            attributes={one.name: value for one, value in zip(parts["attribute"], values["attribute"])},
            results=values["result"],
            regions=len(parts["region"]) or None,
            loc=given["loc"],
            ip=given["ip"],
        )

    __init__.__signature__ = signature  # type: ignore[attr-defined]
    __init__.__qualname__ = f"{cls.__qualname__}.__init__"
    return __init__


def _attribute(name: str) -> property:
    """The property for an attribute."""
    return property(lambda self: self.attributes[name])


def _part(kinds: str, at: int, arity: str, segments: list[int] | None) -> property:
    """The property for a group of operands or results, or for a region."""
    if segments is None:
        return property(lambda self: getattr(self, kinds)[at])
    sizes = f"{kinds[:-1]}SegmentSizes"

    def get(self: Any) -> Any:
        found = segmented_accessor(getattr(self, kinds), self.attributes[sizes], at)
        if arity == "*":
            return found
        return found[0] if len(found) else None

    return property(get)


class OperationAdaptor(OpAdaptor):
    """The base of `OPERATION.Adaptor`: operands and attributes by name, for conversion patterns."""

    OPERATION_NAME: str

    def __init_subclass__(cls, *, operation: Any) -> None:
        cls.OPERATION_NAME = operation.OPERATION_NAME
        at = 0
        for one in operation._fields:
            if one.kind == "attribute":
                setattr(cls, one.name, _attribute(one.name))
            elif one.kind == "operand":
                setattr(cls, one.name, _part("operands", at, one.arity, operation._ODS_OPERAND_SEGMENTS))
                at += 1


def _parameter(at: int) -> Callable[[Any], Any]:
    """Reads a parameter by its number."""
    return lambda self: self.params[at]


class _Symbol:
    """What classes of types and of attributes have in common."""

    __slots__ = ()

    _dialect: ClassVar[Any] = None
    _name: ClassVar[str]
    _fields: ClassVar[list[tuple[str, Any]]] = []

    def __init_subclass__(cls, *, name: str | None = None, dialect: Any = None, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        mine: Any = cls
        mine._fields = [*_inherited(cls), *annotations_of(cls).items()]
        if not _attach(mine, dialect, mine._WHAT, mine._LIST, name):
            return
        assert name is not None
        mine._name = name
        setattr(mine, mine._NAME_IN, f"{mine._dialect.DIALECT_NAMESPACE}.{name}")
        for at, (field, _) in enumerate(mine._fields):
            setattr(mine, field, property(_parameter(at)))

    @property
    def params(self) -> list[Any]:
        """The parameters, as attributes."""
        found: list[Any] = ir._parameters(self)
        return found

    @classmethod
    def _get(cls, arguments: tuple[Any, ...], context: Any) -> Any:
        mine: Any = cls
        if len(arguments) != len(mine._fields):
            raise ValueError(
                f"{cls.__name__}.get: expected {len(mine._fields)} parameters, got {len(arguments)}"
            )
        context = context or next((one.context for one in arguments), None)
        text = f"{mine._MARK}{mine._dialect.DIALECT_NAMESPACE}.{mine._name}"
        if arguments:
            text += f"<{', '.join(str(one) for one in arguments)}>"
        made = mine._BASE.parse(text, context=context)
        return made if isinstance(made, cls) else mine(made)

    @classmethod
    def _irdl(cls) -> Iterator[str]:
        """The lines of IRDL for the definition."""
        mine: Any = cls
        constraints = Constraints((Type, Attribute))
        listed = [f"{name}: {constraints.value(constraint)}" for name, constraint in mine._fields]
        yield f"irdl.{mine._WHAT.lower()} @{mine._name} {{"
        yield from constraints.lines
        if listed:
            yield f"irdl.parameters({', '.join(listed)})"
        yield "}"


class Type(_Symbol, ir.Type):  # type: ignore[misc]
    """The base of the classes of types; `DIALECT.Type` is that of a dialect's."""

    __slots__ = ()

    _WHAT, _LIST, _NAME_IN, _MARK, _BASE = "Type", "types", "type_name", "!", ir.Type

    @classmethod
    def get(cls, *args: Any, context: Any = None) -> Any:
        """The type with these parameters, which are types and attributes."""
        return cls._get(args, context)


class Attribute(_Symbol, ir.Attribute):  # type: ignore[misc]
    """The base of the classes of attributes; `DIALECT.Attribute` is that of a dialect's.

    As the annotation of a field of an operation, it stands for any attribute.
    """

    __slots__ = ()

    _WHAT, _LIST, _NAME_IN, _MARK, _BASE = "Attribute", "attributes", "attr_name", "#", ir.Attribute

    @classmethod
    def get(cls, *args: Any, context: Any = None) -> Any:
        """The attribute with these parameters, which are types and attributes."""
        return cls._get(args, context)


class Dialect(ir.Dialect):  # type: ignore[misc]
    """The base of the classes of dialects."""

    __slots__ = ()

    DIALECT_NAMESPACE: ClassVar[str]
    name: ClassVar[str]
    Operation: ClassVar[Any]
    Type: ClassVar[Any]
    Attribute: ClassVar[Any]
    operations: ClassVar[list[Any]]
    types: ClassVar[list[Any]]
    attributes: ClassVar[list[Any]]

    def __init_subclass__(cls, *, name: str, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        cls.name = cls.DIALECT_NAMESPACE = name
        cls.operations, cls.types, cls.attributes = [], [], []
        for base in (Operation, Type, Attribute):
            make: Any = type(base)
            setattr(cls, base.__name__, make(base.__name__, (base,), {"__slots__": ()}, dialect=cls))

    @classmethod
    def load(cls) -> None:
        """Registers the dialect in the current context."""
        name = cls.DIALECT_NAMESPACE
        context = ir.Context.current
        if context.is_dialect_loaded(name):
            raise DialectAlreadyLoadedError(
                f"Dialect '{name}' has already been loaded in the current context."
            )
        defined = [*cls.types, *cls.attributes, *cls.operations]
        lines = [line for one in defined for line in one._irdl()]
        text = "\n".join([f"irdl.dialect @{name} {{", *lines, "}"])
        ir.load_irdl(ir.Module.parse(text, context))
        for one in cls.types:
            register_leaves({ir._register_type_class(name, one._name): one})
        for one in cls.attributes:
            register_leaves({ir._register_attribute_class(name, one._name): one})
        for one in cls.operations:
            register_class(one)
