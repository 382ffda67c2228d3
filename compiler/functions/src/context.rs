//! `ir.Context`: an MLIR context, its settings and its dialects.

use std::sync::atomic::Ordering::Relaxed;

use tvmlike_ir as ir;

use crate::api::*;
use crate::current;
use crate::defined;
use crate::diagnostics::DiagnosticHandler;
use crate::dialects::{DialectDescriptor, DialectRegistry, Dialects};
use crate::handles::Context;

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A number of threads that contexts share: one for each processor. The threads themselves live no longer than the work
/// that they do.
#[derive(Object)]
#[object(key = "ir.ThreadPool")]
pub(crate) struct ThreadPool {
    threads: usize,
}

#[methods]
impl ThreadPool {
    #[init]
    fn new() -> Self {
        Self {
            threads: processors(),
        }
    }

    /// The number of threads.
    fn get_max_concurrency(&self) -> usize {
        self.threads
    }
}

#[methods]
impl Context {
    /// Makes a context with the builtin dialect. `load_on_create_dialects` are the names of dialects to load.
    #[init]
    fn new(
        #[default(None)] load_on_create_dialects: Option<Vec<String>>,
        #[default(None)] thread_pool: Option<&ThreadPool>,
    ) -> Result<ObjectPtr<Self>> {
        let core = ir::Context::try_new().map_err(|error| {
            Error::new(
                "MemoryError",
                format!("cannot reserve memory for a context: {error}"),
            )
        })?;
        let made = ObjectPtr::new(Self::of(
            core,
            thread_pool.map_or_else(processors, |pool| pool.threads),
        ));
        defined::make_available(&made);
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

    /// Whether the diagnostics of failed calls go to the handlers instead of the exception.
    #[getter]
    fn emit_error_diagnostics(&self) -> bool {
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

    /// Allows or forbids that several threads work on the context, such as parsing a large text.
    fn enable_multithreading(&self, enable: bool) {
        self.threads.store(if enable { processors() } else { 1 }, Relaxed);
    }

    /// Makes as many threads work on the context at most as a pool has.
    fn set_thread_pool(&self, pool: &ThreadPool) {
        self.threads.store(pool.threads, Relaxed);
    }

    /// The number of threads that work on the context at most.
    fn get_num_threads(&self) -> usize {
        self.threads.load(Relaxed)
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

    /// Whether a dialect is there. The library's own are, and are loaded when they are used first.
    fn is_dialect_loaded(&self, dialect_name: &str) -> bool {
        DialectDescriptor::is_loaded(self, dialect_name)
    }

    /// Whether an operation is defined by a loaded dialect.
    fn is_registered_operation(&self, operation_name: &str) -> bool {
        let name = self.core.identifier(operation_name);
        self.core.load_op_info(name).is_some()
    }

    /// Does nothing: a dialect that the library has is loaded when it is used first.
    fn load_all_available_dialects(&self) {}

    /// Adds the dialects of a registry to those that can be loaded.
    fn append_dialect_registry(&self, registry: &DialectRegistry) {
        let _ = registry;
    }
}
