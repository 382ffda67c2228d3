//! Mappings on Linux.

/// The number of mappings of the process.
pub(super) fn present() -> Option<usize> {
    let mappings = std::fs::read("/proc/self/maps").ok()?;
    Some(mappings.iter().filter(|&&byte| byte == b'\n').count())
}

/// The number that the system allows.
pub(super) fn limit() -> Option<usize> {
    let limit = std::fs::read_to_string("/proc/sys/vm/max_map_count").ok()?;
    limit.trim().parse().ok()
}
