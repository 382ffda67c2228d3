//! Why operands are not in place, as attributes of operations (`print-conflicts`).
//!
//! Invariant: the numbers of a run start at 0. MLIR counts on in the next run of a process.

use tvmlike_ir::{Context, Exclusive, Op, Value};

use super::values::{Use, owner, position};

/// The attributes that operations get.
#[derive(Default, Debug)]
pub(super) struct Notes {
    conflicts: usize,
    read_only: usize,
    attributes: Vec<(Op, String)>,
}

impl Notes {
    fn add(&mut self, context: &Context, value: Value, prefix: &str) {
        let (is_result, index) = position(context, value);
        let what = if is_result { "result" } else { "bbArg" };
        if let Some(op) = owner(context, value) {
            self.attributes.push((op, format!("{prefix}: {what} {index}]")));
        }
    }

    /// Adds that a value may not be written.
    pub(super) fn read_only(&mut self, context: &Context, value: Value) {
        let number = self.read_only;
        self.read_only += 1;
        self.add(context, value, &format!("W_{number}[NOT-WRITABLE"));
    }

    /// Adds that a write would hide a definition from a read.
    pub(super) fn conflict(&mut self, context: &Context, read: Use, write: Use, definition: Value) {
        let number = self.conflicts;
        self.conflicts += 1;
        let note = |at: Use, what: &str| (at.0, format!("C_{number}[{what}: {}]", at.1));
        self.attributes
            .extend([note(write, "CONFL-WRITE"), note(read, "READ")]);
        self.add(context, definition, &format!("C_{number}[DEF"));
    }

    /// Writes the attributes to the operations.
    pub(super) fn write(&mut self, edit: &mut Exclusive<'_>) {
        let context = edit.context();
        for (op, name) in self.attributes.drain(..) {
            op.set_discardable_attribute(edit, context.identifier(&name), context.unit_attribute());
        }
    }
}
