//! The end of a plugin: its finish function, and the end of the process.
//!
//! The last reference to an unloaded plugin may be released anywhere: in a destructor, under a lock of other code or of an
//! interpreter. So finish runs on a thread of its own, which may wait for the plugin's threads. The releasing thread waits
//! for it for a limited time: usually finish is then done, and a deadlock between the two resolves. At the end of the process
//! all finish functions share one time budget. Invariant: finish runs at most once.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use tvmlike_runtime::outstanding::Observer;
use tvmlike_runtime::{TypeIndex, error, foreign};

use super::instance::{Finish, Instance, Outcome};
use super::instances::instances;
use super::state::State;
use super::{types, unload};
use crate::events;

/// How long the thread that released the last reference waits for finish.
const MOMENT: Duration = Duration::from_secs(1);
/// How long the end of the process waits for finish functions, in all.
const LAST_MOMENT: Duration = Duration::from_secs(5);

/// When the end of the process no longer waits; set once it has begun.
static DEADLINE: OnceLock<Instant> = OnceLock::new();

/// How long to wait for a finish function now.
fn moment() -> Duration {
    DEADLINE.get().map_or(MOMENT, |deadline| {
        deadline.saturating_duration_since(Instant::now())
    })
}

impl Observer for Instance {
    fn emptied(&self, _kind: TypeIndex) {
        types::sweep();
    }

    fn drained(&self) {
        drained(self);
    }
}

/// Finishes an unloaded plugin whose last function and object is gone.
fn drained(plugin: &Instance) {
    if !plugin.advance(State::Unloaded, State::Finished) {
        return;
    }
    types::one_finished();
    let Some(finish) = plugin.finish_function() else {
        return plugin.set_finished(Ok(()));
    };
    // SAFETY: instances are leaked when they are made, so each lives for ever.
    let plugin: &'static Instance = unsafe { &*std::ptr::from_ref(plugin) };
    if moment().is_zero() {
        return; // the process ends, and other finish functions have used its time
    }
    let started = std::thread::Builder::new()
        .name("tvmlike-finish".to_owned())
        .spawn(move || plugin.set_finished(run(plugin, finish)));
    if started.is_err() {
        plugin.set_finished(run(plugin, finish));
    } else if plugin.finished(moment()).is_none() && DEADLINE.get().is_some() {
        eprintln!(
            "tvmlike: the process ends while the finish function of plugin {} runs: the {} seconds for all of them are over",
            plugin.name(),
            LAST_MOMENT.as_secs()
        );
    }
}

fn run(plugin: &Instance, (finish, context): Finish) -> Outcome {
    error::clear_raised();
    // The return value is meaningless: the function has none. Only the raised error counts.
    // SAFETY: the plugin's own function with its own context, called once; its code is never unmapped. One that throws
    // is caught, one that panics has caught it itself.
    let _ = unsafe { foreign::call(finish as foreign::Target, [context, 0, 0, 0, 0]) };
    let Some(error) = error::take_raised() else {
        return Ok(());
    };
    let text = error.to_string();
    eprintln!(
        "tvmlike: the finish function of plugin {} failed: {text}",
        plugin.name()
    );
    Err(text)
}

/// Unloads plugins when the process ends. Call it for each loaded plugin: handlers run in reverse order, so each plugin
/// ends before the static objects that it created while it was loaded.
pub(super) fn at_exit() {
    extern "C" fn handler() {
        // A panic must not leave it.
        let _ = std::panic::catch_unwind(end_newest);
    }
    // SAFETY: the handler lives as long as the process. That the list of handlers is full only means that plugins are
    // not finished.
    let _ = unsafe { libc::atexit(handler) };
}

fn end_newest() {
    DEADLINE.get_or_init(|| Instant::now() + LAST_MOMENT);
    // Subscribers may have ended already.
    events::end_where(|_| true);
    let own = |plugin: &&&'static Instance| plugin.process() == std::process::id();
    let all = instances().clone();
    // Their static objects end behind this.
    for plugin in all.iter().filter(own) {
        if plugin.state() == State::Finished {
            plugin.finished(moment());
        }
    }
    let newest = all
        .iter()
        .filter(own)
        .rfind(|plugin| plugin.state() == State::Loaded);
    if let Some(plugin) = newest
        && plugin.advance(State::Loaded, State::Unloaded)
    {
        // What is still in use stays as it is: a thread may be running it.
        unload::take_out(plugin).end();
    }
}
