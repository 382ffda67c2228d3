//! What keeps a plugin from being finished: functions and objects of it that are out there.
//!
//! A plugin's code is never unmapped, so nothing of it can dangle; but its own finish function must wait until nobody
//! can call into it any more. So the host counts, for each plugin, what needs the plugin's code and state: its function
//! objects, its objects of registered types, tensors and opaque objects that it frees. Plain data (text, bytes, shapes,
//! arrays, maps, errors) is not counted: nothing but memory is in it, and what an array holds counts for itself.
//!
//! A plugin's own copy of this crate counts what it makes (`made`, `gone`); for what is made through the host's
//! table the host does it, by the address of the callback or deleter ([`Hold::of_code`]). Invariant: each thing is
//! counted once, by whoever allocates it, and until its contents are destroyed.

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

/// What is told when a plugin holds less.
pub trait Watch: Sync {
    /// Nothing of a kind is there any more; of functions, nothing but those that [`Holds::leave_out`] names.
    fn emptied(&self, kind: TypeIndex);
    /// Nothing is there any more, and the plugin has been unloaded. Called once.
    fn drained(&self);
}

/// The counts of one plugin, in the host.
pub struct Holds {
    total: AtomicU64,
    /// How many functions stand in the members of types: they go when nothing else is left.
    left_out: AtomicU64,
    kinds: [OnceBox<[AtomicU64; CHUNK]>; CHUNKS],
    watch: OnceLock<&'static dyn Watch>,
}

impl Default for Holds {
    fn default() -> Self {
        Self {
            total: AtomicU64::new(counts::LOADED),
            left_out: AtomicU64::new(0),
            kinds: [const { OnceBox::new() }; CHUNKS],
            watch: OnceLock::new(),
        }
    }
}

impl Holds {
    /// Says who is told. Before anything is counted, and once.
    pub fn watched_by(&self, watch: &'static dyn Watch) {
        // A second watcher would change nothing: the first one goes on.
        let _ = self.watch.set(watch);
    }

    /// The count of a kind. A number that no type has counts as an object of unknown kind.
    fn kind(&self, kind: TypeIndex) -> &AtomicU64 {
        let in_range = |index: &usize| *index < CHUNK * CHUNKS;
        let index = usize::try_from(kind.0)
            .ok()
            .filter(in_range)
            .unwrap_or(TypeIndex::OBJECT.0 as usize);
        let chunk = self.kinds[index / CHUNK].get_or_init(|| Box::new([const { AtomicU64::new(0) }; CHUNK]));
        &chunk[index % CHUNK]
    }

    /// One more thing of a kind.
    #[inline]
    pub fn hold(&self, kind: TypeIndex) {
        counts::hold(self.kind(kind), &self.total);
    }

    /// One thing of a kind is gone.
    #[inline]
    pub fn release(&self, kind: TypeIndex) {
        counts::release(
            self.kind(kind),
            &self.total,
            || self.tell(|watch| watch.emptied(kind)),
            || self.tell(|watch| watch.drained()),
        );
        if kind == TypeIndex::FUNCTION {
            // SeqCst here and in `leave_out`: who sets the number sees the new count, or is seen here.
            fence(Ordering::SeqCst);
            let left = self.kind(kind).load(Ordering::Relaxed);
            if left > 0 && left <= self.left_out.load(Ordering::Relaxed) {
                self.tell(|watch| watch.emptied(kind));
            }
        }
    }

    /// Says how many functions are no reason to keep what is needed for the others.
    pub fn leave_out(&self, functions: u64) {
        self.left_out.store(functions, Ordering::Relaxed);
        fence(Ordering::SeqCst);
    }

    /// The plugin has been unloaded: from now on nothing but what is out there keeps it. To be called once.
    pub fn unload(&self) {
        counts::leave(&self.total, || self.tell(|watch| watch.drained()));
    }

    fn tell(&self, what: impl FnOnce(&'static dyn Watch)) {
        if let Some(watch) = self.watch.get() {
            what(*watch);
        }
    }

    /// How many things of a kind there are now.
    pub fn count(&self, kind: TypeIndex) -> u64 {
        self.kind(kind).load(Ordering::Acquire)
    }

    /// The kinds of which something is there, with how many.
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

    /// Whether code lies where [`Holds::cover`] said that it does.
    pub fn covers(&'static self, code: *const c_void) -> bool {
        code::at(code as usize).is_some_and(|holds| std::ptr::eq(holds, self))
    }

    /// Says that a plugin's code lies at a range of addresses: what the host makes of callbacks there is counted here.
    pub fn cover(&'static self, code: Range<usize>) {
        code::add(code, self);
    }
}

thread_local! {
    /// Whose init runs on this thread, of plugins that have no range of addresses: those linked into a program.
    static ATTACHING: Cell<Option<&'static Holds>> = const { Cell::new(None) };
}

/// Says whose init runs on this thread from now on, where its code has no range of addresses of its own; gives what was
/// said before.
pub fn attaching(holds: Option<&'static Holds>) -> Option<&'static Holds> {
    ATTACHING.replace(holds)
}

/// Counts as one thing of a plugin while it lives.
pub struct Hold(Option<(&'static Holds, TypeIndex)>);

impl Hold {
    /// For something of a kind that is a plugin's.
    pub fn of(holds: &'static Holds, kind: TypeIndex) -> Self {
        holds.hold(kind);
        Self(Some((holds, kind)))
    }

    /// For something of a kind that needs the code at an address; holds nothing where that is no plugin's.
    #[inline]
    pub fn of_code(address: *const c_void, kind: TypeIndex) -> Self {
        let held = code::at(address as usize).or_else(|| ATTACHING.get());
        if let Some(holds) = held {
            holds.hold(kind);
        }
        Self(held.map(|holds| (holds, kind)))
    }
}

impl Hold {
    /// Whether it holds anything.
    pub fn is_some(&self) -> bool {
        self.0.is_some()
    }
}

impl Drop for Hold {
    #[inline]
    fn drop(&mut self) {
        if let Some((holds, kind)) = self.0 {
            holds.release(kind);
        }
    }
}

impl fmt::Debug for Hold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Hold")
            .field(&self.0.map(|(_, kind)| kind))
            .finish()
    }
}

/// This copy of the crate has made something of a kind. Nothing happens but in a plugin's copy.
#[inline]
pub(crate) fn made(kind: TypeIndex) {
    if let Some((table, plugin)) = host::plugin() {
        // SAFETY: the table's function, with the pointer that the plugin's init received.
        unsafe { (table.plugin_hold)(plugin, kind.0) }
    }
}

/// What [`made`] has counted is gone.
#[inline]
pub(crate) fn gone(kind: TypeIndex) {
    if let Some((table, plugin)) = host::plugin() {
        // SAFETY: as above.
        unsafe { (table.plugin_release)(plugin, kind.0) }
    }
}
