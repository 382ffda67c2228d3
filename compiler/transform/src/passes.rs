//! The passes of this library, each in a file.

mod canonicalize;
mod cse;

use crate::pass::PassRecord;

/// The records of all passes.
pub(crate) fn records() -> Vec<PassRecord> {
    vec![canonicalize::record(), cse::record()]
}
