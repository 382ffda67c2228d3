"""Strings, bytes, names and symbols with unusual characters."""

from mlir.ir import (
    Attribute,
    Context,
    F32Type,
    FlatSymbolRefAttr,
    IntegerType,
    Location,
    Module,
    Operation,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)

with Context() as ctx, Location.unknown():
    ctx.allow_unregistered_dialects = True
    for value in (
        "",
        "plain",
        'quo"te',
        "back\\slash",
        "tab\tnewline\n",
        "\x00nul",
        "é",
        "日本",
        "\x7f",
        "a\r\nb",
    ):
        made = StringAttr.get(value)
        print(
            made, repr(made.value), made.value == value, made.value_bytes, Attribute.parse(str(made)) == made
        )
    raw = StringAttr.get(b"\xff\xfe\x00a")
    print(raw, raw.value_bytes, len(raw.value_bytes))
    try:
        print(raw.value)
    except (RuntimeError, ValueError):
        print("not UTF-8")
    typed = StringAttr.get_typed(F32Type.get(), "half")
    print(typed, typed.type, typed == StringAttr.get("half"), StringAttr.get("x").type)
    for name in ("f", "with.dot", "with space", "1st", "é", 'q"', "$x", "a-b", "_", "private"):
        print(FlatSymbolRefAttr.get(name), FlatSymbolRefAttr.get(name).value == name, end=" ")
    print()
    nested = SymbolRefAttr.get(["root", "mid dle", "leaf"])
    print(
        nested,
        nested.value,
        SymbolRefAttr.get(["one"]),
        type(Attribute.parse("@one")).__name__,
        type(Attribute.parse("@a::@b")).__name__,
    )
    for name in ("x", "two words", "1", "a.b", "é", 'q"', "-", "a$", "_z", "\n"):
        op = Operation.create("n.op", attributes={name: UnitAttr.get()})
        print(op, Operation.parse(str(op)).attributes[name], end=" ")
    print()
    for name in ("n.op", "no_dialect", "n.with-dash", "n.é", "n.a b", "a.b.c"):
        print(Operation.create(name).name, Operation.create(name))
    print(
        StringAttr.get("same") == StringAttr.get("same"),
        hash(StringAttr.get("same")) == hash(StringAttr.get("same")),
    )
    print(Module.parse('module @"strange name" {}').operation.attributes["sym_name"])
    print(
        IntegerType.get_signless(8) in {IntegerType.get_signless(8)},
        StringAttr.get("long " * 50).value.count("long"),
    )
