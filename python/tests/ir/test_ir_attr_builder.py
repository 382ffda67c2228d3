"""Attribute builders by name."""

import pytest
from mlir_api import ir


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as ctx, ir.Location.unknown():
        yield ctx


CASES = [
    ("BoolAttr", True, "true"),
    ("IndexAttr", 3, "3 : index"),
    ("I1Attr", 1, "true"),
    ("I8Attr", 3, "3 : i8"),
    ("I16Attr", 3, "3 : i16"),
    ("I32Attr", 3, "3 : i32"),
    ("I64Attr", 3, "3 : i64"),
    ("SI8Attr", 3, "3 : si8"),
    ("SI16Attr", 3, "3 : si16"),
    ("SI32Attr", 3, "3 : si32"),
    ("SI64Attr", 3, "3 : si64"),
    ("UI8Attr", 3, "3 : ui8"),
    ("UI16Attr", 3, "3 : ui16"),
    ("UI32Attr", 3, "3 : ui32"),
    ("UI64Attr", 3, "3 : ui64"),
    ("F32Attr", 0.5, "5.000000e-01 : f32"),
    ("F64Attr", 0.5, "5.000000e-01 : f64"),
    ("StrAttr", "x", '"x"'),
    ("SymbolNameAttr", "x", '"x"'),
    ("SymbolRefAttr", ["x", "y"], "@x::@y"),
    ("SymbolRefAttr", "x", "@x"),
    ("FlatSymbolRefAttr", "x", "@x"),
    ("UnitAttr", True, "unit"),
    ("BoolArrayAttr", [True, False], "[true, false]"),
    ("I32ArrayAttr", [1, 2], "[1 : i32, 2 : i32]"),
    ("I64ArrayAttr", [1, 2], "[1, 2]"),
    ("I64SmallVectorArrayAttr", [1, 2], "[1, 2]"),
    ("IndexListArrayAttr", [[1], [2]], "[[1], [2]]"),
    ("F32ArrayAttr", [0.5], "[5.000000e-01 : f32]"),
    ("F64ArrayAttr", [0.5], "[5.000000e-01]"),
    ("StrArrayAttr", ["a", "b"], '["a", "b"]'),
    ("SymbolRefArrayAttr", ["a", "b"], "[@a, @b]"),
    ("FlatSymbolRefArrayAttr", ["a"], "[@a]"),
    ("DenseF32ArrayAttr", [0.5], "array<f32: 5.000000e-01>"),
    ("DenseF64ArrayAttr", [0.5], "array<f64: 5.000000e-01>"),
    ("DenseI8ArrayAttr", [1], "array<i8: 1>"),
    ("DenseI16ArrayAttr", [1], "array<i16: 1>"),
    ("DenseI32ArrayAttr", [1], "array<i32: 1>"),
    ("DenseI64ArrayAttr", [1], "array<i64: 1>"),
    ("DenseBoolArrayAttr", [True], "array<i1: true>"),
]


@pytest.mark.parametrize(("name", "value", "text"), CASES)
def test_builtin_builders(name, value, text, context):
    assert ir.AttrBuilder.contains(name)
    assert str(ir.AttrBuilder.get(name)(value, context=context)) == text


def test_builders_of_attributes_and_types(context):
    i32 = ir.IntegerType.get_signless(32)
    unit = ir.UnitAttr.get()
    assert str(ir.AttrBuilder.get("TypeAttr")(i32, context)) == "i32"
    assert str(ir.AttrBuilder.get("TypeArrayAttr")([i32], context)) == "[i32]"
    assert str(ir.AttrBuilder.get("MemRefTypeAttr")(i32, context)) == "i32"
    assert str(ir.AttrBuilder.get("ArrayAttr")([unit], context)) == "[unit]"
    assert str(ir.AttrBuilder.get("DictionaryAttr")({"a": unit}, context)) == "{a}"
    assert str(ir.AttrBuilder.get("DictArrayAttr")([{"a": unit}], context)) == "[{a}]"
    identity = ir.AffineMap.get_identity(1)
    assert str(ir.AttrBuilder.get("AffineMapAttr")(identity, context)) == "affine_map<(d0) -> (d0)>"
    assert str(ir.AttrBuilder.get("AffineMapArrayAttr")([identity], context)) == "[affine_map<(d0) -> (d0)>]"
    assert ir.AttrBuilder.get("UnitAttr")(False, context) is None


def test_builders_of_elements(context):
    pytest.importorskip("numpy")
    assert str(ir.AttrBuilder.get("F64ElementsAttr")([0.5], context)) == "dense<5.000000e-01> : tensor<1xf64>"
    assert str(ir.AttrBuilder.get("I32ElementsAttr")([1, 2], context)) == "dense<[1, 2]> : tensor<2xi32>"
    assert str(ir.AttrBuilder.get("I64ElementsAttr")([1, 2], context)) == "dense<[1, 2]> : tensor<2xi64>"
    assert str(ir.AttrBuilder.get("IndexElementsAttr")([1, 2], context)) == "dense<[1, 2]> : tensor<2xindex>"


def test_own_builders(context):
    ir.AttrBuilder.insert("tvmlike.TestAttr", lambda x, context: ir.StringAttr.get(x * 2, context))
    assert ir.AttrBuilder.get("tvmlike.TestAttr")("ab", context) == ir.StringAttr.get("abab")
    with pytest.raises(RuntimeError, match="already registered"):
        ir.AttrBuilder.insert("tvmlike.TestAttr", lambda x, context: None)
    ir.AttrBuilder.insert("tvmlike.TestAttr", lambda x, context: ir.UnitAttr.get(), replace=True)
    assert ir.AttrBuilder.get("tvmlike.TestAttr")("ab", context) == ir.UnitAttr.get()
    ir.AttrBuilder.insert("tvmlike.TestAttr", lambda x, context: None, allow_existing=True)

    @ir.register_attribute_builder("tvmlike.OtherAttr", replace=True)
    def other(x, context):
        return ir.StringAttr.get("other")

    assert ir.AttrBuilder.get("tvmlike.OtherAttr") is other


def test_missing_builders():
    assert not ir.AttrBuilder.contains("nobody")
    with pytest.raises(KeyError, match="nobody"):
        ir.AttrBuilder.get("nobody")
