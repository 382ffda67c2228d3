"""Dense elements from NumPy arrays of every dtype and layout, and back."""

import numpy as np
from mlir.ir import (
    Attribute,
    Context,
    DenseElementsAttr,
    DenseFPElementsAttr,
    DenseIntElementsAttr,
    F32Type,
    IndexType,
    IntegerType,
    Location,
    RankedTensorType,
    VectorType,
)

with Context(), Location.unknown():
    for dtype in (
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "float16",
        "float32",
        "float64",
        "bool",
    ):
        array = np.array([[0, 1, 2], [3, 4, 100]]).astype(dtype)
        made = DenseElementsAttr.get(array)
        print(f"{dtype:8} {made} {isinstance(made, DenseElementsAttr)} {made.is_splat} {len(made)}")
        back = np.array(made)
        print("  ", back.dtype, back.shape, (back == array).all())
        if dtype.startswith(("int", "uint")):
            signed = DenseElementsAttr.get(array, signless=False)
            print("  ", signed.type, np.array(signed).dtype, DenseIntElementsAttr(signed)[5])
        splat = DenseElementsAttr.get(np.full((2, 2), 1, dtype))
        print("  ", splat, splat.is_splat, splat.get_splat_value())
    base = np.arange(24, dtype=np.int32).reshape(4, 6)
    for name, view in (
        ("rows", base[1:3]),
        ("copied", base[:, 1::3].copy()),
        ("zero-d", np.array(5)),
        ("empty", base[:0]),
    ):
        try:
            print(name, DenseElementsAttr.get(view))
        except Exception as error:
            print(name, type(error).__name__)
    i4 = IntegerType.get_signless(4)
    index = DenseElementsAttr.get(np.array([1, 2], np.int64), type=IndexType.get())
    print(index, np.array(index).dtype)
    print(DenseElementsAttr.get(np.array([1.5, 2.5], np.float32), type=VectorType.get([2], F32Type.get())))
    print(DenseElementsAttr.get(np.array([1, 0, 1], bool)), DenseElementsAttr.get(np.zeros(9, bool)))
    print(DenseElementsAttr.get(np.ones((2, 3), np.int16), shape=[3, 2]))
    ints = DenseElementsAttr.get(np.array([1, -2, 3], np.int32))
    print(isinstance(ints, DenseFPElementsAttr), [DenseIntElementsAttr(ints)[at] for at in range(3)])
    floats = Attribute.parse("dense<[1.5, 0x7FC00000, -0.0]> : tensor<3xf32>")
    print(floats[0], floats[1], floats[2], np.array(floats))
    for text in (
        "dense<7> : tensor<2x2xi8>",
        "dense<true> : tensor<3xi1>",
        "dense<[true, false]> : vector<2xi1>",
        "dense<-1> : tensor<si16>",
        "dense<> : tensor<0x3xf64>",
        'dense<"0x0100000002000000"> : tensor<2xi32>',
        "dense<0.5> : tensor<2xf16>",
    ):
        parsed = Attribute.parse(text)
        try:
            print(text, "=", np.array(parsed).tolist())
        except Exception as error:
            print(text, type(error).__name__)
    elements = [Attribute.parse("1 : i4"), Attribute.parse("-8 : i4")]
    print(DenseElementsAttr.get(elements), DenseElementsAttr.get(elements, RankedTensorType.get([2, 1], i4)))
    print(DenseElementsAttr.get_splat(RankedTensorType.get([3], i4), elements[1]))
    print(
        DenseElementsAttr.get_splat(
            RankedTensorType.get([2], F32Type.get()), Attribute.parse("2.5 : f32")
        ).get_splat_value()
    )
