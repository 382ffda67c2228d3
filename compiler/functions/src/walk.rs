//! Walks over operations with a function of a front end.
//!
//! Invariant: the function runs without any guard of the context, so it may change the IR. After each call the walk looks up
//! its place again; if the operation that comes next was erased, the walk ends with an error.

use tvmlike::packed_func;
use tvmlike_ir as ir;

use crate::api::*;
use crate::errors;
use crate::handles::{Operation, OperationBase, Ref};
use crate::table::{self, Selection};

/// When a walk visits an operation.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[enum_type("ir.WalkOrder")]
pub(crate) enum WalkOrder {
    /// Before the operations in it.
    PreOrder = 0,
    /// After the operations in it.
    PostOrder = 1,
}

/// What a walk does next.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[enum_type("ir.WalkResult")]
pub(crate) enum WalkResult {
    /// Goes on.
    Advance = 0,
    /// Ends the walk.
    Interrupt = 1,
    /// Leaves out what is in the operation.
    Skip = 2,
}

/// Calls a function with an operation and each operation in it.
pub(crate) fn walk(
    root: &OperationBase,
    order: WalkOrder,
    mut visit: impl FnMut(&Ref, ir::Handle) -> Result<WalkResult>,
) -> Result<()> {
    let part = root.part();
    // The operation to visit, and the one behind it.
    let step = |core: &ir::Context, op: ir::Op, root: ir::Op| {
        let after = match order {
            WalkOrder::PreOrder => op.next_after(core, root),
            WalkOrder::PostOrder => op.next_in_post_order(core, root),
        };
        (core.op_handle(op), after.map(|op| core.op_handle(op)))
    };
    let (root, root_handle, (mut this, mut after)) = {
        let core = part.read()?;
        let root = part.op()?;
        let first = match order {
            WalkOrder::PreOrder => root,
            WalkOrder::PostOrder => root.first_in_post_order(&core),
        };
        (root, core.op_handle(root), step(&core, first, root))
    };
    loop {
        let result = visit(&part, this)?;
        if result == WalkResult::Interrupt {
            return Ok(());
        }
        let core = part.read()?;
        // What is in an operation is visited only if that is still there.
        let inside = (order == WalkOrder::PreOrder && result == WalkResult::Advance)
            .then(|| core.resolve_op(this).ok())
            .flatten()
            .and_then(|op| op.first_nested(&core));
        let next = match (inside, after) {
            (Some(inside), _) => inside,
            (None, Some(after)) => core.resolve_op(after)?,
            (None, None) => return Ok(()),
        };
        core.resolve_op(root_handle)?;
        (this, after) = step(&core, next, root);
    }
}

/// Calls a function with an operation and each operation in it. The function returns what the walk does next.
#[packed_func("ir.walk")]
fn walk_with(
    root: &OperationBase,
    callback: &PackedFunc,
    #[default(WalkOrder::PostOrder)] walk_order: WalkOrder,
) -> Result<()> {
    walk(root, walk_order, |part, handle| {
        let answer = callback.call((Operation::make_of(part, handle),))?;
        answer.view().convert::<WalkResult>()
    })
}

/// The operations in an operation, itself included, that have a name; in the order of the text.
#[packed_func("ir.find_operations")]
fn find_operations(root: &OperationBase, name: &str) -> Result<List<ObjectPtr<Operation>>> {
    let selection = Selection {
        name: Some(name),
        attribute: None,
    };
    table::find(root, &selection).map(List)
}

/// Erases an operation, of which nothing is used outside.
#[packed_func("ir.erase_operation")]
fn erase_operation(operation: &OperationBase) -> Result<()> {
    let mut edit = operation.edit()?;
    operation.op()?.erase(&mut edit).map_err(errors::value_error)
}

/// Makes the uses of an operation's results uses of those of another, and erases the operation.
#[packed_func("ir.replace_operation")]
fn replace_operation(operation: &OperationBase, by: &OperationBase) -> Result<()> {
    let mut edit = operation.edit()?;
    let (from, to) = (operation.op()?, by.in_context(operation.context())?);
    let types = |op: ir::Op| {
        op.results(&edit)
            .map(|result| result.ty(&edit))
            .collect::<Vec<_>>()
    };
    if from == to || types(from) != types(to) {
        return Err(errors::value_error(
            "replace_operation: expected another operation with the same result types",
        ));
    }
    let pairs: Vec<_> = from.results(&edit).zip(to.results(&edit)).collect();
    for (from, to) in pairs {
        from.replace_all_uses_with(&mut edit, to);
    }
    from.erase(&mut edit).map_err(errors::value_error)
}
