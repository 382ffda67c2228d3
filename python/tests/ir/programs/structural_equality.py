"""Modules that differ in one thing each, compared with every set of flags, and grouped by their hashes."""

from mlir import ir

BASE = 'module {\n  %0 = "q.a"() <{p = 1 : i8}> {d = 2 : i8} : () -> i32 loc("l")\n  "q.b"(%0) : (i32) -> () loc("m")\n}'
CHANGES = {
    "same": ("", ""),
    "location": ('loc("l")', 'loc("other")'),
    "attribute": ("d = 2", "d = 3"),
    "property": ("p = 1", "p = 9"),
    "name": ("q.b", "q.c"),
    "name of a value": ("%0", "%x"),
}

with ir.Context() as ctx:
    ctx.allow_unregistered_dialects = True
    flags = ir.OperationEquivalenceFlags
    base = ir.Module.parse(BASE).operation
    sets = [
        flags.NONE,
        flags.IGNORE_LOCATIONS,
        flags.IGNORE_DISCARDABLE_ATTRS,
        flags.IGNORE_PROPERTIES,
        flags.IGNORE_LOCATIONS | flags.IGNORE_PROPERTIES,
    ]
    for name, (old, new) in CHANGES.items():
        other = ir.Module.parse(BASE.replace(old, new) if old else BASE).operation
        verdicts = [base.is_structurally_equivalent(other, one) for one in sets]
        hashes = [base.structural_hash(one) == other.structural_hash(one) for one in sets]
        print(f"{name:18}", verdicts, all(same or not equal for equal, same in zip(verdicts, hashes)))
    print(base.is_structurally_equivalent(base), base.is_structurally_equivalent(base.clone()))
    print(base.is_structurally_equivalent(other, flags=flags.IGNORE_LOCATIONS))
    print(int(flags.NONE), int(flags.IGNORE_LOCATIONS | flags.IGNORE_COMMUTATIVITY))
