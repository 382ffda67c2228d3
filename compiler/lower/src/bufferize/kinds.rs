//! The operations on tensors that have a bufferization.

use tvmlike_ir::{Context, Op};

/// The operations that are bufferized.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    AllocTensor,
    Call,
    Cast,
    CollapseShape,
    Concat,
    Condition,
    Constant,
    DeallocTensor,
    /// An operation of linalg with inputs and outputs.
    Destination,
    Dim,
    Empty,
    /// `scf.execute_region` of one block.
    ExecuteRegion,
    ExpandShape,
    Extract,
    ExtractSlice,
    For,
    Forall,
    FromElements,
    Func,
    Generate,
    If,
    Insert,
    InsertSlice,
    /// `vector.mask`.
    Mask,
    /// `vector.yield` in a mask.
    MaskYield,
    Materialize,
    Pad,
    ParallelInsertSlice,
    Rank,
    Reshape,
    Return,
    Select,
    Splat,
    Switch,
    ToBuffer,
    ToTensor,
    /// An operation of vector that reads a tensor.
    VectorRead,
    /// An operation of vector that writes a tensor.
    VectorWrite,
    While,
    Yield,
}

/// The kind of an operation; `None`: it has no bufferization.
pub(super) fn kind(context: &Context, op: Op) -> Option<Kind> {
    Some(match op.name(context).bytes(context) {
        b"arith.constant" => Kind::Constant,
        b"arith.select" => Kind::Select,
        b"bufferization.alloc_tensor" => Kind::AllocTensor,
        b"bufferization.dealloc_tensor" => Kind::DeallocTensor,
        b"bufferization.materialize_in_destination" => Kind::Materialize,
        b"bufferization.to_buffer" => Kind::ToBuffer,
        b"bufferization.to_tensor" => Kind::ToTensor,
        b"func.call" => Kind::Call,
        b"func.func" => Kind::Func,
        b"func.return" => Kind::Return,
        b"scf.condition" => Kind::Condition,
        b"scf.execute_region" => {
            let region = op.region(context, 0)?;
            return (region.blocks(context).count() == 1).then_some(Kind::ExecuteRegion);
        }
        b"scf.for" => Kind::For,
        b"scf.forall" => Kind::Forall,
        b"scf.if" => Kind::If,
        b"scf.index_switch" => Kind::Switch,
        b"scf.while" => Kind::While,
        b"scf.yield" => {
            let parent = op.parent_op(context)?;
            return matches!(
                kind(context, parent)?,
                Kind::ExecuteRegion | Kind::For | Kind::If | Kind::Switch | Kind::While
            )
            .then_some(Kind::Yield);
        }
        b"tensor.cast" => Kind::Cast,
        b"tensor.collapse_shape" => Kind::CollapseShape,
        b"tensor.concat" => Kind::Concat,
        b"tensor.dim" => Kind::Dim,
        b"tensor.empty" => Kind::Empty,
        b"tensor.expand_shape" => Kind::ExpandShape,
        b"tensor.extract" => Kind::Extract,
        b"tensor.extract_slice" => Kind::ExtractSlice,
        b"tensor.from_elements" => Kind::FromElements,
        b"tensor.generate" => Kind::Generate,
        b"tensor.insert" => Kind::Insert,
        b"tensor.insert_slice" => Kind::InsertSlice,
        b"tensor.pad" => Kind::Pad,
        b"tensor.parallel_insert_slice" => Kind::ParallelInsertSlice,
        b"tensor.rank" => Kind::Rank,
        b"tensor.reshape" => Kind::Reshape,
        b"tensor.splat" => Kind::Splat,
        b"vector.gather" | b"vector.transfer_read" => Kind::VectorRead,
        b"vector.mask" => Kind::Mask,
        b"vector.scatter" | b"vector.transfer_write" => Kind::VectorWrite,
        b"vector.yield" => {
            let is_mask = op.parent_op(context)?.is_named(context, "vector.mask");
            return is_mask.then_some(Kind::MaskYield);
        }
        name if name.starts_with(b"linalg.") && inputs(context, op).is_some() => Kind::Destination,
        _ => return None,
    })
}

/// The number of operands of an operation of linalg that it only reads.
pub(super) fn inputs(context: &Context, op: Op) -> Option<usize> {
    if op.is_named(context, "linalg.softmax") {
        return Some(1);
    }
    Some(tvmlike_dialects::structured_loops(context, op)?.inputs)
}
