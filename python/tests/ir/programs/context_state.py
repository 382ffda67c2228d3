"""Contexts, dialects and the stacks of current objects."""

from mlir.ir import Context, InsertionPoint, IntegerType, Location, Module, Operation, Type


def attempt(what, function):
    try:
        print(what, "->", function())
    except Exception as error:
        print(what, "->", type(error).__name__, str(error).split("\n")[0])


attempt("no context", lambda: IntegerType.get_signless(8))
attempt("no location", lambda: Operation.create("x.y"))
attempt("current", lambda: Context.current)

first, second = Context(), Context()
with first:
    attempt("in a context", lambda: Context.current is first)
    attempt("a type", lambda: IntegerType.get_signless(8).context is first)
    attempt("explicitly another", lambda: IntegerType.get_signless(8, context=second).context is second)
    attempt("location", lambda: Location.current)
    with second, Location.unknown():
        attempt("nested", lambda: Context.current is second)
        attempt("location", lambda: Location.current)
        with Location.name("inner"):
            attempt("inner", lambda: Location.current)
        attempt("outer", lambda: Location.current)
        attempt("its context", lambda: Location.current.context is second)
    attempt("after", lambda: Context.current is first)
    with Location.file("f", 1, 2):
        module = Module.create()
        attempt("module", lambda: module.operation.location)
    attempt("no location", lambda: Module.create())
    with Location.unknown():
        attempt("unregistered", lambda: Type.parse("!no.such"))
        first.allow_unregistered_dialects = True
        attempt("registered", lambda: Type.parse("!no.such"))
        with InsertionPoint(module.body):
            attempt("point", lambda: InsertionPoint.current.block == module.body)
            Operation.create("x.y")
        attempt("module", lambda: len(module.body.operations))
attempt("current", lambda: Context.current)
print(first.allow_unregistered_dialects, second.allow_unregistered_dialects, first.emit_error_diagnostics)
print(
    first.dialects["builtin"].descriptor.namespace,
    first.d.builtin.descriptor,
    first.get_dialect_descriptor("builtin").namespace,
)
attempt("dialect", lambda: first.dialects["no_such"])
attempt("dialect", lambda: first.d.no_such)
attempt("descriptor", lambda: first.get_dialect_descriptor("no_such"))
print(first.is_registered_operation("builtin.module"), first.is_registered_operation("no.such"))
print(first == first, first == second, first is not second)
first.enable_multithreading(False)
print(first.get_num_threads())
first.enable_multithreading(True)
print(first.get_num_threads() >= 1)
