//! Diagnostics: errors, warnings, remarks and notes about the IR, and the handlers that receive them.
//!
//! Invariant: a handler is called without any lock held. It can use the context, attach and detach handlers, and emit.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::context::Context;
use crate::id::{Location, Op};

/// How severe a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// Explains another diagnostic.
    Note,
    /// The program is valid, but probably not what was meant.
    Warning,
    /// The program is invalid.
    Error,
    /// Reports what a transformation did.
    Remark,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Remark => "remark",
        })
    }
}

/// A message about a place of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How severe it is.
    pub severity: Severity,
    /// What the message is about.
    pub location: Location,
    /// The message, without location and severity.
    pub message: String,
    /// Notes that explain the message, in order.
    pub notes: Vec<Diagnostic>,
}

impl Diagnostic {
    /// A diagnostic without notes.
    pub fn new(severity: Severity, location: Location, message: impl Into<String>) -> Self {
        Self {
            severity,
            location,
            message: message.into(),
            notes: Vec::new(),
        }
    }

    /// Adds a note.
    pub fn note(mut self, location: Location, message: impl Into<String>) -> Self {
        self.notes.push(Self::new(Severity::Note, location, message));
        self
    }
}

/// Something failed, and a diagnostic that says what was emitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failure;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("failed; the diagnostics of the context have the reason")
    }
}

impl std::error::Error for Failure {}

/// A diagnostic that is being built, and is reported by [`emit`](Self::emit).
#[must_use = "a diagnostic is reported by `emit`"]
pub struct InFlight<'c> {
    context: &'c Context,
    diagnostic: Diagnostic,
}

impl InFlight<'_> {
    /// Adds a note.
    pub fn note(mut self, location: Location, message: impl Into<String>) -> Self {
        self.diagnostic = self.diagnostic.note(location, message);
        self
    }

    /// Reports the diagnostic to the handlers of the context.
    pub fn emit(self) -> Failure {
        self.context.emit(&self.diagnostic);
        Failure
    }
}

type Handler = Arc<dyn Fn(&Context, &Diagnostic) -> bool + Send + Sync>;

/// Names a handler, to detach it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HandlerId(u64);

/// The handlers of a context, the newest last.
#[derive(Default)]
pub(crate) struct Diagnostics {
    handlers: Mutex<(u64, Vec<(HandlerId, Handler)>)>,
    printer: Mutex<Option<OpPrinter>>,
}

/// Prints an operation for the note of a diagnostic. The text of operations is the business of a crate above this one.
pub type OpPrinter = fn(&Context, Op) -> String;

impl Context {
    /// Adds a handler of diagnostics. The newest handler gets a diagnostic first; if it returns false, the next one gets
    /// it. What no handler takes is printed to the standard error stream.
    pub fn attach_diagnostic_handler(
        &self,
        handler: impl Fn(&Context, &Diagnostic) -> bool + Send + Sync + 'static,
    ) -> HandlerId {
        let mut handlers = self
            .diagnostics
            .handlers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        handlers.0 += 1;
        let id = HandlerId(handlers.0);
        handlers.1.push((id, Arc::new(handler)));
        id
    }

    /// Removes a handler. Returns whether it was attached. A call of it that runs in another thread is not waited for.
    pub fn detach_diagnostic_handler(&self, id: HandlerId) -> bool {
        let mut handlers = self
            .diagnostics
            .handlers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let at = handlers.1.iter().position(|(other, _)| *other == id);
        let removed = at.map(|at| handlers.1.remove(at));
        // The handler's destructor is foreign code: it runs after the lock is released.
        drop(handlers);
        removed.is_some()
    }

    /// Runs a function and returns its result with the diagnostics that the context emitted meanwhile, in any thread. No
    /// other handler receives these.
    pub fn capture_diagnostics<R>(&self, run: impl FnOnce() -> R) -> (R, Vec<Diagnostic>) {
        struct Detach<'c>(&'c Context, HandlerId);
        impl Drop for Detach<'_> {
            fn drop(&mut self) {
                self.0.detach_diagnostic_handler(self.1);
            }
        }
        let captured = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&captured);
        let id = self.attach_diagnostic_handler(move |_, diagnostic| {
            let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
            sink.push(diagnostic.clone());
            true
        });
        let detach = Detach(self, id);
        let result = run();
        drop(detach);
        let captured = std::mem::take(&mut *captured.lock().unwrap_or_else(PoisonError::into_inner));
        (result, captured)
    }

    /// Reports a diagnostic to the newest handler that takes it, or prints it to the standard error stream.
    pub fn emit(&self, diagnostic: &Diagnostic) {
        let handlers: Vec<Handler> = {
            let handlers = self
                .diagnostics
                .handlers
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            handlers
                .1
                .iter()
                .rev()
                .map(|(_, handler)| Arc::clone(handler))
                .collect()
        };
        if !handlers.iter().any(|handler| handler(self, diagnostic)) {
            eprint!("{}", self.render(diagnostic));
        }
    }

    /// The diagnostic and its notes as text: `file:line:column: error: message`, a line for each.
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        let mut text = String::new();
        for diagnostic in std::iter::once(diagnostic).chain(&diagnostic.notes) {
            if let Some(at) = diagnostic.location.file_position(self) {
                text.push_str(&format!("{}:{}:{}: ", at.file.text(self), at.line, at.column));
            }
            text.push_str(&format!("{}: {}\n", diagnostic.severity, diagnostic.message));
        }
        text
    }

    /// Starts an error.
    pub fn emit_error(&self, location: Location, message: impl Into<String>) -> InFlight<'_> {
        self.start(Severity::Error, location, message)
    }

    /// Starts a warning.
    pub fn emit_warning(&self, location: Location, message: impl Into<String>) -> InFlight<'_> {
        self.start(Severity::Warning, location, message)
    }

    /// Starts a remark.
    pub fn emit_remark(&self, location: Location, message: impl Into<String>) -> InFlight<'_> {
        self.start(Severity::Remark, location, message)
    }

    fn start(&self, severity: Severity, location: Location, message: impl Into<String>) -> InFlight<'_> {
        InFlight {
            context: self,
            diagnostic: Diagnostic::new(severity, location, message),
        }
    }

    /// Sets what prints operations for the note "see current operation" of diagnostics about operations; without one, they
    /// have no such note.
    pub fn set_diagnostic_printer(&self, printer: Option<OpPrinter>) {
        *self
            .diagnostics
            .printer
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = printer;
    }
}

impl Op {
    /// Starts an error about the operation.
    pub fn emit_error(self, context: &Context, message: impl Into<String>) -> InFlight<'_> {
        self.start(context, Severity::Error, message)
    }

    /// Starts an error about the operation whose message begins with its name: "'a.b' op …".
    pub fn emit_op_error(self, context: &Context, message: impl fmt::Display) -> InFlight<'_> {
        let name = self.name(context).text(context);
        self.emit_error(context, format!("'{name}' op {message}"))
    }

    /// Starts a warning about the operation.
    pub fn emit_warning(self, context: &Context, message: impl Into<String>) -> InFlight<'_> {
        self.start(context, Severity::Warning, message)
    }

    /// Starts a remark about the operation.
    pub fn emit_remark(self, context: &Context, message: impl Into<String>) -> InFlight<'_> {
        self.start(context, Severity::Remark, message)
    }

    fn start(self, context: &Context, severity: Severity, message: impl Into<String>) -> InFlight<'_> {
        let location = self.location(context);
        let started = context.start(severity, location, message);
        match self.print(context) {
            Some(text) => started.note(location, format!("see current operation: {text}")),
            None => started,
        }
    }

    /// The text of the operation within a message; on a line of its own if it has several.
    fn print(self, context: &Context) -> Option<String> {
        let printer = *context
            .diagnostics
            .printer
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let text = printer?(context, self);
        Some(match text.contains('\n') {
            true => format!("\n{text}"),
            false => text,
        })
    }

    /// The operation within a message: its text, or its name if nothing prints operations.
    pub(crate) fn describe(self, context: &Context) -> String {
        self.print(context)
            .unwrap_or_else(|| format!("'{}'", self.name(context).text(context)))
    }
}
