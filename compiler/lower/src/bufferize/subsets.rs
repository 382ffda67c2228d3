//! Slices: what `tensor.insert_slice` overwrites it does not read.

use tvmlike_ir::{Op, Value};

use super::analysis::State;
use super::kinds::Kind;
use super::rules::Use;
use crate::make::property;

impl State<'_> {
    /// Whether two slices are the same elements of the same tensor.
    fn is_slice_of_destination(&self, slice: Op, insertion: Op) -> bool {
        let context = self.context;
        let lists = ["static_offsets", "static_sizes", "static_strides"];
        let same_numbers = lists
            .iter()
            .all(|name| property(context, slice, name) == property(context, insertion, name));
        let dynamic = |op: Op, first: usize| op.operands(context).skip(first).collect::<Vec<Value>>();
        let (source, destination) = (slice.operand(context, 0), insertion.operand(context, 1));
        let same_tensor = matches!((source, destination), (Some(a), Some(b)) if self.are_equivalent(a, b));
        same_numbers && same_tensor && dynamic(slice, 1) == dynamic(insertion, 2)
    }

    /// Whether an operand is in the memory that an insertion overwrites, on all ways.
    fn is_overwritten(&self, at: Use, insertion: Op) -> bool {
        let context = self.context;
        let matches = |value: Value| {
            let slice = value.defining_op(context);
            slice.is_some_and(|slice| {
                self.kind(slice) == Some(Kind::ExtractSlice) && self.is_slice_of_destination(slice, insertion)
            })
        };
        self.find_before(at, &matches, true).into_iter().all(matches)
    }

    /// Whether what is written is not what is read, because both are slices of a tensor.
    pub(super) fn are_disjoint(&self, read: Use, write: Use) -> bool {
        if self.kind(read.0) == Some(Kind::InsertSlice) {
            // The destination is not read where it is overwritten.
            if read.1 == 1 && self.is_overwritten(write, read.0) {
                return true;
            }
            // The source lies where it is inserted.
            if read.1 == 0 && write == (read.0, 1) && self.is_overwritten(read, read.0) {
                return true;
            }
        }
        // What is read is what is inserted, and lies there.
        self.kind(write.0) == Some(Kind::InsertSlice)
            && write.1 == 1
            && self.are_equivalent(self.value(read), self.value((write.0, 0)))
            && self.is_overwritten((write.0, 0), write.0)
    }
}
