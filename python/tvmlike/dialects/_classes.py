"""The class of an operation, from its record.

The methods are Python source that is compiled when the class is used first, so that a constructor takes its
parameters as a function written by hand does. All constructors end in one native function.
"""

from __future__ import annotations

from .._classes import register_leaf
from ..ir import _this as ir
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


def results_of(op: Any) -> Any:
    """The result of an operation; all if there are several, and the operation if there is none."""
    results = op.results
    count = len(results)
    return results[0] if count == 1 else results if count else op


def make(name: str, class_name: str) -> Any:
    """The class of an operation."""
    dialect = name.partition(".")[0]
    register_builders(dialect)
    parts = record(name)
    source = _Source(parts)
    space = _names()
    exec(compile(source.method(), f"<{name}>", "exec"), space)
    body: dict[str, Any] = {
        "__slots__": (),
        "__module__": f"{__package__}.{dialect}",
        "__doc__": f"The operation {name}.",
        "OPERATION_NAME": name,
        "_ODS_REGIONS": (
            sum(part.arity == "1" for part in parts.regions),
            all(part.arity == "1" for part in parts.regions),
        ),
        "_ODS_OPERAND_SEGMENTS": _segments(parts.operands) if "operands" in parts.sized else None,
        "_ODS_RESULT_SEGMENTS": _segments(parts.results) if "results" in parts.sized else None,
        "__init__": space["__init__"],
        **source.properties(space),
    }
    body["__init__"].__qualname__ = f"{class_name}.__init__"
    made = type(ir.OpView)(class_name, (ir.OpView,), body)
    return register_class(made)


def register_class(cls: Any) -> Any:
    """Makes views of the operations of a class instances of it."""
    key = ir._register_view(cls.OPERATION_NAME)
    forget_late(key)
    register_leaf(cls, key)
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
    """What the source of an operation refers to."""
    return {
        "build": ir._build_view,
        "construct": construct,
        "NO_KEYWORDS": {},
        "Attribute": ir.Attribute,
        "attribute": attribute,
        "unit": unit,
        "segment": segment,
        "equal_segment": equal_segment,
        "results_of": results_of,
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

    def parameters(self) -> tuple[list[str], list[str]]:
        """The names of the parameters: by position, and by name only."""
        positional: list[str] = []
        named: list[str] = []
        if not self.infers:
            positional += [safe(part.name) for part in self.results]
        for at, operand in enumerate([*self.operands, None]):
            for part in self.attributes:
                if part.arity == "1" and part.constraint not in _UNIT and part.position == at:
                    positional.append(safe(part.name))
            if operand is not None:
                (named if operand.arity == "?" else positional).append(safe(operand.name))
        for part in self.attributes:
            if part.arity == "?" or part.constraint in _UNIT:
                named.append(safe(part.name))
        positional += [safe(part.name) for part in self.successors]
        positional += [f"num_{part.name}" for part in self.regions if part.arity != "1"]
        if self.infers:
            named.append("results")
        return positional, [*named, "loc", "ip"]

    @property
    def infers(self) -> bool:
        return self.parts.infers and not self.parts.regions

    def method(self) -> str:
        """The constructor."""
        positional, named = self.parameters()
        taken = ["self", *positional, "*", *(f"{name}=None" for name in named)]
        lines = [f"def __init__({', '.join(taken)}):", *self.attributes_given()]
        lines.append(f"    construct(self, build, ({self.arguments()}), NO_KEYWORDS)")
        return "\n".join(lines)

    def function(self) -> str:
        """The function that makes the operation."""
        positional, named = self.parameters()
        taken = [*map(_snake, positional), "*", *(f"{_snake(name)}=None" for name in named)]
        lines = [f"def {function_name(self.parts.name)}({', '.join(taken)}):"]
        for name in (*positional, *named):
            if name != _snake(name):
                lines.append(f"    {name} = {_snake(name)}")
        call = f"build({self.arguments()})"
        if any(part.arity != "1" for part in self.results):
            call = f"results_of({call})"
        elif len(self.results) == 1:
            call += ".result"
        elif self.results:
            call += ".results"
        return "\n".join([*lines, *self.attributes_given(), f"    return {call}"])

    def arguments(self) -> str:
        """The arguments of the native function."""
        regions = sum(part.arity == "1" for part in self.regions)
        count = [str(regions), *(f"num_{part.name}" for part in self.regions if part.arity != "1")]
        sized = ("operands" in self.parts.sized) + 2 * ("results" in self.parts.sized)
        return ", ".join(
            [
                repr(self.parts.name),
                str(sized),
                "results" if self.infers else _list(self.results),
                _list(self.operands),
                "given" if self.attributes else "None",
                _list(self.successors) if self.successors else "None",
                " + ".join(count),
                "loc",
                "ip",
            ]
        )

    def attributes_given(self) -> list[str]:
        """The statements that collect the attributes."""
        if not self.attributes:
            return []
        required = self.required()
        first = f"{{{', '.join(required)}}}" if required else "None"
        return [f"    given = {first}", *self.optional()]

    def required(self) -> list[str]:
        for_all = [part for part in self.attributes if part.arity == "1" and part.constraint not in _UNIT]
        return [
            f"{part.name!r}: {safe(part.name)} if isinstance({safe(part.name)}, Attribute) "
            f"else attribute({part.constraint!r}, {safe(part.name)}, loc)"
            for part in for_all
        ]

    def optional(self) -> list[str]:
        lines = []
        for part in self.attributes:
            name = safe(part.name)
            if part.constraint in _UNIT:
                condition, value = name, "unit(loc)"
            elif part.arity == "?":
                condition = f"{name} is not None"
                built = f"attribute({part.constraint!r}, {name}, loc)"
                value = f"{name} if isinstance({name}, Attribute) else {built}"
            else:
                continue
            lines.append(f"    if {condition}:")
            lines.append("        given = {} if given is None else given")
            lines.append(f"        given[{part.name!r}] = {value}")
        return lines

    def properties(self, space: dict[str, Any]) -> dict[str, Any]:
        """The properties of the parts."""
        made: dict[str, Any] = {}

        def add(name: str, get: str, set: str | None = None, delete: str | None = None) -> None:
            functions = [
                eval(f"lambda self: {get}", space),
                None if set is None else eval(f"lambda self, value: {set}", space),
                None if delete is None else eval(f"lambda self: {delete}", space),
            ]
            made[safe(name)] = property(*functions)

        for kind, parts in (("operand", self.operands), ("result", self.results)):
            for at, part in enumerate(parts):
                # Every operation has `result`, its only one.
                if (kind, part.name, part.arity, len(parts)) != ("result", "result", "1", 1):
                    add(part.name, self.value(kind, parts, at))
        for part in self.attributes:
            item = f"self.attributes[{part.name!r}]"
            present = f"{part.name!r} in self.attributes"
            remove = f"self.attributes.__delitem__({part.name!r})"
            store = f"self.attributes.__setitem__({part.name!r}, value)"
            if part.constraint in _UNIT:
                flag = f"self.attributes.__setitem__({part.name!r}, unit(self.location))"
                add(part.name, present, f"{flag} if value else ({remove} if {present} else None)", remove)
            elif part.arity == "?":
                absent = f"({remove} if {present} else None)"
                add(
                    part.name,
                    f"{item} if {present} else None",
                    f"{store} if value is not None else {absent}",
                    remove,
                )
            else:
                add(part.name, item, store)
        for at, part in enumerate(self.regions):
            add(part.name, f"self.regions[{at}]" if part.arity == "1" else f"self.regions[{at}:]")
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


def _list(parts: list[Part]) -> str:
    return f"[{', '.join(safe(part.name) for part in parts)}]"


def _snake(name: str) -> str:
    return name if name in ("loc", "ip", "results") else safe(snake(name))


def _named(parts: list[Part], unnamed: str, only: str) -> list[Part]:
    """The parts with names for those that have none."""
    return [
        part if part.name else Part(only if len(parts) == 1 else f"{unnamed}{at}", part.arity)
        for at, part in enumerate(parts)
    ]
