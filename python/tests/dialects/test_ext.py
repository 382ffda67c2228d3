"""Dialects that Python classes define."""

from collections.abc import Sequence
from typing import Any, Optional, TypeVar, Union

import pytest

from tvmlike import ir
from tvmlike.dialects import arith, ext
from tvmlike.dialects.ext import Dialect, Operand, Region, Result, infer_result

i32, WORD = ir.IntegerType[32], "i32"
T = TypeVar("T", bound=Union[ir.IntegerType[32], ir.F32Type])


class Toy(Dialect, name="pytoy"):
    pass


class BoxType(Toy.Type, name="box"):
    item: Union[ir.IntegerType, ir.F32Type]
    size: ir.IntegerAttr


class EmptyType(Toy.Type, name="empty"):
    pass


class MarkAttr(ext.Attribute, dialect=Toy, name="mark"):
    text: ir.StringAttr
    value: Any


class AddOp(Toy.Operation, name="add"):
    lhs: Operand[i32]
    rhs: Operand[WORD]
    res: Result[i32] = infer_result()


class SameOp(Toy.Operation, name="same"):
    first: Operand[T]
    second: Operand[T]
    axis: ir.IntegerAttr
    res: Result[T]


class ManyOp(ext.Operation, dialect=Toy, name="many"):
    head: Operand
    maybe: Optional[Operand[ir.F32Type]] = None
    rest: Sequence[Operand[i32]]
    made: Sequence[Result[Any]]
    last: Optional[Result[ir.F32Type]] = None
    body: Region


class FieldsOp(Toy.Operation, name="fields"):
    given: Operand[Any] = ext.operand(kw_only=True)
    tag: ir.StringAttr = ext.attribute(default_factory=lambda: ir.StringAttr.get("none"))
    anything: ext.Attribute = ext.attribute(kw_only=True)
    res: Result[Any] = ext.result(default_factory=lambda: ir.F32Type.get())


class BoxOp(Toy.Operation, name="wrap"):
    mark: MarkAttr
    box: Operand[BoxType]
    res: Result[BoxType[ir.IntegerType[32], ir.IntegerAttr]]


class Common(Toy.Operation):
    common: Operand[Any]


class DerivedOp(Common, name="derived"):
    extra: ir.UnitAttr


@pytest.fixture
def block():
    with ir.Context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        Toy.load()
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            yield module.body


def number(value):
    return ir.IntegerAttr.get(ir.IntegerType.get_signless(32), value)


def test_what_classes_declare():
    signatures = {op._op_name: str(op.__init__.__signature__) for op in Toy.operations}
    assert signatures == {
        "add": "(self, /, lhs, rhs, *, res=None, loc=None, ip=None)",
        "same": "(self, /, first, second, axis, res, *, loc=None, ip=None)",
        "many": "(self, /, head, rest, made, *, maybe=None, last=None, loc=None, ip=None)",
        "fields": "(self, /, *, given, tag=None, anything, res=None, loc=None, ip=None)",
        "wrap": "(self, /, mark, box, res, *, loc=None, ip=None)",
        "derived": "(self, /, common, extra, *, loc=None, ip=None)",
    }
    assert ManyOp._ODS_OPERAND_SEGMENTS == [1, 0, -1]
    assert (ManyOp._ODS_RESULT_SEGMENTS, ManyOp._ODS_REGIONS) == ([-1, 0], (1, True))
    assert AddOp._ODS_OPERAND_SEGMENTS is None
    assert AddOp.OPERATION_NAME == "pytoy.add"
    assert [one.type_name for one in Toy.types] == ["pytoy.box", "pytoy.empty"]
    assert [one.attr_name for one in Toy.attributes] == ["pytoy.mark"]


def test_operations(block):
    i32, f32 = ir.IntegerType.get_signless(32), ir.F32Type.get()
    one, half = arith.constant(i32, 1), arith.constant(f32, 0.5)
    total = AddOp(one, rhs=one)
    assert (total.lhs, total.rhs, total.res.type) == (one, one, i32)
    axis = number(3)
    same = SameOp(half, half, axis, f32)
    assert same.axis == axis
    many = ManyOp(one, [one, total], [f32, f32], maybe=half)
    with ir.InsertionPoint(many.body.blocks.append()):
        ir.Operation.create("app.end")
    assert (many.head, many.maybe, list(many.rest)) == (one, half, [one, total.res])
    assert [value.type for value in many.made] == [f32, f32]
    few = ManyOp(one, [], [], last=f32)
    assert (few.maybe, len(few.rest), few.last.type, len(few.body.blocks)) == (None, 0, f32, 0)
    few.erase()
    derived = DerivedOp(one, ir.UnitAttr.get())
    assert derived.common == one
    module = block.owner
    assert module.verify()
    views = list(block)
    assert [type(view) for view in views[2:]] == [AddOp, SameOp, ManyOp, DerivedOp]
    text = str(module)
    assert '"pytoy.add"(%c1_i32, %c1_i32) : (i32, i32) -> i32' in text
    assert str(ir.Module.parse(text)).strip() == text.strip()
    adaptor = ManyOp.Adaptor(list(many.operands), many)
    assert (adaptor.head, adaptor.maybe, list(adaptor.rest)) == (one, half, [one, total.res])


def test_defaults_and_arguments_by_name(block):
    one = arith.constant(ir.IntegerType.get_signless(32), 1)
    fields = FieldsOp(given=one, anything=number(3))
    assert (str(fields.tag), fields.res.type, fields.anything) == ('"none"', ir.F32Type.get(), number(3))
    fields = FieldsOp(given=one, anything=number(3), tag=ir.StringAttr.get("x"), res=one.type)
    assert (fields.tag.value, fields.res.type) == ("x", one.type)
    for wrong, message in (
        (lambda: AddOp(one), "missing a required argument: 'rhs'"),
        (lambda: AddOp(one, one, one), "too many positional arguments"),
        (lambda: FieldsOp(one, anything=number(3)), "too many positional arguments"),
        (lambda: ext.Operation(), "is a template and cannot be instantiated"),
    ):
        with pytest.raises(TypeError, match=message):
            wrong()


def test_types_and_attributes(block):
    i32 = ir.IntegerType.get_signless(32)
    box, mark = (
        BoxType.get(i32, number(3)),
        MarkAttr.get(ir.StringAttr.get("a"), ir.ArrayAttr.get([number(1)])),
    )
    assert (str(box), str(EmptyType.get())) == ("!pytoy.box<i32, 3 : i32>", "!pytoy.empty")
    assert (type(box), box.item.value, box.size) == (BoxType, i32, number(3))
    assert box == BoxType.get(i32, number(3)) != BoxType.get(i32, number(4))
    assert (type(mark), mark.text.value, str(mark.value)) == (MarkAttr, "a", "[1 : i32]")
    assert isinstance(ir.Type.parse("!pytoy.box<f32, 4 : i8>"), BoxType)
    assert isinstance(ir.Attribute.parse('#pytoy.mark<"b", f32>'), MarkAttr)
    assert not isinstance(i32, BoxType)
    for wrong in (
        lambda: BoxType.get(ir.StringAttr.get("x"), number(3)),
        lambda: ir.Type.parse("!pytoy.box<index, 4 : i8>"),
        lambda: MarkAttr.get(number(3), number(3)),
    ):
        with pytest.raises(ir.MLIRError):
            wrong()
    with pytest.raises(ValueError, match=r"BoxType\.get: expected 2 parameters, got 1"):
        BoxType.get(i32)
    given = FieldsOp(given=arith.constant(i32, 1), anything=box_attribute(box), res=box)
    wrapped = BoxOp(mark, given, box)
    assert (wrapped.mark, wrapped.res.type) == (mark, box)
    assert wrapped.verify()
    with pytest.raises(ir.MLIRError, match="Verification failed"):
        BoxOp(mark, given, EmptyType.get()).verify()


def box_attribute(box):
    return ir.TypeAttr.get(box)


def test_the_record_is_verified(block):
    i32, f32 = ir.IntegerType.get_signless(32), ir.F32Type.get()
    one, half = arith.constant(i32, 1), arith.constant(f32, 0.5)
    for wrong in (
        lambda: AddOp(one, half),
        lambda: AddOp(one, one, res=f32),
        lambda: SameOp(half, one, number(3), f32),
        lambda: SameOp(half, half, ir.StringAttr.get("text"), f32),
        lambda: SameOp(half, half, number(3), ir.F64Type.get()),
    ):
        with pytest.raises(ir.MLIRError, match="Verification failed"):
            wrong().verify()
    with pytest.raises(ir.MLIRError):
        ir.Operation.parse('%0 = "pytoy.add"() : () -> i32')
    with pytest.raises(ext.DialectAlreadyLoadedError, match="'pytoy' has already been loaded"):
        Toy.load()


def test_refused_fields():
    class Refused(Dialect, name="pyrefused"):
        pass

    text = ir.StringAttr
    for annotation, value, message in (
        (Operand[i32], 4, "the field specifier of field 'x' is not supported"),
        (Operand[i32], None, "only optional operand can be set to None"),
        (Optional[text], ext.attribute(), "optional attribute is not currently supported"),
        (Optional[Region], ..., "optional region is not currently supported"),
        (Operand[i32], ext.result(), "only `operand` field specifier can be used for operand fields"),
        (Result[i32], ext.operand(), "only `result` field specifier can be used for result fields"),
        (text, ext.operand(), "only `attribute` field specifier can be used for attribute fields"),
        (Region, ext.operand(), "this field specifier can not be used for region fields"),
        (Sequence[Result[i32]], infer_result(), "of variadic or optional result 'x' cannot be inferred"),
        (Result[Any], infer_result(), "unsupported type for inferring"),
    ):
        body = {"__annotations__": {"x": annotation}, "__module__": __name__}
        if value is not ...:
            body["x"] = value
        with pytest.raises((TypeError, ValueError), match=message):
            type(ext.Operation)("Op", (Refused.Operation,), body, name="op")
    for base in (ext.Operation, ext.Type, ext.Attribute):
        with pytest.raises(RuntimeError, match=f"{base.__name__} subclasses must either inherit"):
            type(base)("Wrong", (base,), {}, name="op")
        with pytest.raises(RuntimeError, match="has already been attached to dialect 'pytoy'"):
            type(base)("Wrong", (getattr(Toy, base.__name__),), {}, name="op", dialect=Refused)

    class WrongOp(Refused.Operation, name="op"):
        x: Operand[list]

    with (
        ir.Context(),
        ir.Location.unknown(),
        pytest.raises(TypeError, match="unsupported type in constraints"),
    ):
        Refused.load()
