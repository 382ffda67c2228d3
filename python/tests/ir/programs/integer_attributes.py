"""Integer types and attributes of many widths and signs."""

from mlir.ir import Attribute, BoolAttr, Context, IndexType, IntegerAttr, IntegerType

with Context():
    makers = (IntegerType.get_signless, IntegerType.get_signed, IntegerType.get_unsigned)
    for width in (7, 8, 31, 32, 33, 64):
        for make in makers:
            made = make(width)
            attribute = IntegerAttr.get(made, 0)
            kinds = [kind for kind in ("is_signless", "is_signed", "is_unsigned") if getattr(made, kind)]
            print(made, made.width, made.signedness.name, kinds, attribute, attribute.value, end="; ")
        print()
    for make, width, value in (
        (makers[0], 8, 127),
        (makers[0], 8, -128),
        (makers[1], 8, -1),
        (makers[2], 8, 255),
        (makers[0], 64, -(2**63)),
        (makers[2], 64, 2**63 - 1),
        (makers[1], 33, -(2**32)),
        (makers[2], 1, 1),
    ):
        attribute = IntegerAttr.get(make(width), value)
        print(attribute, attribute.value, int(attribute), type(attribute).__name__, attribute.type)
    print(IntegerAttr.get(IndexType.get(), -5), IntegerAttr.get(IndexType.get(), 2**40).value)
    true = BoolAttr.get(True)
    print(true, true.value, bool(true), BoolAttr.get(False).value, type(Attribute.parse("true")).__name__)
    print(BoolAttr(true) == true, true == IntegerAttr.get(makers[0](1), 1), true.type)
    print(
        [
            Attribute.parse(text).value
            for text in ("0x1F : i32", "-7 : i8", "255 : ui8", "-1 : si3", "9 : index")
        ]
    )
    print(
        IntegerType.get(12),
        IntegerType.get(12, IntegerType.SIGNED),
        IntegerType.get(12, IntegerType.Signedness.UNSIGNED),
    )
    print(
        IntegerType.get_signless(8) == Attribute.parse("1 : i8").type,
        IntegerType.get_signless(8) == IntegerType.get_signed(8),
    )
    print(sorted({str(IntegerAttr.get(IntegerType.get_signless(8), n % 3)) for n in range(9)}))
    for text in ("300 : i8", "-129 : i8", "-1 : ui8", "128 : si8"):
        try:
            print(Attribute.parse(text))
        except Exception as error:
            print(text, type(error).__name__, error.error_diagnostics[0].message)
    for value in (2**64, 1.5, None):
        try:
            print(IntegerAttr.get(IntegerType.get_signless(32), value))
        except Exception as error:
            print(repr(value), isinstance(error, (TypeError, ValueError, OverflowError, RuntimeError)))
