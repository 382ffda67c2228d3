//! The operations that are known where the pass is, by what they compute.
//!
//! Invariant: slots are probed one after the other, and were filled in the order of the log; entries are removed in reverse
//! order, so removing one leaves no gap in a probe.

use smallvec::SmallVec;
use tvmlike_ir::{Context, Equivalence, Op, Traits, Value, mix};

/// The slots at first. A block of this size comes from the memory of the thread; a smaller one can be what another thread
/// made, and then each time that it grows it waits for the lock of that thread's memory.
const FIRST: usize = 128;

/// Operations by what they compute, with scopes.
#[derive(Default)]
pub(super) struct Known {
    /// Hashes and operations; a power of two of them, at most half of which are used.
    slots: Vec<(u64, Option<Op>)>,
    len: usize,
    log: Vec<Entry>,
}

/// An operation that became known, in a slot, instead of another one that is equal.
struct Entry {
    slot: u32,
    before: Option<Op>,
    op: Op,
}

/// The start of a scope.
pub(super) struct Scope(usize);

const IGNORED: Equivalence = Equivalence::IGNORE_LOCATIONS;

/// A hash of what an operation computes.
#[inline]
fn hash(context: &Context, op: Op) -> u64 {
    if op.num_regions(context) > 0 {
        return op.structural_hash(context, IGNORED);
    }
    let number = |id: Option<tvmlike_ir::Attribute>| id.map_or(0, |id| u64::from(id.raw()));
    let mut state = mix(
        u64::from(op.name(context).raw()),
        number(op.properties(context)) << 32 | number(op.attributes(context)),
    );
    if op.num_operands(context) > 1 && op.has_trait(context, Traits::COMMUTATIVE) {
        let sum = op.operands(context).fold(0, |sum: u64, value| {
            sum.wrapping_add(mix(0, u64::from(value.raw())))
        });
        state = mix(state, sum);
    } else {
        for value in op.operands(context) {
            state = mix(state, u64::from(value.raw()));
        }
    }
    for result in op.results(context) {
        state = mix(state, u64::from(result.ty(context).raw()));
    }
    state
}

/// Whether two operations compute the same.
#[inline]
fn is_equal(context: &Context, left: Op, right: Op) -> bool {
    if left == right {
        return true;
    }
    if left.num_regions(context) > 0 {
        return left.is_structurally_equal(context, right, IGNORED);
    }
    left.name(context) == right.name(context)
        && left.properties(context) == right.properties(context)
        && left.attributes(context) == right.attributes(context)
        && right.num_regions(context) == 0
        && left.num_successors(context) == 0
        && right.num_successors(context) == 0
        && left.num_results(context) == right.num_results(context)
        && left.num_operands(context) == right.num_operands(context)
        && left
            .results(context)
            .zip(right.results(context))
            .all(|(a, b)| a.ty(context) == b.ty(context))
        && (left.operands(context).eq(right.operands(context)) || is_permutation(context, left, right))
}

/// Whether the operations are commutative and their operands are the same in another order.
fn is_permutation(context: &Context, left: Op, right: Op) -> bool {
    if !left.has_trait(context, Traits::COMMUTATIVE) {
        return false;
    }
    let sorted = |op: Op| {
        let mut operands: SmallVec<[Value; 4]> = op.operands(context).collect();
        operands.sort_unstable();
        operands
    };
    sorted(left) == sorted(right)
}

impl Known {
    /// Begins a scope.
    pub(super) fn begin(&self) -> Scope {
        Scope(self.log.len())
    }

    /// Forgets what was added in a scope.
    pub(super) fn end(&mut self, scope: Scope) {
        if scope.0 == 0 && self.len > 0 {
            // Nothing was known before.
            self.log.clear();
            self.slots.clear();
            self.len = 0;
            return;
        }
        for Entry { slot, before, .. } in self.log.drain(scope.0..).rev() {
            let slot = &mut self.slots[slot as usize];
            match before {
                Some(_) => slot.1 = before,
                None => {
                    *slot = (0, None);
                    self.len -= 1;
                }
            }
        }
    }

    /// The slot of an operation that is equal, or of the free slot where it belongs.
    #[inline]
    fn probe(&self, context: &Context, op: Op, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.slots[at] {
                (_, None) => return at,
                (found, Some(other)) if found == hash && is_equal(context, other, op) => return at,
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Makes room, and fills the slots in the order of the log.
    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![(0, None); (old.len() * 2).max(FIRST)];
        self.log.reserve(self.slots.len() / 2);
        let mask = self.slots.len() - 1;
        let mut moved = vec![0_u32; old.len()];
        for entry in &mut self.log {
            let from = entry.slot as usize;
            if entry.before.is_none() {
                let hash = old[from].0;
                let mut at = hash as usize & mask;
                while self.slots[at].1.is_some() {
                    at = (at + 1) & mask;
                }
                self.slots[at].0 = hash;
                moved[from] = at as u32;
            }
            entry.slot = moved[from];
            self.slots[entry.slot as usize].1 = Some(entry.op);
        }
    }

    /// The known operation that is equal.
    pub(super) fn find(&self, context: &Context, op: Op) -> Option<Op> {
        match self.slots.is_empty() {
            true => None,
            false => self.slots[self.probe(context, op, hash(context, op))].1,
        }
    }

    /// Whether the operation itself, or an equal one, is known.
    pub(super) fn contains(&self, context: &Context, op: Op) -> bool {
        self.find(context, op).is_some()
    }

    /// The known operation that is equal; if there is none, this one is known from now on.
    #[inline]
    pub(super) fn find_or_insert(&mut self, context: &Context, op: Op) -> Option<Op> {
        if self.len * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = hash(context, op);
        let slot = self.probe(context, op, hash);
        if let (_, Some(existing)) = self.slots[slot] {
            return Some(existing);
        }
        self.put(slot, hash, op);
        None
    }

    /// Makes an operation known, instead of one that is equal.
    pub(super) fn insert(&mut self, context: &Context, op: Op) {
        if self.len * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = hash(context, op);
        let slot = self.probe(context, op, hash);
        self.put(slot, hash, op);
    }

    fn put(&mut self, slot: usize, hash: u64, op: Op) {
        let before = self.slots[slot].1;
        self.len += usize::from(before.is_none());
        self.log.push(Entry {
            slot: slot as u32,
            before,
            op,
        });
        self.slots[slot] = (hash, Some(op));
    }
}
