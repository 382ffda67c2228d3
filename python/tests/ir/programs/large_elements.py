"""Eliding large elements and resources when printing, and reading them as bytes."""

import numpy as np
from mlir.ir import (
    Attribute,
    Context,
    DenseElementsAttr,
    DenseResourceElementsAttr,
    InsertionPoint,
    IntegerType,
    Location,
    Module,
    Operation,
    RankedTensorType,
    UnitAttr,
)

with Context() as ctx, Location.unknown():
    ctx.allow_unregistered_dialects = True
    module = Module.create()
    i32, i8 = IntegerType.get_signless(32), IntegerType.get_signless(8)
    weights = DenseElementsAttr.get(np.arange(20, dtype=np.int32).reshape(4, 5))
    small = DenseElementsAttr.get(np.arange(3, dtype=np.int32))
    splat = DenseElementsAttr.get(np.zeros((50, 50), dtype=np.float32))
    blob = DenseResourceElementsAttr.get_from_buffer(
        memoryview(np.arange(16, dtype=np.int8)), "blob", RankedTensorType.get([16], i8), is_mutable=False
    )
    with InsertionPoint(module.body):
        for name, attribute in (("weights", weights), ("small", small), ("splat", splat), ("blob", blob)):
            op = Operation.create("e.value", attributes={"which": attribute, name: UnitAttr.get()})
    print(blob, type(blob).__name__, blob.type, isinstance(blob, DenseElementsAttr))
    for elements, resources in ((None, None), (10, None), (1, 1), (None, 4), (100, 100), (2, 1000)):
        print(f"limits {elements} {resources}")
        print(module.operation.get_asm(large_elements_limit=elements, large_resource_limit=resources))
    text = module.operation.get_asm(binary=True)
    print(type(text).__name__, len(text))
    again = Module.parse(text)
    print(str(again) == str(module))
    print(np.array(again.body.operations[0].attributes["which"]).sum(), len(weights), weights.type.shape)
    print(
        Attribute.parse('dense<"0x01020304"> : tensor<4xi8>'),
        Attribute.parse('dense<["a", "bc"]> : tensor<2x!e.str>'),
    )
    print(
        Attribute.parse("dense_resource<blob> : tensor<16xi8>") == blob,
        Attribute.parse("dense_resource<nothing> : tensor<2xi8>"),
    )
