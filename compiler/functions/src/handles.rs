//! Handles: the structs of the classes that other classes refer to, with what they own, how one is made from an id, and
//! how its id is checked.
//!
//! The methods that front ends call are in the modules above, each class in the file with its name; so a method can return
//! handles of any class. The struct of `ir.Context` is in this file, because a context owns the memory of handles and the
//! handles keep their context alive.
//!
//! Invariant: a call that changes the IR holds the editor of [`Context::edit`], and a call that reads it for a front end
//! holds the guard of [`Context::read`]; concurrent use is an error that names both threads.

mod changes;
mod owner;
mod parts;
mod unique;

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use foldhash::fast::FixedState;
use tvmlike_ir as ir;
use tvmlike_runtime::object::Pool;

use crate::api::*;
pub(crate) use changes::{Converting, in_materialization, in_pattern};
pub(crate) use owner::{Owner, Ref};
pub(crate) use parts::{Block, OpView, Operation, OperationBase, Region, Value};
pub(crate) use unique::{
    AffineExpr, AffineMap, Attribute, IntegerSet, Location, Same, Type, attributes_in, exprs_in, types_in,
};

/// Owns types, attributes, locations and operations.
///
/// It is freed when no handle refers to it or to anything that it owns.
#[derive(Object)]
#[object(key = "ir.Context")]
pub(crate) struct Context {
    pub(crate) core: ir::Context,
    pub(crate) pools: Pools,
    owners: Mutex<Owners>,
    abandoned: Mutex<Vec<ir::Handle>>,
    has_abandoned: AtomicBool,
    /// Whether the diagnostics of failed calls go to the handlers instead of the exception.
    pub(crate) emit_error_diagnostics: AtomicBool,
    /// How many threads work on the context at most.
    pub(crate) threads: AtomicUsize,
    /// What changes the context at present, for the errors of stale handles: a pass of a front end.
    cause: Mutex<Option<ir::Identifier>>,
    has_cause: AtomicBool,
    /// Whether a dialect conversion runs, which notes changes.
    is_converting: AtomicBool,
}

/// The memory of the handles that programs make most.
pub(crate) struct Pools {
    pub(crate) types: Pool<Type>,
    pub(crate) attributes: Pool<Attribute>,
    pub(crate) operations: Pool<Operation>,
    pub(crate) views: Pool<OpView>,
    pub(crate) values: Pool<Value>,
}

/// The owners of the operations that have one, by the operation.
#[derive(Default)]
pub(crate) struct Owners(HashMap<ir::Op, Weak<Owner>, FixedState>);

impl Owners {
    pub(crate) fn find(&self, op: ir::Op) -> Option<Arc<Owner>> {
        self.0.get(&op).and_then(Weak::upgrade)
    }

    pub(crate) fn entry(&mut self, op: ir::Op, make: impl FnOnce() -> Owner) -> Arc<Owner> {
        self.find(op).unwrap_or_else(|| {
            let made = Arc::new(make());
            self.0.insert(op, Arc::downgrade(&made));
            made
        })
    }
}

/// The right to read the IR.
pub(crate) struct Reading<'c> {
    context: &'c ir::Context,
    _guard: ir::Shared<'c>,
}

impl<'c> Reading<'c> {
    pub(crate) fn context(&self) -> &'c ir::Context {
        self.context
    }
}

impl Deref for Reading<'_> {
    type Target = ir::Context;

    fn deref(&self) -> &ir::Context {
        self.context
    }
}

impl Context {
    /// A context of the IR, for front ends.
    pub(crate) fn of(core: ir::Context, threads: usize) -> Self {
        Self {
            core,
            pools: Pools {
                types: Pool::new(),
                attributes: Pool::new(),
                operations: Pool::new(),
                views: Pool::new(),
                values: Pool::new(),
            },
            owners: Mutex::default(),
            abandoned: Mutex::default(),
            has_abandoned: AtomicBool::new(false),
            emit_error_diagnostics: AtomicBool::new(false),
            threads: AtomicUsize::new(threads),
            cause: Mutex::default(),
            has_cause: AtomicBool::new(false),
            is_converting: AtomicBool::new(false),
        }
    }

    #[inline]
    pub(crate) fn read(&self) -> Result<Reading<'_>> {
        Ok(Reading {
            _guard: self.core.shared()?,
            context: &self.core,
        })
    }

    /// The right to change anything, which a conversion that runs refuses.
    #[inline]
    pub(crate) fn edit(&self) -> Result<ir::Exclusive<'_>> {
        if self.is_converting.load(Relaxed) {
            return Err(changes::not_undone());
        }
        self.edit_any()
    }

    /// As [`edit`](Self::edit), also while a conversion runs: for what makes detached operations only.
    #[inline]
    pub(crate) fn edit_any(&self) -> Result<ir::Exclusive<'_>> {
        let mut edit = self.core.exclusive()?;
        if self.has_abandoned.load(Relaxed) {
            self.erase_abandoned(&mut edit);
        }
        if self.has_cause.load(Relaxed) {
            edit.set_cause(*self.cause.lock().unwrap_or_else(PoisonError::into_inner));
        }
        Ok(edit)
    }

    /// Names what changes the context from now on. Returns what did before.
    pub(crate) fn replace_cause(&self, cause: Option<ir::Identifier>) -> Option<ir::Identifier> {
        self.has_cause.store(cause.is_some(), Relaxed);
        std::mem::replace(
            &mut *self.cause.lock().unwrap_or_else(PoisonError::into_inner),
            cause,
        )
    }

    pub(crate) fn owners(&self) -> MutexGuard<'_, Owners> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn abandoned(&self) -> MutexGuard<'_, Vec<ir::Handle>> {
        self.abandoned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets the owner of an operation, and erases the operation unless it has a parent.
    pub(crate) fn forget_owner(&self, root: ir::Handle, erase: bool) {
        {
            let mut owners = self.owners();
            if let Ok(op) = self.core.resolve_op(root)
                && owners.0.get(&op).is_some_and(|owner| owner.strong_count() == 0)
            {
                owners.0.remove(&op);
            }
        }
        if !erase {
            return;
        }
        self.abandoned().push(root);
        self.has_abandoned.store(true, Relaxed);
        // A context that is in use erases it when it is changed next.
        if let Ok(mut edit) = self.core.exclusive() {
            self.erase_abandoned(&mut edit);
        }
    }

    /// Erases the operations whose owners were dropped. One whose results are used is kept until its users are erased.
    #[cold]
    fn erase_abandoned(&self, edit: &mut ir::Exclusive<'_>) {
        self.has_abandoned.store(false, Relaxed);
        let roots = std::mem::take(&mut *self.abandoned());
        let mut kept = roots;
        loop {
            let before = kept.len();
            kept.retain(|root| match edit.resolve_op(*root) {
                Ok(op) => op.block(edit).is_none() && op.erase(edit).is_err(),
                Err(_) => false,
            });
            if kept.is_empty() || kept.len() == before {
                break;
            }
        }
        if !kept.is_empty() {
            self.abandoned().append(&mut kept);
        }
    }
}
