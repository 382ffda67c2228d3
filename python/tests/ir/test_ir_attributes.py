"""Attributes: parsing, builders, casts, members, except those with many elements."""

import pytest
from mlir_api import UPSTREAM, ir


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as ctx, ir.Location.unknown():
        ctx.allow_unregistered_dialects = True
        yield ctx


def i32():
    return ir.IntegerType.get_signless(32)


def test_parse_and_print():
    for text in ['"hello"', "1 : i32", "[1, 2]", "{a, b = 3 : i8}", "unit", "@a::@b", "#foo.bar<x>", "i32"]:
        assert str(ir.Attribute.parse(text)).replace(" : i64", "") == text
    assert repr(ir.Attribute.parse('"hello"')) == 'StringAttr("hello")'
    assert repr(ir.Attribute.parse("1 : i32")) == "IntegerAttr(1 : i32)"


def test_parse_errors():
    with pytest.raises(ir.MLIRError) as caught:
        ir.Attribute.parse("BAD_ATTR_DOES_NOT_EXIST")
    assert str(caught.value) == (
        'Unable to parse attribute:\nerror: "BAD_ATTR_DOES_NOT_EXIST":1:1: expected attribute value'
    )


def test_equality_and_hash():
    one = ir.Attribute.parse("1 : i32")
    assert one == ir.IntegerAttr.get(i32(), 1)
    assert one != ir.Attribute.parse("2 : i32")
    assert one != 1
    assert hash(one) == hash(ir.IntegerAttr.get(i32(), 1))
    with ir.Context():
        other = ir.Attribute.parse("1 : i32")
    assert one != other


def test_casts():
    attribute = ir.Attribute.parse("1 : i32")
    assert type(attribute) is ir.IntegerAttr
    assert ir.Attribute(attribute) == attribute
    assert type(ir.Attribute(attribute).maybe_downcast()) is ir.IntegerAttr
    assert ir.IntegerAttr(attribute) == attribute
    with pytest.raises(ValueError, match="Cannot cast attribute to StringAttr"):
        ir.StringAttr(attribute)


def test_type_and_type_ids():
    attribute = ir.Attribute.parse("1 : i32")
    assert attribute.type == i32()
    assert attribute.typeid == ir.IntegerAttr.static_typeid
    assert ir.StringAttr.attr_name == "builtin.string"
    assert ir.IntegerAttr.attr_name == "builtin.integer"
    assert str(ir.Attribute.parse("unit").type) == "none"


def test_named():
    named = ir.UnitAttr.get().get_named("foobar")
    assert isinstance(named, ir.NamedAttribute)
    assert named.name == "foobar"
    assert named.attr == ir.UnitAttr.get()
    assert repr(named) == "NamedAttribute(foobar=unit)"


def test_unit_and_type():
    assert str(ir.UnitAttr.get()) == "unit"
    ty = ir.TypeAttr.get(i32())
    assert str(ty) == "i32"
    assert ty.value == i32()
    assert isinstance(ty.value, ir.IntegerType)


def test_bool():
    true = ir.BoolAttr.get(True)
    assert str(true) == "true"
    assert true.value is True
    assert bool(true) is True
    assert ir.BoolAttr.get(False).value is False
    assert isinstance(ir.Attribute.parse("true"), ir.BoolAttr)
    assert ir.IntegerAttr(true).value == -1
    with pytest.raises(ValueError, match="Cannot cast attribute to BoolAttr"):
        ir.BoolAttr(ir.Attribute.parse("1 : i32"))


def test_integer():
    attribute = ir.IntegerAttr.get(i32(), 42)
    assert str(attribute) == "42 : i32"
    assert attribute.value == 42
    assert int(attribute) == 42
    assert [0, 1, 2][ir.IntegerAttr.get(i32(), 1)] == 1
    assert ir.IntegerAttr.get(ir.IndexType.get(), -1).value == -1
    assert ir.IntegerAttr.get(ir.IntegerType.get_signed(8), -3).value == -3
    assert ir.IntegerAttr.get(ir.IntegerType.get_unsigned(8), 255).value == 255
    assert ir.IntegerAttr.get(ir.IntegerType.get_signless(8), 255).value == -1


def test_wide_integers():
    wide = ir.IntegerType.get_signless(128)
    value = 2**100 + 7
    assert ir.IntegerAttr.get(wide, value).value == value
    assert str(ir.IntegerAttr.get(wide, value)) == f"{value} : i128"
    if not UPSTREAM:  # upstream reads the first as unsigned and refuses the second
        assert ir.IntegerAttr.get(wide, -value).value == -value
        assert ir.IntegerAttr.get(ir.IntegerType.get_unsigned(64), 2**64 - 1).value == 2**64 - 1


def test_float():
    attribute = ir.FloatAttr.get(ir.F32Type.get(), 42.0)
    assert str(attribute) == "4.200000e+01 : f32"
    assert attribute.value == 42.0
    assert float(attribute) == 42.0
    assert str(ir.FloatAttr.get_f32(0.5)) == "5.000000e-01 : f32"
    assert str(ir.FloatAttr.get_f64(0.5)) == "5.000000e-01 : f64"
    assert ir.FloatAttr.get_unchecked(ir.F64Type.get(), 0.5) == ir.FloatAttr.get_f64(0.5)
    with pytest.raises(ir.MLIRError, match="expected floating point type"):
        ir.FloatAttr.get(i32(), 1.0)
    with pytest.raises(ValueError, match="Cannot cast attribute to FloatAttr"):
        ir.FloatAttr(ir.StringAttr.get("x"))


def test_string():
    attribute = ir.StringAttr.get("foobar")
    assert str(attribute) == '"foobar"'
    assert attribute.value == "foobar"
    assert attribute.value_bytes == b"foobar"
    assert str(ir.StringAttr.get(b"\x00\xff")) == '"\\00\\FF"'
    assert ir.StringAttr.get(b"\x00\xff").value_bytes == b"\x00\xff"
    typed = ir.StringAttr.get_typed(i32(), "12345")
    assert str(typed) == '"12345" : i32'
    assert typed.type == i32()
    assert ir.StringAttr.get("plain").type == ir.NoneType.get()


def test_symbol_references():
    flat = ir.FlatSymbolRefAttr.get("symbol")
    assert str(flat) == "@symbol"
    assert flat.value == "symbol"
    nested = ir.SymbolRefAttr.get(["sym1", "sym2"])
    assert str(nested) == "@sym1::@sym2"
    assert nested.value == ["sym1", "sym2"]
    assert isinstance(ir.Attribute.parse("@a"), ir.FlatSymbolRefAttr)
    assert type(ir.Attribute.parse("@a::@b")) is ir.SymbolRefAttr
    assert ir.SymbolRefAttr.get(["symbol"]) == flat
    assert ir.SymbolRefAttr(flat).value == ["symbol"]
    with pytest.raises(RuntimeError, match=r"SymbolRefAttr must be composed of at least one symbol."):
        ir.SymbolRefAttr.get([])


def test_array():
    attribute = ir.ArrayAttr.get([ir.StringAttr.get("a"), ir.UnitAttr.get()])
    assert str(attribute) == '["a", unit]'
    assert len(attribute) == 2
    assert attribute[0] == ir.StringAttr.get("a")
    assert [str(one) for one in attribute] == ['"a"', "unit"]
    assert str(attribute + [ir.StringAttr.get("b")]) == '["a", unit, "b"]'
    with pytest.raises(IndexError, match=r"ArrayAttribute index out of range|out of range"):
        attribute[2]
    for wrong in ([1, 2], [None]):
        with pytest.raises((TypeError, RuntimeError)):
            ir.ArrayAttr.get(wrong)


def test_dictionary():
    attribute = ir.DictAttr.get({"stringattr": ir.StringAttr.get("s"), "a": ir.UnitAttr.get()})
    assert str(attribute) == '{a, stringattr = "s"}'
    assert len(attribute) == 2
    assert "a" in attribute
    assert "b" not in attribute
    assert attribute["stringattr"] == ir.StringAttr.get("s")
    assert attribute[0].name == "a"
    assert attribute[1].attr == ir.StringAttr.get("s")
    assert len(ir.DictAttr.get()) == 0
    with pytest.raises(KeyError, match="attempt to access a non-existent attribute"):
        attribute["b"]
    with pytest.raises(IndexError, match="attempt to access out of bounds attribute"):
        attribute[2]
    with pytest.raises((TypeError, RuntimeError, ValueError)):
        ir.DictAttr.get({"a": None})


def test_opaque():
    attribute = ir.OpaqueAttr.get("pytest_dummy", b"bytes", ir.NoneType.get())
    assert attribute.dialect_namespace == "pytest_dummy"
    assert attribute.data == b"bytes"
    parsed = ir.Attribute.parse("#nobody.thing<1, 2>")
    assert isinstance(parsed, ir.OpaqueAttr)
    assert parsed.dialect_namespace == "nobody"


def test_strided_layout():
    layout = ir.StridedLayoutAttr.get(42, [5, 7, 13])
    assert str(layout) == "strided<[5, 7, 13], offset: 42>"
    assert layout.offset == 42
    assert layout.strides == [5, 7, 13]
    dynamic = ir.StridedLayoutAttr.get_fully_dynamic(3)
    assert str(dynamic) == "strided<[?, ?, ?], offset: ?>"
    assert dynamic.offset == ir.ShapedType.get_dynamic_stride_or_offset()
    assert all(stride == dynamic.offset for stride in dynamic.strides)


def test_dump_prints_to_stderr(capfd):
    ir.UnitAttr.get().dump()
    assert capfd.readouterr().err == "unit\n"
