//! A line on the terminal that shows how much of a long text was read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The shortest text that is worth a line, in bytes.
const LONG: usize = 20_000_000;
/// The time between two updates.
const INTERVAL: Duration = Duration::from_millis(100);

/// Stops the thread that updates the line, even after a panic.
struct Stop<'s>(&'s AtomicBool, Thread);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
        self.1.unpark();
    }
}

/// Runs a function that counts the bytes it reads. If there are many, and the standard error stream is a terminal, it
/// shows the count there.
pub(crate) fn watch<R>(bytes: usize, read: impl FnOnce(Option<Arc<AtomicUsize>>) -> R) -> R {
    if bytes < LONG {
        return read(None);
    }
    let bar = ProgressBar::with_draw_target(Some(bytes as u64), ProgressDrawTarget::stderr());
    if bar.is_hidden() {
        return read(None);
    }
    let style = ProgressStyle::with_template("reading {wide_bar} {percent:>3} % of {total_bytes}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let (counter, done) = (Arc::new(AtomicUsize::new(0)), AtomicBool::new(false));
    thread::scope(|scope| {
        let updates = scope.spawn(|| {
            while !done.load(Ordering::Acquire) {
                bar.set_position(counter.load(Ordering::Relaxed) as u64);
                thread::park_timeout(INTERVAL);
            }
            bar.finish_and_clear();
        });
        let _stop = Stop(&done, updates.thread().clone());
        read(Some(Arc::clone(&counter)))
    })
}
