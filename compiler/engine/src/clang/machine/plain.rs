//! Systems that do not describe the processor in a file: code for it is not kept for other processes.

/// None: nothing is known of the processor.
pub(super) fn description() -> Option<&'static str> {
    None
}
