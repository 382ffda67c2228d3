"""Symbol tables: looking up, inserting, renaming, visibility, replacing uses, and walking."""

from mlir.ir import Context, FlatSymbolRefAttr, Location, Module, Operation, SymbolTable

TEXT = """
module @m {
  module @f attributes {s.calls = [@g, @inner::@h]} {
  }
  "builtin.module"() <{sym_name = "g", sym_visibility = "private"}> ({
  ^bb0:
  }) : () -> ()
  "builtin.module"() <{sym_name = "inner", sym_visibility = "public"}> ({
  ^bb0:
    module @h attributes {s.up = @f} {
    }
  }) : () -> ()
  "s.user"() {a = @f, b = {c = @g}, d = @f::@x} : () -> ()
}
"""

with Context() as ctx, Location.unknown():
    ctx.allow_unregistered_dialects = True
    module = Module.parse(TEXT)
    outer = module.operation
    table = SymbolTable(outer)
    print(type(table["f"]).__name__ != "", table["f"], "g" in table, "h" in table, "nothing" in table)
    print(
        SymbolTable.get_symbol_name(table["g"]),
        SymbolTable.get_visibility(table["g"]),
        SymbolTable.get_visibility(table["inner"]),
    )
    SymbolTable.set_visibility(table["inner"], "nested")
    try:
        SymbolTable.set_visibility(table["inner"], "secret")
    except ValueError as error:
        print(str(error).split(",")[0])
    SymbolTable.set_symbol_name(table["inner"], "renamed")
    print(SymbolTable(outer)["renamed"].attributes["sym_visibility"], len(module.body.operations))
    SymbolTable.replace_all_symbol_uses("g", "gg", outer)
    print(outer.get_asm(print_generic_op_form=True))
    made = Operation.parse("module @f attributes {s.second} {}")
    module.body.append(made)
    print(table.insert(made), SymbolTable.get_symbol_name(made))
    third = Operation.parse("module @f {}")
    module.body.append(third)
    print(
        table.insert(third),
        [
            str(SymbolTable.get_symbol_name(op))
            for op in module.body.operations
            if "sym_name" in op.attributes
        ],
    )
    del table["g"]
    print("g" in table, len(module.body.operations))
    for name in ("g", "nothing"):
        try:
            table[name]
        except KeyError:
            print("KeyError", name)
        try:
            del table[name]
        except KeyError:
            print("KeyError", name)
    seen = []
    SymbolTable.walk_symbol_tables(
        outer, True, lambda op, visible: seen.append((op.attributes["sym_name"].value, visible))
    )
    print(seen)
    unnamed = Operation.create("s.other", ip=False)
    for act in (
        lambda: SymbolTable.get_symbol_name(unnamed),
        lambda: table.insert(unnamed),
        lambda: SymbolTable(unnamed),
    ):
        try:
            print(act())
        except (ValueError, TypeError, KeyError) as error:
            print(type(error).__name__)
    print(FlatSymbolRefAttr.get("f").value in table, outer.get_asm(print_generic_op_form=True))
