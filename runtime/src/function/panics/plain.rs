//! Platforms where the functions that catch panics cannot be told: all panics are printed.

pub(super) fn inside_guard() -> bool {
    false
}
