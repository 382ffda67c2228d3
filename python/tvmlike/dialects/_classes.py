"""The class of an operation, from its record.

The methods are Python source that is compiled when the class is used first, so that a constructor takes its
parameters as a function written by hand does. All constructors end in one native function.
"""

from __future__ import annotations

from .._backend import native
from .._classes import register_leaves
from ..ir import _this as ir
from ..ir.adaptor import OpAdaptor
from ..ir.attribute_builders import AttrBuilder
from ..object import construct, forget_late
from ._enums import register_builders
from ._records import Part, Record, function_name, record, safe, snake

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_UNIT = ("UnitAttr", "UnitProp")


def attribute(constraint: str, value: Any, loc: Any) -> Any:
    """The attribute for a value that is none: what the builder for the constraint makes."""
    if value is None or isinstance(value, ir.Attribute) or not AttrBuilder.contains(constraint):
        return value
    return AttrBuilder.get(constraint)(value, None if loc is None else loc.context)


def unit(loc: Any) -> Any:
    """The unit attribute."""
    return ir.UnitAttr.get(None if loc is None else loc.context)


def segment(values: Any, sizes: Any, number: int) -> Any:
    """The values of a group, by the attribute with the sizes of groups."""
    counts = list(sizes)
    start = sum(counts[:number])
    return values[start : start + counts[number]]


def equal_segment(values: Any, before: int, variadic_before: int, single: int, variadic: int) -> Any:
    """The values of a group, if all variadic groups have one size."""
    size = (len(values) - single) // variadic
    start = before + variadic_before * size
    return values[start : start + size]


def type_of(operands: Any) -> Any:
    """The type of a value, of an operation's result, or of the first value of a list."""
    if isinstance(operands, ir._OperationBase):
        operands = operands.results
    return operands.type if isinstance(operands, ir.Value) else type_of(operands[0])


def results_of(op: Any) -> Any:
    """The result of an operation; all if there are several, and the operation if there is none."""
    results = op.results
    count = len(results)
    return results[0] if count == 1 else results if count else op


def make(name: str, class_name: str) -> Any:
    """The class of an operation."""
    body, source = _define(name, class_name)
    body.update(_constructor(source, class_name))
    made = register_class(type(ir.OpView)(class_name, (ir.OpView,), body))
    if native is not None:
        native.call_by_maker(made)
    return made


def make_base(name: str, class_name: str) -> Any:
    """The base of a class that is written by hand; its constructor is compiled when it is called first."""
    body, source = _define(name, class_name)

    def __init__(self: Any, *args: Any, **keywords: Any) -> None:
        for member, value in _constructor(source, class_name).items():
            setattr(made, member, value)
        made.__init__(self, *args, **keywords)

    __init__.__wrapped__ = _Signature(source, class_name)  # type: ignore[attr-defined]
    body["__init__"] = __init__
    made = type(ir.OpView)(class_name, (ir.OpView,), body)
    return made


class _Signature:
    """The parameters of a constructor, worked out when `__signature__` is read."""

    def __init__(self, source: _Source, class_name: str) -> None:
        self._of = (source, class_name)

    @property
    def __signature__(self) -> Any:
        from inspect import signature

        return signature(_constructor(*self._of)["__init__"])

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        raise TypeError("a signature cannot be called")


def _constructor(source: _Source, class_name: str) -> dict[str, Any]:
    """The constructor of a class, and the function that calls of the class call instead."""
    space = _names()
    exec(compile(source.method(), f"<{source.parts.name}>", "exec"), space)
    makers = (space["__init__"], space["make"])
    for one in makers:
        one.__qualname__ = f"{class_name}.__init__"
    return {"__init__": makers[0], "__makers__": makers}


def _define(name: str, class_name: str) -> tuple[dict[str, Any], _Source]:
    """What the class of an operation has but its constructor, and the source of that."""
    register_builders(name.partition(".")[0])
    parts = record(name)
    source = _Source(parts)
    body: dict[str, Any] = {
        "__slots__": (),
        "__module__": f"{__package__}.{name.partition('.')[0]}",
        "__doc__": f"The operation {name}.",
        "OPERATION_NAME": name,
        "_ODS_REGIONS": (
            sum(part.arity == "1" for part in parts.regions),
            all(part.arity == "1" for part in parts.regions),
        ),
        "_ODS_OPERAND_SEGMENTS": _segments(parts.operands) if "operands" in parts.sized else None,
        "_ODS_RESULT_SEGMENTS": _segments(parts.results) if "results" in parts.sized else None,
        **source.properties(),
    }
    return body, source


_adaptors: dict[str, Any] = {}


def adaptor_class(name: str) -> Any:
    """The adaptor of an operation for conversion patterns: operands and attributes by name."""
    made = _adaptors.get(name)
    if made is None:
        source = _Source(record(name))
        taken = {part.python for part in [*source.results, *source.regions]}
        body = {key: value for key, value in source.properties().items() if key not in taken}
        made = _adaptors.setdefault(name, type("Adaptor", (OpAdaptor,), {"OPERATION_NAME": name, **body}))
    return made


def register_class(cls: Any) -> Any:
    """Makes views of the operations of a class instances of it."""
    key = ir._register_view(cls.OPERATION_NAME)
    forget_late(key)
    register_leaves({key: cls})
    return cls


def function(cls: Any) -> Any:
    """The function that makes an operation of a class, and returns its results."""
    source = _Source(record(cls.OPERATION_NAME))
    space = _names()
    exec(compile(source.function(), f"<{cls.OPERATION_NAME}>", "exec"), space)
    made = space[function_name(cls.OPERATION_NAME)]
    made.__module__ = cls.__module__
    made.__doc__ = f"Makes an operation {cls.OPERATION_NAME}."
    return made


def _names() -> dict[str, Any]:
    """What the source of an operation refers to: constructors by names that no part of an operation has."""
    return {
        "_ods_build": ir._build_view,
        "_ods_construct": construct,
        "_ods_keywords": {},
        "_ods_kind": ir.Attribute,
        "_ods_is": isinstance,
        "_ods_attribute": attribute,
        "_ods_unit": unit,
        "_ods_results_of": results_of,
        "_ods_type_of": type_of,
        "_ods_parse": ir.Type.parse,
        "segment": segment,
        "equal_segment": equal_segment,
    }


def _segments(parts: list[Part]) -> list[int]:
    return [{"1": 1, "?": 0, "*": -1}[part.arity] for part in parts]


class _Source:
    """The source of the functions for an operation."""

    def __init__(self, parts: Record) -> None:
        self.parts = parts
        self.operands = _named(parts.operands, "_gen_arg_", "_gen_arg_0")
        self.results = _named(parts.results, "_gen_res_", "result")
        self.regions = _named(parts.regions, "_gen_region_", "region")
        self.successors = _named(parts.successors, "_gen_successor_", "successor")
        # The sizes of groups belong to the constructor, not to its parameters.
        self.attributes = parts.attributes

    def parameters(self) -> tuple[list[str], list[str], list[str]]:
        """The names of the parameters: by position, those that are optional, and by name only."""
        positional: list[str] = []
        optional: list[str] = []
        named: list[str] = []
        if not self.infers:
            positional += [part.python for part in self.results]
        for at, operand in enumerate([*self.operands, None]):
            for part in self.attributes:
                if part.arity == "1" and part.constraint not in _UNIT and part.position == at:
                    positional.append(part.python)
            if operand is not None:
                (named if operand.arity == "?" else positional).append(operand.python)
        positional += [part.python for part in self.successors]
        positional += [safe(f"num_{part.name}") for part in self.regions if part.arity != "1"]
        for part in self.attributes:
            if part.arity == "?" or part.constraint in _UNIT:
                # MLIR's constructors take properties that are no attributes by position.
                (optional if part.constraint.endswith("Prop") else named).append(part.python)
        if self.infers:
            named.append("results")
        return positional, optional, [*named, "loc", "ip"]

    @property
    def infers(self) -> bool:
        """Whether the types of the results are optional."""
        parts = self.parts
        return (parts.infers and not parts.regions) or parts.same or bool(parts.inferred)

    def method(self) -> str:
        """The constructor, and the function that calls of the class call instead."""
        positional, *optional = self.parameters()
        by_position, by_name = ([f"{name}=None" for name in names] for names in optional)
        taken = ", ".join([*positional, *by_position, "*", *by_name])
        given = [*self.types_given(), *self.attributes_given()]
        lines = [f"def __init__(self, {taken}):", *given]
        lines.append(f"    _ods_construct(self, _ods_build, ({self.arguments()}), _ods_keywords)")
        lines += [f"def make({taken}):", *given, f"    return _ods_build({self.arguments()})"]
        return "\n".join(lines)

    def function(self) -> str:
        """The function that makes the operation."""
        positional, *optional = self.parameters()
        names = [*positional, *optional[0], *optional[1]]
        # Names that differ in nothing but their case stay.
        snake = _snake if len({*map(_snake, names)}) == len(names) else str
        by_position, by_name = ([f"{snake(name)}=None" for name in names] for names in optional)
        taken = [*map(snake, positional), *by_position, "*", *by_name]
        lines = [f"def {function_name(self.parts.name)}({', '.join(taken)}):"]
        for name in names:
            if name != snake(name):
                lines.append(f"    {name} = {snake(name)}")
        call = f"_ods_build({self.arguments()})"
        if any(part.arity != "1" for part in self.results):
            call = f"_ods_results_of({call})"
        elif len(self.results) == 1:
            call += ".result"
        elif self.results:
            call += ".results"
        return "\n".join([*lines, *self.types_given(), *self.attributes_given(), f"    return {call}"])

    def arguments(self) -> str:
        """The arguments of the native function."""
        regions = sum(part.arity == "1" for part in self.regions)
        count = [str(regions), *(safe(f"num_{part.name}") for part in self.regions if part.arity != "1")]
        sized = ("operands" in self.parts.sized) + 2 * ("results" in self.parts.sized)
        return ", ".join(
            [
                repr(self.parts.name),
                str(sized),
                "results" if self.infers else _list(self.results),
                _list(self.operands),
                "_ods_given" if self.attributes else "None",
                _list(self.successors) if self.successors else "None",
                " + ".join(count),
                "loc",
                "ip",
            ]
        )

    def types_given(self) -> list[str]:
        """The statement that sets the types of the results if there are none."""
        if self.parts.inferred:
            types = ", ".join(f"_ods_parse({text!r})" for text in self.parts.inferred)
            return [f"    results = [{types}] if results is None else results"]
        if not self.parts.same or (self.parts.infers and not self.parts.regions):
            return []
        first = self.operands[0].python
        return [
            f"    results = [_ods_type_of({first})] * {len(self.results)} if results is None else results"
        ]

    def attributes_given(self) -> list[str]:
        """The statements that collect the attributes."""
        if not self.attributes:
            return []
        required = self.required()
        first = f"{{{', '.join(required)}}}" if required else "None"
        return [f"    _ods_given = {first}", *self.optional()]

    def required(self) -> list[str]:
        for_all = [part for part in self.attributes if part.arity == "1" and part.constraint not in _UNIT]
        return [
            f"{part.name!r}: {part.python} if _ods_is({part.python}, _ods_kind) "
            f"else _ods_attribute({part.constraint!r}, {part.python}, loc)"
            for part in for_all
        ]

    def optional(self) -> list[str]:
        lines = []
        for part in self.attributes:
            name = part.python
            if part.constraint in _UNIT:
                condition, value = name, "_ods_unit(loc)"
            elif part.arity == "?":
                condition = f"{name} is not None"
                built = f"_ods_attribute({part.constraint!r}, {name}, loc)"
                value = f"{name} if _ods_is({name}, _ods_kind) else {built}"
            else:
                continue
            lines.append(f"    if {condition}:")
            lines.append("        _ods_given = {} if _ods_given is None else _ods_given")
            lines.append(f"        _ods_given[{part.name!r}] = {value}")
        return lines

    def properties(self) -> dict[str, Any]:
        """The properties of the parts."""
        made: dict[str, Any] = {}
        for kind, parts in (("operand", self.operands), ("result", self.results)):
            for at, part in enumerate(parts):
                # Every operation has `result`, its only one.
                if (kind, part.name, part.arity, len(parts)) != ("result", "result", "1", 1):
                    made[part.python] = _reader(self.value(kind, parts, at))
        for part in self.attributes:
            kinds = _unit if part.constraint in _UNIT else _optional if part.arity == "?" else _required
            made[part.python] = kinds(part.name)
        for at, part in enumerate(self.regions):
            made[part.python] = _regions(at, part.arity == "1")
        return made

    def value(self, kind: str, parts: list[Part], at: int) -> str:
        """The operands or results of a part."""
        arity = parts[at].arity
        variadic = [number for number, part in enumerate(parts) if part.arity != "1"]
        if f"{kind}s" in self.parts.sized:
            group = f'segment(self.{kind}s, self.attributes["{kind}SegmentSizes"], {at})'
        elif not variadic or at < variadic[0]:
            return f"self.{kind}s[{at}]"
        elif len(variadic) == 1:
            after = len(parts) - variadic[0] - 1
            if at > variadic[0]:
                return f"self.{kind}s[{at - len(parts)}]"
            if arity == "?":
                return f"self.{kind}s[{at}] if len(self.{kind}s) > {len(parts) - 1} else None"
            return f"self.{kind}s[{at} : len(self.{kind}s) - {after}]"
        else:
            before = sum(number < at for number in variadic)
            single = len(parts) - len(variadic)
            group = f"equal_segment(self.{kind}s, {at - before}, {before}, {single}, {len(variadic)})"
            if arity == "1":
                size = f"(len(self.{kind}s) - {single}) // {len(variadic)}"
                return f"self.{kind}s[{at - before} + {before} * ({size})]"
        if arity == "1":
            return f"{group}[0]"
        if arity == "?":
            return f"next(iter({group}), None)"
        return group


_readers: dict[str, property] = {}


def _reader(source: str) -> property:
    """The property for operands or results, which most operations share with others."""
    made = _readers.get(source)
    if made is None:
        made = _readers[source] = property(eval(f"lambda self: {source}", _names()))
    return made


def _required(name: str) -> property:
    """The property for an attribute that is always there."""

    def write(self: Any, value: Any) -> None:
        self.attributes[name] = value

    return property(lambda self: self.attributes[name], write)


def _optional(name: str) -> property:
    """The property for an attribute that can be absent, which is None then."""

    def read(self: Any) -> Any:
        return self.attributes.get(name)

    def write(self: Any, value: Any) -> None:
        if value is not None:
            self.attributes[name] = value
        elif name in self.attributes:
            del self.attributes[name]

    def remove(self: Any) -> None:
        del self.attributes[name]

    return property(read, write, remove)


def _unit(name: str) -> property:
    """The property for an attribute that is there or not."""

    def write(self: Any, value: Any) -> None:
        if value:
            self.attributes[name] = unit(self.location)
        elif name in self.attributes:
            del self.attributes[name]

    def remove(self: Any) -> None:
        del self.attributes[name]

    def read(self: Any) -> bool:
        value = self.attributes.get(name)
        # A property of a flag that is not set is an attribute, too.
        return value is not None and not (isinstance(value, ir.BoolAttr) and not value.value)

    return property(read, write, remove)


def _regions(at: int, is_one: bool) -> property:
    """The property for a region, or for all from one on."""
    return property(lambda self: self.regions[at] if is_one else self.regions[at:])


def _list(parts: list[Part]) -> str:
    return f"[{', '.join(part.python for part in parts)}]"


def _snake(name: str) -> str:
    return name if name in ("loc", "ip", "results") else safe(snake(name))


def _named(parts: list[Part], unnamed: str, only: str) -> list[Part]:
    """The parts with names for those that have none."""
    return [
        part if part.name else Part(only if len(parts) == 1 else f"{unnamed}{at}", part.arity)
        for at, part in enumerate(parts)
    ]
