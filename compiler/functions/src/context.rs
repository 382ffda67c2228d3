//! `ir.Context`: an MLIR context, its settings, and the owners of what is not in a module.
//!
//! Invariant: a call that changes the IR holds the editor of [`Context::edit`], and a call that reads it for a front end
//! holds the guard of [`Context::read`]; concurrent use is an error that names both threads.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tvmlike_ir as ir;

use crate::api::*;
use crate::diagnostics::DiagnosticHandler;
use crate::dialects::{DialectDescriptor, Dialects};
use crate::owner::Owner;
use crate::{current, pools};

/// Owns types, attributes, locations and operations.
///
/// It is freed when no handle refers to it or to anything that it owns.
#[derive(Object)]
#[object(key = "ir.Context")]
pub(crate) struct Context {
    pub(crate) core: ir::Context,
    pub(crate) pools: pools::Pools,
    owners: Mutex<Owners>,
    abandoned: Mutex<Vec<ir::Handle>>,
    has_abandoned: AtomicBool,
    emit_error_diagnostics: AtomicBool,
    multithreading: AtomicBool,
}

/// The owners of the operations that have one, by the operation.
#[derive(Default)]
pub(crate) struct Owners(HashMap<ir::Op, Weak<Owner>>);

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
    #[inline]
    pub(crate) fn read(&self) -> Result<Reading<'_>> {
        Ok(Reading {
            _guard: self.core.shared()?,
            context: &self.core,
        })
    }

    #[inline]
    pub(crate) fn edit(&self) -> Result<ir::Exclusive<'_>> {
        let mut edit = self.core.exclusive()?;
        if self.has_abandoned.load(Relaxed) {
            self.erase_abandoned(&mut edit);
        }
        Ok(edit)
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

#[methods]
impl Context {
    /// Makes a context with the builtin dialect. `load_on_create_dialects` are the names of dialects to load.
    #[init]
    fn new(
        #[default(None)] load_on_create_dialects: Option<Vec<String>>,
        #[default(None)] thread_pool: Option<&PackedFunc>,
    ) -> Result<Self> {
        if thread_pool.is_some() {
            return Err(Error::new(
                "NotImplementedError",
                "ir.Context: a context has no thread pool of its own; remove `thread_pool`",
            ));
        }
        let made = Self {
            core: ir::Context::try_new().map_err(|error| {
                Error::new(
                    "MemoryError",
                    format!("cannot reserve memory for a context: {error}"),
                )
            })?,
            pools: pools::Pools::default(),
            owners: Mutex::default(),
            abandoned: Mutex::default(),
            has_abandoned: AtomicBool::new(false),
            emit_error_diagnostics: AtomicBool::new(false),
            multithreading: AtomicBool::new(true),
        };
        made.core.set_diagnostic_printer(Some(tvmlike_text::op_for_note));
        for dialect in load_on_create_dialects.unwrap_or_default() {
            DialectDescriptor::of(&made, &dialect)?;
        }
        Ok(made)
    }

    /// Makes the context the current one of this thread.
    #[name("__enter__")]
    fn enter(this: &ObjectPtr<Self>) -> Result<ObjectPtr<Self>> {
        current::push(&[&this.clone().into_object()])?;
        Ok(this.clone())
    }

    /// Ends the scope that `__enter__` began.
    #[name("__exit__")]
    fn exit(this: &ObjectPtr<Self>, _how: TVMArgs<'_>) -> Result<()> {
        current::pop(&[&this.clone().into_object()])
    }

    /// The current context of this thread; None if there is none.
    #[getter]
    fn current() -> Option<ObjectPtr<Self>> {
        tvmlike_runtime::current::current()
    }

    /// Whether operations, types and attributes of unknown dialects are accepted.
    #[getter]
    fn allow_unregistered_dialects(&self) -> bool {
        self.core.allows_unregistered_dialects()
    }

    #[setter]
    fn set_allow_unregistered_dialects(&self, value: bool) {
        self.core.allow_unregistered_dialects(value);
    }

    /// Whether the diagnostics of failed calls go to the handlers, too, and not only into the exception.
    #[getter]
    pub(crate) fn emit_error_diagnostics(&self) -> bool {
        self.emit_error_diagnostics.load(Relaxed)
    }

    #[setter]
    fn set_emit_error_diagnostics(&self, value: bool) {
        self.emit_error_diagnostics.store(value, Relaxed);
    }

    /// Attaches a function that receives the diagnostics of the context, before those that are attached already. It returns
    /// whether it has handled a diagnostic; one that no function handles goes to the standard error stream.
    fn attach_diagnostic_handler(this: &ObjectPtr<Self>, callback: PackedFunc) -> DiagnosticHandler {
        DiagnosticHandler::attach(this, callback)
    }

    /// Allows or forbids that passes use several threads.
    fn enable_multithreading(&self, enable: bool) {
        self.multithreading.store(enable, Relaxed);
    }

    /// The number of threads that passes use at most.
    fn get_num_threads(&self) -> usize {
        if self.multithreading.load(Relaxed) {
            std::thread::available_parallelism().map_or(1, usize::from)
        } else {
            1
        }
    }

    /// The dialects by name: `dialects["builtin"]`, `dialects.builtin`.
    #[getter]
    fn dialects(this: &ObjectPtr<Self>) -> Dialects {
        Dialects::new(this)
    }

    /// The dialects by name, as `dialects`.
    #[getter]
    fn d(this: &ObjectPtr<Self>) -> Dialects {
        Dialects::new(this)
    }

    /// Describes a dialect, which is loaded.
    fn get_dialect_descriptor(&self, dialect_name: &str) -> Result<DialectDescriptor> {
        DialectDescriptor::of(self, dialect_name)
    }

    /// Whether a dialect is loaded.
    fn is_dialect_loaded(&self, dialect_name: &str) -> bool {
        DialectDescriptor::is_loaded(self, dialect_name)
    }

    /// Whether an operation is defined by a loaded dialect.
    fn is_registered_operation(&self, operation_name: &str) -> bool {
        let name = self.core.identifier(operation_name);
        self.core.op_info(name).is_some()
    }

    /// Loads every dialect that the library has.
    fn load_all_available_dialects(&self) {}

    /// Adds the dialects of a registry to those that can be loaded.
    fn append_dialect_registry(&self, registry: &crate::dialects::DialectRegistry) {
        let _ = registry;
    }
}
