"""What every class of a kind has: constructors, TypeIDs, names, iterators."""

import pytest
from mlir_api import UPSTREAM, ir


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as ctx, ir.Location.unknown():
        ctx.allow_unregistered_dialects = True
        yield ctx


TYPES = {
    "BF16Type": ("bf16", "builtin.bf16"),
    "ComplexType": ("complex<f32>", "builtin.complex"),
    "F16Type": ("f16", "builtin.f16"),
    "F32Type": ("f32", "builtin.f32"),
    "F64Type": ("f64", "builtin.f64"),
    "Float8E4M3FNType": ("f8E4M3FN", "builtin.f8E4M3FN"),
    "Float8E5M2Type": ("f8E5M2", "builtin.f8E5M2"),
    "FunctionType": ("(i1) -> i2", "builtin.function"),
    "IndexType": ("index", "builtin.index"),
    "IntegerType": ("si7", "builtin.integer"),
    "MemRefType": ("memref<2xi1>", "builtin.memref"),
    "NoneType": ("none", "builtin.none"),
    "OpaqueType": ("!other.type", "builtin.opaque"),
    "RankedTensorType": ("tensor<2xi1>", "builtin.tensor"),
    "TupleType": ("tuple<i1, i2>", "builtin.tuple"),
    "UnrankedMemRefType": ("memref<*xi1>", "builtin.unranked_memref"),
    "UnrankedTensorType": ("tensor<*xi1>", "builtin.unranked_tensor"),
    "VectorType": ("vector<2xi1>", "builtin.vector"),
}


@pytest.mark.parametrize("name", TYPES)
def test_types(name):
    text, type_name = TYPES[name]
    cls, parsed = getattr(ir, name), ir.Type.parse(text)
    made = cls(parsed)
    assert made == parsed
    assert type(made) is type(parsed) is cls
    assert made.typeid == parsed.typeid == cls.static_typeid
    assert hash(made.typeid) == hash(cls.static_typeid)
    assert cls.type_name == type_name
    assert cls.static_typeid != getattr(ir, "NoneType" if name != "NoneType" else "F32Type").static_typeid
    for wrong in (ir.Type.parse("none" if name != "NoneType" else "f32"), None, 1, text):
        with pytest.raises((ValueError, TypeError)):
            cls(wrong)


ATTRIBUTES = {
    "AffineMapAttr": ("affine_map<(d0) -> (d0)>", "builtin.affine_map"),
    "ArrayAttr": ("[unit]", "builtin.array"),
    "BoolAttr": ("true", None),
    "DenseBoolArrayAttr": ("array<i1: true>", None),
    "DenseElementsAttr": ("dense<1> : tensor<2xi8>", None),
    "DenseF32ArrayAttr": ("array<f32: 1.0>", None),
    "DenseF64ArrayAttr": ("array<f64: 1.0>", None),
    "DenseFPElementsAttr": ("dense<1.0> : tensor<2xf32>", None),
    "DenseI16ArrayAttr": ("array<i16: 1>", None),
    "DenseI32ArrayAttr": ("array<i32: 1>", None),
    "DenseI64ArrayAttr": ("array<i64: 1>", None),
    "DenseI8ArrayAttr": ("array<i8: 1>", None),
    "DenseIntElementsAttr": ("dense<1> : tensor<2xi8>", None),
    "DenseResourceElementsAttr": ("dense_resource<key> : tensor<2xi8>", "builtin.dense_resource_elements"),
    "DictAttr": ("{a}", "builtin.dictionary"),
    "FlatSymbolRefAttr": ("@a", "builtin.symbol_ref"),
    "FloatAttr": ("1.0 : f32", "builtin.float"),
    "IntegerAttr": ("1 : i8", "builtin.integer"),
    "IntegerSetAttr": ("affine_set<(d0) : (d0 >= 0)>", "builtin.integer_set"),
    "OpaqueAttr": ("#other.attr", "builtin.opaque"),
    "StridedLayoutAttr": ("strided<[1], offset: ?>", "builtin.strided_layout"),
    "StringAttr": ('"a"', "builtin.string"),
    "SymbolRefAttr": ("@a::@b", "builtin.symbol_ref"),
    "TypeAttr": ("i32", "builtin.type"),
    "UnitAttr": ("unit", "builtin.unit"),
}
TYPED = {
    "BoolAttr": "i1",
    "FloatAttr": "f32",
    "IntegerAttr": "i8",
    "DenseResourceElementsAttr": "tensor<2xi8>",
    "DenseElementsAttr": "tensor<2xi8>",
    "DenseIntElementsAttr": "tensor<2xi8>",
    "DenseFPElementsAttr": "tensor<2xf32>",
}


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_attributes(name):
    text, attr_name = ATTRIBUTES[name]
    cls, parsed = getattr(ir, name), ir.Attribute.parse(text)
    made = cls(parsed)
    assert made == parsed
    assert isinstance(made, cls)
    assert made.typeid == parsed.typeid
    assert isinstance(cls.static_typeid, ir.TypeID)
    assert getattr(cls, "attr_name", attr_name) == attr_name or attr_name is None
    assert str(made.type) == TYPED.get(name, "none")
    for wrong in (ir.Attribute.parse("2.0 : f64" if name != "FloatAttr" else "unit"), None, 1, text):
        with pytest.raises((ValueError, TypeError)):
            cls(wrong)


AFFINE = {
    "AffineAddExpr": "d0 + d1",
    "AffineCeilDivExpr": "d0 ceildiv 3",
    "AffineConstantExpr": "7",
    "AffineDimExpr": "d1",
    "AffineFloorDivExpr": "d0 floordiv 3",
    "AffineModExpr": "d0 mod 3",
    "AffineMulExpr": "d0 * 3",
    "AffineSymbolExpr": "s0",
}


@pytest.mark.parametrize("name", AFFINE)
def test_affine_expressions(name):
    cls = getattr(ir, name)
    expr = ir.Attribute.parse(f"affine_map<(d0, d1)[s0] -> ({AFFINE[name]})>").value.results[0]
    made = cls(expr)
    assert made == expr
    assert type(made.maybe_downcast()) is cls
    for other in AFFINE:
        if other != name:
            with pytest.raises(ValueError, match="Cannot cast"):
                getattr(ir, other)(expr)
    is_binary = name not in ("AffineConstantExpr", "AffineDimExpr", "AffineSymbolExpr")
    if is_binary:
        assert ir.AffineBinaryExpr(expr).lhs == made.lhs
    else:
        with pytest.raises(ValueError, match="Cannot cast"):
            ir.AffineBinaryExpr(expr)


LOCATIONS = {
    "UnknownLoc": lambda: ir.Location.unknown(),
    "FileLineColLoc": lambda: ir.Location.file("f", 1, 2),
    "NameLoc": lambda: ir.Location.name("n"),
    "CallSiteLoc": lambda: ir.Location.callsite(ir.Location.name("a"), [ir.Location.name("b")]),
    "FusedLoc": lambda: ir.Location.fused([ir.Location.name("a"), ir.Location.name("b")]),
}


@pytest.mark.parametrize("name", LOCATIONS)
def test_locations(name):
    cls, loc = getattr(ir, name), LOCATIONS[name]()
    assert cls(loc) == loc
    assert loc.typeid == cls.static_typeid or UPSTREAM
    for other in LOCATIONS:
        if other != name:
            with pytest.raises(ValueError, match="Cannot cast"):
                getattr(ir, other)(loc)


NO_CONSTRUCTOR = """
    AffineExpr AffineExprList AffineMap ArrayAttributeIterator Block BlockArgumentList BlockIterator
    BlockList BlockPredecessors BlockSuccessors DenseBoolArrayIterator DenseF32ArrayIterator
    DenseF64ArrayIterator DenseI16ArrayIterator DenseI32ArrayIterator DenseI64ArrayIterator
    DenseI8ArrayIterator Diagnostic DiagnosticHandler DialectDescriptor Dialects IntegerSet Location
    Module NamedAttribute OpAttributeMap OpOperand OpOperandIterator OpOperandList OpOperands
    OpResultList OpSuccessors Operation OperationIterator OperationList Region RegionSequence TypeID
    _OperationBase
""".split()


@pytest.mark.parametrize("name", NO_CONSTRUCTOR)
def test_classes_without_constructor(name):
    cls = getattr(ir, name)
    for arguments in ((), (None,), (1, "x")):
        with pytest.raises(TypeError):
            cls(*arguments)


def test_constructors(context):
    if not UPSTREAM:
        assert ir.AttrBuilder().contains("I32Attr")
    assert isinstance(ir.DialectRegistry(), ir.DialectRegistry)
    descriptor = context.get_dialect_descriptor("builtin")
    assert ir.Dialect(descriptor).descriptor.namespace == "builtin"
    context.append_dialect_registry(ir.DialectRegistry())
    assert isinstance(ir.ShapedType(ir.Type.parse("tensor<2xi1>")), ir.ShapedType)
    assert isinstance(ir.FloatType(ir.F32Type.get()), ir.FloatType)
    assert ir.Attribute(ir.UnitAttr.get()) == ir.UnitAttr.get()


@pytest.mark.skipif(UPSTREAM, reason="abstract classes have no TypeID there")
def test_typeids_of_families():
    tensor = ir.ShapedType(ir.Type.parse("tensor<2xi1>"))
    assert tensor.typeid == ir.RankedTensorType.static_typeid
    assert isinstance(ir.ShapedType.static_typeid, ir.TypeID)
    assert isinstance(ir.FloatType.static_typeid, ir.TypeID)
    assert ir.FloatType(ir.F32Type.get()).typeid == ir.F32Type.static_typeid


def test_iterators():
    module = ir.Module.parse(
        '%0 = "a.b"() ({^bb0:\n "a.c"() : () -> ()\n}) : () -> i1\n"a.d"(%0) : (i1) -> ()'
    )
    region = module.body.operations[0].regions[0]
    arrays = ["Bool", "F32", "F64", "I8", "I16", "I32", "I64"]
    for iterable, name in (
        (ir.ArrayAttr.get([ir.UnitAttr.get()]), "ArrayAttributeIterator"),
        *((getattr(ir, f"Dense{one}ArrayAttr").get([1]), f"Dense{one}ArrayIterator") for one in arrays),
        (region, "BlockIterator"),
        (region.blocks, "BlockIterator"),
        (module.body, "OperationIterator"),
        (module.body.operations, "OperationIterator"),
    ):
        iterator = iter(iterable)
        assert isinstance(iterator, getattr(ir, name))
        assert isinstance(iter(iterator), getattr(ir, name))
        assert len(list(iterator)) == len(list(iterable))
        with pytest.raises(StopIteration):
            next(iterator)
    uses = module.body.operations[0].result.uses
    assert isinstance(uses, ir.OpOperandIterator)
    assert [use.operand_number for use in iter(uses)] == [0]


def test_elements_of_classes():
    numpy = pytest.importorskip("numpy")
    ints = ir.DenseIntElementsAttr.get(numpy.array([1, 2], numpy.int8))
    floats = ir.DenseFPElementsAttr.get(numpy.array([1, 2], numpy.float32))
    assert (str(ints), str(floats)) == (
        "dense<[1, 2]> : tensor<2xi8>",
        "dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>",
    )
    tensor = ir.Type.parse("tensor<2xi8>")
    assert ir.DenseIntElementsAttr.get_splat(tensor, ir.Attribute.parse("1 : i8")).is_splat
    tensor = ir.Type.parse("tensor<2xf32>")
    assert ir.DenseFPElementsAttr.get_splat(tensor, ir.Attribute.parse("1.0 : f32")).is_splat


def test_integer_sets(context, capfd):
    made = ir.IntegerSet.get_empty(1, 2)
    assert made.context is context
    made.dump()
    assert capfd.readouterr().err == "(d0)[s0, s1] : (1 == 0)\n"


def test_views_and_operations():
    text = '"a.outer"() ({\n "a.br"()[^end] : () -> ()\n^end:\n "a.end"() : () -> ()\n}) : () -> ()'
    branch = ir.Module.parse(text).body.operations[0].regions[0].blocks[0].operations[0]
    assert len(branch.successors) == len(branch.operation.successors) == 1
    assert branch.operation.successors[0] == branch.successors[0]
    assert ir.OpView(branch.operation) == branch
    if not UPSTREAM:
        assert not branch.has_trait(ir.IsTerminatorTrait)
