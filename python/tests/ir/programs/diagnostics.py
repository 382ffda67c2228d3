"""Handlers of diagnostics, nested, failing and detached, and errors with notes."""

from mlir.ir import Attribute, Context, DiagnosticInfo, DiagnosticSeverity, Location, MLIRError, Module, Type


def describe(diagnostic, depth=0):
    print("  " * depth + f"{diagnostic.severity.name}: {diagnostic.message} at {diagnostic.location}")
    for note in diagnostic.notes:
        describe(note, depth + 1)


with Context() as ctx:
    seen = []

    def collect(diagnostic):
        seen.append(DiagnosticInfo(diagnostic))
        return True

    handler = ctx.attach_diagnostic_handler(collect)
    Location.file("a.mlir", 3, 4).emit_error("first")
    Location.name("here").emit_error("second")
    print(len(seen), [str(one) for one in seen], handler.attached, handler.had_error)
    for one in seen:
        describe(one)
    seen.clear()

    with ctx.attach_diagnostic_handler(
        lambda diagnostic: print("inner", diagnostic) or "two" not in str(diagnostic)
    ):
        Location.unknown().emit_error("one")
        Location.unknown().emit_error("two")
    print([one.message for one in seen])
    handler.detach()
    print(handler.attached)
    handler.detach()

    def broken(diagnostic):
        raise ValueError("on purpose")

    with (
        ctx.attach_diagnostic_handler(lambda diagnostic: True),
        ctx.attach_diagnostic_handler(broken) as failing,
    ):
        print(failing.had_error)
        Location.unknown().emit_error("for a broken handler")
        print(failing.had_error)

    for parse, text in (
        (Module.parse, "module {\n  %0 = builtin.unrealized_conversion_cast to i32\n}"),
        (Type.parse, "tensor<2xi32, >"),
        (Type.parse, "i32 i32"),
        (Attribute.parse, "dense<[1, [2]]> : tensor<2xi32>"),
        (Attribute.parse, '"unterminated'),
    ):
        try:
            print(parse(text))
        except MLIRError as error:
            print(type(error).__name__, error.message)
            for one in error.error_diagnostics:
                describe(one, 1)
            print(str(error).splitlines()[0])
    ctx.allow_unregistered_dialects = True
    module = Module.parse('"x.y"() ({\n  %0 = "a.b"() : () -> i32\n  "a.t"() : () -> ()\n}) : () -> ()')
    block = module.body.operations[0].regions[0].blocks[0]
    block.operations[1].move_before(block.operations[0])
    print(module.operation.verify())
    print(DiagnosticSeverity.ERROR != DiagnosticSeverity.NOTE, [one.name for one in DiagnosticSeverity])
    with ctx.attach_diagnostic_handler(collect):
        ctx.emit_error_diagnostics = True
        seen.clear()
        try:
            Type.parse("tensor<")
        except MLIRError as error:
            print(len(error.error_diagnostics), [one.message for one in seen])
