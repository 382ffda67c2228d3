//! The end of a plugin: its finish function, and the end of the process.
//!
//! Whoever lets go of the last thing of an unloaded plugin may stand anywhere: in a destructor, under a lock of his own
//! or of an interpreter. So finish runs on a thread of its own, which may wait for the plugin's threads; the one who let
//! go waits for it only for a moment, so that in ordinary cases it is done when he goes on, and two that wait for each
//! other come apart. Invariant: finish runs at most once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tvmlike_runtime::outstanding::Observer;
use tvmlike_runtime::{TypeIndex, error, foreign};

use super::instance::{Finish, Instance, Outcome};
use super::instances::instances;
use super::state::State;
use super::{types, unload};
use crate::events;

/// How long the one who let go of the last thing waits for finish.
const MOMENT: Duration = Duration::from_secs(1);
/// How long the end of the process waits for a finish function that runs.
const LAST_MOMENT: Duration = Duration::from_secs(5);

/// Set while the process ends: no threads are started any more.
static ENDING: AtomicBool = AtomicBool::new(false);

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
    let run = move || plugin.set_finished(run(plugin, finish));
    let started = !ENDING.load(Ordering::Relaxed)
        && std::thread::Builder::new()
            .name("tvmlike-finish".to_owned())
            .spawn(run)
            .is_ok();
    if started {
        plugin.finished(MOMENT);
    } else {
        plugin.set_finished(self::run(plugin, finish));
    }
}

fn run(plugin: &Instance, (finish, context): Finish) -> Outcome {
    error::clear_raised();
    // What a function without a result leaves in the place of one is not looked at, only what was raised.
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

/// Has plugins unloaded when the process ends. To be called for each plugin that was loaded: handlers run in the
/// opposite order, so each plugin ends before the static objects that it made while it was loaded.
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
    ENDING.store(true, Ordering::Relaxed);
    // Who wanted to know may have ended already, and nobody needs to.
    events::end_where(|_| true);
    let own = |plugin: &&&'static Instance| plugin.process() == std::process::id();
    let all = instances().clone();
    // Their static objects end behind this.
    for plugin in all.iter().filter(own) {
        if plugin.state() == State::Finished {
            plugin.finished(LAST_MOMENT);
        }
    }
    let newest = all
        .iter()
        .filter(own)
        .rfind(|plugin| plugin.state() == State::Loaded);
    if let Some(plugin) = newest
        && plugin.advance(State::Loaded, State::Unloaded)
    {
        // What is still held stays as it is: somebody may be running it.
        unload::take_out(plugin).end();
    }
}
