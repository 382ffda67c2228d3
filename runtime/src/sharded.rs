//! A concurrent map: dashmap's shards, with locks that survive a fork.
//!
//! A look-up locks one shard for reading. Operations on the whole map, such as a listing, a fork or a change of many
//! keys at once, lock all shards, in order. Invariants: no foreign code runs while a shard is locked; what is removed
//! from the map is returned to the caller, who drops it after the lock is released; a thread that holds a shard takes
//! no other lock of the same map.
//!
//! Locks are only tried, and a thread that fails waits in a loop here. dashmap's own waiting parks the thread in a
//! table of parking_lot_core, whose inner locks no fork handler can take: one that another thread holds at the moment
//! of a fork would stay locked in the child for ever. No thread ever parks, so none has to be woken.

use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};
use std::ops::DerefMut;
use std::time::Duration;

use dashmap::{DashMap, RwLockReadGuard, RwLockWriteGuard, SharedValue};
use foldhash::fast::FixedState;
use hashbrown::raw::RawTable;

/// Two threads rarely use the same one of so many shards at the same time; each is two cache lines.
const SHARDS: usize = 32;

/// The contents of a shard.
pub type Table<K, V> = RawTable<(K, SharedValue<V>)>;
type Reading<'a, K, V> = RwLockReadGuard<'a, Table<K, V>>;
type Writing<'a, K, V> = RwLockWriteGuard<'a, Table<K, V>>;

/// A map whose shards are locked one by one or all together.
pub struct Sharded<K, V>(DashMap<K, V, FixedState>);

/// Takes a lock that is nearly always free.
#[inline]
fn taken<G>(attempt: impl Fn() -> Option<G>) -> G {
    attempt().unwrap_or_else(|| wait(attempt))
}

/// Waits until an attempt succeeds. Most locks are held for a few instructions; a listing of a million names, or a fork
/// of a large process, takes milliseconds.
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
        // A fixed seed: names come from programmers, not from attackers, and maps are created at start-up. A fixed
        // number of shards for the same reason: finding the number of processors reads files.
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

    /// Calls `look` with the value of a key, under the lock of its shard: it takes a few instructions and calls nothing
    /// foreign.
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

    /// Locks the shard of a key for writing.
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

    /// Locks all shards for writing.
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
    // SAFETY: the iterator borrows the table, so it is neither freed nor changed.
    let buckets = unsafe { table.iter() };
    buckets.map(|bucket| {
        // SAFETY: a bucket of an unchanged table is initialised, and borrowed like the table.
        let (key, value) = unsafe { bucket.as_ref() };
        (key, value.get())
    })
}

/// All shards, locked for writing.
pub struct Exclusive<'a, K, V> {
    map: &'a Sharded<K, V>,
    shards: Vec<Writing<'a, K, V>>,
}

impl<K: Eq + Hash, V> Exclusive<'_, K, V> {
    /// Reserves space for more keys.
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

/// A locked shard, for one key; the methods accept only that key.
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

    /// The key's value, mutably.
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

    /// Inserts the key, which must be absent.
    pub fn insert_new(&mut self, key: K, value: V) {
        debug_assert!(self.get(&key).is_none(), "the key is there");
        let hasher = self.map.0.hasher();
        let hash_of = |(key, _): &(K, SharedValue<V>)| hasher.hash_one(key);
        self.table
            .insert(self.hash, (key, SharedValue::new(value)), hash_of);
    }

    /// Removes the key.
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
    fn keys_are_found_by_their_borrowed_form() {
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
    fn exclusive_access_changes_keys_of_several_shards() {
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
                // A thread that sees the last key of a round sees the first one too.
                let last = map.read(&63, |value| value.copied());
                assert_eq!(last, map.read(&0, |value| value.copied()));
            }
            over.store(true, Ordering::Relaxed);
            assert_eq!(reader.join().unwrap(), 0);
        });
    }
}
