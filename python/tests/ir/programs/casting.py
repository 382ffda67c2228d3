"""Casts between classes of types, attributes, locations and values: what passes and what is refused."""

from mlir import ir

TYPES = [
    "i32",
    "si8",
    "ui64",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "f8E5M2",
    "f8E4M3FN",
    "tf32",
    "none",
    "complex<f32>",
    "tuple<i1, f32>",
    "vector<4x[8]xi8>",
    "tensor<2x?xf32>",
    "tensor<*xi1>",
    "memref<3xf32, 1>",
    "memref<*xf64>",
    "(i1) -> (i2, f32)",
    "!unknown.type<x, 3>",
]
ATTRIBUTES = [
    "unit",
    "true",
    "7 : i9",
    "1.5 : f16",
    '"s"',
    '"s" : i3',
    "@a",
    "@a::@b",
    "[1, 2]",
    "{x = 1}",
    "i32",
    "affine_map<(d0) -> (d0)>",
    "affine_set<(d0) : (d0 >= 0)>",
    "dense<1> : tensor<2xi8>",
    "dense<1.0> : vector<2xf32>",
    "array<i32: 1, 2>",
    "array<i1: true>",
    "array<f64: 0.5>",
    "array<i8>",
    "strided<[1, ?], offset: 2>",
    '#unknown.attr<"x">',
    "sparse<[[0]], [1]> : tensor<4xi32>",
]

with ir.Context() as ctx:
    ctx.allow_unregistered_dialects = True
    type_classes = [
        ir.Type,
        ir.ShapedType,
        ir.FloatType,
        ir.IntegerType,
        ir.F32Type,
        ir.BF16Type,
        ir.RankedTensorType,
        ir.VectorType,
        ir.MemRefType,
        ir.UnrankedMemRefType,
        ir.UnrankedTensorType,
        ir.TupleType,
        ir.FunctionType,
        ir.OpaqueType,
        ir.NoneType,
        ir.IndexType,
        ir.ComplexType,
    ]
    for text in TYPES:
        parsed = ir.Type.parse(text)
        passed = []
        for cls in type_classes:
            try:
                cls(parsed)
                passed.append(cls.__name__)
            except ValueError as error:
                if cls is ir.ShapedType:
                    print(str(error).split(" (from")[0])
        print(f"{text:24} {type(parsed).__name__:18} {parsed!r} {passed}")
        assert ir.Type(parsed) == parsed
        assert ir.Type(parsed).maybe_downcast() == parsed
    attribute_classes = [
        ir.IntegerAttr,
        ir.BoolAttr,
        ir.FloatAttr,
        ir.StringAttr,
        ir.SymbolRefAttr,
        ir.FlatSymbolRefAttr,
        ir.ArrayAttr,
        ir.DictAttr,
        ir.TypeAttr,
        ir.UnitAttr,
        ir.AffineMapAttr,
        ir.IntegerSetAttr,
        ir.DenseElementsAttr,
        ir.DenseIntElementsAttr,
        ir.DenseFPElementsAttr,
        ir.DenseI32ArrayAttr,
        ir.DenseBoolArrayAttr,
        ir.DenseF64ArrayAttr,
        ir.StridedLayoutAttr,
        ir.OpaqueAttr,
    ]
    for text in ATTRIBUTES:
        parsed = ir.Attribute.parse(text)
        passed = []
        for cls in attribute_classes:
            try:
                cls(parsed)
                passed.append(cls.__name__)
            except ValueError as error:
                if cls is ir.UnitAttr:
                    print(str(error).split(" (from")[0])
        print(f"{text:24} {type(parsed).__name__:20} {parsed.type} {passed}")
        assert ir.Attribute(parsed).maybe_downcast() == parsed
    for cls in type_classes[4:]:
        print(cls.__name__, getattr(cls, "type_name", "-"), end="; ")
    print()
    print(
        ir.IntegerType.static_typeid == ir.Type.parse("i3").typeid,
        ir.F32Type.static_typeid == ir.Type.parse("f64").typeid,
    )
    print(
        len({ir.Type.parse(text) for text in [*TYPES, *TYPES]}),
        len({ir.Attribute.parse(text) for text in ATTRIBUTES}),
    )
