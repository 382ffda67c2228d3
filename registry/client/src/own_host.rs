//! The host that this code works against: the one that it is connected to, or one in the same library.

use tvmlike_runtime::abi::TVMLikeHost;
use tvmlike_runtime::{Error, PackedFunc, Result, host};

/// A host that is linked into this library.
#[doc(hidden)]
pub struct OwnHost {
    /// Its table of functions, which lives for ever.
    pub table: fn() -> &'static TVMLikeHost,
    /// The function under a name: what `get_global` of the table does, for the one call that programs make often.
    pub find: fn(&[u8]) -> Option<PackedFunc>,
    /// The end of an error about a missing name, see [`close_names`](crate::close_names).
    pub close_names: fn(&str) -> String,
    /// Fails where the host is a second one and does not serve.
    pub check: fn() -> Result<()>,
}

/// The host of this library, if it has one.
#[linkme::distributed_slice]
pub static HOSTS: [OwnHost];

/// The host in this library, unless it is connected to another.
pub(crate) fn own() -> Option<&'static OwnHost> {
    match host::connected() {
        None => HOSTS.first(),
        Some(_) => None,
    }
}

/// The table of the host.
///
/// # Errors
/// RuntimeError if there is no host.
#[inline]
pub(crate) fn table() -> Result<&'static TVMLikeHost> {
    match host::connected() {
        Some(table) => Ok(table),
        None => HOSTS.first().map(|own| (own.table)()).ok_or_else(no_host),
    }
}

#[cold]
fn no_host() -> Error {
    Error::runtime_error(
        "there is no host: this library is not loaded as a plugin and links no host; to make a program a host, enable \
         the feature `host` of the crate `tvmlike`",
    )
}
