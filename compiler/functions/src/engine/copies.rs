//! The copy of strided memory in modules that become files.
//!
//! MLIR lowers a copy of strided memory to a call of `memrefCopy`, which its runtime library has, and the process when it loads code.
//! A program that links a file has neither. Invariant: the function is internal, so it clashes with no other one.

use tvmlike_ir::{Exclusive, Failure, Op};

const NAME: &str = "memrefCopy";

/// A memref is a rank and the address of a descriptor: allocated and aligned pointer, offset, sizes, strides. Elements are copied one
/// by one, or by rows where both sides have rows without gaps.
const FUNCTION: &str = r#"
llvm.func internal @memrefCopy(%size: i64, %from: !llvm.ptr, %to: !llvm.ptr) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %most = llvm.mlir.constant(64 : i64) : i64
  %indices = llvm.alloca %most x i64 : (i64) -> !llvm.ptr
  %rank = llvm.load %from : !llvm.ptr -> i64
  %is_known = llvm.icmp "ule" %rank, %most : i64
  llvm.cond_br %is_known, ^begin, ^unknown
^unknown:
  "llvm.intr.trap"() : () -> ()
  llvm.unreachable
^begin:
  %from_at = llvm.getelementptr %from[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %to_at = llvm.getelementptr %to[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %source = llvm.load %from_at : !llvm.ptr -> !llvm.ptr
  %target = llvm.load %to_at : !llvm.ptr -> !llvm.ptr
  %source_aligned = llvm.getelementptr %source[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %target_aligned = llvm.getelementptr %target[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %source_base = llvm.load %source_aligned : !llvm.ptr -> !llvm.ptr
  %target_base = llvm.load %target_aligned : !llvm.ptr -> !llvm.ptr
  %source_offset_at = llvm.getelementptr %source[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %target_offset_at = llvm.getelementptr %target[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %source_offset = llvm.load %source_offset_at : !llvm.ptr -> i64
  %target_offset = llvm.load %target_offset_at : !llvm.ptr -> i64
  %source_bytes = llvm.mul %source_offset, %size : i64
  %target_bytes = llvm.mul %target_offset, %size : i64
  %source_first = llvm.getelementptr %source_base[%source_bytes] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %target_first = llvm.getelementptr %target_base[%target_bytes] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %sizes = llvm.getelementptr %source[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %source_strides = llvm.getelementptr %sizes[%rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %target_sizes = llvm.getelementptr %target[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %target_strides = llvm.getelementptr %target_sizes[%rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.br ^clear(%c0 : i64)
^clear(%dim: i64):
  %is_clear = llvm.icmp "eq" %dim, %rank : i64
  llvm.cond_br %is_clear, ^rows, ^check
^check:
  %own_at = llvm.getelementptr %sizes[%dim] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %own = llvm.load %own_at : !llvm.ptr -> i64
  %index_at = llvm.getelementptr %indices[%dim] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %c0, %index_at : i64, !llvm.ptr
  %next_dim = llvm.add %dim, %c1 : i64
  %is_empty = llvm.icmp "eq" %own, %c0 : i64
  llvm.cond_br %is_empty, ^end, ^clear(%next_dim : i64)
^rows:
  %has_rows = llvm.icmp "ne" %rank, %c0 : i64
  llvm.cond_br %has_rows, ^last, ^copy(%source_first, %target_first, %rank, %size : !llvm.ptr, !llvm.ptr, i64, i64)
^last:
  %outer = llvm.sub %rank, %c1 : i64
  %row_at = llvm.getelementptr %sizes[%outer] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %row = llvm.load %row_at : !llvm.ptr -> i64
  %source_step_at = llvm.getelementptr %source_strides[%outer] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %source_step = llvm.load %source_step_at : !llvm.ptr -> i64
  %target_step_at = llvm.getelementptr %target_strides[%outer] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %target_step = llvm.load %target_step_at : !llvm.ptr -> i64
  %source_dense = llvm.icmp "eq" %source_step, %c1 : i64
  %target_dense = llvm.icmp "eq" %target_step, %c1 : i64
  %is_dense = llvm.and %source_dense, %target_dense : i1
  %row_bytes = llvm.mul %row, %size : i64
  %loops = llvm.select %is_dense, %outer, %rank : i1, i64
  %bytes = llvm.select %is_dense, %row_bytes, %size : i1, i64
  llvm.br ^copy(%source_first, %target_first, %loops, %bytes : !llvm.ptr, !llvm.ptr, i64, i64)
^copy(%a: !llvm.ptr, %b: !llvm.ptr, %depth: i64, %count: i64):
  "llvm.intr.memmove"(%b, %a, %count) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.br ^advance(%a, %b, %depth : !llvm.ptr, !llvm.ptr, i64)
^advance(%x: !llvm.ptr, %y: !llvm.ptr, %left: i64):
  %is_last = llvm.icmp "eq" %left, %c0 : i64
  llvm.cond_br %is_last, ^end, ^step
^step:
  %at = llvm.sub %left, %c1 : i64
  %at_index = llvm.getelementptr %indices[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %old = llvm.load %at_index : !llvm.ptr -> i64
  %new = llvm.add %old, %c1 : i64
  %at_size = llvm.getelementptr %sizes[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %extent = llvm.load %at_size : !llvm.ptr -> i64
  %at_source = llvm.getelementptr %source_strides[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %source_stride = llvm.load %at_source : !llvm.ptr -> i64
  %at_target = llvm.getelementptr %target_strides[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %target_stride = llvm.load %at_target : !llvm.ptr -> i64
  %source_next = llvm.mul %source_stride, %size : i64
  %target_next = llvm.mul %target_stride, %size : i64
  %goes_on = llvm.icmp "slt" %new, %extent : i64
  llvm.cond_br %goes_on, ^forward, ^back
^forward:
  llvm.store %new, %at_index : i64, !llvm.ptr
  %source_there = llvm.getelementptr %x[%source_next] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %target_there = llvm.getelementptr %y[%target_next] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.br ^copy(%source_there, %target_there, %depth, %count : !llvm.ptr, !llvm.ptr, i64, i64)
^back:
  llvm.store %c0, %at_index : i64, !llvm.ptr
  %minus = llvm.sub %c0, %old : i64
  %source_all = llvm.mul %source_next, %minus : i64
  %target_all = llvm.mul %target_next, %minus : i64
  %source_start = llvm.getelementptr %x[%source_all] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %target_start = llvm.getelementptr %y[%target_all] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.br ^advance(%source_start, %target_start, %at : !llvm.ptr, !llvm.ptr, i64)
^end:
  llvm.return
}"#;

/// Defines the function if a lowered module declares it.
///
/// # Errors
/// The module cannot get the function; the error was emitted.
pub(super) fn define(edit: &mut Exclusive<'_>, module: Op) -> Result<(), Failure> {
    let context = edit.context();
    let body = |module: Op| module.region(context, 0)?.first_block(context);
    let is_declared = |op: &Op| {
        let region = op.region(context, 0);
        op.is_named(context, "llvm.func") && region.is_none_or(|region| region.is_empty(context))
    };
    let Some(declared) = module.lookup_symbol(context, NAME).filter(is_declared) else {
        return Ok(());
    };
    let refuse = |error: tvmlike_ir::Error| module.emit_error(context, error.to_string()).emit();
    let parsed = tvmlike_text::parse_module(edit, NAME, FUNCTION.as_bytes())?;
    if let (Some(from), Some(to)) = (body(parsed), body(module))
        && let Some(function) = from.first_op(context)
    {
        function.detach(edit);
        declared.erase(edit).map_err(refuse)?;
        to.append(edit, function).map_err(refuse)?;
    }
    parsed.erase(edit).map_err(refuse)
}
