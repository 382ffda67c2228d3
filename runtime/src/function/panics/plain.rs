//! Platforms where functions that catch panics cannot be identified: all panics are printed.

pub(super) fn inside_guard() -> bool {
    false
}
