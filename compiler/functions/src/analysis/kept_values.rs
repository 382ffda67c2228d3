//! Facts and states that an analysis keeps, by the parts of the IR that they are about.
//!
//! A fact is often about many values. Invariant: each is kept once, so that a garbage collector, which follows objects with one
//! reference only, sees what it refers to.

use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::FixedState;
use tvmlike_runtime::traverse::{Frozen, Taken, Traverse, Visitor};

use crate::api::*;

/// Values, by a key each.
pub(super) struct KeptValues<K> {
    values: Vec<Any>,
    places: HashMap<K, usize, FixedState>,
}

impl<K: Copy + Eq + Hash> KeptValues<K> {
    /// The value of a key.
    pub(super) fn get(&self, key: K) -> Option<&Any> {
        self.values.get(*self.places.get(&key)?)
    }
}

impl<K: Eq + Hash> FromIterator<(K, Any)> for KeptValues<K> {
    fn from_iter<I: IntoIterator<Item = (K, Any)>>(pairs: I) -> Self {
        let mut values: Vec<Any> = Vec::new();
        let mut known = HashMap::<_, usize, FixedState>::default();
        let place = |(key, value): (K, Any)| {
            let mut push = |value| {
                values.push(value);
                values.len() - 1
            };
            let place = match value.view().as_object() {
                Some(object) => *known.entry(object).or_insert_with(|| push(value)),
                None => push(value),
            };
            (key, place)
        };
        let places = pairs.into_iter().map(place).collect();
        Self { values, places }
    }
}

impl<K: 'static> Traverse for KeptValues<K> {
    fn traverse(&self, visitor: &mut Visitor) {
        self.values.traverse(visitor);
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.values.freeze(frozen)
    }

    fn take(&mut self, taken: &mut Taken) {
        self.values.take(taken);
    }
}
