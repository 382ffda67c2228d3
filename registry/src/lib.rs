//! The host: the global table of packed functions, registration at load time, and plugins.
//!
//! There is one table per process, the host's. A library that links this crate is a host, unless another host loads it as
//! a plugin. What every library links is `tvmlike-client`, which is re-exported here.
//!
//! # Layers
//!
//! A module imports only from the layers before its own (checked by `cargo xtask test layers`). Calls in the other
//! direction are registered from above: `events::set_trace`, `events::set_check`, `table::BEFORE_CREATION`, and the host's
//! table in [`HOSTS`].
//!
//! - `name`, `type_map`, `library`: names, storage by type, loaded libraries
//! - `duplicate_library`: a second copy of the host
//! - `entry`, `events`: what the table keeps; subscriptions to its changes
//! - `table`: names to entries
//! - `overrides`, `close_names`: entries of plugins over others; suggestions for missing names
//! - `members`: members of types
//! - `refinements`: types that refine others
//! - `cycles`: freeing cycles of native references
//! - `plugin`: loading, unloading and reloading
//! - `access`, `at_load`, `classes`, `trace`: registration by name, at load time, of classes; counting calls
//! - `fork`: all locks at a fork
//! - `host_api`: the host's functions in C form
//!
//! ```
//! use tvmlike_registry as registry;
//! use tvmlike_runtime::PackedFunc;
//!
//! registry::register("doc.double", PackedFunc::typed("doc.double", |x: i64| 2 * x))?;
//! assert_eq!(registry::get("doc.double")?.call_as::<i64>((21,))?, 42);
//! # Ok::<(), tvmlike_runtime::Error>(())
//! ```

mod access;
mod at_load;
mod classes;
mod close_names;
mod cycles;
mod duplicate_library;
mod entry;
pub mod events;
mod fork;
pub mod host_api;
mod library;
mod members;
mod name;
mod overrides;
pub mod plugin;
mod refinements;
mod table;
#[cfg(feature = "trace")]
pub mod trace;
mod type_map;

pub use access::info;
pub use at_load::load_errors;
pub use classes::{ClassBuilder, new_object, remove_class};
pub use entry::Info;
pub use events::{Subscription, subscribe};
pub use fork::set_outer_lock;
pub use refinements::{is_instance, is_refined, refined_type};
#[doc(hidden)]
pub use tvmlike_client::__private;
pub use tvmlike_client::*;

/// Lets all code of this library call the host that is linked into it.
#[linkme::distributed_slice(HOSTS)]
static OWN: OwnHost = OwnHost {
    table: host_api::table,
    find: table::find,
    close_names: close_names::hint,
    check: duplicate_library::check,
};
