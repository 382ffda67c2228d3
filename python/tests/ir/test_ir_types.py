"""Types: parsing, builders, casts, members."""

import pytest
from mlir_api import ir


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as ctx, ir.Location.unknown():
        yield ctx


def i32():
    return ir.IntegerType.get_signless(32)


def test_parse_and_print():
    for text in ["i32", "index", "f64", "tensor<2x?xf32>", "(i1) -> (i8, none)", "!foo.bar<i32>"]:
        ir.Context.current.allow_unregistered_dialects = True
        assert str(ir.Type.parse(text)) == text
    assert repr(ir.Type.parse("i32")) == "IntegerType(i32)"
    assert repr(ir.Type.parse("tensor<2xf32>")) == "RankedTensorType(tensor<2xf32>)"


def test_parse_errors():
    with pytest.raises(ir.MLIRError) as caught:
        ir.Type.parse("BAD_TYPE_DOES_NOT_EXIST")
    assert str(caught.value) == (
        'Unable to parse type:\nerror: "BAD_TYPE_DOES_NOT_EXIST":1:1: expected non-function type'
    )
    assert caught.value.message == "Unable to parse type"
    assert caught.value.error_diagnostics[0].message == "expected non-function type"


def test_equality_and_hash():
    assert i32() == ir.Type.parse("i32")
    assert i32() != ir.Type.parse("f32")
    assert i32() != "i32"
    assert i32() is not None
    assert hash(i32()) == hash(ir.Type.parse("i32"))
    with ir.Context():
        other = ir.Type.parse("i32")
    assert i32() != other


def test_results_have_the_class_of_their_kind():
    assert type(ir.Type.parse("i32")) is ir.IntegerType
    assert isinstance(ir.Type.parse("f32"), ir.FloatType)
    assert isinstance(ir.Type.parse("vector<4xf32>"), ir.ShapedType)
    assert not isinstance(ir.Type.parse("f32"), ir.F64Type)


def test_casts():
    ty = ir.Type.parse("i32")
    assert ir.IntegerType(ty) == ty
    assert ir.Type(ty) == ty
    assert ir.Type(ty).maybe_downcast() == ty
    assert type(ir.Type(ty).maybe_downcast()) is ir.IntegerType
    with pytest.raises(ValueError, match=r"Cannot cast type to FloatType|Cannot cast type to F32Type"):
        ir.F32Type(ty)


def test_type_ids():
    assert ir.Type.parse("i32").typeid == ir.IntegerType.static_typeid
    assert ir.Type.parse("f32").typeid != ir.F64Type.static_typeid
    assert hash(ir.Type.parse("i8").typeid) == hash(ir.IntegerType.static_typeid)
    assert isinstance(ir.Type.parse("index").typeid, ir.TypeID)
    assert ir.IntegerType.type_name == "builtin.integer"
    assert ir.RankedTensorType.type_name == "builtin.tensor"


def test_integer():
    assert str(ir.IntegerType.get_signless(1)) == "i1"
    assert str(ir.IntegerType.get_signed(8)) == "si8"
    assert str(ir.IntegerType.get_unsigned(16)) == "ui16"
    assert str(ir.IntegerType.get(64)) == "i64"
    assert ir.IntegerType.get(7, ir.IntegerType.Signedness.SIGNED) == ir.IntegerType.get_signed(7)
    assert ir.IntegerType.get(7, signedness=ir.IntegerType.UNSIGNED) == ir.IntegerType.get_unsigned(7)
    signed = ir.IntegerType.get_signed(8)
    assert signed.width == 8
    assert signed.signedness == ir.IntegerType.SIGNED
    assert (signed.is_signed, signed.is_signless, signed.is_unsigned) == (True, False, False)
    assert ir.IntegerType.get_unsigned(8).is_unsigned
    assert ir.IntegerType.get_signless(8).is_signless


def test_floats():
    for cls, text, width in [
        (ir.F16Type, "f16", 16),
        (ir.F32Type, "f32", 32),
        (ir.F64Type, "f64", 64),
        (ir.BF16Type, "bf16", 16),
        (ir.FloatTF32Type, "tf32", 19),
        (ir.Float8E4M3FNType, "f8E4M3FN", 8),
        (ir.Float8E5M2Type, "f8E5M2", 8),
        (ir.Float8E5M2FNUZType, "f8E5M2FNUZ", 8),
        (ir.Float8E4M3FNUZType, "f8E4M3FNUZ", 8),
        (ir.Float8E4M3B11FNUZType, "f8E4M3B11FNUZ", 8),
        (ir.Float8E3M4Type, "f8E3M4", 8),
        (ir.Float8E4M3Type, "f8E4M3", 8),
        (ir.Float8E8M0FNUType, "f8E8M0FNU", 8),
        (ir.Float6E2M3FNType, "f6E2M3FN", 6),
        (ir.Float6E3M2FNType, "f6E3M2FN", 6),
        (ir.Float4E2M1FNType, "f4E2M1FN", 4),
    ]:
        ty = cls.get()
        assert str(ty) == text
        assert ty.width == width
        assert ty == ir.Type.parse(text)
        assert type(ty) is cls
        assert isinstance(ty, ir.FloatType)


def test_index_none_complex_tuple():
    assert str(ir.IndexType.get()) == "index"
    assert str(ir.NoneType.get()) == "none"
    complex_type = ir.ComplexType.get(i32())
    assert str(complex_type) == "complex<i32>"
    assert complex_type.element_type == i32()
    with pytest.raises(
        ValueError,
        match=r"invalid 'Type\(index\)|invalid .*index.* and expected floating point or integer type",
    ):
        ir.ComplexType.get(ir.IndexType.get())
    pair = ir.TupleType.get_tuple([i32(), ir.F32Type.get()])
    assert str(pair) == "tuple<i32, f32>"
    assert pair.num_types == 2
    assert pair.get_type(1) == ir.F32Type.get()


def test_vector():
    vector = ir.VectorType.get([2, 3], ir.F32Type.get())
    assert str(vector) == "vector<2x3xf32>"
    assert vector == ir.VectorType.get_unchecked([2, 3], ir.F32Type.get())
    assert vector.scalable is False
    assert vector.scalable_dims == [False, False]
    scalable = ir.VectorType.get([2, 3], ir.F32Type.get(), scalable=[False, True])
    assert str(scalable) == "vector<2x[3]xf32>"
    assert scalable.scalable is True
    assert scalable.scalable_dims == [False, True]
    by_place = ir.VectorType.get([2, 3], ir.F32Type.get(), scalable_dims=[0])
    assert str(by_place) == "vector<[2]x3xf32>"
    with pytest.raises(ValueError, match="'scalable' and 'scalable_dims' kwargs are mutually exclusive"):
        ir.VectorType.get([2], ir.F32Type.get(), scalable=[True], scalable_dims=[0])
    with pytest.raises(ValueError, match=r"Expected len\(scalable\) == len\(shape\)"):
        ir.VectorType.get([2, 3], ir.F32Type.get(), scalable=[True])
    with pytest.raises(ValueError, match="Scalable dimension index out of bounds"):
        ir.VectorType.get([2], ir.F32Type.get(), scalable_dims=[1])
    with pytest.raises(ir.MLIRError, match="Invalid type"):
        ir.VectorType.get([2], ir.NoneType.get())


def test_ranked_tensor():
    tensor = ir.RankedTensorType.get([2, ir.ShapedType.get_dynamic_size()], ir.F32Type.get())
    assert str(tensor) == "tensor<2x?xf32>"
    assert tensor.encoding is None
    encoded = ir.RankedTensorType.get([2], i32(), encoding=ir.StringAttr.get("x"))
    assert str(encoded) == 'tensor<2xi32, "x">'
    assert encoded.encoding == ir.StringAttr.get("x")
    assert ir.RankedTensorType.get_unchecked([2], i32(), ir.StringAttr.get("x")) == encoded
    with pytest.raises(ir.MLIRError) as caught:
        ir.RankedTensorType.get([2], ir.NoneType.get())
    assert "invalid tensor element type: 'none'" in str(caught.value)


def test_unranked_tensor():
    tensor = ir.UnrankedTensorType.get(ir.F32Type.get())
    assert str(tensor) == "tensor<*xf32>"
    assert tensor == ir.UnrankedTensorType.get_unchecked(ir.F32Type.get())
    assert not tensor.has_rank
    for member in ("rank", "shape"):
        with pytest.raises(ValueError, match=r"calling this method requires that the type has a rank."):
            getattr(tensor, member)
    with pytest.raises(ValueError, match=r"calling this method requires that the type has a rank."):
        tensor.get_dim_size(0)
    with pytest.raises(ir.MLIRError, match="invalid tensor element type: 'none'"):
        ir.UnrankedTensorType.get(ir.NoneType.get())


def test_memref():
    memref = ir.MemRefType.get([2, 3], ir.F32Type.get(), memory_space=ir.Attribute.parse("2"))
    assert str(memref) == "memref<2x3xf32, 2>"
    assert str(memref.memory_space) == "2 : i64"
    assert str(memref.affine_map) == "(d0, d1) -> (d0, d1)"
    assert str(memref.layout) == "affine_map<(d0, d1) -> (d0, d1)>"
    assert memref.get_strides_and_offset() == ([3, 1], 0)
    layout = ir.StridedLayoutAttr.get(1, [4, 5])
    strided = ir.MemRefType.get([2, 3], ir.F32Type.get(), layout)
    assert str(strided) == "memref<2x3xf32, strided<[4, 5], offset: 1>>"
    assert strided.layout == layout
    assert strided.get_strides_and_offset() == ([4, 5], 1)
    assert strided.memory_space is None
    assert ir.MemRefType.get_unchecked([2, 3], ir.F32Type.get(), layout) == strided
    with pytest.raises(ir.MLIRError, match="invalid memref element type"):
        ir.MemRefType.get([2], ir.NoneType.get())


def test_unranked_memref():
    memref = ir.UnrankedMemRefType.get(ir.F32Type.get(), ir.Attribute.parse("2"))
    assert str(memref) == "memref<*xf32, 2>"
    assert str(memref.memory_space) == "2 : i64"
    assert ir.UnrankedMemRefType.get(ir.F32Type.get(), None).memory_space is None
    assert str(ir.UnrankedMemRefType.get_unchecked(i32(), None)) == "memref<*xi32>"
    with pytest.raises(ir.MLIRError, match="invalid memref element type"):
        ir.UnrankedMemRefType.get(ir.NoneType.get(), None)


def test_shaped():
    tensor = ir.Type.parse("tensor<2x?x3xi8>")
    assert tensor.element_type == ir.IntegerType.get_signless(8)
    assert tensor.has_rank is True
    assert tensor.rank == 3
    assert tensor.has_static_shape is False
    assert tensor.is_dynamic_dim(1) is True
    assert tensor.is_static_dim(1) is False
    assert tensor.is_static_dim(0) is True
    assert tensor.get_dim_size(2) == 3
    assert tensor.get_dim_size(1) == ir.ShapedType.get_dynamic_size()
    assert tensor.shape == [2, ir.ShapedType.get_dynamic_size(), 3]
    assert ir.ShapedType.is_dynamic_size(ir.ShapedType.get_dynamic_size()) is True
    assert ir.ShapedType.is_static_size(3) is True
    assert ir.ShapedType.get_dynamic_size() == -(2**63)
    assert ir.ShapedType.get_dynamic_stride_or_offset() == -(2**63)
    assert tensor.is_dynamic_stride_or_offset(-(2**63)) is True
    assert tensor.is_static_stride_or_offset(4) is True
    assert ir.Type.parse("vector<2xi1>").has_static_shape is True


def test_function():
    function = ir.FunctionType.get([ir.IndexType.get()], [i32(), ir.F32Type.get()])
    assert str(function) == "(index) -> (i32, f32)"
    assert function.inputs == [ir.IndexType.get()]
    assert function.results == [i32(), ir.F32Type.get()]
    assert ir.FunctionType.get(inputs=[], results=[]) == ir.Type.parse("() -> ()")


def test_opaque():
    ctx = ir.Context.current
    ctx.allow_unregistered_dialects = True
    opaque = ir.OpaqueType.get("tensor", "bob")
    assert opaque.dialect_namespace == "tensor"
    assert opaque.data == "bob"
    parsed = ir.Type.parse("!nobody.thing<1, 2>")
    assert isinstance(parsed, ir.OpaqueType)
    assert parsed.dialect_namespace == "nobody"
    assert parsed.data == "thing<1, 2>"
    assert str(parsed) == "!nobody.thing<1, 2>"


def test_dump_prints_to_stderr(capfd):
    i32().dump()
    assert capfd.readouterr().err == "i32\n"


def test_types_of_two_contexts_do_not_mix():
    with ir.Context():
        other = ir.Type.parse("i32")
    assert ir.FunctionType.get([], []).context is ir.Context.current
    assert other.context is not ir.Context.current
