//! Floor 2 of tvmlike: the global table of packed functions, registration at load time, and plugins.
//!
//! There is one table per process, the host's. The same calls work in a plugin, whose copy of this crate passes
//! them on to the host it is connected to.
//!
//! ```
//! use tvmlike_registry as registry;
//! use tvmlike_runtime::PackedFunc;
//!
//! registry::register("doc.double", PackedFunc::typed("doc.double", |x: i64| 2 * x))?;
//! assert_eq!(registry::get("doc.double")?.call_as::<i64>((21,))?, 42);
//! # Ok::<(), tvmlike_runtime::Error>(())
//! ```

#[doc(hidden)]
pub mod __private;
mod access;
mod by_type;
mod classes;
mod close_names;
mod copies;
mod entry;
mod fork;
pub mod host_api;
mod library;
mod load_time;
mod members;
mod name;
pub mod notice;
pub mod plugin;
mod refinements;
mod table;
pub mod trace;
pub mod tvm_ffi;
mod types;

pub use access::{Registration, close_names, find, get, info, list, register, register_closure, remove};
pub use classes::{ClassBuilder, new_object, remove_class};
pub use entry::{Info, Place};
pub use library::file_of;
pub use load_time::{LoadTimeFunction, load_errors};
pub use members::type_members;
pub use name::MAX_NAME;
pub use notice::{Subscription, subscribe};
pub use refinements::{is_instance, is_refined, refined_type};
pub use tvmlike_macros::{Enum, Object, Record, Union, methods, packed_func, packed_module};
