//! A map for many threads: dashmap's shards, under locks that survive a fork.
//!
//! A look-up locks one shard for reading. Whoever needs the whole map, such as a listing, a fork or a change of many keys
//! at once, holds all shards, taken in their order. Invariants: nothing foreign runs while a shard is locked; what is
//! taken out of the map is given to the caller, who drops it behind the lock; a thread that holds a shard takes no other
//! lock of the same map.
//!
//! Locks are only tried, and a thread that fails waits here. dashmap's own waiting parks the thread in a table of
//! parking_lot_core's, whose inner locks no fork handler can take: one that another thread holds at the moment of a fork
//! would stay locked in the child for ever. Nobody parks, so nobody has to be woken.

use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};
use std::ops::DerefMut;
use std::time::Duration;

use dashmap::{DashMap, RwLockReadGuard, RwLockWriteGuard, SharedValue};
use foldhash::fast::FixedState;
use hashbrown::raw::RawTable;

/// Two threads at one moment are rarely at one of so many; each is two cache lines.
const SHARDS: usize = 32;

/// What a shard holds.
pub type Table<K, V> = RawTable<(K, SharedValue<V>)>;
type Reading<'a, K, V> = RwLockReadGuard<'a, Table<K, V>>;
type Writing<'a, K, V> = RwLockWriteGuard<'a, Table<K, V>>;

/// A map whose shards are locked one by one or all together.
pub struct Sharded<K, V>(DashMap<K, V, FixedState>);

/// Takes a lock that is free nearly always.
#[inline]
fn taken<G>(attempt: impl Fn() -> Option<G>) -> G {
    attempt().unwrap_or_else(|| wait(attempt))
}

/// Waits until an attempt succeeds. Most locks are held for some instructions; a listing of a million names, or a fork of
/// a large process, takes milliseconds.
#[cold]
fn wait<G>(attempt: impl Fn() -> Option<G>) -> G {
    let mut tries = 0_u64;
    loop {
        match tries {
            ..64 => std::hint::spin_loop(),
            64..128 => std::thread::yield_now(),
            _ => std::thread::sleep(Duration::from_micros(50)),
        }
        tries += 1;
        if let Some(guard) = attempt() {
            return guard;
        }
    }
}

impl<K: Eq + Hash, V> Default for Sharded<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Eq + Hash, V> Sharded<K, V> {
    /// An empty map.
    pub fn new() -> Self {
        // A fixed seed: names come from programmers, not from an adversary, and maps are made on the path of start-up. A
        // fixed number of shards for the same reason: asking for the number of processors reads files.
        let hasher = FixedState::with_seed(0x7476_6d6c);
        Self(DashMap::with_capacity_and_hasher_and_shard_amount(
            0, hasher, SHARDS,
        ))
    }

    #[inline]
    fn find<Q: Hash + ?Sized>(&self, key: &Q) -> (usize, u64) {
        let hash = self.0.hash_usize(&key);
        (self.0.determine_shard(hash), hash as u64)
    }

    /// Shows the value of a key, under the lock of its shard: `look` is a few instructions and calls nothing foreign.
    #[inline]
    pub fn read<Q, R>(&self, key: &Q, look: impl FnOnce(Option<&V>) -> R) -> R
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let (shard, hash) = self.find(key);
        let shard = &self.0.shards()[shard];
        let table = taken(|| shard.try_read());
        look(value(&table, hash, key))
    }

    /// Locks the shard of a key for a change.
    pub fn shard<Q: Hash + ?Sized>(&self, key: &Q) -> Shard<'_, K, V, Writing<'_, K, V>> {
        let (shard, hash) = self.find(key);
        let shard = &self.0.shards()[shard];
        Shard {
            map: self,
            hash,
            table: taken(|| shard.try_write()),
        }
    }

    /// Locks all shards for reading.
    pub fn all(&self) -> All<'_, K, V> {
        All(self
            .0
            .shards()
            .iter()
            .map(|shard| taken(|| shard.try_read()))
            .collect())
    }

    /// Locks all shards, so that nobody else reads or writes.
    pub fn exclusive(&self) -> Exclusive<'_, K, V> {
        let shards = self.0.shards().iter();
        Exclusive {
            map: self,
            shards: shards.map(|shard| taken(|| shard.try_write())).collect(),
        }
    }
}

#[inline]
fn value<'a, K, V, Q>(table: &'a Table<K, V>, hash: u64, key: &Q) -> Option<&'a V>
where
    K: Borrow<Q>,
    Q: Eq + ?Sized,
{
    let found = table.get(hash, |(present, _)| present.borrow() == key);
    found.map(|(_, value)| value.get())
}

/// All shards, locked for reading.
pub struct All<'a, K, V>(Vec<Reading<'a, K, V>>);

impl<K, V> All<'_, K, V> {
    /// The number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|shard| shard.len()).sum()
    }

    /// Whether there is no key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|shard| shard.is_empty())
    }

    /// All keys with their values, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().flat_map(|shard| entries(shard))
    }
}

fn entries<K, V>(table: &Table<K, V>) -> impl Iterator<Item = (&K, &V)> {
    // SAFETY: the table is borrowed as long as the iterator lives, so it neither goes nor changes.
    let buckets = unsafe { table.iter() };
    buckets.map(|bucket| {
        // SAFETY: a bucket of an unchanged table is initialised, and borrowed as the table is.
        let (key, value) = unsafe { bucket.as_ref() };
        (key, value.get())
    })
}

/// All shards, locked for a change.
pub struct Exclusive<'a, K, V> {
    map: &'a Sharded<K, V>,
    shards: Vec<Writing<'a, K, V>>,
}

impl<K: Eq + Hash, V> Exclusive<'_, K, V> {
    /// Makes room for many more keys at once.
    pub fn reserve(&mut self, more: usize) {
        let hasher = self.map.0.hasher();
        let of_each = more.div_ceil(SHARDS);
        for shard in &mut self.shards {
            shard.reserve(of_each, |(key, _)| hasher.hash_one(key));
        }
    }

    /// The shard of a key.
    pub fn shard<Q: Hash + ?Sized>(&mut self, key: &Q) -> Shard<'_, K, V, &mut Table<K, V>> {
        let (shard, hash) = self.map.find(key);
        Shard {
            map: self.map,
            hash,
            table: &mut self.shards[shard],
        }
    }

    /// All keys with their values, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.shards.iter().flat_map(|shard| entries(shard))
    }
}

/// A locked shard, as the one of a key; the methods take that key alone.
pub struct Shard<'a, K, V, T> {
    map: &'a Sharded<K, V>,
    hash: u64,
    table: T,
}

impl<K: Eq + Hash, V, T> Shard<'_, K, V, T>
where
    T: DerefMut<Target = Table<K, V>>,
{
    /// The key's value.
    pub fn get<Q>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        debug_assert_eq!(self.map.find(key).1, self.hash, "another key's shard");
        value(&self.table, self.hash, key)
    }

    /// The key's value, to be changed.
    pub fn get_mut<Q>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        debug_assert_eq!(self.map.find(key).1, self.hash, "another key's shard");
        let found = self
            .table
            .get_mut(self.hash, |(present, _)| present.borrow() == key);
        found.map(|(_, value)| value.get_mut())
    }

    /// Puts the key in, which is not there.
    pub fn insert_new(&mut self, key: K, value: V) {
        debug_assert!(self.get(&key).is_none(), "the key is there");
        let hasher = self.map.0.hasher();
        let hash_of = |(key, _): &(K, SharedValue<V>)| hasher.hash_one(key);
        self.table
            .insert(self.hash, (key, SharedValue::new(value)), hash_of);
    }

    /// Takes the key out.
    pub fn remove<Q>(&mut self, key: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        debug_assert_eq!(self.map.find(key).1, self.hash, "another key's shard");
        let removed = self
            .table
            .remove_entry(self.hash, |(present, _)| present.borrow() == key)?;
        Some((removed.0, removed.1.into_inner()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn keys_are_found_by_what_they_are_borrowed_as() {
        let map = Sharded::<Box<[u8]>, usize>::new();
        for number in 0..1000 {
            let key = format!("key {number}").into_bytes().into_boxed_slice();
            map.shard(&*key).insert_new(key.clone(), number);
        }
        for number in 0..1000 {
            let key = format!("key {number}");
            assert_eq!(map.read(key.as_bytes(), |value| value.copied()), Some(number));
        }
        assert_eq!(map.read(&b"key 1000"[..], |value| value.copied()), None);
        assert_eq!(map.all().len(), 1000);
        let mut seen: Vec<usize> = map.all().iter().map(|(_, number)| *number).collect();
        seen.sort_unstable();
        assert!(seen.iter().copied().eq(0..1000));
        let removed = map.shard(&b"key 7"[..]).remove(&b"key 7"[..]);
        assert_eq!(removed, Some((b"key 7"[..].into(), 7)));
        assert_eq!(map.all().len(), 999);
    }

    #[test]
    fn who_holds_all_shards_changes_keys_of_different_ones_together() {
        let map = Sharded::<u64, u64>::new();
        for key in 0..64 {
            map.shard(&key).insert_new(key, 0);
        }
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let mut differing = 0;
                while !over.load(Ordering::Relaxed) {
                    let all = map.all();
                    let first = all.iter().next().map(|(_, value)| *value);
                    differing += usize::from(all.iter().any(|(_, value)| Some(*value) != first));
                }
                differing
            });
            for round in 1..=2000 {
                let mut all = map.exclusive();
                for key in 0..64 {
                    *all.shard(&key).get_mut(&key).unwrap() = round;
                }
                drop(all);
                // Whoever sees the last one of a round sees the first one of it.
                let last = map.read(&63, |value| value.copied());
                assert_eq!(last, map.read(&0, |value| value.copied()));
            }
            over.store(true, Ordering::Relaxed);
            assert_eq!(reader.join().unwrap(), 0);
        });
    }
}
