//! Systems without forks.

/// Does nothing.
pub(super) fn heed() {}
