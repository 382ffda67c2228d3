//! The entry point of a plugin. The host's table of functions is generated: `host_table.rs`.

use core::ffi::c_int;

pub use crate::host_table::TVMLikeHost;
use crate::plugin::TVMLikePlugin;

/// The entry point that a plugin exports under the name `tvmlike_plugin_init_v1`.
///
/// It writes the version that it was built for into `plugin`, compares it with the host's, and registers its functions
/// with `register_functions`. It returns 0, or -1 with an error raised through the host: then none of its functions are
/// registered. It must not unwind.
pub type TVMLikePluginInit =
    Option<unsafe extern "C" fn(host: *const TVMLikeHost, plugin: *mut TVMLikePlugin) -> c_int>;
