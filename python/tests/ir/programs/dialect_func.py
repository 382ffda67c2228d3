"""Functions, calls, and functions from Python functions."""

from mlir.dialects import arith, func
from mlir.ir import (
    ArrayAttr,
    Context,
    DictAttr,
    F32Type,
    FlatSymbolRefAttr,
    FunctionType,
    InsertionPoint,
    IntegerType,
    Location,
    Module,
    StringAttr,
    TypeAttr,
)

with Context(), Location.unknown():
    module = Module.create()
    i32, f32 = IntegerType.get_signless(32), F32Type.get()
    with InsertionPoint(module.body):
        outside = func.FuncOp("outside", ([i32, f32], [i32]), visibility="private")
        print(outside.is_external, outside.type, outside.name, outside.visibility)
        try:
            outside.entry_block
        except IndexError as error:
            print(error)
        twice = func.FuncOp(name="twice", type=FunctionType.get([i32], [i32]))
        block = twice.add_entry_block()
        with InsertionPoint(block):
            func.ReturnOp([arith.addi(twice.arguments[0], block.arguments[0])])
        print(twice.is_external, len(twice.body.blocks), twice.entry_block == block)
        try:
            twice.add_entry_block()
        except IndexError as error:
            print(error)

        def build(op):
            call = func.CallOp(twice, [op.arguments[0]])
            print(call.callee, call.operands_[0].type, call.results.types)
            func.ReturnOp(call)

        func.FuncOp("caller", ([i32], [i32]), body_builder=build)

        @func.FuncOp.from_py_func(i32, i32)
        def add(a, b):
            return arith.addi(a, b)

        @func.FuncOp.from_py_func(f32, f32, name="renamed")
        def both(a, b):
            return b, a

        @func.FuncOp.from_py_func()
        def nothing():
            pass

        @func.func(i32)
        def calls(x):
            first = add(x, x)
            print(type(first).__name__, first.type)
            return first

    print(module)
    print(add.func_op.type, both.func_op.name, nothing.func_op.type)
    print(module.operation.verify())


with Context(), Location.unknown():
    module = Module.create()
    i32 = IntegerType.get_signless(32)
    with InsertionPoint(module.body):
        f = func.FuncOp("f", ([i32], [i32]), visibility="private")
        f.arg_attrs = ArrayAttr.get([DictAttr.get({"toy.a": StringAttr.get("x")})])
        print(f.arg_attrs)
        f.attributes["function_type"] = TypeAttr.get(FunctionType.get([i32, i32], [i32]))
        f.arg_attrs = [DictAttr.get({}), DictAttr.get({"toy.b": StringAttr.get("y")})]

        @func.FuncOp.from_py_func(i32, results=[i32])
        def g(x):
            made = func.CallOp([i32], "f", [x, x])
            other = func.CallOp([i32], FlatSymbolRefAttr.get("f"), [made, x])
            func.ReturnOp([other])

        for wrong in (
            lambda: func.CallOp(f, "f"),
            lambda: func.CallOp(f, [], []),
        ):
            try:
                wrong()
            except ValueError:
                print("ValueError")
    print(module)
