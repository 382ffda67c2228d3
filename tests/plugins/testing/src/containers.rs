//! Objects that are sequences and mappings.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use tvmlike::prelude::*;

/// Items in a row.
#[derive(Object)]
#[object(key = "testing.Row")]
struct Row {
    items: Mutex<Vec<Any>>,
    /// The index of an item that cannot be read; none if it is negative.
    #[field(set)]
    fails_at: AtomicI64,
    /// The index of an item whose reading panics.
    #[field(set)]
    panics_at: AtomicI64,
    /// How often an item was read.
    #[field]
    reads: AtomicI64,
}

impl Row {
    fn with<T>(&self, f: impl FnOnce(&mut Vec<Any>) -> T) -> T {
        f(&mut self.items.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[methods(sequence)]
impl Row {
    #[init]
    fn new(#[default(Vec::new())] items: Vec<Any>) -> Self {
        Self {
            items: Mutex::new(items),
            fails_at: AtomicI64::new(-1),
            panics_at: AtomicI64::new(-1),
            reads: AtomicI64::new(0),
        }
    }

    fn len(&self) -> usize {
        self.with(|items| items.len())
    }

    /// An item.
    fn get(&self, index: usize) -> Result<Any> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let at = i64::try_from(index)?;
        if at == self.fails_at.load(Ordering::Relaxed) {
            return Err(Error::value_error("this item cannot be read"));
        }
        assert!(at != self.panics_at.load(Ordering::Relaxed), "this item panics");
        Ok(self.with(|items| items[index].clone()))
    }

    fn set(&self, index: usize, value: Any) {
        self.with(|items| items[index] = value);
    }

    fn remove(&self, index: usize) {
        self.with(|items| items.remove(index));
    }

    /// Adds an item at the end.
    fn append(&self, item: Any) {
        self.with(|items| items.push(item));
    }

    /// Leaves so many items.
    fn truncate(&self, len: usize) {
        self.with(|items| items.truncate(len));
    }
}

/// The even numbers below a bound, which are kept nowhere.
#[derive(Object)]
#[object(key = "testing.Evens")]
struct Evens {
    #[field]
    below: usize,
}

#[methods(sequence)]
impl Evens {
    #[init]
    fn new(below: usize) -> Self {
        Self { below }
    }

    fn len(&self) -> usize {
        self.below.div_ceil(2)
    }

    /// There is no item for 13.
    fn get(&self, index: usize) -> Option<usize> {
        (index != 13).then_some(2 * index)
    }
}

/// Values by name.
#[derive(Object)]
#[object(key = "testing.Table")]
struct Table {
    entries: Mutex<BTreeMap<String, Any>>,
}

impl Table {
    fn with<T>(&self, f: impl FnOnce(&mut BTreeMap<String, Any>) -> T) -> T {
        f(&mut self.entries.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[methods(mapping)]
impl Table {
    #[init]
    fn new() -> Self {
        Self {
            entries: Mutex::new(BTreeMap::new()),
        }
    }

    fn len(&self) -> usize {
        self.with(|entries| entries.len())
    }

    /// The value of a name.
    fn get(&self, name: &str) -> Option<Any> {
        self.with(|entries| entries.get(name).cloned())
    }

    fn keys(&self) -> Vec<String> {
        self.with(|entries| entries.keys().cloned().collect())
    }

    fn set(&self, name: String, value: Any) {
        self.with(|entries| entries.insert(name, value));
    }

    fn remove(&self, name: &str) -> Result<()> {
        let removed = self.with(|entries| entries.remove(name));
        removed
            .map(drop)
            .ok_or_else(|| Error::key_error(format!("Table: there is no key {name:?}")))
    }
}

/// A mapping that decides itself which keys it has, and fails for those that are too large.
#[derive(Object)]
#[object(key = "testing.Squares")]
struct Squares;

#[methods(mapping)]
impl Squares {
    #[init]
    fn new() -> Self {
        Self
    }

    fn len(&self) -> usize {
        3
    }

    fn get(&self, key: i64) -> Result<i64> {
        key.checked_mul(key)
            .ok_or_else(|| Error::overflow_error("Squares: the key is too large"))
    }

    fn keys(&self) -> Vec<i64> {
        vec![1, 2, 3]
    }

    fn contains(&self, key: i64) -> bool {
        (1..=3).contains(&key)
    }
}
