"""Dialects that Python classes define."""

from collections.abc import Sequence
from typing import Any, Optional, TypeVar, Union

import pytest

from tvmlike import ir
from tvmlike.dialects import arith
from tvmlike.dialects.ext import (
    Attribute,
    Dialect,
    DialectAlreadyLoadedError,
    Operand,
    Operation,
    Region,
    Result,
    infer_result,
)

i32, f32 = "i32", "f32"
T = TypeVar("T", bound=Union[ir.IntegerType, ir.F32Type])


class Toy(Dialect, name="pytoy"):
    pass


class AddOp(Toy.Operation, name="add"):
    lhs: Operand[i32]
    rhs: Operand[i32]
    res: Result[i32] = infer_result()


class SameOp(Toy.Operation, name="same"):
    first: Operand[T]
    second: Operand[T]
    axis: Attribute[ir.IntegerAttr]
    res: Result[T]


class ManyOp(Operation, dialect=Toy, name="many"):
    head: Operand
    maybe: Optional[Operand[f32]]
    rest: Sequence[Operand[i32]]
    made: Sequence[Result[Any]]
    body: Region


@pytest.fixture
def block():
    with ir.Context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        Toy.load()
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            yield module.body


def test_operations(block):
    i32, f32 = ir.IntegerType.get_signless(32), ir.F32Type.get()
    one, half = arith.constant(i32, 1), arith.constant(f32, 0.5)
    total = AddOp(one, rhs=one)
    assert (total.lhs, total.rhs, total.res.type) == (one, one, i32)
    assert AddOp.OPERATION_NAME == "pytoy.add"
    axis = ir.IntegerAttr.get(i32, 3)
    same = SameOp(f32, half, half, axis)
    assert same.axis == axis
    many = ManyOp([f32, f32], one, [one, total], maybe=half)
    with ir.InsertionPoint(many.body.blocks.append()):
        ir.Operation.create("app.end")
    assert (many.head, many.maybe, list(many.rest)) == (one, half, [one, total.res])
    assert [value.type for value in many.made] == [f32, f32]
    assert ManyOp([], one, []).maybe is None
    list(block)[-1].operation.erase()
    module = block.owner
    assert module.verify()
    views = list(block)
    assert [type(view) for view in views[2:]] == [AddOp, SameOp, ManyOp]
    text = str(module)
    assert '"pytoy.add"(%c1_i32, %c1_i32) : (i32, i32) -> i32' in text
    assert str(ir.Module.parse(text)).strip() == text.strip()


def test_the_record_is_verified(block):
    i32, f32 = ir.IntegerType.get_signless(32), ir.F32Type.get()
    one, half = arith.constant(i32, 1), arith.constant(f32, 0.5)
    for wrong in (
        lambda: AddOp(one, half),
        lambda: AddOp(one, one, results=[f32]),
        lambda: SameOp(f32, half, one, ir.IntegerAttr.get(i32, 3)),
        lambda: SameOp(f32, half, half, ir.StringAttr.get("text")),
        lambda: SameOp(ir.F64Type.get(), half, half, ir.IntegerAttr.get(i32, 3)),
    ):
        with pytest.raises(ir.MLIRError, match="Verification failed"):
            wrong().verify()
    with pytest.raises(ir.MLIRError):
        ir.Operation.parse('%0 = "pytoy.add"() : () -> i32')
    with pytest.raises(DialectAlreadyLoadedError, match="'pytoy' has already been loaded"):
        Toy.load()
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'rhs'"):
        AddOp(one)


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        (int, "expected Operand, Result, Attribute or Region"),
        (Optional[Attribute[Any]], "an attribute cannot be optional"),
        (Operand[list], "unsupported constraint"),
    ],
)
def test_refused(annotation, message):
    class Refused(Dialect, name="pyrefused"):
        pass

    with pytest.raises(TypeError, match=message):
        type(Operation)("Op", (Refused.Operation,), {"__annotations__": {"x": annotation}}, name="op")
    with pytest.raises(TypeError, match="must inherit from the `Operation` of a dialect"):
        type(Operation)("Op", (Operation,), {}, name="op")
