"""The attributes of operations as a mapping: reading, changing, iterating, deleting."""

from mlir.ir import (
    Context,
    DictAttr,
    IntegerAttr,
    IntegerType,
    Location,
    NamedAttribute,
    Operation,
    StringAttr,
    UnitAttr,
)

with Context() as ctx, Location.unknown():
    ctx.allow_unregistered_dialects = True
    i32 = IntegerType.get_signless(32)
    op = Operation.create(
        "a.op", attributes={"z": UnitAttr.get(), "one": IntegerAttr.get(i32, 1), "text": StringAttr.get("x")}
    )
    attributes = op.attributes
    print(op, len(attributes), "one" in attributes, "two" in attributes)
    print([attributes[at].name for at in range(len(attributes))], list(attributes), list(attributes.keys()))
    print(
        [str(value) for value in attributes.values()],
        [(name, str(value)) for name, value in attributes.items()],
    )
    print(dict(attributes.items())["one"], {name: str(attributes[name]) for name in attributes})
    first = attributes[0]
    print(type(first).__name__, isinstance(first, NamedAttribute), first.name, first.attr, first)
    attributes["two"] = IntegerAttr.get(i32, attributes["one"].value + 1)
    attributes["one"] = StringAttr.get("replaced")
    del attributes["z"]
    print(
        op, len(op.attributes), attributes.get("two"), attributes.get("z"), attributes.get("z", "a default")
    )
    for wrong in ("z", 7, -1):
        try:
            print(wrong, attributes[wrong])
        except (KeyError, IndexError) as error:
            print(wrong, type(error).__name__)
    try:
        del attributes["z"]
    except KeyError:
        print("no z")
    for name in sorted(attributes):
        del attributes[name]
    print(op, len(attributes), list(attributes))
    attributes["not an identifier"] = UnitAttr.get()
    attributes["with.dots"] = UnitAttr.get()
    attributes["a$b"] = UnitAttr.get()
    print(op)
    values = {name: IntegerAttr.get(i32, len(name)) for name in ("c", "bb", "aaa")}
    for name, value in values.items():
        attributes[name] = value
    print(op, sum(value.value for value in attributes.values() if isinstance(value, IntegerAttr)))
    other = Operation.create("a.copy", attributes=dict(attributes.items()))
    print(other, DictAttr.get(dict(attributes.items())))
    print(other.attributes["bb"] == attributes["bb"], other.attributes["bb"] is attributes["bb"])
