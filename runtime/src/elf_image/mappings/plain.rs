//! Mappings on other systems, which do not limit them.

/// Not counted.
pub(super) fn present() -> Option<usize> {
    None
}

/// No limit.
pub(super) fn limit() -> Option<usize> {
    None
}
