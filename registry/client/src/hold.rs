//! Keeping one's own plugin from being finished.

use tvmlike_runtime::{TypeIndex, host};

/// Keeps the plugin that this code belongs to from being finished while it lives: what a thread of the plugin has, as
/// long as it uses what finish takes away. It does not keep the plugin's names; in a host there is nothing to keep.
///
/// A thread that runs until finish tells it to stop must not have one: each would wait for the other.
///
/// ```
/// use tvmlike::plugin::Hold;
///
/// // While this exists, the plugin is not finished, so the thread may use what its `finish` frees.
/// let hold = Hold::new();
/// let worker = std::thread::spawn(move || {
///     let _hold = hold;
///     6 * 7
/// });
/// assert_eq!(worker.join().unwrap(), 42);
/// ```
#[derive(Debug)]
pub struct Hold(());

impl Hold {
    /// Keeps the plugin alive. Create it in code that is itself kept alive, for example during a call.
    #[expect(clippy::new_without_default, reason = "making one has an effect")]
    pub fn new() -> Self {
        if let Some((table, plugin)) = host::plugin() {
            // SAFETY: the table's function, with what the plugin's init received.
            unsafe { (table.plugin_hold)(plugin, TypeIndex::NONE.0) }
        }
        Self(())
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if let Some((table, plugin)) = host::plugin() {
            // SAFETY: as above; taken when it was made.
            unsafe { (table.plugin_release)(plugin, TypeIndex::NONE.0) }
        }
    }
}
