"""Dense arrays of every element type: reading, slicing by hand, adding, and refusing wrong values."""

from mlir.ir import (
    Attribute,
    Context,
    DenseBoolArrayAttr,
    DenseF32ArrayAttr,
    DenseF64ArrayAttr,
    DenseI8ArrayAttr,
    DenseI16ArrayAttr,
    DenseI32ArrayAttr,
    DenseI64ArrayAttr,
)

VALUES = {
    DenseBoolArrayAttr: [True, False, True],
    DenseI8ArrayAttr: [-128, 0, 127],
    DenseI16ArrayAttr: [-32768, 1, 32767],
    DenseI32ArrayAttr: [-(2**31), 2, 2**31 - 1],
    DenseI64ArrayAttr: [-(2**63), 3, 2**63 - 1],
    DenseF32ArrayAttr: [0.5, -1.25, 3.0],
    DenseF64ArrayAttr: [0.1, -1e300, 2.0],
}

with Context():
    for cls, values in VALUES.items():
        made = cls.get(values)
        print(cls.__name__, made, len(made), list(made), made[0], made[2])
        assert Attribute.parse(str(made)) == made
        assert isinstance(Attribute.parse(str(made)), cls)
        longer = made + values[:1]
        print("  longer:", longer, longer == cls.get([*values, values[0]]), type(longer).__name__)
        print("  empty:", cls.get([]), len(cls.get([])), list(cls.get([])))
        print("  from a tuple:", cls.get(tuple(values)) == made, made.type, made == cls(made))
        iterator = iter(made)
        print("  iterated:", next(iterator), sum(1 for _ in iterator))
        try:
            made[3]
        except IndexError:
            print("  no fourth element")
        for other in VALUES:
            if other is not cls:
                try:
                    other(made)
                except ValueError as error:
                    text = str(error).split(" (from")[0]
                else:
                    text = "passed"
                if other is DenseI32ArrayAttr:
                    print(" ", text)
    for cls, wrong in ((DenseI8ArrayAttr, [128]), (DenseI32ArrayAttr, [2**31]), (DenseF32ArrayAttr, ["x"])):
        try:
            print(cls.get(wrong))
        except Exception as error:
            print(
                cls.__name__,
                "refused",
                type(error).__name__ in ("TypeError", "ValueError", "OverflowError", "RuntimeError"),
            )
    print(
        max(DenseI64ArrayAttr.get([3, 9, 4])),
        sorted(DenseF64ArrayAttr.get([2.5, -1.0])),
        9 in list(DenseI8ArrayAttr.get([9])),
    )
