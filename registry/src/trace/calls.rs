//! The counting entry, and its table: the original entry and the counters of each function, by the function's address.
//!
//! Calls read the table without a lock; it is written under the lock of the trace. Invariants: a function with the counting
//! entry is in the table, and while the function lives, only the counters in its row change; the caller of a function keeps
//! it alive, so the row that a call has found stays valid. When the table grows, the old one is kept, because a call may be
//! reading it; all old tables together are no larger than the current one.

use std::ffi::c_int;
use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering, fence};
use std::time::Instant;

use tvmlike_runtime::Error;
use tvmlike_runtime::abi::{TVMLikeObject, TVMLikeValue};
use tvmlike_runtime::function::entry::{self, Entry};
use tvmlike_runtime::function::shim;

use super::counters::Counters;

/// The row of one function. The key is written last and read first.
struct Row {
    /// The function's address; 0 in a free row.
    function: AtomicUsize,
    own: AtomicPtr<()>,
    counters: AtomicPtr<Counters>,
}

impl Row {
    const fn free() -> Self {
        Self {
            function: AtomicUsize::new(0),
            own: AtomicPtr::new(ptr::null_mut()),
            counters: AtomicPtr::new(ptr::null_mut()),
        }
    }

    /// Returns the original entry and the counters.
    ///
    /// # Safety
    /// The row belongs to a live function.
    unsafe fn read(&self) -> (Entry, &'static Counters) {
        let own = self.own.load(Ordering::Relaxed);
        // Acquire: counters that a later start has created are initialized.
        let counters = self.counters.load(Ordering::Acquire);
        // SAFETY: `write` stored an entry and counters before the key that was read; counters live for ever.
        unsafe { (std::mem::transmute::<*mut (), Entry>(own), &*counters) }
    }

    fn write(&self, function: usize, own: *mut (), counters: *mut Counters) {
        self.own.store(own, Ordering::Relaxed);
        self.counters.store(counters, Ordering::Relaxed);
        // Release: a thread that reads the key also sees the other fields.
        self.function.store(function, Ordering::Release);
    }
}

struct Table {
    /// The length is a power of two, and at most half of the rows are used.
    rows: Box<[Row]>,
    /// The table that this one has replaced.
    _smaller: Option<&'static Table>,
}

static TABLE: AtomicPtr<Table> = AtomicPtr::new(ptr::null_mut());
static TAKEN: AtomicUsize = AtomicUsize::new(0);

fn table() -> Option<&'static Table> {
    // Acquire: pairs with the release in `table_with_room`, so that the table is initialized.
    let table = TABLE.load(Ordering::Acquire);
    // SAFETY: NULL, or a table that `table_with_room` leaked.
    unsafe { table.as_ref() }
}

impl Table {
    /// Returns all rows, beginning with the function's first choice.
    fn rows_from(&self, function: usize) -> impl Iterator<Item = &Row> {
        let mask = self.rows.len() - 1;
        // Addresses of objects differ in their middle bits; multiplied, these reach the upper half.
        let spread = (function >> 4).wrapping_mul(0x9e37_79b9_7f4a_7c15_u64 as usize);
        let home = spread >> (usize::BITS / 2);
        (0..=mask).map(move |step| &self.rows[home.wrapping_add(step) & mask])
    }

    /// Returns the row of a function. Free rows do not end the search: a row before the function's may have become free.
    #[inline]
    fn row(&self, function: usize) -> Option<&Row> {
        // Acquire: the other fields were written before the key.
        self.rows_from(function)
            .find(|row| row.function.load(Ordering::Acquire) == function)
    }
}

/// Returns a table with room for one more function.
fn table_with_room() -> &'static Table {
    let present = table();
    let size = present.map_or(0, |table| table.rows.len());
    if let Some(table) = present
        && (TAKEN.load(Ordering::Relaxed) + 1) * 2 <= size
    {
        return table;
    }
    let larger = Table {
        rows: (0..(2 * size).max(128)).map(|_| Row::free()).collect(),
        _smaller: present,
    };
    for row in present.iter().flat_map(|table| &table.rows) {
        let function = row.function.load(Ordering::Relaxed);
        if function != 0 {
            let (own, counters) = (&row.own, &row.counters);
            put(
                &larger,
                function,
                own.load(Ordering::Relaxed),
                counters.load(Ordering::Relaxed),
            );
        }
    }
    let larger: &'static Table = Box::leak(Box::new(larger));
    TABLE.store(ptr::from_ref(larger).cast_mut(), Ordering::Release);
    larger
}

fn put(table: &Table, function: usize, own: *mut (), counters: *mut Counters) {
    let free = table
        .rows_from(function)
        .find(|row| row.function.load(Ordering::Relaxed) == 0);
    if let Some(row) = free {
        row.write(function, own, counters);
    }
}

/// Adds a function that is not in the table. Requires the trace's lock.
pub(super) fn add(function: *mut TVMLikeObject, own: Entry, counters: &'static Counters) {
    put(
        table_with_room(),
        function as usize,
        own as *mut (),
        ptr::from_ref(counters).cast_mut(),
    );
    TAKEN.fetch_add(1, Ordering::Relaxed);
}

/// Changes the counters of a function in the table. Requires the trace's lock.
pub(super) fn count_under(function: *mut TVMLikeObject, counters: &'static Counters) {
    if let Some(row) = table().and_then(|table| table.row(function as usize)) {
        row.counters
            .store(ptr::from_ref(counters).cast_mut(), Ordering::Release);
    }
}

/// Removes a freed function. Requires the trace's lock.
pub(super) fn remove(function: usize) {
    if let Some(row) = table().and_then(|table| table.row(function)) {
        row.function.store(0, Ordering::Release);
        TAKEN.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns the counting entry.
pub(super) fn counting() -> Entry {
    counted_call
}

/// Whether an entry is the counting entry.
pub(super) fn is_counting(present: Entry) -> bool {
    present as usize == counting() as usize
}

/// Registers the function by which the runtime finds the original entry of a traced function.
pub(super) fn register_lookup() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| entry::see_through(behind));
}

fn behind(function: *mut TVMLikeObject, present: Entry) -> Entry {
    if !is_counting(present) {
        return present;
    }
    // Pairs with the release of the entry, as in `counted_call`.
    fence(Ordering::Acquire);
    match table().and_then(|table| table.row(function as usize)) {
        // SAFETY: the caller keeps the function alive.
        Some(row) => unsafe { row.read() }.0,
        None => present,
    }
}

/// The counting entry: calls the function's original entry and adds the call to its counters.
///
/// # Safety
/// As for any entry: the function lives during the call, and the pointers to the arguments and the result are valid.
unsafe extern "C" fn counted_call(
    function: *mut TVMLikeObject,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // The caller read this entry with relaxed ordering. The fence makes the writes before its release store visible.
    fence(Ordering::Acquire);
    let Some(row) = table().and_then(|table| table.row(function as usize)) else {
        return unknown();
    };
    // SAFETY: the caller keeps the function alive for the call.
    let (own, counters) = unsafe { row.read() };
    let began = Instant::now();
    // SAFETY: the arguments of the caller, for the entry that it would have called, under the same contract.
    let status = unsafe { own(function, args, num_args, result) };
    counters.add(began.elapsed(), status != 0);
    status
}

#[cold]
fn unknown() -> c_int {
    shim::raise(Error::internal_error(
        "the entry that counts calls was called with a function that is not traced: an entry belongs to its function",
    ))
}
