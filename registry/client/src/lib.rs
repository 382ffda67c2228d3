//! What every library with packed functions links: the tables of what it declares, and the registry of its host.
//!
//! A host provides a table of functions (`tvmlike-registry`), through which all libraries call it: plugins through the
//! table that their entry point receives, the host itself through its own. Invariant: nothing here refers to code of a
//! host, so a plugin links none of it; a host in the same library is found through a linker section.
//!
//! # Layers
//!
//! A module imports only from the layers before its own:
//!
//! - `hold`, `library`, `load_time`, `own_host`, `host_program`: the loader, load-time tables, the host
//! - `interpreter`: the Python interpreter of the process
//! - `access`, `types`: functions and types
//! - `members`: the members of types by name
//! - `log`: records of the crate `log`, with the feature of that name
//! - `bridge::direction`, `bridge::memory`, `bridge::python`, `bridge::version`: what the bridge to tvm-ffi makes, Python's
//!   exceptions, and versions of tvm-ffi
//! - `bridge::raised`: raised errors
//! - `bridge::library`: tvm-ffi's functions
//! - `bridge::boxed`, `bridge::map`: objects of other types, and maps
//! - `bridge::schema`: signatures as type schemas
//! - `bridge::value`: values and what they contain. Functions are converted by the layer above, which it receives as a
//!   parameter: a wrapper converts the values of its calls
//! - `bridge::wrapper`: functions
//! - `bridge::exported`: functions that a library exports
//! - `bridge`: the bridge's public names
//! - `entry_point`: the entry point of plugins
//! - `__private`: what the attribute macros expand to
//! - `macros`: `plugin!` and `link_host!`

#[doc(hidden)]
pub mod __private;
mod access;
pub mod bridge;
#[doc(hidden)]
pub mod entry_point;
mod hold;
#[doc(hidden)]
pub mod host_program;
#[doc(hidden)]
pub mod interpreter;
mod library;
#[doc(hidden)]
pub mod load_time;
#[cfg(feature = "log")]
pub mod log;
mod macros;
mod members;
mod own_host;
#[doc(hidden)]
pub mod types;

pub use access::{
    Place, Registration, close_names, find, get, list, register, register_closure, remove, type_members,
};
pub use library::file_of;
#[doc(hidden)]
pub use library::own_name;
#[doc(hidden)]
pub use load_time::LoadTimeFunction;
pub use members::{Members, construct, static_function};
#[doc(hidden)]
pub use own_host::{HOSTS, OwnHost};
pub use tvmlike_macros::{Enum, Exception, Object, Record, Union, methods, packed_func, packed_module};

/// The longest name of a function, in bytes.
pub const MAX_NAME: usize = 1024;

/// What plugins need beside their functions.
pub mod plugin {
    pub use crate::hold::Hold;
    #[doc(hidden)]
    pub use crate::host_program;
}
