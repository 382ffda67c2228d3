//! In which plugin's code an address lies.
//!
//! What is made through the host's table carries the address of a callback, a finalizer or a deleter, and the library
//! around that address is the one that must not be finished before. Invariants: ranges do not overlap; a range that was
//! added stays for ever, since code is never unmapped; asking takes no lock.
//!
//! The places stand in rows of 1, 2, 4, … of them, each row or none, as the binary digits of their number say. A new
//! place is merged with the rows below the first gap. Rows that went into a larger one may be being read and stay, which
//! is some two dozen bytes for each place and row, and not a whole copy for each place.

use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::Holds;

#[derive(Clone)]
struct Place {
    range: Range<usize>,
    holds: &'static Holds,
}

/// Places in the order of their addresses.
type Row = Vec<Place>;

/// The rows, the smallest first: NULL or 2^n places.
static ROWS: [AtomicPtr<Row>; 32] = [const { AtomicPtr::new(ptr::null_mut()) }; 32];
/// How many of [`ROWS`] have ever been there.
static LEVELS: AtomicUsize = AtomicUsize::new(0);
/// All rows that ever were. Locked while they change.
static EVER: Mutex<Vec<&'static Row>> = Mutex::new(Vec::new());

fn row(level: &AtomicPtr<Row>) -> Option<&'static Row> {
    // Acquire: pairs with the release in `add`, so that the row is seen whole.
    // SAFETY: NULL, or a row that `add` leaked.
    unsafe { level.load(Ordering::Acquire).as_ref() }
}

impl Holds {
    /// The places of code, for a fork.
    #[doc(hidden)]
    pub fn lock_places_for_fork() -> impl Sized + 'static {
        EVER.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says whose code lies at a range of addresses. Where somebody's code lies already it stays his.
pub(super) fn add(range: Range<usize>, holds: &'static Holds) {
    let mut ever = EVER.lock().unwrap_or_else(PoisonError::into_inner);
    let overlaps = |place: &Place| place.range.start < range.end && range.start < place.range.end;
    if ROWS.iter().filter_map(row).flatten().any(overlaps) {
        return;
    }
    let mut merged = vec![Place { range, holds }];
    let mut level = 0;
    while let Some(full) = ROWS.get(level).and_then(row) {
        merged.extend_from_slice(full);
        level += 1;
    }
    merged.sort_unstable_by_key(|place| place.range.start);
    let merged: &'static mut Row = Box::leak(Box::new(merged));
    // 2^32 libraries do not fit into the address space.
    ROWS[level].store(merged, Ordering::Release);
    ever.push(merged);
    LEVELS.fetch_max(level + 1, Ordering::Release);
    // Who looks goes from the smallest row to the largest: a place that has gone from below is seen above.
    for below in &ROWS[..level] {
        below.store(ptr::null_mut(), Ordering::Release);
    }
}

/// Whose code lies at an address.
#[inline]
pub(super) fn at(address: usize) -> Option<&'static Holds> {
    let mut level = 0;
    // Asked again each time: who sees that a row has gone up sees that there is a level more.
    while level < LEVELS.load(Ordering::Acquire) {
        let found = row(&ROWS[level]).and_then(|row| {
            let behind = row.partition_point(|place| place.range.start <= address);
            let place = &row[behind.checked_sub(1)?];
            place.range.contains(&address).then_some(place.holds)
        });
        if found.is_some() {
            return found;
        }
        level += 1;
    }
    None
}
