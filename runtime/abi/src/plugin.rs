//! What a plugin tells its host, and the versions of the ABI.
//!
//! The first 8 bytes of this struct and of the host's table (size, major, minor) never change. Within one major version
//! members are only appended: a reader compares `size` before it reads a member that a later minor version added.

use core::ffi::c_void;

use crate::object::TVMLikeFinalizer;
use crate::value::TVMLikeByteArray;

/// Major version of the ABI: host and plugin must have the same.
pub const TVMLIKE_ABI_MAJOR: u16 = 1;
/// Minor version of the ABI: a host accepts plugins of the same and of older minor versions.
pub const TVMLIKE_ABI_MINOR: u16 = 3;

/// A plugin's description of itself: the host fills in `size`, the plugin the rest.
#[repr(C)]
pub struct TVMLikePlugin {
    /// The size of this struct as the host knows it, in bytes. Frozen.
    pub size: u32,
    /// The major version that the plugin was built for. Frozen.
    pub major: u16,
    /// The minor version that the plugin was built for. Frozen.
    pub minor: u16,
    /// The plugin's name; must outlive the process's use of it (static text).
    pub name: TVMLikeByteArray,
    /// The plugin's own version text; as `name`.
    pub version: TVMLikeByteArray,
    /// Private to the host.
    pub host_context: *mut c_void,
    /// Called once, with `finish_context`, after the plugin has been unloaded and the last of its functions and objects
    /// has been released; may be NULL. It must not unwind. Since 1.2.
    pub finish: TVMLikeFinalizer,
    /// The argument of `finish`. Since 1.2.
    pub finish_context: *mut c_void,
}
