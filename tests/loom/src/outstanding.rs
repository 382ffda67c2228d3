//! The counts of a plugin's live objects and functions, and when the plugin is finished.

#[path = "../../../runtime/src/outstanding/counts.rs"]
mod counts;

/// The atomics of [`counts`].
mod atomic {
    pub(super) use loom::sync::atomic::{AtomicU64, Ordering, fence};
}

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::AtomicU64;
use loom::thread;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::object::at_once;

/// A plugin with two kinds of counted things.
struct Plugin {
    total: AtomicU64,
    kinds: [AtomicU64; 2],
    /// Represents the plugin's state: read by whatever needs it, written by its finish function.
    state: UnsafeCell<()>,
    emptied: [AtomicU32; 2],
    finished: AtomicU32,
}

const FUNCTION: usize = 0;
const OBJECT: usize = 1;

impl Plugin {
    /// Loaded, with one live function.
    fn new() -> Arc<Self> {
        let plugin = Arc::new(Self {
            total: AtomicU64::new(counts::LOADED),
            kinds: [AtomicU64::new(0), AtomicU64::new(0)],
            state: UnsafeCell::new(()),
            emptied: [AtomicU32::new(0), AtomicU32::new(0)],
            finished: AtomicU32::new(0),
        });
        plugin.add(FUNCTION);
        plugin
    }

    fn run(&self) {
        assert_eq!(self.finished.load(Ordering::Relaxed), 0, "runs after it was finished");
        self.state.with(|_| ());
    }

    fn add(&self, kind: usize) {
        counts::add(&self.kinds[kind], &self.total);
    }

    /// Removes a thing, after the plugin's code has destroyed its contents.
    fn remove(&self, kind: usize) {
        self.run();
        counts::remove(
            &self.kinds[kind],
            &self.total,
            || {
                self.emptied[kind].fetch_add(1, Ordering::Relaxed);
            },
            || self.finish(),
        );
    }

    fn unload(&self) {
        counts::decrement_total(&self.total, || self.finish());
    }

    fn finish(&self) {
        self.state.with_mut(|_| ());
        self.finished.fetch_add(1, Ordering::Relaxed);
    }

    fn is_finished(&self) -> bool {
        let finished = self.finished.load(Ordering::Relaxed);
        assert!(finished <= 1, "finished {finished} times");
        finished == 1
    }

    fn emptied(&self, kind: usize) -> u32 {
        self.emptied[kind].load(Ordering::Relaxed)
    }
}

#[test]
fn the_last_function_is_freed_during_unloading() {
    loom::model(|| {
        let plugin = Plugin::new();
        let shared = plugin.clone();
        at_once(move || shared.remove(FUNCTION), || plugin.unload());
        assert!(plugin.is_finished());
        assert_eq!(plugin.emptied(FUNCTION), 1);
    });
}

#[test]
fn a_plugin_that_is_loaded_is_not_finished() {
    loom::model(|| {
        let plugin = Plugin::new();
        plugin.add(FUNCTION);
        let shared = plugin.clone();
        at_once(move || shared.remove(FUNCTION), || plugin.remove(FUNCTION));
        assert!(!plugin.is_finished());
        assert_eq!(plugin.emptied(FUNCTION), 1);
        plugin.unload();
        assert!(plugin.is_finished());
    });
}

#[test]
fn a_call_creates_an_object_during_unloading() {
    loom::model(|| {
        let plugin = Plugin::new();
        let shared = plugin.clone();
        at_once(
            move || {
                // The caller has the function during the call, and then its result.
                shared.run();
                shared.add(OBJECT);
                shared.remove(FUNCTION);
                shared.remove(OBJECT);
            },
            || plugin.unload(),
        );
        assert!(plugin.is_finished());
    });
}

#[test]
fn two_functions_are_freed_during_unloading() {
    loom::model(|| {
        let plugin = Plugin::new();
        plugin.add(FUNCTION);
        let shared = plugin.clone();
        let first = thread::spawn(move || shared.remove(FUNCTION));
        let shared = plugin.clone();
        at_once(move || shared.remove(FUNCTION), || plugin.unload());
        first.join().unwrap();
        assert!(plugin.is_finished());
        assert_eq!(plugin.emptied(FUNCTION), 1);
    });
}

#[test]
fn two_threads_create_and_free_objects_during_unloading() {
    // All that two threads can do to each other, and one unload at each of those moments: the third thread switches
    // often enough with this bound, and the run ends.
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let plugin = Plugin::new();
        plugin.add(FUNCTION);
        let caller = |plugin: Arc<Plugin>| {
            move || {
                plugin.add(OBJECT);
                plugin.remove(OBJECT);
                plugin.remove(FUNCTION);
            }
        };
        let first = thread::spawn(caller(plugin.clone()));
        at_once(caller(plugin.clone()), || plugin.unload());
        first.join().unwrap();
        assert!(plugin.is_finished());
        assert_eq!(plugin.emptied(FUNCTION), 1);
        assert!((1..=2).contains(&plugin.emptied(OBJECT)));
    });
}

#[test]
fn an_object_is_passed_to_another_thread_and_freed_last() {
    loom::model(|| {
        let plugin = Plugin::new();
        plugin.add(OBJECT);
        let shared = plugin.clone();
        at_once(
            move || shared.remove(OBJECT),
            || {
                plugin.remove(FUNCTION);
                plugin.unload();
            },
        );
        assert!(plugin.is_finished());
        assert_eq!((plugin.emptied(FUNCTION), plugin.emptied(OBJECT)), (1, 1));
    });
}

#[test]
fn an_unbalanced_removal_changes_nothing() {
    loom::model(|| {
        let plugin = Plugin::new();
        let shared = plugin.clone();
        at_once(move || shared.remove(OBJECT), || plugin.remove(OBJECT));
        assert!(!plugin.is_finished());
        assert_eq!(plugin.emptied(OBJECT), 0);
    });
}
