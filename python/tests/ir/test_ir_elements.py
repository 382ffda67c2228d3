"""Attributes with many elements: dense arrays, dense elements, resources."""

import array

import pytest
from mlir_api import ir

np = pytest.importorskip("numpy")


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as ctx, ir.Location.unknown():
        yield ctx


@pytest.mark.parametrize(
    ("name", "values", "text"),
    [
        ("DenseBoolArrayAttr", [True, False, True], "array<i1: true, false, true>"),
        ("DenseI8ArrayAttr", [1, -2], "array<i8: 1, -2>"),
        ("DenseI16ArrayAttr", [1, -2], "array<i16: 1, -2>"),
        ("DenseI32ArrayAttr", [1, -2], "array<i32: 1, -2>"),
        ("DenseI64ArrayAttr", [1, -2], "array<i64: 1, -2>"),
        ("DenseF32ArrayAttr", [0.5, -2.0], "array<f32: 5.000000e-01, -2.000000e+00>"),
        ("DenseF64ArrayAttr", [0.5, -2.0], "array<f64: 5.000000e-01, -2.000000e+00>"),
    ],
)
def test_dense_arrays(name, values, text):
    cls = getattr(ir, name)
    attribute = cls.get(values)
    assert str(attribute) == text
    assert ir.Attribute.parse(text) == attribute
    assert isinstance(ir.Attribute.parse(text), cls)
    assert len(attribute) == len(values)
    assert attribute[1] == values[1]
    assert list(attribute) == values
    assert type(attribute[0]) is type(values[0])
    assert list(attribute + values) == values + values
    with pytest.raises(IndexError, match=r"DenseArray index out of range|out of range"):
        attribute[len(values)]
    assert str(cls.get([])).endswith(">")


def test_dense_elements_of_arrays():
    matrix = np.array([[1, 2, 3], [4, 5, 6]], dtype=np.int32)
    attribute = ir.DenseIntElementsAttr(ir.DenseElementsAttr.get(matrix))
    assert str(attribute) == "dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>"
    assert isinstance(ir.Attribute.parse(str(attribute)), ir.DenseIntElementsAttr)
    assert len(attribute) == 6
    assert [attribute[at] for at in range(6)] == [1, 2, 3, 4, 5, 6]
    assert (np.array(attribute) == matrix).all()
    assert np.array(attribute).dtype == np.int32
    floats = ir.DenseFPElementsAttr(ir.DenseElementsAttr.get(np.array([0.5, 1.5], dtype=np.float32)))
    assert str(floats) == "dense<[5.000000e-01, 1.500000e+00]> : tensor<2xf32>"
    assert isinstance(ir.Attribute.parse(str(floats)), ir.DenseFPElementsAttr)
    assert floats[1] == 1.5
    assert (np.array(floats) == [0.5, 1.5]).all()


@pytest.mark.parametrize(
    ("dtype", "signless", "element"),
    [
        (np.int8, True, "i8"),
        (np.uint8, False, "ui8"),
        (np.int16, False, "si16"),
        (np.uint32, True, "i32"),
        (np.int64, True, "i64"),
        (np.float16, True, "f16"),
        (np.float64, True, "f64"),
    ],
)
def test_element_types(dtype, signless, element):
    attribute = ir.DenseElementsAttr.get(np.array([1, 2], dtype=dtype), signless=signless)
    assert str(attribute.type) == f"tensor<2x{element}>"


def test_dense_elements_with_a_type():
    values = np.array([1, 2, 3, 4], dtype=np.int32)
    tensor = ir.RankedTensorType.get([2, 2], ir.IntegerType.get_signless(32))
    assert str(ir.DenseElementsAttr.get(values, type=tensor)) == "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>"
    shaped = ir.DenseElementsAttr.get(values, shape=[4, 1])
    assert str(shaped.type) == "tensor<4x1xi32>"
    indices = ir.DenseElementsAttr.get(np.array([7, 8], dtype=np.int64), type=ir.IndexType.get())
    assert str(indices) == "dense<[7, 8]> : tensor<2xindex>"


def test_booleans():
    attribute = ir.DenseElementsAttr.get(np.array([True, False, True]), type=ir.IntegerType.get_signless(1))
    assert str(attribute) == "dense<[true, false, true]> : tensor<3xi1>"
    assert np.array(attribute).tolist() == [True, False, True]


def test_splats():
    tensor = ir.RankedTensorType.get([2, 3], ir.F32Type.get())
    splat = ir.DenseElementsAttr.get_splat(tensor, ir.FloatAttr.get_f32(1.0))
    assert str(splat) == "dense<1.000000e+00> : tensor<2x3xf32>"
    assert splat.is_splat is True
    assert splat.get_splat_value() == ir.FloatAttr.get_f32(1.0)
    assert (np.array(splat) == np.ones((2, 3))).all()
    plain = ir.DenseElementsAttr.get(np.array([1, 2], dtype=np.int32))
    assert plain.is_splat is False
    with pytest.raises(ValueError, match="get_splat_value called on a non-splat attribute"):
        plain.get_splat_value()
    scalar = ir.DenseElementsAttr.get(np.array(5, dtype=np.int64), shape=[2, 2])
    assert scalar.is_splat


def test_of_attributes():
    attributes = [ir.FloatAttr.get_f64(value) for value in (1.0, 2.0)]
    made = ir.DenseElementsAttr.get(attributes)
    assert str(made) == "dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf64>"
    typed = ir.DenseElementsAttr.get(attributes, ir.RankedTensorType.get([2, 1], ir.F64Type.get()))
    assert str(typed.type) == "tensor<2x1xf64>"
    with pytest.raises(ValueError, match=r"Attributes list must be non-empty|non-empty"):
        ir.DenseElementsAttr.get([])


def test_errors():
    with pytest.raises(ValueError, match="Expected a static ShapedType for the shaped_type parameter"):
        ir.DenseElementsAttr.get_splat(ir.F32Type.get(), ir.FloatAttr.get_f32(1.0))
    with pytest.raises(ValueError, match=r"."):
        ir.DenseElementsAttr.get(array.array("B", b"abc"), type=ir.FunctionType.get([], []))
    with pytest.raises(IndexError):
        ir.DenseIntElementsAttr(ir.DenseElementsAttr.get(np.array([1, 2], dtype=np.int32)))[2]


def test_buffers():
    attribute = ir.DenseElementsAttr.get(array.array("i", [1, 2]))
    assert str(attribute) == "dense<[1, 2]> : tensor<2xi32>"


def test_resources():
    values = np.array([1, 2, 3], dtype=np.int32)
    tensor = ir.RankedTensorType.get([3], ir.IntegerType.get_signless(32))
    attribute = ir.DenseResourceElementsAttr.get_from_buffer(values, "from_py", tensor)
    assert str(attribute) == "dense_resource<from_py> : tensor<3xi32>"
    assert attribute.type == tensor
