func.func @data(%p: memref<10xf32>, %l: !llvm.ptr, %i: i32, %n: index, %c: i1) {
  %b = acc.bounds lowerbound(%n : index) upperbound(%n : index) extent(%n : index) stride(%i : i32) startIdx(%n : index)
  %0 = acc.copyin varPtr(%p : memref<10xf32>) -> memref<10xf32>
  %1 = acc.copyin varPtr(%p : memref<10xf32>) varType(memref<10xf32>) varPtrPtr(%l : !llvm.ptr) bounds(%b, %b) async -> memref<10xf32> {name = "x", dataClause = #acc<data_clause acc_copy>}
  %2 = acc.create varPtr(%l : !llvm.ptr) varType(f32) async(%i : i32, %n : index [#acc.device_type<nvidia>]) recipe(@m::@r) bounds(%b) -> !llvm.ptr
  %3 = acc.attach var(%i : i32) -> i32
  %4 = acc.present var(%i : i32) varType(f32) async([#acc.device_type<nvidia>, #acc.device_type<none>], %i : i32) -> i32
  %5 = acc.nocreate varPtr(%p : memref<10xf32>) varType(f32) -> memref<10xf32>
  %6 = acc.deviceptr varPtr(%p : memref<10xf32>) -> memref<10xf32> {foo}
  %7 = acc.getdeviceptr varPtr(%p : memref<10xf32>) -> memref<10xf32>
  %8 = acc.private varPtr(%p : memref<10xf32>) recipe(@r) -> memref<10xf32>
  %9 = acc.firstprivate varPtr(%p : memref<10xf32>) -> memref<10xf32>
  %10 = acc.reduction varPtr(%p : memref<10xf32>) -> memref<10xf32>
  %11 = acc.use_device varPtr(%p : memref<10xf32>) -> memref<10xf32>
  %12 = acc.update_device varPtr(%p : memref<10xf32>) -> memref<10xf32>
  %13 = acc.cache varPtr(%p : memref<10xf32>) -> memref<10xf32>
  %14 = acc.declare_device_resident varPtr(%p : memref<10xf32>) -> memref<10xf32>
  %15 = acc.declare_link varPtr(%p : memref<10xf32>) -> memref<10xf32>
  acc.copyout accPtr(%0 : memref<10xf32>) to varPtr(%p : memref<10xf32>)
  acc.copyout accVar(%3 : i32) bounds(%b) async(%i : i32) to var(%i : i32) varType(f32) {structured = false}
  acc.update_host accPtr(%12 : memref<10xf32>) async to varPtr(%p : memref<10xf32>) {implicit = true}
  acc.delete accPtr(%0 : memref<10xf32>)
  acc.delete accPtr(%0 : memref<10xf32>) bounds(%b) async(%i : i32 [#acc.device_type<star>])
  acc.detach accPtr(%0 : memref<10xf32>) async
  return
}
// -----
func.func @constructs(%p: memref<10xf32>, %q: memref<10xf32>, %i: i32, %n: index, %c: i1) {
  acc.parallel combined(loop) dataOperands(%p : memref<10xf32>) async(%i : i32, %n : index [#acc.device_type<star>]) num_gangs({%i : i32, %n : index}, {%i : i32} [#acc.device_type<star>]) num_workers(%i : i32, %i : i32 [#acc.device_type<star>]) vector_length(%i : i32) wait({%i : i32, %i : i32}, {devnum: %i : i32, %n : index} [#acc.device_type<star>]) self(%c) if(%c) reduction(%p : memref<10xf32>) private(%p, %q : memref<10xf32>, memref<10xf32>) firstprivate(%p : memref<10xf32>) {
    acc.yield
  }
  acc.parallel wait([#acc.device_type<star>], {%i : i32}) async([#acc.device_type<star>], %i : i32) {
    acc.yield
  } attributes {selfAttr, defaultAttr = #acc<defaultvalue present>}
  acc.parallel wait async {
    acc.yield
  }
  acc.serial combined(loop) async wait({devnum: %i : i32, %i : i32}) {
    acc.yield
  }
  acc.kernels combined(loop) num_gangs({%i : i32}) {
    acc.terminator
  }
  acc.kernel_environment dataOperands(%p : memref<10xf32>) async(%i : i32) wait({%i : i32}) {
  }
  acc.data if(%c) dataOperands(%p : memref<10xf32>) async wait([#acc.device_type<host>], {%i : i32} [#acc.device_type<star>]) {
    acc.terminator
  } attributes {defaultAttr = #acc<defaultvalue none>}
  acc.host_data if(%c) dataOperands(%p : memref<10xf32>) {
    acc.terminator
  } attributes {ifPresent}
  acc.enter_data async wait wait_devnum(%i : i32) dataOperands(%p : memref<10xf32>) if(%c)
  acc.enter_data async(%i : i32) wait(%i, %n : i32, index) dataOperands(%p, %q : memref<10xf32>, memref<10xf32>)
  acc.exit_data dataOperands(%p : memref<10xf32>) async wait attributes {finalize}
  acc.update async wait dataOperands(%p : memref<10xf32>) attributes {ifPresent}
  acc.update if(%c) async(%i : i32) wait({%i : i32}) dataOperands(%p : memref<10xf32>)
  acc.wait(%i, %n : i32, index) async wait_devnum(%i : i32) if(%c)
  acc.wait async(%n : index)
  acc.wait
  %t = acc.declare_enter dataOperands(%p : memref<10xf32>)
  acc.declare_exit token(%t) dataOperands(%p : memref<10xf32>)
  return
}
// -----
acc.routine @r1 func(@f) gang
acc.routine @r2 func(@f) gang worker seq vector nohost implicit
acc.routine @r3 func(@f) gang(dim: 1 : i64)
acc.routine @r4 func(@f) gang([#acc.device_type<star>], dim: 1, dim: 2 : i32 [#acc.device_type<star>])
acc.routine @r5 func(@f) worker ([#acc.device_type<star>, #acc.device_type<host>]) vector([#acc.device_type<none>])
acc.routine @r6 func(@m::@f) bind(@a, "b", "c" [#acc.device_type<star>], @m::@d [#acc.device_type<host>]) attributes {foo}
acc.routine @r7 func(@f) bind("b")
acc.routine @r8 func(@f) bind(@b [#acc.device_type<star>])
// -----
func.func @loops(%p: memref<10xf32>, %i: i32, %n: index) {
  acc.loop combined(parallel) gang({num=%i : i32, static=%i : i32, dim=%n : index} [#acc.device_type<star>]) worker(%i : i32) vector([#acc.device_type<star>], %n : index) private(%p : memref<10xf32>) firstprivate(%p : memref<10xf32>) tile({%i : i32, %n : index}, {%i : i32} [#acc.device_type<star>]) reduction(%p : memref<10xf32>) cache(%p : memref<10xf32>) control(%a : i32 loc("a"), %b : index) = (%i, %n : i32, index) to (%i, %n : i32, index) step (%i, %n : i32, index) {
    acc.yield
  } attributes {seq = [#acc.device_type<none>], inclusiveUpperbound = array<i1: true, true>}
  acc.loop gang([#acc.device_type<star>, #acc.device_type<none>], {num=%i : i32}) {
    acc.yield
  } attributes {seq = [#acc.device_type<none>]}
  %0 = acc.loop combined(serial) gang worker vector control(%a : i32) = (%i : i32) to (%i : i32) step (%i : i32) {
    acc.yield
  } (i32) attributes {seq = [#acc.device_type<none>]}
  acc.loop combined(kernels) gang([#acc.device_type<star>, #acc.device_type<none>]) {
    acc.yield
  }
  acc.loop gang({num=%i : i32 static=%i : i32}) worker([#acc.device_type<star>], %i : i32 [#acc.device_type<none>]) {
    acc.yield
  }
  return
}
// -----
func.func @f(%p: memref<10xf32>) { %0 = acc.copyin var(%p : memref<10xf32>) varType(i32) recipe("a") -> memref<10xf32> return }
// -----
func.func @f(%p: memref<10xf32>) { %0 = acc.copyin foo(%p : memref<10xf32>) -> memref<10xf32> return }
// -----
func.func @f(%p: memref<10xf32>) { %0 = acc.copyin varPtr(%p : memref<10xf32>) async([#acc.device_type<star>]) -> memref<10xf32> return }
// -----
func.func @f(%p: memref<10xf32>, %i: i32) { %0 = acc.copyin varPtr(%p : memref<10xf32>) async(%i : i32 [1]) -> memref<10xf32> return }
// -----
func.func @f(%i: i32) { acc.parallel num_gangs({}) { } return }
// -----
func.func @f(%i: i32) { acc.parallel num_gangs({%i : i32} ["a"]) { } return }
// -----
func.func @f(%i: i32) { acc.parallel wait({devnum %i : i32}) { } return }
// -----
func.func @f(%i: i32) { acc.parallel wait([#acc.device_type<star>]) { } return }
// -----
func.func @f(%i: i32) { acc.loop combined(foo) { } return }
// -----
func.func @f(%i: i32) { acc.loop gang({}) { } return }
// -----
func.func @f(%i: i32) { acc.loop gang({num=%i : i32, }) { } return }
// -----
func.func @f(%i: i32) { acc.loop control(%a : i32) = (%i, %i : i32, i32) to (%i : i32) step (%i : i32) { } return }
// -----
func.func @f(%i: i32) { acc.loop control(%a : i32) = (: i32) to (%i : i32) step (%i : i32) { } return }
// -----
func.func @f(%i: i32) { acc.loop control() = () to () step () { } return }
// -----
acc.routine @r func(@f) gang(1)
// -----
acc.routine @r func(@f) worker(#acc.device_type<star>)
