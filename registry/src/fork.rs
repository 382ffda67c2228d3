//! Forking while other threads use the registry.
//!
//! A child process has only the forking thread: a lock that another thread held at the fork would stay locked, over data
//! that may be half changed. Invariant: at a fork, the forking thread holds every lock of the registry and releases them
//! in both processes. It acquires them in their nesting order, the outermost first, so there is no deadlock; no lock is
//! held while foreign code runs, so a fork does not wait long. A new lock of the registry needs a line in [`take`]. Pools have handlers of their
//! own, since plugins have pools too (`runtime/src/object/pool/fork.rs`).

use std::any::Any;
use std::cell::Cell;
use std::sync::OnceLock;

use tvmlike_runtime::function::record;
use tvmlike_runtime::outstanding::LiveCounts;
use tvmlike_runtime::type_table;

#[cfg(feature = "trace")]
use crate::trace;
use crate::{events, members, plugin, refinements, table};

/// Takes the locks of the code above the registry.
static OUTER: OnceLock<fn() -> Box<dyn Any>> = OnceLock::new();

/// Sets what takes the locks of the code above the registry at a fork. They are taken first, so a thread that holds one can
/// use the registry. The first function stays.
pub fn set_outer_lock(lock: fn() -> Box<dyn Any>) {
    OUTER.get_or_init(|| lock);
}

/// All locks, from before the fork until after it.
struct Held {
    #[cfg(feature = "trace")]
    trace: trace::ForkLock,
    /// The others, which are the same to parent and child.
    _others: Box<dyn Any>,
}

fn take() -> Held {
    let outer = OUTER.get().map(|lock| lock());
    #[cfg(feature = "trace")]
    let trace = trace::lock_for_fork();
    let plugins = plugin::fork::take();
    let names = table::lock_for_fork();
    let refinements = refinements::lock_for_fork();
    let members = members::lock_for_fork();
    let subscriptions = events::lock_for_fork();
    let keys = type_table::lock_for_fork();
    let records = record::lock_for_fork();
    let code = LiveCounts::lock_code_for_fork();
    Held {
        #[cfg(feature = "trace")]
        trace,
        _others: Box::new((
            code,
            records,
            keys,
            subscriptions,
            members,
            refinements,
            names,
            plugins,
            outer,
        )),
    }
}

thread_local! {
    /// The locks of the thread that forks.
    static HELD: Cell<Option<Held>> = const { Cell::new(None) };
}

/// Installs the handlers when the table is created.
#[linkme::distributed_slice(table::BEFORE_CREATION)]
static INSTALL: fn() = install;

fn install() {
    // SAFETY: the functions do not unwind, and stay: a library that registers such functions has them taken out by the
    // system when it is unmapped. Where there is no memory for them, forking goes on as it would without.
    unsafe { libc::pthread_atfork(Some(before), Some(in_parent), Some(in_child)) };
}

extern "C" fn before() {
    // A thread that forks while its thread-local storage is destroyed forks without the locks.
    let _ = HELD.try_with(|held| held.set(Some(take())));
}

extern "C" fn in_parent() {
    let _ = HELD.try_with(|held| drop(held.take()));
}

extern "C" fn in_child() {
    let held = HELD.try_with(Cell::take);
    #[cfg(feature = "trace")]
    if let Ok(Some(held)) = held {
        held.trace.end_in_child();
    }
    #[cfg(not(feature = "trace"))]
    drop(held);
}
