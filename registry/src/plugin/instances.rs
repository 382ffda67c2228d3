//! All plugins of this process, and those whose init runs on the current thread.

use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard};

use super::instance::{Instance, locked};
use crate::entry::{Pending, PluginId};

/// All instances that ever were, in the order of loading.
static INSTANCES: Mutex<Vec<&'static Instance>> = Mutex::new(Vec::new());

pub(super) fn instances() -> MutexGuard<'static, Vec<&'static Instance>> {
    locked(&INSTANCES)
}

/// The instance with an id.
pub(super) fn of_id(id: PluginId) -> Option<&'static Instance> {
    instances().iter().copied().find(|plugin| plugin.id() == id)
}

thread_local! {
    /// Plugins whose init runs on this thread, the innermost last.
    pub(super) static RUNNING: RefCell<Vec<&'static Instance>> = const { RefCell::new(Vec::new()) };
}

/// The plugin whose init runs on this thread.
pub(crate) fn running() -> Option<&'static Instance> {
    RUNNING
        .try_with(|running| running.borrow().last().copied())
        .ok()
        .flatten()
}

/// Adds a registration to the plugin whose init runs on this thread; gives it back where none does.
pub(crate) fn collect(pending: Pending) -> Option<Pending> {
    match running() {
        Some(plugin) => plugin.add(vec![pending]).and_then(|mut back| back.pop()),
        None => Some(pending),
    }
}

/// Whether a plugin's init runs on this thread.
pub(crate) fn is_loading() -> bool {
    running().is_some()
}
