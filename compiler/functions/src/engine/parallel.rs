//! Parallel loops: threads run the iterations of a function of compiled code.
//!
//! The thread of the call takes part, so a loop ends even where no other thread can be made. Invariant: when
//! [`run_parallel`] returns, no thread runs the function.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use rayon_core::{ThreadPool, ThreadPoolBuilder};
use tvmlike_conventions::native::pending;
use tvmlike_engine::{RangeFunction, enter_range};

use crate::api::*;

/// The most threads of a loop.
const MOST_THREADS: u64 = 1024;
/// The parts for each thread: so none waits long for another one whose iterations take longer.
const PARTS: u64 = 8;
/// The time that other threads take to begin. A loop that ends within it runs on the thread of the call alone, unless it has few
/// iterations, of which each may take long.
const BEGINNING: Duration = Duration::from_micros(15);
/// The iterations for each thread that are few.
const FEW: u64 = 16;

/// Threads of a process.
struct Threads {
    process: u32,
    pool: ThreadPool,
}

/// The threads that run loops. They are never freed: a loop may run on those that were there before, and in the child of a
/// fork there are none to wait for.
static THREADS: AtomicPtr<Threads> = AtomicPtr::new(ptr::null_mut());

/// At least as many threads; `None` if they cannot be made.
fn pool(count: usize) -> Option<&'static ThreadPool> {
    let known = THREADS.load(Ordering::Acquire);
    let process = std::process::id();
    // SAFETY: null, or never freed.
    if let Some(threads) = unsafe { known.as_ref() }
        && threads.process == process
        && threads.pool.current_num_threads() >= count
    {
        return Some(&threads.pool);
    }
    let name = |index| format!("tvmlike-loop-{index}");
    let pool = ThreadPoolBuilder::new()
        .num_threads(count)
        .thread_name(name)
        .build();
    let made: &'static Threads = Box::leak(Box::new(Threads {
        process,
        pool: pool.ok()?,
    }));
    // Another thread may have made some as well: both are used.
    THREADS.store(ptr::from_ref(made).cast_mut(), Ordering::Release);
    Some(&made.pool)
}

/// The number of processors that the process may use. The system reads files to tell it, so it is asked once.
fn processors() -> u64 {
    static COUNT: OnceLock<u64> = OnceLock::new();
    *COUNT.get_or_init(|| available_parallelism().map_or(1, |count| count.get() as u64))
}

thread_local! {
    /// Whether the loop shall end of which this thread runs iterations; NULL outside of one.
    static IS_STOPPED: Cell<*const AtomicBool> = const { Cell::new(ptr::null()) };
}

/// Whether this thread runs iterations of a loop that ends, because another one failed.
pub(super) fn is_stopped() -> bool {
    // SAFETY: NULL, or the loop is on the stack of a thread that waits for this one.
    unsafe { IS_STOPPED.get().as_ref() }.is_some_and(|stopped| stopped.load(Ordering::Relaxed))
}

/// A loop that runs.
struct Loop {
    function: RangeFunction,
    data: *mut c_void,
    total: u64,
    part: u64,
    next: AtomicU64,
    stopped: AtomicBool,
    failure: Mutex<Option<Error>>,
}

// SAFETY: the data are what the function takes, whose iterations the program declares to be independent.
unsafe impl Sync for Loop {}

impl Loop {
    /// Runs the next iterations, at most so many. Whether there were some, and none failed.
    fn run(&self, most: u64) -> bool {
        if self.stopped.load(Ordering::Relaxed) {
            return false;
        }
        let from = self.next.fetch_add(most, Ordering::Relaxed);
        if from >= self.total {
            return false;
        }
        let to = self.total.min(from + most);
        let outer = IS_STOPPED.replace(&raw const self.stopped);
        let call = pending::enter_call();
        // SAFETY: the code calls with the function that it made for the data, and waits.
        unsafe { enter_range(self.function, self.data, from.cast_signed(), to.cast_signed()) };
        let outcome = call.finish(Ok(()));
        IS_STOPPED.set(outer);
        if let Err(error) = outcome {
            self.stopped.store(true, Ordering::Relaxed);
            let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            failure.get_or_insert(error);
        }
        true
    }

    /// Runs parts until there is none, or one failed.
    fn work(&self) {
        while self.run(self.part) {}
    }

    /// Runs iterations for the time that other threads take to begin, more and more of them. Whether some are left.
    fn begin(&self) -> bool {
        let start = Instant::now();
        let mut most = 1;
        while self.run(most) {
            if start.elapsed() >= BEGINNING {
                return true;
            }
            most = (2 * most).min(self.part);
        }
        false
    }
}

/// Runs all iterations of a function on as many threads, or on as many as there are processors if that is 0. The result is 1
/// if one failed; then the error is that of the call.
pub(super) extern "C" fn run_parallel(
    total: i64,
    threads: i64,
    function: RangeFunction,
    data: *mut c_void,
) -> i32 {
    let Ok(total @ 1..) = u64::try_from(total) else {
        return 0;
    };
    let threads = match u64::try_from(threads) {
        Ok(threads @ 1..) => threads,
        _ => processors(),
    };
    let threads = threads.min(MOST_THREADS).min(total);
    let work = Loop {
        function,
        data,
        total,
        part: total.div_ceil(threads * PARTS),
        next: AtomicU64::new(0),
        stopped: AtomicBool::new(false),
        failure: Mutex::new(None),
    };
    let others = threads as usize - 1;
    let is_left = total < FEW * threads || work.begin();
    match (is_left && others > 0).then(|| pool(others)).flatten() {
        Some(pool) => pool.in_place_scope(|scope| {
            for _ in 0..others {
                scope.spawn(|_| work.work());
            }
            work.work();
        }),
        None => work.work(),
    }
    let failure = work.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    match failure {
        Some(error) => {
            // Without an enclosing call there is no caller to report to, but the code ends all the same.
            let _ = pending::keep(error);
            1
        }
        None => 0,
    }
}
