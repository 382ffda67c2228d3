"""Reads modules from files and bytes, with names and attributes, and prints them to files."""

import io
import os
import tempfile

from mlir.ir import Context, Location, MLIRError, Module, Operation

TEXT = """module @outer attributes {a.version = 3 : i32} {
  module @first {
    %0 = "m.value"() : () -> f32 loc("here.py":1:2)
  }
  module {
  }
}
"""

with Context() as ctx:
    ctx.allow_unregistered_dialects = True
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "input.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(TEXT)
        module = Module.parseFile(path)
        print(module)
        value = module.body.operations[0].regions[0].blocks[0].operations[0]
        print(value.location, str(module.body.operations[1].location).replace(folder, "FOLDER"))
        with open(path, "w", encoding="utf-8") as file:
            module.operation.print(file=file, print_generic_op_form=True)
        with open(path, encoding="utf-8") as file:
            print(file.read())
        with open(path, "wb") as file:
            module.operation.print(file=file, binary=True)
        with open(path, "rb") as file:
            print(Module.parse(file.read()) == module, file.tell() > 0)
        try:
            Module.parseFile(os.path.join(folder, "absent.mlir"))
        except MLIRError as error:
            print(error.message)
    print(module.operation.name, module.operation.attributes["sym_name"].value, module.operation.parent)
    print([op.attributes["sym_name"].value if "sym_name" in op.attributes else None for op in module.body])
    print(
        module.body.operations[0].operation.parent == module.operation,
        module.body.operations[0].operation.attached,
    )
    for text in (
        "",
        "// a comment",
        '"m.a"() : () -> ()\n"m.b"() : () -> ()',
        "module {}",
        "module { module {} }",
    ):
        print(repr(str(Module.parse(text))))
    for text in ('"m.one"() : () -> ()', "module {}"):
        op = Operation.parse(text, source_name="given.mlir")
        print(op.name, op.operation.location, type(op).__name__ != "")
    for text in ('"m.a"() : () -> ()\n"m.b"() : () -> ()', "", "module"):
        try:
            Operation.parse(text, source_name="given.mlir")
        except MLIRError as error:
            print(error.message, [one.message for one in error.error_diagnostics])
    made = Module.create(Location.file("made", 1, 1))
    print(made, made.operation.location, made == Module.create(Location.unknown()), made.context is ctx)
    out = io.StringIO()
    made.operation.print(file=out, enable_debug_info=True)
    print(out.getvalue())
