//! Insertions: what they overwrite they do not read, and what lies where it is inserted they do not change.

use tvmlike_ir::{Op, Value};

use super::analysis::State;
use super::kinds::Kind;
use super::values::{Use, position};
use crate::make::property;

/// The operands of an insertion.
const SOURCE: usize = 0;
const DESTINATION: usize = 1;

impl State<'_> {
    /// Whether an operation writes its source to a part of its destination, or to all of it.
    fn is_insertion(&self, op: Op) -> bool {
        match self.kind(op) {
            Some(Kind::InsertSlice | Kind::Materialize | Kind::ParallelInsertSlice) => true,
            Some(Kind::Destination) => op.is_named(self.context, "linalg.copy"),
            _ => false,
        }
    }

    /// Whether a value is what an insertion overwrites.
    fn is_destination(&self, value: Value, insertion: Op) -> bool {
        let context = self.context;
        let Some(definition) = value.defining_op(context).filter(|_| position(context, value).0) else {
            return false;
        };
        match self.kind(insertion) {
            Some(Kind::InsertSlice | Kind::ParallelInsertSlice) => {
                self.kind(definition) == Some(Kind::ExtractSlice)
                    && self.is_slice_of_destination(definition, insertion)
            }
            _ => self.are_equivalent(value, self.value((insertion, DESTINATION))),
        }
    }

    /// Whether two slices are the same elements of the same tensor.
    fn is_slice_of_destination(&self, slice: Op, insertion: Op) -> bool {
        let context = self.context;
        let lists = ["static_offsets", "static_sizes", "static_strides"];
        let same_numbers = lists
            .iter()
            .all(|name| property(context, slice, name) == property(context, insertion, name));
        let dynamic = |op: Op, first: usize| op.operands(context).skip(first).collect::<Vec<Value>>();
        let (source, destination) = (slice.operand(context, 0), insertion.operand(context, DESTINATION));
        let same_tensor = matches!((source, destination), (Some(a), Some(b)) if self.are_equivalent(a, b));
        same_numbers && same_tensor && dynamic(slice, 1) == dynamic(insertion, DESTINATION + 1)
    }

    /// Whether an operand is in the memory that an insertion overwrites, on all ways.
    fn is_overwritten(&self, at: Use, insertion: Op) -> bool {
        let matches = |value: Value| self.is_destination(value, insertion);
        self.find_before(at, &matches, true).into_iter().all(matches)
    }

    /// Whether what is written is not what is read, because both are parts of a tensor.
    pub(super) fn are_disjoint(&self, read: Use, write: Use) -> bool {
        if self.is_insertion(read.0) {
            // The destination is not read where it is overwritten.
            if read.1 == DESTINATION && self.is_overwritten(write, read.0) {
                return true;
            }
            // The source lies where it is inserted.
            if read.1 == SOURCE && write == (read.0, DESTINATION) && self.is_overwritten(read, read.0) {
                return true;
            }
        }
        // What is read is what is inserted, and lies there.
        let source = (write.0, SOURCE);
        self.is_insertion(write.0)
            && write.1 == DESTINATION
            && self.are_equivalent(self.value(read), self.value(source))
            && self.is_overwritten(source, write.0)
    }
}
