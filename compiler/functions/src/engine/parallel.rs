//! Parallel loops: threads run the iterations of a function of compiled code.
//!
//! The thread of the call takes part and waits only for threads that have begun, so a loop ends even where no other thread
//! can be made, or all of them are busy with other loops. Invariant: when [`run_parallel`] returns, no thread runs the
//! function, and none will.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use rayon_core::{ThreadPool, ThreadPoolBuilder};
use tvmlike_conventions::native::pending;
use tvmlike_engine::{RangeFunction, enter_range};

use crate::api::*;

/// The most threads of a loop.
const MOST_THREADS: u64 = 1024;
/// The bytes of a thread's stack: those of the first thread of a process, so that an iteration has as much anywhere.
const STACK: usize = 8 << 20;
/// The parts for each thread: so none waits long for another one whose iterations take longer.
const PARTS: u64 = 8;
/// The time that other threads take to begin. A loop that ends within it runs on the thread of the call alone, unless it has few
/// iterations, of which each may take long.
const BEGINNING: Duration = Duration::from_micros(15);
/// The iterations for each thread that are few.
const FEW: u64 = 16;
/// How often a thread that waits for others asks whether the call shall end.
const ASKING: Duration = Duration::from_millis(20);

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
    let known = unsafe { known.as_ref() }.filter(|threads| threads.process == process);
    let there = known.map_or(0, |threads| threads.pool.current_num_threads());
    if let Some(threads) = known
        && there >= count
    {
        return Some(&threads.pool);
    }
    // At least twice as many as before: all that are made for more and more threads are at most twice as many as the last.
    let count = count.max((2 * there).min(MOST_THREADS as usize));
    let name = |index| format!("tvmlike-loop-{index}");
    let pool = ThreadPoolBuilder::new()
        .num_threads(count)
        .thread_name(name)
        .stack_size(STACK)
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
    /// The innermost loop of which this thread runs iterations; NULL outside of one.
    static CURRENT: Cell<*const Loop> = const { Cell::new(ptr::null()) };
}

/// Whether this thread runs iterations of a loop that ends, because another one failed. Code that asks can be interrupted.
pub(super) fn is_stopped() -> bool {
    let mut at = CURRENT.get();
    // SAFETY: NULL, or a loop whose iterations this thread or one that waits for it runs.
    while let Some(current) = unsafe { at.as_ref() } {
        current.asks.store(true, Ordering::Relaxed);
        if current.stopped.load(Ordering::Relaxed) {
            return true;
        }
        at = current.outer;
    }
    false
}

/// The threads beside that of the call.
#[derive(Default)]
struct Others {
    /// How many run iterations.
    running: usize,
    /// Whether no more may begin.
    closed: bool,
}

/// A loop that runs.
struct Loop {
    function: RangeFunction,
    data: *mut c_void,
    total: u64,
    part: u64,
    next: AtomicU64,
    stopped: AtomicBool,
    /// Whether an iteration has asked if it shall end.
    asks: AtomicBool,
    failure: Mutex<Option<Error>>,
    /// The loop in an iteration of which this one runs.
    outer: *const Loop,
    others: Mutex<Others>,
    /// Notified when the last of the others ends.
    ended: Condvar,
}

// SAFETY: the data are what the function takes, whose iterations the program declares to be independent. They and the outer
// loop are used by iterations only, for which the thread of the call waits.
unsafe impl Sync for Loop {}
// SAFETY: as above.
unsafe impl Send for Loop {}

impl Loop {
    /// Runs the next iterations, at most so many. `false`: there are none left, or one failed before.
    fn run(&self, most: u64) -> bool {
        if self.stopped.load(Ordering::Relaxed) {
            return false;
        }
        let from = self.next.fetch_add(most, Ordering::Relaxed);
        if from >= self.total {
            return false;
        }
        let to = self.total.min(from + most);
        let outer = CURRENT.replace(self);
        let call = pending::enter_call();
        // SAFETY: the code calls with the function that it made for the data, and waits.
        unsafe { enter_range(self.function, self.data, from.cast_signed(), to.cast_signed()) };
        let outcome = call.finish(Ok(()));
        CURRENT.set(outer);
        if let Err(error) = outcome {
            self.fail(error);
        }
        true
    }

    /// Ends the loop with an error; the first one is kept.
    fn fail(&self, error: Error) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
        // Behind the error: iterations that end because of it may fail, too.
        self.stopped.store(true, Ordering::Relaxed);
    }

    fn others(&self) -> MutexGuard<'_, Others> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs parts on another thread, unless the loop is over.
    fn help(&self) {
        {
            let mut others = self.others();
            if others.closed {
                return;
            }
            others.running += 1;
        }
        self.work();
        let mut others = self.others();
        others.running -= 1;
        if others.running == 0 {
            self.ended.notify_one();
        }
    }

    /// Lets no other thread begin, and waits for those that have begun. Meanwhile, a signal can end code that asks for it.
    fn wait(&self) {
        let mut others = self.others();
        others.closed = true;
        while others.running > 0 {
            let waited = self.ended.wait_timeout(others, ASKING);
            others = waited.unwrap_or_else(PoisonError::into_inner).0;
            if others.running > 0 && self.asks.load(Ordering::Relaxed) {
                drop(others);
                if let Err(error) = tvmlike_runtime::interrupt::check() {
                    self.fail(error);
                }
                others = self.others();
            }
        }
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
    let work = Arc::new(Loop {
        function,
        data,
        total,
        part: total.div_ceil(threads * PARTS),
        next: AtomicU64::new(0),
        stopped: AtomicBool::new(false),
        asks: AtomicBool::new(false),
        failure: Mutex::new(None),
        outer: CURRENT.get(),
        others: Mutex::default(),
        ended: Condvar::new(),
    });
    let others = threads as usize - 1;
    let is_left = total < FEW * threads || work.begin();
    if let Some(pool) = (is_left && others > 0).then(|| pool(others)).flatten() {
        for _ in 0..others {
            let work = Arc::clone(&work);
            pool.spawn(move || work.help());
        }
    }
    work.work();
    work.wait();
    let mut failure = work.failure.lock().unwrap_or_else(PoisonError::into_inner);
    let failure = failure.take();
    match failure {
        Some(error) => {
            // Without an enclosing call there is no caller to report to, but the code ends all the same.
            let _ = pending::keep(error);
            1
        }
        None => 0,
    }
}
