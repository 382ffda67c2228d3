"""Locations of every kind, nested, read back, and printed with operations."""

from mlir.ir import (
    Attribute,
    CallSiteLoc,
    Context,
    FileLineColLoc,
    FusedLoc,
    InsertionPoint,
    Location,
    Module,
    NameLoc,
    Operation,
    StringAttr,
    UnknownLoc,
)


def describe(loc, depth=0):
    pad = "  " * depth
    if isinstance(loc, FileLineColLoc):
        print(f"{pad}file {loc.filename} {loc.start_line}:{loc.start_col}-{loc.end_line}:{loc.end_col}")
    elif isinstance(loc, NameLoc):
        print(f"{pad}name {loc.name_str!r}")
        describe(loc.child_loc, depth + 1)
    elif isinstance(loc, CallSiteLoc):
        print(f"{pad}call")
        describe(loc.callee, depth + 1)
        describe(loc.caller, depth + 1)
    elif isinstance(loc, FusedLoc):
        print(f"{pad}fused, metadata {loc.metadata}")
        for one in loc.locations:
            describe(one, depth + 1)
    else:
        print(f"{pad}{type(loc).__name__} unknown={isinstance(loc, UnknownLoc)}")


with Context() as ctx:
    ctx.allow_unregistered_dialects = True
    unknown = Location.unknown()
    file = Location.file("dir/a.mlir", 10, 2)
    span = Location.file("dir/a.mlir", 10, 2, 12, 40)
    named = Location.name("step", childLoc=file)
    call = Location.callsite(named, [span, unknown])
    fused = Location.fused([file, named], metadata=StringAttr.get("inlined"))
    made = [
        unknown,
        file,
        span,
        Location.name("bare"),
        named,
        call,
        fused,
        Location.fused([file]),
        Location.fused([]),
    ]
    made += [Location.file('"quoted"\\path', 1, 1), Location.name("a b\n")]
    for loc in made:
        print(loc, type(loc).__name__, loc.attr)
        describe(loc)
        assert Location.from_attr(loc.attr) == loc
        assert Location.from_attr(loc.attr, ctx) == loc
    print(file == Location.file("dir/a.mlir", 10, 2), file == span)
    print(
        FileLineColLoc.get("f", 1, 2),
        NameLoc.get("n"),
        CallSiteLoc.get(file, [unknown]),
        FusedLoc.get([file, span]),
        UnknownLoc.get(),
    )
    with file:
        module = Module.create()
        with InsertionPoint(module.body):
            for loc in (named, call, fused, span):
                Operation.create("x.y", loc=loc)
            last = Operation.create("x.here")
    last.location = named
    print(module.operation.get_asm(enable_debug_info=True))
    print(module.operation.get_asm(enable_debug_info=True, pretty_debug_info=True))
    print(module.operation.get_asm(enable_debug_info=True, use_local_scope=True))
    again = Module.parse(module.operation.get_asm(enable_debug_info=True))
    print([one.location == other.location for one, other in zip(module.body, again.body)])
    print(module.operation.location, Attribute.parse("#x.loc"), str(call.attr).count("loc"))
