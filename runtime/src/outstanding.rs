//! Counts the functions and objects of a plugin that are still alive.
//!
//! A plugin's code is never unmapped, so nothing can dangle; but its `finish` function must not run while anything can
//! still call into it. The host therefore counts, per plugin, everything that needs the plugin's code or state: its
//! functions, its objects of registered types, and tensors and opaque objects that it frees. Plain data (strings, bytes,
//! shapes, arrays, maps, errors) needs only memory and is not counted; the elements of an array count for themselves.
//!
//! A plugin's own copy of this crate counts what it creates (`created`, `destroyed`). The host counts what is created
//! through its table, and finds the plugin from the address of the callback or deleter ([`Counted::of_code`]).
//! Invariant: the allocating code counts a thing once, until its contents have been destroyed.

mod code;
pub(crate) mod counts;

/// The atomics of [`counts`].
mod atomic {
    pub(super) use std::sync::atomic::{AtomicU64, Ordering, fence};
}

use std::cell::Cell;
use std::ffi::c_void;
use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use once_cell::race::OnceBox;

use crate::host;
use crate::type_index::TypeIndex;

const CHUNK: usize = 1024;
const CHUNKS: usize = 64;

/// Called when counts of a plugin reach zero.
pub trait Observer: Sync {
    /// Nothing of a kind is left; of functions, only those that [`LiveCounts::exclude_members`] excludes.
    fn emptied(&self, kind: TypeIndex);
    /// Nothing is left, and the plugin has been unloaded. Called once.
    fn drained(&self);
}

/// The counts of one plugin, in the host.
pub struct LiveCounts {
    total: AtomicU64,
    /// The number of functions that are members of types. They are freed when nothing else is left.
    excluded: AtomicU64,
    kinds: [OnceBox<[AtomicU64; CHUNK]>; CHUNKS],
    observer: OnceLock<&'static dyn Observer>,
}

impl Default for LiveCounts {
    fn default() -> Self {
        Self {
            total: AtomicU64::new(counts::LOADED),
            excluded: AtomicU64::new(0),
            kinds: [const { OnceBox::new() }; CHUNKS],
            observer: OnceLock::new(),
        }
    }
}

impl LiveCounts {
    /// Sets the observer. Call once, before the first count.
    pub fn set_observer(&self, observer: &'static dyn Observer) {
        // If there is an observer already, it stays.
        let _ = self.observer.set(observer);
    }

    /// The count of a kind. An index that no type has counts as an object of unknown type.
    fn kind(&self, kind: TypeIndex) -> &AtomicU64 {
        let in_range = |index: &usize| *index < CHUNK * CHUNKS;
        let index = usize::try_from(kind.0)
            .ok()
            .filter(in_range)
            .unwrap_or(TypeIndex::OBJECT.0 as usize);
        let chunk = self.kinds[index / CHUNK].get_or_init(|| Box::new([const { AtomicU64::new(0) }; CHUNK]));
        &chunk[index % CHUNK]
    }

    /// Counts one more of a kind.
    #[inline]
    pub fn add(&self, kind: TypeIndex) {
        counts::add(self.kind(kind), &self.total);
    }

    /// Counts one less of a kind.
    #[inline]
    pub fn remove(&self, kind: TypeIndex) {
        counts::remove(
            self.kind(kind),
            &self.total,
            || self.notify(|observer| observer.emptied(kind)),
            || self.notify(|observer| observer.drained()),
        );
        if kind == TypeIndex::FUNCTION {
            // SeqCst here and in `exclude_members`: either that call sees the new count, or this one sees its number.
            fence(Ordering::SeqCst);
            let left = self.kind(kind).load(Ordering::Relaxed);
            if left > 0 && left <= self.excluded.load(Ordering::Relaxed) {
                self.notify(|observer| observer.emptied(kind));
            }
        }
    }

    /// Excludes the functions that are members of types from what keeps the plugin's types registered.
    pub fn exclude_members(&self, functions: u64) {
        self.excluded.store(functions, Ordering::Relaxed);
        fence(Ordering::SeqCst);
    }

    /// Records that the plugin has been unloaded: it is drained once nothing is left. Call once.
    pub fn unload(&self) {
        counts::decrement_total(&self.total, || self.notify(|observer| observer.drained()));
    }

    fn notify(&self, call: impl FnOnce(&'static dyn Observer)) {
        if let Some(observer) = self.observer.get() {
            call(*observer);
        }
    }

    /// The current count of a kind.
    pub fn count(&self, kind: TypeIndex) -> u64 {
        self.kind(kind).load(Ordering::Acquire)
    }

    /// All kinds with a count above zero, with their counts.
    pub fn present(&self) -> Vec<(TypeIndex, u64)> {
        let chunks = self.kinds.iter().enumerate();
        chunks
            .filter_map(|(at, chunk)| Some((at, chunk.get()?)))
            .flat_map(|(at, chunk)| {
                chunk.iter().enumerate().map(move |(within, count)| {
                    let index = TypeIndex((at * CHUNK + within) as i32);
                    (index, count.load(Ordering::Acquire))
                })
            })
            .filter(|&(_, count)| count > 0)
            .collect()
    }

    /// Whether an address lies in code that [`LiveCounts::add_code`] registered for this plugin.
    pub fn owns_code(&'static self, code: *const c_void) -> bool {
        code::owner(code as usize).is_some_and(|owner| std::ptr::eq(owner, self))
    }

    /// Registers a range of addresses as the plugin's code. What the host creates for callbacks there is counted here.
    pub fn add_code(&'static self, code: Range<usize>) {
        code::add(code, self);
    }
}

thread_local! {
    /// The plugin whose init runs on this thread, for plugins without a code range: those linked into a program.
    static INITIALIZING: Cell<Option<&'static LiveCounts>> = const { Cell::new(None) };
}

/// Sets the plugin whose init runs on this thread, for a plugin without a code range; returns the previous one.
pub fn set_initializing(plugin: Option<&'static LiveCounts>) -> Option<&'static LiveCounts> {
    INITIALIZING.replace(plugin)
}

/// Counts one function or object of a plugin while it lives.
pub struct Counted(Option<(&'static LiveCounts, TypeIndex)>);

impl Counted {
    /// Counts something of a kind for a plugin.
    pub fn new(plugin: &'static LiveCounts, kind: TypeIndex) -> Self {
        plugin.add(kind);
        Self(Some((plugin, kind)))
    }

    /// Counts something of a kind for the plugin whose code contains an address; counts nothing if there is none.
    #[inline]
    pub fn of_code(address: *const c_void, kind: TypeIndex) -> Self {
        let plugin = code::owner(address as usize).or_else(|| INITIALIZING.get());
        if let Some(plugin) = plugin {
            plugin.add(kind);
        }
        Self(plugin.map(|plugin| (plugin, kind)))
    }

    /// Whether it counts for a plugin.
    pub fn is_some(&self) -> bool {
        self.0.is_some()
    }
}

impl Drop for Counted {
    #[inline]
    fn drop(&mut self) {
        if let Some((plugin, kind)) = self.0 {
            plugin.remove(kind);
        }
    }
}

impl fmt::Debug for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Counted")
            .field(&self.0.map(|(_, kind)| kind))
            .finish()
    }
}

/// Counts something that this copy of the crate has created. Does nothing outside a plugin's copy.
#[inline]
pub(crate) fn created(kind: TypeIndex) {
    if let Some((table, plugin)) = host::plugin() {
        // SAFETY: the table's function, with the pointer that the plugin's init received.
        unsafe { (table.plugin_hold)(plugin, kind.0) }
    }
}

/// Uncounts something that [`created`] counted.
#[inline]
pub(crate) fn destroyed(kind: TypeIndex) {
    if let Some((table, plugin)) = host::plugin() {
        // SAFETY: as above.
        unsafe { (table.plugin_release)(plugin, kind.0) }
    }
}
