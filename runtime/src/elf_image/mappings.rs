//! The number of memory mappings of the process.
//!
//! The system limits it (`vm.max_map_count` on Linux), each library that stays loaded takes several, and a process that
//! reaches the limit can allocate no memory. Invariant: a load is refused while there is room for the rest of the process.

#[cfg_attr(target_os = "linux", path = "mappings/linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "mappings/plain.rs")]
mod platform;

use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of mappings of one library is less than this.
const OF_ONE: usize = 16;

/// Other code adds mappings, too, so they are counted at least once in so many loads.
const MOST_LOADS: usize = 256;

/// The number of loads until the mappings are counted again.
static LOADS: AtomicUsize = AtomicUsize::new(0);

/// Fails if one more library could bring the process to the limit. Call it before each load of a library that stays mapped.
///
/// # Errors
/// The number of mappings, the limit, and the remedy, as text.
pub fn check() -> Result<(), String> {
    let before = LOADS.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
        Some(left.saturating_sub(1))
    });
    if before.is_ok_and(|left| left > 0) {
        return Ok(());
    }
    let (Some(present), Some(limit)) = (platform::present(), platform::limit()) else {
        return Ok(());
    };
    let room = room(present, limit)?;
    LOADS.store(MOST_LOADS.min(room / OF_ONE), Ordering::Relaxed);
    Ok(())
}

/// The number of mappings that may be added; an eighth of the limit is kept for other uses.
fn room(present: usize, limit: usize) -> Result<usize, String> {
    let room = (limit - limit / 8).saturating_sub(present);
    if room < OF_ONE {
        return Err(format!(
            "the process has {present} memory mappings, and the system allows {limit}; loaded libraries stay mapped, so load fewer, \
             or raise vm.max_map_count"
        ));
    }
    Ok(room)
}

#[cfg(test)]
mod tests {
    use super::room;

    #[test]
    fn an_eighth_is_kept() {
        assert_eq!(room(1_000, 65_536), Ok(56_344));
        assert_eq!(room(57_328, 65_536), Ok(16));
        let refused = room(57_329, 65_536).unwrap_err();
        assert!(refused.starts_with("the process has 57329 memory mappings, and the system allows 65536;"));
        assert!(super::check().is_ok());
    }
}
