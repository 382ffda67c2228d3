"""Every float type: text, width, attributes of it, and what fits into it."""

from mlir import ir

NAMES = [
    "Float4E2M1FNType",
    "Float6E2M3FNType",
    "Float6E3M2FNType",
    "Float8E3M4Type",
    "Float8E4M3Type",
    "Float8E4M3FNType",
    "Float8E4M3FNUZType",
    "Float8E4M3B11FNUZType",
    "Float8E5M2Type",
    "Float8E5M2FNUZType",
    "Float8E8M0FNUType",
    "BF16Type",
    "F16Type",
    "FloatTF32Type",
    "F32Type",
    "F64Type",
]

with ir.Context(), ir.Location.unknown():
    for name in NAMES:
        cls = getattr(ir, name)
        made = cls.get()
        print(f"{name:22} {made} width={made.width} {made!r} {cls.type_name}")
        assert isinstance(made, ir.FloatType)
        assert ir.Type.parse(str(made)) == made
        assert cls.static_typeid == made.typeid
        values = []
        for value in (1.0, 0.5, 3.0, 1e9, 2.0 if name == "Float8E8M0FNUType" else -2.0):
            attribute = ir.FloatAttr.get(made, value)
            values.append(f"{attribute.value:g}")
            assert attribute.type == made
        print("   ", values, ir.FloatAttr.get(made, 1.0))
        splat = ir.DenseElementsAttr.get_splat(
            ir.RankedTensorType.get([2], made), ir.FloatAttr.get(made, 2.0)
        )
        print("   ", splat, splat.is_splat)
    print(ir.FloatAttr.get_f32(0.1), ir.FloatAttr.get_f32(0.1).value, ir.FloatAttr.get_f64(0.1).value)
    print(float(ir.FloatAttr.get_f64(2.5)), int(ir.IntegerAttr.get(ir.IntegerType.get_signless(7), 5)))
    for value in (float("inf"), float("-inf"), float("nan"), 1e-45, 1e308, -0.0, 123456789.0, 1 / 3):
        print(ir.FloatAttr.get(ir.F64Type.get(), value), ir.FloatAttr.get_f32(value))
    print(ir.FloatAttr.get_unchecked(ir.F16Type.get(), 65504.0))
    try:
        ir.FloatAttr.get(ir.IntegerType.get_signless(32), 1.0)
    except ir.MLIRError as error:
        print(error.message, [one.message for one in error.error_diagnostics])
