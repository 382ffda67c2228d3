"""Attributes by the names of the builders that dialects use, and a builder of one's own."""

from mlir.ir import (
    AffineMap,
    ArrayAttr,
    AttrBuilder,
    Context,
    F32Type,
    IntegerAttr,
    IntegerSet,
    IntegerType,
    Location,
    Module,
    register_attribute_builder,
)

VALUES = {
    "BoolAttr": [True, False],
    "I1Attr": [1],
    "I8Attr": [-3],
    "I16Attr": [300],
    "I32Attr": [-70000],
    "I64Attr": [2**40],
    "SI8Attr": [-8],
    "SI32Attr": [7],
    "UI8Attr": [200],
    "UI64Attr": [2**40],
    "IndexAttr": [5],
    "F32Attr": [0.1],
    "F64Attr": [0.1, 1e300],
    "StrAttr": ["text"],
    "SymbolNameAttr": ["name"],
    "FlatSymbolRefAttr": ["callee"],
    "SymbolRefAttr": ["flat", ["outer", "inner"]],
    "UnitAttr": [True, False],
    "I32ArrayAttr": [[1, 2]],
    "I64ArrayAttr": [[]],
    "F32ArrayAttr": [[1, 2.5]],
    "BoolArrayAttr": [[True]],
    "StrArrayAttr": [["a", "b"]],
    "FlatSymbolRefArrayAttr": [["f", "g"]],
    "IndexListArrayAttr": [[[0, 1], [2]]],
    "DenseI8ArrayAttr": [[1, -1]],
    "DenseI64ArrayAttr": [[1, 2, 3]],
    "DenseF64ArrayAttr": [[0.5]],
    "DenseBoolArrayAttr": [[True, False]],
    "I32ElementsAttr": [[[1, 2], [3, 4]]],
    "F64ElementsAttr": [[1.0, 1.0]],
    "IndexElementsAttr": [[7]],
}

with Context() as ctx, Location.unknown():
    for name, values in VALUES.items():
        for value in values:
            print(f"{name:24} {AttrBuilder.get(name)(value, ctx)}")
    print(
        AttrBuilder.get("TypeAttr")(F32Type.get(), ctx),
        AttrBuilder.get("AffineMapAttr")(AffineMap.get_identity(1), ctx),
    )
    print(AttrBuilder.get("IntegerSetAttr")(IntegerSet.get_empty(1, 0), ctx))
    print(AttrBuilder.get("TypeArrayAttr")([F32Type.get(), IntegerType.get_signless(1)], ctx))

    @register_attribute_builder("ProgramPairAttr")
    def pair(value, context):
        i64 = IntegerType.get_signless(64, context=context)
        return ArrayAttr.get([IntegerAttr.get(i64, one) for one in value], context=context)

    print(AttrBuilder.contains("ProgramPairAttr"), AttrBuilder.contains("ProgramTripleAttr"))
    print(AttrBuilder.get("ProgramPairAttr")((1, 2), ctx))
    for options in ({}, {"allow_existing": True}, {"replace": True}):
        try:
            AttrBuilder.insert("ProgramPairAttr", lambda value, context: None, **options)
            print(options, AttrBuilder.get("ProgramPairAttr")((1, 2), ctx))
        except RuntimeError as error:
            print(options, str(error).split(" with func")[0])
    try:
        AttrBuilder.get("ProgramTripleAttr")
    except KeyError as error:
        print("KeyError", error)
    print(Module.create())
