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

/// The places, in order of their addresses.
struct Row {
    places: Vec<Place>,
    /// The row that this one replaced. It is never freed, since it may be being read, and plugins are not loaded often;
    /// the pointer keeps it in sight of leak checkers.
    _before: *mut Row,
}

static PLACES: AtomicPtr<Row> = AtomicPtr::new(ptr::null_mut());
static CHANGING: Mutex<()> = Mutex::new(());

fn places() -> &'static [Place] {
    // Acquire: pairs with the release in `add`, so that the row is seen whole.
    let row = PLACES.load(Ordering::Acquire);
    // SAFETY: NULL, or a row that `add` leaked.
    unsafe { row.as_ref() }.map_or(&[], |row| &row.places)
}

/// Says whose code lies at a range of addresses. Where somebody's code lies already it stays his.
pub(super) fn add(range: Range<usize>, holds: &'static Holds) {
    let changing = CHANGING.lock().unwrap_or_else(PoisonError::into_inner);
    let overlaps = |place: &Place| place.range.start < range.end && range.start < place.range.end;
    if places().iter().any(overlaps) {
        return;
    }
    let mut places_now: Vec<Place> = Vec::with_capacity(places().len() + 1);
    places_now.extend(places().iter().map(|place| Place {
        range: place.range.clone(),
        holds: place.holds,
    }));
    places_now.push(Place { range, holds });
    places_now.sort_by_key(|place| place.range.start);
    let row = Row {
        places: places_now,
        _before: PLACES.load(Ordering::Acquire),
    };
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
