//! `ir.Context`: an MLIR context, its settings and its dialects.

use std::sync::atomic::Ordering::Relaxed;

use tvmlike_ir as ir;

use crate::api::*;
use crate::current;
use crate::diagnostics::DiagnosticHandler;
use crate::dialects::{DialectDescriptor, DialectRegistry, Dialects};
use crate::handles::Context;

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
        let core = ir::Context::try_new().map_err(|error| {
            Error::new(
                "MemoryError",
                format!("cannot reserve memory for a context: {error}"),
            )
        })?;
        let made = Self::of(core);
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
    fn append_dialect_registry(&self, registry: &DialectRegistry) {
        let _ = registry;
    }
}
