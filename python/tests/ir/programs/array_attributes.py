"""Arrays and dictionaries of attributes, read back as Python values."""

from mlir.ir import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    Context,
    DictAttr,
    FlatSymbolRefAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)


def to_python(attribute):
    if isinstance(
        attribute, (BoolAttr, IntegerAttr, FloatAttr, StringAttr, FlatSymbolRefAttr, SymbolRefAttr)
    ):
        return attribute.value
    if isinstance(attribute, TypeAttr):
        return str(attribute.value)
    if isinstance(attribute, UnitAttr):
        return None
    if isinstance(attribute, ArrayAttr):
        return [to_python(one) for one in attribute]
    if isinstance(attribute, DictAttr):
        return {attribute[at].name: to_python(attribute[at].attr) for at in range(len(attribute))}
    raise TypeError(type(attribute))


TEXT = """{
  a = 1 : i8, b = [true, false, -2.5 : f32], c = {nested = "text", unit, sym = @root::@leaf::@x},
  d = @flat, e = tensor<2x?xf32>, f = [], g = {}, h = "escaped \\22 \\09 \\\\ \\C3\\A9"
}"""

with Context():
    parsed = Attribute.parse(TEXT)
    print(parsed)
    print(to_python(parsed))
    print(len(parsed), "a" in parsed, "z" in parsed, parsed["d"], parsed[1].name)
    for wrong in ("z", 99):
        try:
            parsed[wrong]
        except (KeyError, IndexError) as error:
            print(type(error).__name__)
    i32 = IntegerType.get_signless(32)
    array = ArrayAttr.get([IntegerAttr.get(i32, n * n) for n in range(4)])
    longer = array + [UnitAttr.get(), StringAttr.get("end")]
    print(longer, len(longer), longer[4], longer[5])
    print([one.value for one in array], array == Attribute.parse("[0 : i32, 1 : i32, 4 : i32, 9 : i32]"))
    made = DictAttr.get({"z": array, "a": UnitAttr.get(), "m.n": StringAttr.get("x")})
    print(made, repr(made))
    print([made[at].name for at in range(len(made))], made.type, array.type)
    named = StringAttr.get("value").get_named("key")
    print(named, named.name, named.attr)
    print(DictAttr.get(), ArrayAttr.get([]), DictAttr.get({"only": UnitAttr.get()}))
    print(isinstance(parsed, DictAttr), isinstance(parsed, ArrayAttr), DictAttr(parsed) == parsed)
    try:
        ArrayAttr(parsed)
    except ValueError as error:
        print(str(error).split(" (from")[0])
