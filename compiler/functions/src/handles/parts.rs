//! Handles of parts of the IR, which can be erased: operations, blocks, regions, values.
//!
//! Invariant: each keeps its tree of operations alive, and a handle of an erased part is an error where it is used.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use tvmlike_ir as ir;

use super::{Context, Owner, Reading, Ref};
use crate::api::*;
use crate::errors;

/// What `ir.Operation` and `ir.OpView` have in common.
#[derive(Object)]
#[object(key = "ir._OperationBase")]
pub(crate) struct OperationBase {
    part: Ref,
    /// The owner of the operation itself, since this handle detached it.
    own: OnceLock<Arc<Owner>>,
}

/// An operation.
#[derive(Object)]
#[object(key = "ir.Operation", parent = base: OperationBase)]
#[repr(C)]
pub(crate) struct Operation {
    pub(crate) base: OperationBase,
}

/// An operation, by the class of its name where there is one.
#[derive(Object)]
#[object(key = "ir.OpView", parent = base: OperationBase)]
#[repr(C)]
pub(crate) struct OpView {
    pub(crate) base: OperationBase,
}

impl PartialEq for OperationBase {
    fn eq(&self, other: &Self) -> bool {
        self.part == other.part
    }
}

impl Eq for OperationBase {}

impl Hash for OperationBase {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.part.hash(state);
    }
}

impl OperationBase {
    fn new(part: Ref) -> Self {
        Self {
            part,
            own: OnceLock::new(),
        }
    }

    /// The operation, with the owner that keeps it alive now.
    pub(crate) fn part(&self) -> Ref {
        match self.own.get() {
            Some(owner) => Ref {
                owner: Arc::clone(owner),
                handle: self.part.handle,
            },
            None => self.part.clone(),
        }
    }

    pub(crate) fn context(&self) -> &ObjectPtr<Context> {
        self.part.context()
    }

    pub(crate) fn read(&self) -> Result<Reading<'_>> {
        self.part.read()
    }

    pub(crate) fn edit(&self) -> Result<ir::Exclusive<'_>> {
        self.part.edit()
    }

    /// The right to change what a conversion that runs notes.
    pub(crate) fn edit_noted(&self) -> Result<ir::Exclusive<'_>> {
        self.part.edit_noted()
    }

    pub(crate) fn op(&self) -> Result<ir::Op> {
        self.part.op()
    }

    /// The operation, if it belongs to a context.
    pub(crate) fn in_context(&self, context: &ObjectPtr<Context>) -> Result<ir::Op> {
        if self.context().same_as(context) {
            self.op()
        } else {
            Err(errors::other_context("operation"))
        }
    }

    /// A new operation, which has no parent.
    pub(crate) fn of_root(context: &ObjectPtr<Context>, op: ir::Op) -> Self {
        let owner = Owner::of_root(context, op);
        Self::new(Ref::of_op(&owner, op))
    }

    /// An operation that a callback looks at.
    pub(crate) fn lent(context: &ObjectPtr<Context>, op: ir::Op) -> Self {
        Self::new(Ref::of_op(&Owner::lent(context, op), op))
    }

    /// An operation in what `near` is in.
    pub(crate) fn inside(near: &Ref, op: ir::Op) -> Self {
        Self::new(Ref::of_op(&near.owner, op))
    }

    /// Inserts or moves the operation into what `target` is in.
    pub(crate) fn insert(
        &self,
        target: &Ref,
        insert: impl FnOnce(&mut ir::Exclusive<'_>, ir::Op) -> Result<()>,
    ) -> Result<()> {
        let op = {
            let mut edit = target.edit_noted()?;
            let op = self.in_context(target.context())?;
            let from = op.block(&edit).and_then(|_| ir::InsertionPoint::after(&edit, op));
            insert(&mut edit, op)?;
            let context = target.context();
            let noted = match from {
                Some(from) => context.note_moved(&mut edit, op, from),
                None => context.note_inserted(&mut edit, op),
            };
            if let Err(refused) = noted {
                op.detach(&mut edit);
                if let Some(from) = from {
                    from.insert(&mut edit, op).map_err(errors::value_error)?;
                }
                return Err(refused);
            }
            op
        };
        if !Arc::ptr_eq(&self.part.owner, &target.owner) {
            self.keep(&Owner::attached(target.context(), op, &target.owner));
        }
        Ok(())
    }

    /// Records that the operation was removed from its parent. Returns another handle of it.
    pub(crate) fn detached(&self, op: ir::Op) -> Self {
        let owner = Owner::detached(self.context(), op);
        self.keep(&owner);
        Self::new(Ref::of_op(&owner, op))
    }

    /// Keeps another tree alive from now on, in which the operation is now.
    fn keep(&self, owner: &Arc<Owner>) {
        if !Arc::ptr_eq(&self.part.owner, owner) {
            let _ = self.own.set(Arc::clone(owner));
        }
    }

    pub(crate) fn name_of(&self, core: &ir::Context) -> Result<String> {
        Ok(self.op()?.name(core).text(core).into_owned())
    }

    /// The handle as an `ir.Operation` in the memory of its context.
    #[inline]
    pub(crate) fn into_operation(self, context: &Context) -> ObjectPtr<Operation> {
        ObjectPtr::new_in(&context.pools.operations, Operation { base: self })
    }

    /// The handle as an `ir.OpView` in the memory of its context.
    #[inline]
    pub(crate) fn into_view(self, context: &Context) -> ObjectPtr<OpView> {
        ObjectPtr::new_in(&context.pools.views, OpView { base: self })
    }

    /// Another handle, an `ir.Operation`.
    pub(crate) fn operation_object(&self) -> ObjectPtr<Operation> {
        Self::new(self.part()).into_operation(self.context())
    }

    /// Another handle, an `ir.OpView`.
    pub(crate) fn view_object(&self) -> ObjectPtr<OpView> {
        Self::new(self.part()).into_view(self.context())
    }
}

impl Operation {
    /// A handle of an operation in what `near` is in.
    pub(crate) fn make(near: &Ref, op: ir::Op) -> ObjectPtr<Self> {
        OperationBase::inside(near, op).into_operation(near.context())
    }

    /// The same for a handle of the IR.
    pub(crate) fn make_of(near: &Ref, handle: ir::Handle) -> ObjectPtr<Self> {
        let owner = Arc::clone(&near.owner);
        OperationBase::new(Ref { owner, handle }).into_operation(near.context())
    }
}

impl OpView {
    /// A view of an operation in what `near` is in.
    pub(crate) fn make(near: &Ref, op: ir::Op) -> ObjectPtr<Self> {
        OperationBase::inside(near, op).into_view(near.context())
    }

    /// A view that is not in the memory of its context's views, for the objects of front ends' own classes.
    pub(crate) fn of(operation: &OperationBase) -> Self {
        Self {
            base: OperationBase::new(operation.part()),
        }
    }
}

/// A list of operations with arguments.
#[derive(Object, PartialEq, Eq, Hash)]
#[object(key = "ir.Block", eq, hash)]
pub(crate) struct Block {
    pub(crate) part: Ref,
}

impl Block {
    /// A handle of a block in what `near` is in.
    pub(crate) fn make(near: &Ref, block: ir::Block) -> ObjectPtr<Self> {
        let part = Ref::of_block(&near.owner, block);
        ObjectPtr::new(Self { part })
    }

    /// The block, if it belongs to a context.
    pub(crate) fn in_context(&self, context: &ObjectPtr<Context>) -> Result<ir::Block> {
        if self.part.context().same_as(context) {
            self.part.block()
        } else {
            Err(errors::other_context("block"))
        }
    }
}

/// A list of blocks in an operation.
#[derive(Object, PartialEq, Eq, Hash)]
#[object(key = "ir.Region", eq, hash)]
pub(crate) struct Region {
    pub(crate) part: Ref,
}

impl Region {
    /// A handle of a region in what `near` is in.
    pub(crate) fn make(near: &Ref, region: ir::Region) -> ObjectPtr<Self> {
        let part = Ref::of_region(&near.owner, region);
        ObjectPtr::new(Self { part })
    }

    /// The region, if it belongs to a context.
    pub(crate) fn in_context(&self, context: &ObjectPtr<Context>) -> Result<ir::Region> {
        if self.part.context().same_as(context) {
            self.part.region()
        } else {
            Err(errors::other_context("region"))
        }
    }
}

/// A result of an operation, or an argument of a block.
#[derive(Object, PartialEq, Eq, Hash)]
#[object(key = "ir.Value", eq, hash)]
pub(crate) struct Value {
    pub(crate) part: Ref,
}

impl Value {
    /// A handle of a value in what `near` is in.
    #[inline]
    pub(crate) fn make(near: &Ref, value: ir::Value) -> ObjectPtr<Self> {
        let part = Ref::of_value(&near.owner, value);
        ObjectPtr::new_in(&near.context().pools.values, Self { part })
    }

    /// The value, if it belongs to a context.
    pub(crate) fn in_context(&self, context: &ObjectPtr<Context>) -> Result<ir::Value> {
        if self.part.context().same_as(context) {
            self.part.value()
        } else {
            Err(errors::other_context("value"))
        }
    }

    pub(crate) fn is_argument(&self) -> bool {
        self.part.handle.is_block_argument()
    }

    pub(crate) fn of(self) -> Self {
        self
    }
}
