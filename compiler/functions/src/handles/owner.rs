//! What keeps operations alive: handles of front ends, and the owners that they share.
//!
//! An owner belongs to one operation without a parent, such as a module. Every handle of the operation, or of anything
//! inside it, shares the owner. When the last of them is dropped, the owner erases the operation, unless it was inserted
//! into another one: then the owner only kept the owner of that one alive. Invariant: a context has at most one owner for
//! an operation, and no method here runs foreign code.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use tvmlike_ir as ir;

use super::{Context, Reading};
use crate::api::*;

/// Keeps an operation without a parent alive, or the owner of the operation into which it was inserted.
pub(crate) struct Owner {
    context: ObjectPtr<Context>,
    root: ir::Handle,
    parent: Mutex<Option<Arc<Owner>>>,
    /// Whether it keeps nothing alive.
    is_lent: bool,
}

impl Owner {
    /// The owner of an operation, which has no parent.
    pub(crate) fn of_root(context: &ObjectPtr<Context>, op: ir::Op) -> Arc<Self> {
        let root = context.core.op_handle(op);
        context.owners().entry(op, || Self {
            context: context.clone(),
            root,
            parent: Mutex::new(None),
            is_lent: false,
        })
    }

    /// The owner of the tree that an operation is in; if there is none, one that keeps nothing alive: the handles of a callback
    /// that is called while the tree is being made. Used later, they are stale.
    pub(crate) fn lent(context: &ObjectPtr<Context>, op: ir::Op) -> Arc<Self> {
        let core = &context.core;
        let root = std::iter::successors(Some(op), |op| op.parent_op(core))
            .last()
            .unwrap_or(op);
        let found = context.owners().find(root);
        found.unwrap_or_else(|| {
            Arc::new(Self {
                context: context.clone(),
                root: core.op_handle(root),
                parent: Mutex::new(None),
                is_lent: true,
            })
        })
    }

    fn set_parent(&self, parent: Option<Arc<Self>>) {
        let mut slot = self.parent.lock().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *slot, parent);
        drop(slot);
        drop(before);
    }

    /// Records that an operation was inserted into what `parent` owns. Returns the owner that handles of the operation
    /// share from now on.
    pub(crate) fn attached(context: &Context, op: ir::Op, parent: &Arc<Self>) -> Arc<Self> {
        let found = context.owners().find(op);
        match found {
            Some(owner) if !Arc::ptr_eq(&owner, parent) => {
                owner.set_parent(Some(Arc::clone(parent)));
                owner
            }
            _ => Arc::clone(parent),
        }
    }

    /// The owner of an operation that was removed from its parent.
    pub(crate) fn detached(context: &ObjectPtr<Context>, op: ir::Op) -> Arc<Self> {
        let owner = Self::of_root(context, op);
        owner.set_parent(None);
        owner
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        let slot = self.parent.get_mut().unwrap_or_else(PoisonError::into_inner);
        let is_root = slot.is_none();
        if self.is_lent {
            return;
        }
        self.context.forget_owner(self.root, is_root);
    }
}

/// A reference to a part of the IR, which keeps the tree of operations alive that the part was in.
#[derive(Clone)]
pub(crate) struct Ref {
    pub(crate) owner: Arc<Owner>,
    pub(crate) handle: ir::Handle,
}

impl Ref {
    pub(crate) fn of_op(owner: &Arc<Owner>, op: ir::Op) -> Self {
        Self::new(owner, owner.context.core.op_handle(op))
    }

    pub(crate) fn of_block(owner: &Arc<Owner>, block: ir::Block) -> Self {
        Self::new(owner, owner.context.core.block_handle(block))
    }

    pub(crate) fn of_region(owner: &Arc<Owner>, region: ir::Region) -> Self {
        Self::new(owner, owner.context.core.region_handle(region))
    }

    pub(crate) fn of_value(owner: &Arc<Owner>, value: ir::Value) -> Self {
        Self::new(owner, owner.context.core.value_handle(value))
    }

    fn new(owner: &Arc<Owner>, handle: ir::Handle) -> Self {
        Self {
            owner: Arc::clone(owner),
            handle,
        }
    }

    pub(crate) fn context(&self) -> &ObjectPtr<Context> {
        &self.owner.context
    }

    pub(crate) fn read(&self) -> Result<Reading<'_>> {
        self.owner.context.read()
    }

    pub(crate) fn edit(&self) -> Result<ir::Exclusive<'_>> {
        self.owner.context.edit()
    }

    /// The right to change what a conversion that runs notes.
    pub(crate) fn edit_noted(&self) -> Result<ir::Exclusive<'_>> {
        self.owner.context.edit_noted()
    }

    /// The operation, under the guard that the caller has.
    #[inline]
    pub(crate) fn op(&self) -> Result<ir::Op> {
        Ok(self.owner.context.core.resolve_op(self.handle)?)
    }

    pub(crate) fn block(&self) -> Result<ir::Block> {
        Ok(self.owner.context.core.resolve_block(self.handle)?)
    }

    pub(crate) fn region(&self) -> Result<ir::Region> {
        Ok(self.owner.context.core.resolve_region(self.handle)?)
    }

    pub(crate) fn value(&self) -> Result<ir::Value> {
        Ok(self.owner.context.core.resolve_value(self.handle)?)
    }
}

impl PartialEq for Ref {
    fn eq(&self, other: &Self) -> bool {
        self.handle == other.handle && self.context().same_as(other.context())
    }
}

impl Eq for Ref {}

impl Hash for Ref {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.handle.hash(state);
        (self.context().as_raw() as usize).hash(state);
    }
}
