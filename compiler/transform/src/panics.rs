//! Panics of passes, patterns and conversions, as errors.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tvmlike_ir::{Context, Exclusive, Failure, Handle, Location, Op};

/// Where a panic is reported.
pub(crate) struct Place {
    op: Handle,
    location: Location,
}

impl Place {
    pub(crate) fn of(context: &Context, op: Op) -> Self {
        Self {
            op: context.op_handle(op),
            location: op.location(context),
        }
    }

    /// Emits the text of a panic, and what in the operation does not verify: code that relies on the rules of operations panics
    /// where the IR breaks them.
    pub(crate) fn report(&self, context: &Context, what: &str, payload: &(dyn Any + Send)) -> Failure {
        let text = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
            (Some(text), _) => text,
            (None, Some(text)) => text.as_str(),
            (None, None) => "no reason",
        };
        let failure = context
            .emit_error(self.location, format!("{what} panicked: {text}"))
            .emit();
        if let Ok(op) = context.resolve_op(self.op) {
            // One that panics, too, has nothing to add.
            let _ = catch_unwind(AssertUnwindSafe(|| context.verify(op)));
        }
        failure
    }
}

/// Runs a function that rewrites an operation. A panic is an error, with what does not verify in the operation.
///
/// # Errors
/// The function panicked, which is emitted. What it changed until then stays.
pub fn catch_panic<'c, R>(
    edit: &mut Exclusive<'c>,
    op: Op,
    what: &str,
    act: impl FnOnce(&mut Exclusive<'c>) -> R,
) -> Result<R, Failure> {
    let context = edit.context();
    let place = Place::of(context, op);
    catch_unwind(AssertUnwindSafe(|| act(edit))).map_err(|payload| place.report(context, what, &*payload))
}
