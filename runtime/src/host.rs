//! The table of host functions that this copy of the crate uses.
//!
//! A plugin links this crate statically and so has its own copy of every static in it. There is still only one
//! registry, one type table and one raised error per thread, because a plugin's copy is connected to its host once, at
//! its entry point, and calls the host from then on.
//!
//! Invariant: the pointer is NULL (this copy *is* the host) or points to a table that lives for ever; it is set at most
//! once, to one value. The plugin that this copy belongs to is set first.

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use tvmlike_abi::{TVMLIKE_ABI_MAJOR, TVMLIKE_ABI_MINOR, TVMLikeHost, TVMLikePlugin};

static HOST: AtomicPtr<TVMLikeHost> = AtomicPtr::new(ptr::null_mut());
static PLUGIN: AtomicPtr<TVMLikePlugin> = AtomicPtr::new(ptr::null_mut());

/// The host's table, or `None` if this copy of the crate is the host itself.
#[inline]
pub fn connected() -> Option<&'static TVMLikeHost> {
    // Acquire: pairs with the release in `connect`, so that the table's contents are visible.
    let table = HOST.load(Ordering::Acquire);
    // SAFETY: `connect` only stores pointers to tables that live for ever.
    unsafe { table.as_ref() }
}

/// The host's table and the plugin that this copy belongs to; `None` in the host, and in a program that is connected
/// without being a plugin.
#[inline]
pub fn plugin() -> Option<(&'static TVMLikeHost, *mut TVMLikePlugin)> {
    let table = connected()?;
    // Relaxed: stored before the table's pointer, whose load above is an acquire.
    let plugin = PLUGIN.load(Ordering::Relaxed);
    (!plugin.is_null()).then_some((table, plugin))
}

/// Whether a host of this version supports code built for this version: the same major, no older minor.
fn serves(host: (u16, u16)) -> bool {
    host.0 == TVMLIKE_ABI_MAJOR && (TVMLIKE_ABI_MINOR..=u16::MAX).contains(&host.1)
}

/// Why a connection to a host is refused.
///
/// ```
/// use tvmlike_runtime::host::Refusal;
///
/// let refusal = Refusal::Version { host: (0, 1) };
/// assert!(refusal.to_string().ends_with("the host has ABI 0.1"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The host has another major version, or an older minor one.
    Version {
        /// The host's major and minor version.
        host: (u16, u16),
    },
    /// The host's table is smaller than its version says.
    Truncated {
        /// The table's stated size in bytes.
        size: u32,
    },
    /// This copy is already connected to another host.
    OtherHost,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Version { host: (major, minor) } => write!(
                f,
                "the plugin was built for tvmlike ABI {TVMLIKE_ABI_MAJOR}.{TVMLIKE_ABI_MINOR}, \
                 the host has ABI {major}.{minor}"
            ),
            Self::Truncated { size } => {
                write!(
                    f,
                    "the host's table has {size} bytes, expected at least {}",
                    size_of::<TVMLikeHost>()
                )
            }
            Self::OtherHost => f.write_str("the plugin is already connected to another host in this process"),
        }
    }
}

/// Connects this copy to a host. Connecting to the same host again has no effect.
///
/// # Errors
/// A [`Refusal`] for an incompatible or a different host.
///
/// # Safety
/// `table` points to a table that begins with its size and version and has as many bytes as it says, valid for the rest
/// of the process. `plugin` is the pointer that this host passed to the entry point, valid as long; or NULL for a
/// program that is not a plugin.
pub unsafe fn connect(
    table: *const TVMLikeHost,
    plugin: *mut TVMLikePlugin,
) -> std::result::Result<(), Refusal> {
    // SAFETY: the first 8 bytes are readable by contract; they are read by field, so that no reference to a whole table
    // exists before its size is known.
    let (size, major, minor) = unsafe { ((*table).size, (*table).major, (*table).minor) };
    if !serves((major, minor)) {
        return Err(Refusal::Version { host: (major, minor) });
    }
    if (size as usize) < size_of::<TVMLikeHost>() {
        return Err(Refusal::Truncated { size });
    }
    // One copy is one plugin: the first one stays.
    let _ = PLUGIN.compare_exchange(ptr::null_mut(), plugin, Ordering::Relaxed, Ordering::Relaxed);
    // Release: publishes what was written before; AcqRel on success covers both sides.
    match HOST.compare_exchange(
        ptr::null_mut(),
        table.cast_mut(),
        Ordering::AcqRel,
        Ordering::Acquire,
    ) {
        Ok(_) => Ok(()),
        Err(present) if ptr::eq(present, table) => Ok(()),
        Err(_) => Err(Refusal::OtherHost),
    }
}
