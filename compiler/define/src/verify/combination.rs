//! The combinations of types that passed the checks of one kind of operation: most operations of a kind have the same few.
//!
//! Invariant: what is remembered is all that those checks look at, so a combination that passed once passes always.

use std::sync::OnceLock;

use smallvec::SmallVec;
use tvmlike_ir::{Attribute, Context, Op, Type};

/// How many combinations are remembered: the first ones, for ever.
const KEPT: usize = 4;
/// The most operands and results of a combination that is remembered.
const LONGEST: usize = 12;

/// The types of the operands and results of an operation, and its properties if the checks look at them.
pub(super) type Combination = SmallVec<[u32; LONGEST + 2]>;

#[derive(Debug)]
pub(super) struct Combinations {
    /// Whether the checks of types look at properties, too.
    with_properties: bool,
    passed: [OnceLock<Combination>; KEPT],
}

impl Combinations {
    pub(super) fn new(with_properties: bool) -> Self {
        Self {
            with_properties,
            passed: Default::default(),
        }
    }

    /// Whether the combination of an operation has passed. Puts it into `words`, which stays empty if it is too long to be
    /// remembered.
    #[inline]
    pub(super) fn contains(&self, context: &Context, op: Op, words: &mut Combination) -> bool {
        let (operands, results) = (op.operands(context), op.results(context));
        if operands.len() + results.len() > LONGEST {
            return false;
        }
        words.push(operands.len() as u32);
        words.extend(operands.chain(results).map(|value| Type::raw(value.ty(context))));
        if self.with_properties {
            words.push(op.properties(context).map_or(0, Attribute::raw));
        }
        let mut passed = self.passed.iter().map_while(OnceLock::get);
        passed.any(|each| each == words)
    }

    /// Remembers a combination that has passed, if there is room.
    pub(super) fn add(&self, words: &Combination) {
        if words.is_empty() {
            return;
        }
        let room = self.passed.iter().find(|each| each.get().is_none());
        if let Some(room) = room {
            // Another thread may have taken the place; then this one is remembered the next time.
            let _ = room.set(words.clone());
        }
    }
}
