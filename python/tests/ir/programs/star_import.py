"""Programs often import everything: the names, and how members of enumerations print."""

from mlir.ir import *

context = Context()
print(WalkOrder.PRE_ORDER, WalkResult.ADVANCE, str(WalkResult.SKIP), f"{WalkOrder.POST_ORDER}")
print(DiagnosticSeverity.ERROR, OperationEquivalenceFlags.IGNORE_LOCATIONS.name)
with context, Location.unknown():
    print(AttrBuilder.contains("I32Attr"))
    with context.attach_diagnostic_handler(lambda diagnostic: print(diagnostic.severity, diagnostic) or True):
        Location.current.emit_error("shown")
    module = Module.create()
    print(
        module, isinstance(module.operation, Operation), MLIRError.__name__, issubclass(MLIRError, Exception)
    )
    print(context.dialects["builtin"].descriptor, get_ops_of_type(module)[0].operation.name)
    print(
        isinstance(F32Type.get(), Type), isinstance(UnitAttr.get(), Attribute), isinstance(module.body, Block)
    )
    print(
        [
            name
            for name in (
                "Region",
                "OpView",
                "Value",
                "SymbolTable",
                "InsertionPoint",
                "register_attribute_builder",
                "get_parent_of_type",
                "AffineExpr",
                "ThreadPool",
                "AsmState",
                "OpAdaptor",
            )
            if name not in globals()
        ]
    )
