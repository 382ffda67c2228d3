//! Functions that take their time, and functions that call back from other threads.
//!
//! Those that wait for another thread release the lock: that thread may need it.

use std::thread;
use std::time::{Duration, Instant};

use tvmlike::prelude::*;

/// The interval at which a long-running function checks for interrupts.
const POLL: Duration = Duration::from_millis(5);

/// Sleeps, without the front end's lock; an interrupt ends it early.
#[packed_func("testing.wait_ms", release_gil)]
fn wait_ms(ms: u64) -> Result<()> {
    let start = Instant::now();
    let whole = Duration::from_millis(ms);
    while let Some(left) = whole.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) {
        thread::sleep(left.min(POLL));
        tvmlike::check_interrupt()?;
    }
    Ok(())
}

/// Spends the time counting, with the front end's lock kept; an interrupt ends it early. How far it counted.
#[packed_func("testing.spin_ms")]
fn spin_ms(ms: u64) -> Result<u64> {
    let start = Instant::now();
    let whole = Duration::from_millis(ms);
    let mut counted = 0_u64;
    while start.elapsed() < whole {
        counted += 1;
        if counted.is_multiple_of(4096) {
            tvmlike::check_interrupt()?;
        }
    }
    Ok(counted)
}

/// The result of a function that is called on a thread of its own.
#[packed_func("testing.call_in_thread", release_gil)]
fn call_in_thread(f: PackedFunc, x: Any) -> Result<Any> {
    let worker = thread::spawn(move || f.call((x,)));
    worker
        .join()
        .unwrap_or_else(|_| Err(Error::internal_error("the thread panicked")))
}

/// Calls a function from several threads at once, so many times each, with 0, 1, …; how many calls succeeded.
#[packed_func("testing.call_in_threads", release_gil)]
fn call_in_threads(f: &PackedFunc, threads: u16, calls: i64) -> Result<u64> {
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| scope.spawn(|| (0..calls).filter(|&i| f.call((i,)).is_ok()).count() as u64))
            .collect();
        workers
            .into_iter()
            .map(|worker| {
                worker
                    .join()
                    .map_err(|_| Error::internal_error("a thread panicked"))
            })
            .sum()
    })
}

/// Calls a function after a while on a detached thread, and returns immediately. The outcome of the call is dropped.
#[packed_func("testing.call_later")]
fn call_later(f: PackedFunc, ms: u64) {
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(ms));
        drop(f.call(()));
    });
}

/// Drops a value on a thread of its own and waits for that, with the front end's lock kept: the end of text needs no lock.
#[packed_func("testing.drop_in_thread")]
fn drop_in_thread(x: Any) -> Result<()> {
    thread::spawn(move || drop(x))
        .join()
        .map_err(|_| Error::internal_error("the thread panicked"))
}
