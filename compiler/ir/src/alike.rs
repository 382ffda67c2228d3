//! Operations that are alike: those of one name with the same attributes, properties, and types of operands and results. Most
//! operations of a module are like an earlier one, so what depends on nothing else need not be found out twice.
//!
//! Operations with regions or successors are like no other one.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;

use crate::context::Context;
use crate::id::{Attribute, Op};
use crate::recall::{Trial, mix};

/// The most operations for which something is kept.
const CAPACITY: usize = 1 << 16;

/// The most words of an operation that can be like others: four, and the types of its operands and results.
const LONGEST: usize = 20;

/// What was found out about operations, for others that are like them.
#[derive(Debug)]
pub struct Alike<V> {
    /// Numbers of entries by hash.
    known: HashMap<u64, u32, FixedState>,
    entries: Vec<(Range<usize>, V)>,
    /// The words of all entries: name, attributes, properties, the number of operands, types.
    words: Vec<u32>,
    /// The operation that was looked up last.
    hash: u64,
    key: [u32; LONGEST],
    len: usize,
    trial: Trial,
}

impl<V> Default for Alike<V> {
    fn default() -> Self {
        Self {
            known: HashMap::default(),
            entries: Vec::new(),
            words: Vec::new(),
            hash: 0,
            key: [0; LONGEST],
            len: 0,
            trial: Trial::default(),
        }
    }
}

impl<V> Alike<V> {
    /// Whether an operation can be like others, and looking it up is worth the time.
    #[inline]
    pub fn covers(&self, context: &Context, op: Op) -> bool {
        op.num_regions(context) == 0
            && op.num_successors(context) == 0
            && op.num_operands(context) + op.num_results(context) <= LONGEST - 4
            && self.trial.is_on()
    }

    /// Looks up what was kept for operations like one that is covered.
    #[inline]
    pub fn find(&mut self, context: &Context, op: Op) -> Option<&V> {
        let number = |attribute: Option<Attribute>| attribute.map_or(0, Attribute::raw);
        let (operands, results) = (op.operands(context), op.results(context));
        self.key[0] = op.name(context).raw();
        self.key[1] = number(op.attributes(context));
        self.key[2] = number(op.properties(context));
        self.key[3] = operands.len() as u32;
        self.len = 4;
        for (value, word) in operands.chain(results).zip(&mut self.key[4..]) {
            *word = value.ty(context).raw();
            self.len += 1;
        }
        // An odd number of words leaves one of an earlier operation behind it.
        if let Some(word) = self.key.get_mut(self.len) {
            *word = 0;
        }
        let (pairs, _) = self.key[..self.len.next_multiple_of(2)].as_chunks::<2>();
        self.hash = pairs.iter().fold(0, |hash, [first, second]| {
            mix(hash, u64::from(*first) << 32 | u64::from(*second))
        });
        let known = self.known.get(&self.hash).copied();
        let known = known.filter(|number| {
            let words = self.entries[*number as usize].0.clone();
            self.words[words] == self.key[..self.len]
        });
        self.trial.count(known.is_some());
        known.map(|number| &self.entries[number as usize].1)
    }

    /// Keeps something for operations like the one that was looked up last and for which nothing was found.
    pub fn keep(&mut self, value: V) {
        if self.entries.len() == CAPACITY {
            return;
        }
        let start = self.words.len();
        self.words.extend_from_slice(&self.key[..self.len]);
        self.known.insert(self.hash, self.entries.len() as u32);
        self.entries.push((start..self.words.len(), value));
    }
}
