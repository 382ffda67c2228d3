//! Sets of values that are in the same memory: each value is in one set, and sets are united.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::Value;

/// Disjoint sets of values.
#[derive(Default, Debug)]
pub(super) struct AliasSets {
    of: HashMap<Value, usize, FixedState>,
    members: Vec<Vec<Value>>,
}

impl AliasSets {
    /// The number of a value's set, which is made if the value is new.
    fn set(&mut self, value: Value) -> usize {
        *self.of.entry(value).or_insert_with(|| {
            self.members.push(vec![value]);
            self.members.len() - 1
        })
    }

    /// Unites the sets of two values. The smaller one is moved.
    pub(super) fn unite(&mut self, a: Value, b: Value) {
        let (a, b) = (self.set(a), self.set(b));
        if a == b {
            return;
        }
        let (small, large) = match self.members[a].len() < self.members[b].len() {
            true => (a, b),
            false => (b, a),
        };
        for value in std::mem::take(&mut self.members[small]) {
            self.of.insert(value, large);
            self.members[large].push(value);
        }
    }

    /// Whether two values are in one set.
    pub(super) fn are_united(&self, a: Value, b: Value) -> bool {
        a == b || self.of.get(&a).is_some_and(|set| self.of.get(&b) == Some(set))
    }

    /// The values of a value's set.
    pub(super) fn members<'s>(&'s self, value: &'s Value) -> &'s [Value] {
        match self.of.get(value) {
            Some(set) => &self.members[*set],
            None => std::slice::from_ref(value),
        }
    }
}
