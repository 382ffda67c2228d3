//! Answers that the analysis needs again and again.
//!
//! Invariant: an answer is kept only while the IR is fixed, and depends on no decision; those about equivalence are forgotten before
//! values are found to be equivalent.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::rc::Rc;

use foldhash::fast::FixedState;
use tvmlike_ir::{Op, Value};

use super::kinds::Kind;
use super::values::{Alias, Use};

/// The answers to one question.
pub(super) struct Answers<K, V>(RefCell<HashMap<K, V, FixedState>>);

impl<K, V> Default for Answers<K, V> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: Copy + Eq + Hash, V: Clone> Answers<K, V> {
    fn of(&self, key: K, find: impl FnOnce() -> V) -> V {
        if let Some(known) = self.0.borrow().get(&key) {
            return known.clone();
        }
        let found = find();
        self.0.borrow_mut().insert(key, found.clone());
        found
    }
}

/// The sets of values that were found to have no conflict, by their first values.
#[derive(Default)]
pub(super) struct Checked(pub(super) HashSet<Value>);

/// The answers to all questions.
#[derive(Default)]
pub(super) struct Memo {
    /// Whether the IR is fixed. If not, nothing is kept.
    pub(super) is_fixed: bool,
    pub(super) kinds: Answers<Op, Option<Kind>>,
    pub(super) reads: Answers<Use, bool>,
    pub(super) writes: Answers<Use, bool>,
    pub(super) is_read: Answers<Value, bool>,
    pub(super) is_written: Answers<Value, bool>,
    pub(super) is_writable: Answers<Value, bool>,
    pub(super) crosses_threads: Answers<Use, bool>,
    pub(super) definitions: Answers<Use, Rc<[Value]>>,
    pub(super) values: Answers<Use, Rc<[Alias<Value>]>>,
    pub(super) operands: Answers<Value, Rc<[Alias<Use>]>>,
}

impl Memo {
    /// The answer to a question, which is found if it is not known.
    pub(super) fn of<K: Copy + Eq + Hash, V: Clone>(
        &self,
        answers: impl FnOnce(&Self) -> &Answers<K, V>,
        key: K,
        find: impl FnOnce() -> V,
    ) -> V {
        match self.is_fixed {
            true => answers(self).of(key, find),
            false => find(),
        }
    }

    /// Forgets what depends on which values are equivalent.
    pub(super) fn forget_equivalence(&mut self) {
        self.values = Answers::default();
        self.operands = Answers::default();
    }
}
