"""One operation that is being made: the loops, maps and types of a definition for its operands."""

from __future__ import annotations

from ....ir import _this as ir
from ..._module import generated_class
from ..._records import classes
from ._body import Body
from ._expressions import TensorReduceFn, TensorUse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ._definition import LinalgOpDef, OperandDef

_TYPES: dict[str, Callable[[], Any]] = {
    "I32": lambda: ir.IntegerType.get_signless(32),
    "I64": lambda: ir.IntegerType.get_signless(64),
    "F32": lambda: ir.F32Type.get(),
    "F64": lambda: ir.F64Type.get(),
}
"""The type variables that stand for one type."""


class Call:
    """A definition with its operands and attributes."""

    def __init__(
        self, definition: LinalgOpDef, ins: list[Any], outs: list[Any], attributes: dict[str, Any]
    ) -> None:
        self.definition, self.ins, self.outs = definition, ins, outs
        operands = definition.values()
        expected = [sum(one.kind == "output" for one in operands)]
        expected.insert(0, len(operands) - expected[0])
        for what, values, count in (("inputs", ins, expected[0]), ("outputs", outs, expected[1])):
            if len(values) != count:
                raise ValueError(f"Expected {count} {what} but got {len(values)} for {definition.name}")
        unknown = [name for name in attributes if name not in definition.operands]
        if unknown:
            raise TypeError(f"{definition.name} has no attribute {unknown[0]!r}")
        self.symbols: dict[str, int] = {}
        self.functions: dict[str, str] = {}
        self.numbers: dict[str, list[int]] = {}
        """The attributes with numbers that the call gives."""
        for operand in definition.operands.values():
            if operand.kind == "indices":
                self._set_numbers(operand, attributes.get(operand.name))
            elif operand.is_attribute:
                self._set_function(operand, attributes.get(operand.name))
        self.results = [one.type for one in outs if isinstance(one.type, ir.RankedTensorType)]
        self.types = {name: make() for name, make in _TYPES.items()}
        self.elements = [self._element(*one) for one in zip(operands, [*ins, *outs])]

    def _set_numbers(self, operand: OperandDef, given: Any) -> None:
        numbers = operand.default if given is None else list(given)
        if not all(isinstance(one, int) for one in numbers):
            raise ValueError(f"Attribute {operand.name} needs to be of type Sequence[int] but got {given!r}")
        if len(numbers) != len(operand.symbols):
            raise ValueError(
                f"Attribute {operand.name} has length {len(operand.symbols)} but got {len(numbers)} values"
            )
        self.symbols.update(zip((one.name for one in operand.symbols), numbers))
        if given is not None:
            self.numbers[operand.name] = numbers

    def _set_function(self, operand: OperandDef, given: Any) -> None:
        if given is not None and getattr(given, "kind", None) != operand.kind:
            raise ValueError(
                f"Attribute {operand.name} needs to be of type {operand.kind.title()}FnType "
                f"but got {type(given)}"
            )
        self.functions[operand.name] = operand.default if given is None else given.fn_name

    def _element(self, operand: OperandDef, value: Any) -> Any:
        """The type of the elements of an operand, which its type variable stands for then."""
        assert operand.type_var is not None
        ty, name = value.type, operand.type_var.name
        if operand.shape:
            if not isinstance(ty, ir.ShapedType):
                raise ValueError(f"Expected ShapedType but got {ty}")
            ty = ty.element_type
        elif isinstance(ty, ir.ShapedType) and operand.kind != "scalar":
            ty = ty.element_type
        if self.types.setdefault(name, ty) != ty:
            raise ValueError(f"Cannot overwrite type mapping {name} = {self.types[name]} by type {ty}")
        return ty

    def _loops(self) -> tuple[dict[str, int], list[str], list[Any]]:
        """The positions of the dimensions, the kinds of the loops, and the maps of the operands."""
        assignments = self.definition.assignments
        used = {one for use, value in assignments for one in use.dimensions() | value.dimensions()}
        domain = self.definition.domain or sorted(used, key=lambda one: one.name)
        if set(domain) != used or len(domain) != len(used):
            raise ValueError(
                f"Expected the annotated domain dimensions {domain} to match the set of dimension used by "
                f"the tensor comprehension {used}"
            )
        positions = {one.name: at for at, one in enumerate(domain)}
        reductions = {
            frozenset(value.reduced) if isinstance(value, TensorReduceFn) else frozenset()
            for _, value in assignments
        }
        if len(reductions) != 1:
            raise ValueError(
                f"All writes within a generic must have the same reduction dims. Got: {reductions}"
            )
        (reduced,) = reductions
        kinds = ["reduction" if one in reduced else "parallel" for one in domain]
        return positions, kinds, [self._map(one, positions) for one in self.definition.values()]

    def _map(self, operand: OperandDef, positions: dict[str, int]) -> Any:
        """The map of an operand: how all its uses index it."""
        uses = [
            one
            for use, value in self.definition.assignments
            for one in (use, *value.walk())
            if isinstance(one, TensorUse) and one.operand is operand
        ]
        every = [one.indices for one in uses]
        if operand.kind == "scalar" or (not every and operand.index_dims):
            every = [operand.index_dims]
        maps = [
            ir.AffineMap.get(len(positions), 0, [one.build(positions, self.symbols) for one in indices])
            for indices in every
        ]
        if not maps:
            raise ValueError(f"Failed to compute an indexing map for operand {operand.name}")
        if any(one != maps[0] for one in maps):
            raise ValueError(f"Unexpected multi-read of a tensor with different accesses: {operand.name}")
        return maps[0]

    def generic(self) -> Any:
        """Makes a linalg.generic."""
        if not self.definition.assignments:
            raise ValueError(f"{self.definition.name} assigns nothing")
        positions, kinds, maps = self._loops()
        if not kinds:
            kinds, maps = self._elementwise()
        iterators = [ir.Attribute.parse(f"#linalg.iterator_type<{kind}>") for kind in kinds]
        made = generated_class("linalg", "GenericOp")(
            self.results,
            self.ins,
            self.outs,
            ir.ArrayAttr.get([ir.AffineMapAttr.get(one) for one in maps]),
            ir.ArrayAttr.get(iterators),
        )
        block = made.regions[0].blocks.append(*self.elements)
        arguments = dict(zip((one.name for one in self.definition.values()), block.arguments))
        with ir.InsertionPoint(block):
            body = Body(arguments, self.types, self.functions, positions)
            assigned: dict[str, Any] = {}
            for use, value in self.definition.assignments:
                if use.operand.name in assigned:
                    raise ValueError(
                        f"Multiple assignments to the same argument are forbidden: {use.operand.name}"
                    )
                assigned[use.operand.name] = value.emit(body)
            outputs = [one.name for one in self.definition.values() if one.kind == "output"]
            for name in outputs:
                if name not in assigned:
                    raise ValueError(f"Body assignments do not assign all outputs: missing '{name}'")
            generated_class("linalg", "YieldOp")([assigned[name] for name in outputs])
        return self._result(made)

    def _elementwise(self) -> tuple[list[str], list[Any]]:
        """The loops and maps of an operation without dimensions: those of the first output."""
        rank = self.outs[0].type.rank
        empty, identity = ir.AffineMap.get(rank, 0, []), ir.AffineMap.get_identity(rank)
        maps = []
        for operand, value in zip(self.definition.values(), [*self.ins, *self.outs]):
            is_single = operand.kind == "scalar" or (operand.kind == "input" and value.type.rank == 0)
            maps.append(empty if is_single else identity)
        return ["parallel"] * rank, maps

    def named(self) -> Any:
        """Makes the operation of linalg that has the name."""
        class_name = self.definition.class_name
        if class_name not in classes("linalg"):
            raise NotImplementedError(
                f"Unknown named op_name / op_class_name: {self.definition.name} / {class_name}"
            )
        made = generated_class("linalg", class_name)(self.results, self.ins, self.outs)
        for name, numbers in self.numbers.items():
            text = ", ".join(map(str, numbers))
            made.attributes[name] = ir.Attribute.parse(f"dense<[{text}]> : tensor<{len(numbers)}xi64>")
        for name, function in self.functions.items():
            kind = self.definition.operands[name].kind
            made.attributes[name] = ir.Attribute.parse(f"#linalg.{kind}_fn<{function}>")
        ir._fill_builtin_region(made.operation)
        return self._result(made)

    def _result(self, made: Any) -> Any:
        return made.result if len(self.results) == 1 else made.results
