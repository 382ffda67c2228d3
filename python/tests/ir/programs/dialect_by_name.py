"""Operations of dialects without a module in every package: index, ub, bufferization, quant, emitc, pdl_interp."""

from mlir.ir import (
    Context,
    InferTypeOpInterface,
    InsertionPoint,
    Location,
    MLIRError,
    Module,
    Operation,
    Type,
    UnitAttr,
)

TEXT = """
func.func @indices(%a: index, %b: index) -> (index, i1) {
  %c = index.constant 7
  %0 = index.add %a, %c
  %1 = index.cmp slt(%0, %b)
  %2 = index.casts %0 : index to i64
  %3 = index.bool.constant true
  %4 = ub.poison : i32
  %5 = index.sizeof
  return %5, %1 : index, i1
}
func.func @buffers(%t: tensor<?xf32>, %size: index) -> tensor<?xf32> {
  %0 = tensor.empty(%size) : tensor<?xf32>
  %1 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %2 = bufferization.clone %1 : memref<?xf32> to memref<?xf32>
  %3 = bufferization.to_tensor %2 restrict writable : memref<?xf32> to tensor<?xf32>
  %4 = bufferization.materialize_in_destination %3 in %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  bufferization.dealloc_tensor %t : tensor<?xf32>
  return %4 : tensor<?xf32>
}
func.func @quantized(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32, 2.0:128>>
  %1 = quant.scast %0 : tensor<4x!quant.uniform<i8:f32, 2.0:128>> to tensor<4xi8>
  %2 = quant.dcast %0 : tensor<4x!quant.uniform<i8:f32, 2.0:128>> to tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func @c(%a: i32, %b: i32) -> i32 {
  %0 = emitc.add %a, %b : (i32, i32) -> i32
  %1 = emitc.call_opaque "max"(%0, %b) : (i32, i32) -> i32
  %2 = emitc.literal "M_PI" : f64
  %3 = emitc.cmp lt, %0, %1 : (i32, i32) -> i1
  emitc.verbatim "done();"
  return %1 : i32
}
"""

with Context(), Location.unknown():
    module = Module.parse(TEXT)
    print(module)
    print(module.operation.verify())
    for function in module.body.operations:
        for op in function.operation.regions[0].blocks[0]:
            names = [name for name in op.operation.attributes]
            print(op.operation.name, names, [str(one.type) for one in op.operation.results])
    entry = module.body.operations[0].operation.regions[0].blocks[0]
    a, b = entry.arguments
    with InsertionPoint.at_block_begin(entry):
        total = Operation.create("index.mul", infer_type=True, operands=[a, b])
        print(total, total.result.type)
        wide = Operation.create(
            "index.casts", results=[Type.parse("i64")], operands=[a], attributes={"app.note": UnitAttr.get()}
        )
        print(wide, wide.attributes["app.note"])
        poison = Operation.create("ub.poison", results=[Type.parse("vector<4xf32>")])
        print(poison, poison.attributes["value"])
        same = Operation.parse('%0 = "index.constant"() <{value = 3 : index}> : () -> index')
        print(same)
    print([str(one) for one in InferTypeOpInterface(total).inferReturnTypes(operands=[a, b])])
    buffers = module.body.operations[1].operation.regions[0].blocks[0]
    with InsertionPoint.at_block_begin(buffers):
        made = Operation.create(
            "bufferization.to_buffer",
            results=[Type.parse("memref<?xf32>")],
            operands=[buffers.arguments[0]],
            attributes={"read_only": UnitAttr.get()},
        )
        print(made)
    for wrong in (
        '%0 = index.constant 1\n%1 = "index.add"(%0) : (index) -> index',
        '%0 = "ub.poison"() <{value = 1 : i32}> : () -> i32',
        "%0 = arith.constant 1.0 : f32\n%1 = quant.qcast %0 : f32 to f32",
        '%0 = "emitc.add"() : () -> i32',
    ):
        try:
            Module.parse(wrong)
        except MLIRError as error:
            print(error.error_diagnostics[0].message)
    print(module)
    print(str(Module.parse(str(module))) == str(module))
