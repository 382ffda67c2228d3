//! `ir.Diagnostic`, `ir.DiagnosticInfo`, `ir.DiagnosticHandler`, and the errors that have diagnostics.
//!
//! A diagnostic that a handler receives is a copy, so it stays valid. Handlers run without a lock and without the editor of
//! the context.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use tvmlike::packed_func;
use tvmlike_ir as ir;

use crate::api::*;
use crate::handles::{Context, Location, Same};
use crate::interrupts;
use crate::text;

/// How severe a diagnostic is.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[enum_type("ir.DiagnosticSeverity")]
pub(crate) enum DiagnosticSeverity {
    /// The program is invalid.
    Error = 0,
    /// The program is valid, but probably not what was meant.
    Warning = 1,
    /// Explains another diagnostic.
    Note = 2,
    /// Reports what a transformation did.
    Remark = 3,
}

impl From<ir::Severity> for DiagnosticSeverity {
    fn from(one: ir::Severity) -> Self {
        match one {
            ir::Severity::Error => Self::Error,
            ir::Severity::Warning => Self::Warning,
            ir::Severity::Note => Self::Note,
            ir::Severity::Remark => Self::Remark,
        }
    }
}

/// A message about a place of the program, as a handler receives it.
#[derive(Object)]
#[object(key = "ir.Diagnostic")]
pub(crate) struct Diagnostic {
    context: Same<Context>,
    inner: ir::Diagnostic,
}

#[methods]
impl Diagnostic {
    /// How severe it is.
    #[getter]
    fn severity(&self) -> DiagnosticSeverity {
        self.inner.severity.into()
    }

    /// What the message is about.
    #[getter]
    fn location(&self) -> ObjectPtr<Location> {
        Location::make(&self.context, self.inner.location)
    }

    /// The message.
    #[getter]
    fn message(&self) -> &str {
        &self.inner.message
    }

    /// Notes that explain the message.
    #[getter]
    fn notes(&self) -> List<ObjectPtr<Self>> {
        let notes = self.inner.notes.iter();
        notes
            .map(|note| {
                ObjectPtr::new(Self {
                    context: Same(self.context.clone()),
                    inner: note.clone(),
                })
            })
            .collect()
    }

    #[name("__str__")]
    fn text(&self) -> &str {
        &self.inner.message
    }
}

/// What a diagnostic says.
#[derive(Object)]
#[object(key = "ir.DiagnosticInfo")]
pub(crate) struct DiagnosticInfo {
    inner: Diagnostic,
}

impl DiagnosticInfo {
    pub(crate) fn new(context: &ObjectPtr<Context>, diagnostic: &ir::Diagnostic) -> Self {
        Self {
            inner: Diagnostic {
                context: Same(context.clone()),
                inner: diagnostic.clone(),
            },
        }
    }

    /// Adds the diagnostic and its notes to a text, a line for each.
    pub(crate) fn describe(&self, text: &mut String, depth: usize) {
        let Diagnostic { context, inner } = &self.inner;
        describe(&context.core, inner, text, depth);
    }
}

fn describe(core: &ir::Context, diagnostic: &ir::Diagnostic, text: &mut String, depth: usize) {
    let location = text::location_inside(core, diagnostic.location);
    let indent = " ".repeat(depth);
    let message = diagnostic.message.replace('\n', &format!("\n{indent}"));
    // Writing to a String does not fail.
    let _ = write!(text, "\n{indent}{}: {location}: {message}", diagnostic.severity);
    for note in &diagnostic.notes {
        describe(core, note, text, depth + 1);
    }
}

#[methods]
impl DiagnosticInfo {
    /// Copies a diagnostic.
    #[init]
    fn of(diag: &Diagnostic) -> Self {
        Self::new(&diag.context, &diag.inner)
    }

    /// How severe it is.
    #[getter]
    fn severity(&self) -> DiagnosticSeverity {
        self.inner.severity()
    }

    /// What the message is about.
    #[getter]
    fn location(&self) -> ObjectPtr<Location> {
        self.inner.location()
    }

    /// The message.
    #[getter]
    fn message(&self) -> &str {
        &self.inner.inner.message
    }

    /// Notes that explain the message.
    #[getter]
    fn notes(&self) -> List<ObjectPtr<Self>> {
        let notes = self.inner.inner.notes.iter();
        notes
            .map(|note| ObjectPtr::new(Self::new(&self.inner.context, note)))
            .collect()
    }

    #[name("__str__")]
    fn text(&self) -> &str {
        &self.inner.inner.message
    }
}

/// A function that receives the diagnostics of a context while it is attached.
#[derive(Object)]
#[object(key = "ir.DiagnosticHandler")]
pub(crate) struct DiagnosticHandler {
    context: Same<Context>,
    had_error: Arc<AtomicBool>,
    id: Mutex<Option<ir::HandlerId>>,
}

impl DiagnosticHandler {
    pub(crate) fn attach(context: &ObjectPtr<Context>, callback: PackedFunc) -> Self {
        let had_error = Arc::new(AtomicBool::new(false));
        let failed = Arc::clone(&had_error);
        // Weak: the context owns its handlers.
        let weak = context.downgrade();
        let id = context.core.attach_diagnostic_handler(move |_, diagnostic| {
            let Some(context) = weak.upgrade() else {
                return false;
            };
            let received = ObjectPtr::new(Diagnostic {
                context: Same(context),
                inner: diagnostic.clone(),
            });
            let handled = callback.call((received,)).and_then(|answer| {
                answer
                    .view()
                    .convert::<Option<bool>>()
                    .map(|answer| answer.unwrap_or(false))
            });
            handled.unwrap_or_else(|error| {
                failed.store(true, Relaxed);
                // There is no caller to raise it in. If the stream is closed, there is nothing left to do.
                let text = format!("error ignored in a diagnostic handler: {error:?}\n");
                let _ = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
                false
            })
        });
        Self {
            context: Same(context.clone()),
            had_error,
            id: Mutex::new(Some(id)),
        }
    }

    fn take(&self) -> Option<ir::HandlerId> {
        self.id.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[methods]
impl DiagnosticHandler {
    /// Detaches the function. It can be called again without effect.
    fn detach(&self) {
        if let Some(id) = self.take() {
            self.context.core.detach_diagnostic_handler(id);
        }
    }

    /// Whether the function still receives diagnostics.
    #[getter]
    fn attached(&self) -> bool {
        self.id.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Whether a call of the function raised an error.
    #[getter]
    fn had_error(&self) -> bool {
        self.had_error.load(Relaxed)
    }

    #[name("__enter__")]
    fn enter(this: &ObjectPtr<Self>) -> ObjectPtr<Self> {
        this.clone()
    }

    #[name("__exit__")]
    fn exit(&self, _how: TVMArgs<'_>) {
        self.detach();
    }
}

/// The kind of the errors that have diagnostics; the class in Python.
const KIND: &str = "MLIRError";

thread_local! {
    /// What the last error of the kind on this thread was made from.
    static LAST: RefCell<Option<(String, Vec<DiagnosticInfo>)>> = const { RefCell::new(None) };
}

/// An error with the diagnostics that say why, or the exception that interrupted what failed.
pub(crate) fn error(context: &ObjectPtr<Context>, message: &str, diagnostics: Vec<ir::Diagnostic>) -> Error {
    interrupts::or(|| error_with(context, message, diagnostics))
}

fn error_with(context: &ObjectPtr<Context>, message: &str, diagnostics: Vec<ir::Diagnostic>) -> Error {
    let emits = context.emit_error_diagnostics.load(Relaxed);
    let shown = if emits { &[] } else { &*diagnostics };
    let infos: Vec<_> = shown
        .iter()
        .map(|diagnostic| DiagnosticInfo::new(context, diagnostic))
        .collect();
    let mut text = message.to_owned();
    if !infos.is_empty() {
        text.push(':');
    }
    for info in &infos {
        info.describe(&mut text, 0);
    }
    if emits {
        for diagnostic in &diagnostics {
            context.core.emit(diagnostic);
        }
    }
    LAST.set(Some((message.to_owned(), infos)));
    Error::new(KIND, text)
}

/// An error with one diagnostic at a location.
pub(crate) fn error_at(
    context: &ObjectPtr<Context>,
    message: &str,
    location: ir::Location,
    diagnostic: impl Into<String>,
) -> Error {
    let diagnostic = ir::Diagnostic::new(ir::Severity::Error, location, diagnostic);
    error(context, message, vec![diagnostic])
}

/// The message and the diagnostics of the error with a text, if that was the last one on this thread; for the exception
/// that a front end makes of it.
#[packed_func("ir._take_error")]
fn take_error(text: &str) -> Option<(String, List<ObjectPtr<DiagnosticInfo>>)> {
    let (message, infos) = LAST.take()?;
    text.starts_with(&message)
        .then(|| (message, infos.into_iter().map(ObjectPtr::new).collect()))
}
