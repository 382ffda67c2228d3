//! In which plugin's code an address lies.
//!
//! What is made through the host's table carries the address of a callback, a finalizer or a deleter, and the library
//! around that address is the one that must not be finished before. Invariants: ranges do not overlap; a range that was
//! added stays for ever, since code is never unmapped; asking takes no lock.

use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

use super::Holds;

struct Place {
    range: Range<usize>,
    holds: &'static Holds,
}

/// The places, in order of their addresses. A new row replaces the old one, which is leaked: it may be being read, and
/// plugins are not loaded often.
static PLACES: AtomicPtr<Vec<Place>> = AtomicPtr::new(ptr::null_mut());
static CHANGING: Mutex<()> = Mutex::new(());

fn places() -> &'static [Place] {
    // Acquire: pairs with the release in `add`, so that the row is seen whole.
    let places = PLACES.load(Ordering::Acquire);
    // SAFETY: NULL, or a row that `add` leaked.
    unsafe { places.as_ref() }.map_or(&[], |places| places)
}

/// Says whose code lies at a range of addresses.
pub(super) fn add(range: Range<usize>, holds: &'static Holds) {
    let changing = CHANGING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut row: Vec<Place> = Vec::with_capacity(places().len() + 1);
    row.extend(places().iter().map(|place| Place {
        range: place.range.clone(),
        holds: place.holds,
    }));
    row.push(Place { range, holds });
    row.sort_by_key(|place| place.range.start);
    PLACES.store(Box::into_raw(Box::new(row)), Ordering::Release);
    drop(changing);
}

/// Whose code lies at an address.
#[inline]
pub(super) fn at(address: usize) -> Option<&'static Holds> {
    let places = places();
    if places.is_empty() {
        return None;
    }
    let behind = places.partition_point(|place| place.range.start <= address);
    let place = &places[behind.checked_sub(1)?];
    place.range.contains(&address).then_some(place.holds)
}
