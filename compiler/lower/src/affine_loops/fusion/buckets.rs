//! The order in which MLIR visits the operations of a graph: that of its table of numbers (llvm::DenseMap).
//!
//! The result of fusion depends on it, so it is found here by the same rules. Invariant: a number is in the table once.

/// The least number of buckets.
const FEWEST: usize = 64;
/// By what a number is multiplied for its bucket.
const FACTOR: usize = 37;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bucket {
    Empty,
    Erased,
    Used(usize),
}

/// A table of numbers.
#[derive(Default)]
pub(super) struct Buckets {
    buckets: Vec<Bucket>,
    used: usize,
    erased: usize,
}

impl Buckets {
    /// The numbers in the order of the table.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.buckets.iter().filter_map(|bucket| match bucket {
            Bucket::Used(number) => Some(*number),
            _ => None,
        })
    }

    /// The places of a number, each tried if the ones before are taken.
    fn places(&self, number: usize) -> impl Iterator<Item = usize> + use<> {
        let mask = self.buckets.len() - 1;
        let start = number.wrapping_mul(FACTOR) & 0xffff_ffff;
        (0..).scan(start, move |at, step: usize| {
            *at = at.wrapping_add(step) & mask;
            Some(*at)
        })
    }

    fn put(&mut self, number: usize) {
        let mut erased = None;
        for place in self.places(number) {
            match self.buckets[place] {
                Bucket::Used(_) => {}
                Bucket::Erased => erased = erased.or(Some(place)),
                Bucket::Empty => {
                    if erased.is_some() {
                        self.erased -= 1;
                    }
                    self.buckets[erased.unwrap_or(place)] = Bucket::Used(number);
                    self.used += 1;
                    return;
                }
            }
        }
    }

    fn resize(&mut self, count: usize) {
        let old = std::mem::replace(&mut self.buckets, vec![Bucket::Empty; count.max(FEWEST)]);
        (self.used, self.erased) = (0, 0);
        for bucket in old {
            if let Bucket::Used(number) = bucket {
                self.put(number);
            }
        }
    }

    /// Adds a number that the table does not have.
    pub(super) fn insert(&mut self, number: usize) {
        let count = self.buckets.len();
        if (self.used + 1) * 4 >= count * 3 {
            self.resize(count * 2);
        } else if count - (self.used + 1 + self.erased) <= count / 8 {
            self.resize(count);
        }
        self.put(number);
    }

    /// Removes a number.
    pub(super) fn remove(&mut self, number: usize) {
        let found = self
            .buckets
            .iter()
            .position(|bucket| *bucket == Bucket::Used(number));
        if let Some(place) = found {
            self.buckets[place] = Bucket::Erased;
            self.used -= 1;
            self.erased += 1;
        }
    }
}
