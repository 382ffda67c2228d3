//! Finds the plugin whose code contains an address.
//!
//! What is created through the host's table carries the address of a callback, finalizer or deleter; the library that
//! contains this address must not be finished before the object is freed. Invariants: ranges do not overlap; a range
//! stays for ever, since code is never unmapped; a look-up takes no lock.
//!
//! The ranges are kept in sorted rows of 1, 2, 4, … entries, each present or absent like the binary digits of the number
//! of ranges. A new range is merged with all rows below the first gap. Merged rows are never freed, since another thread
//! may be reading them; that costs some two dozen bytes per range and row, where copying everything would be quadratic.

use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::LiveCounts;

#[derive(Clone)]
struct Entry {
    range: Range<usize>,
    owner: &'static LiveCounts,
}

/// Entries in the order of their addresses.
type Row = Vec<Entry>;

/// The rows, smallest first: NULL or 2^n entries.
static ROWS: [AtomicPtr<Row>; 32] = [const { AtomicPtr::new(ptr::null_mut()) }; 32];
/// The number of [`ROWS`] that have ever been in use.
static LEVELS: AtomicUsize = AtomicUsize::new(0);
/// All rows ever published. Locked while they change.
static EVER: Mutex<Vec<&'static Row>> = Mutex::new(Vec::new());

fn row(level: &AtomicPtr<Row>) -> Option<&'static Row> {
    // Acquire: pairs with the release in `add`, so that the whole row is visible.
    // SAFETY: NULL, or a row that `add` leaked.
    unsafe { level.load(Ordering::Acquire).as_ref() }
}

impl LiveCounts {
    /// Locks the code ranges, for a fork.
    #[doc(hidden)]
    pub fn lock_code_for_fork() -> impl Sized + 'static {
        EVER.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Registers the owner of a range. The first owner of a range wins.
pub(super) fn add(range: Range<usize>, owner: &'static LiveCounts) {
    let mut ever = EVER.lock().unwrap_or_else(PoisonError::into_inner);
    let overlaps = |entry: &Entry| entry.range.start < range.end && range.start < entry.range.end;
    if ROWS.iter().filter_map(row).flatten().any(overlaps) {
        return;
    }
    let mut merged = vec![Entry { range, owner }];
    let mut level = 0;
    while let Some(full) = ROWS.get(level).and_then(row) {
        merged.extend_from_slice(full);
        level += 1;
    }
    merged.sort_unstable_by_key(|entry| entry.range.start);
    let merged: &'static mut Row = Box::leak(Box::new(merged));
    // In bounds: 2^32 libraries do not fit into the address space.
    ROWS[level].store(merged, Ordering::Release);
    ever.push(merged);
    LEVELS.fetch_max(level + 1, Ordering::Release);
    // Readers go from the smallest row to the largest: an entry that has left a lower row is found in a higher one.
    for below in &ROWS[..level] {
        below.store(ptr::null_mut(), Ordering::Release);
    }
}

/// The plugin whose code contains an address.
#[inline]
pub(super) fn owner(address: usize) -> Option<&'static LiveCounts> {
    let mut level = 0;
    // Loaded again each time: a reader that sees that a row has moved up also sees the new level.
    while level < LEVELS.load(Ordering::Acquire) {
        let found = row(&ROWS[level]).and_then(|row| {
            let behind = row.partition_point(|entry| entry.range.start <= address);
            let entry = &row[behind.checked_sub(1)?];
            entry.range.contains(&address).then_some(entry.owner)
        });
        if found.is_some() {
            return found;
        }
        level += 1;
    }
    None
}
