//! Lines on the terminal that show how far something is: how much of a long text was read, how many passes ran.
//!
//! Invariant: nothing is written if the standard error stream is no terminal, and nothing is left on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tvmlike_ir::{Exclusive, Failure, Op};
use tvmlike_transform::{Observer, Progress, ScheduledPass};

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

/// A bar that shows how many passes ran.
pub(crate) struct PassBar(ProgressBar);

impl PassBar {
    /// A bar on the standard error stream.
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self(bar)
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Observer for PassBar {
    fn watches_progress(&self) -> bool {
        true
    }

    fn progress(
        &self,
        edit: &mut Exclusive<'_>,
        pass: &ScheduledPass,
        op: Op,
        progress: Progress,
    ) -> Result<(), Failure> {
        if self.0.is_hidden() {
            return Ok(());
        }
        let name = op.symbol_name(edit).map(String::from_utf8_lossy);
        let at = name.map(|name| format!(" @{name}")).unwrap_or_default();
        self.0.set_length(progress.total as u64);
        self.0.set_message(format!("{}{at}", pass.record().argument));
        self.0.set_position(progress.index as u64);
        Ok(())
    }
}
