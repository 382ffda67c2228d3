//! Packed functions for Rust: registered once by name, called from Python, C++, C, Rust and plugins.
//!
//! ```
//! use tvmlike::prelude::*;
//!
//! /// Adds two numbers.
//! #[packed_func("doc.add")]
//! fn add(a: i64, #[default(1)] b: i64) -> i64 {
//!     a + b
//! }
//!
//! let add = tvmlike::get("doc.add")?;
//! assert_eq!(add.call_as::<i64>((40, 2))?, 42);
//! assert_eq!(add.call_as::<i64>((41,))?, 42);
//!
//! let error = add.call(("forty", 2)).unwrap_err();
//! assert_eq!(error.to_string(), "TypeError: doc.add: argument 1 `a`: expected i64, got str");
//! # Ok::<(), tvmlike::Error>(())
//! ```
//!
//! This crate is the facade: it re-exports what an author of functions, of a plugin or of a Rust host needs from
//! the crates behind it, and has no code of its own.

pub use tvmlike_client::*;
#[cfg(feature = "trace")]
pub use tvmlike_registry::trace;
#[cfg(feature = "host")]
pub use tvmlike_registry::{
    ClassBuilder, Info, Subscription, events, host_api, info, is_instance, is_refined, load_errors,
    new_object, plugin, refined_type, remove_class, subscribe,
};
pub use tvmlike_runtime::convert::{EnumType, Flags};
pub use tvmlike_runtime::{
    Any, AnyView, Array, Bytes, DataType, Device, Error, ErrorKind, FromArg, IntoReturn, Map, ObjectPtr,
    ObjectRef, ObjectType, PackedFunc, Result, Shape, String, TVMArgValue, TVMArgs, TVMRetValue, Tensor,
    ToAny, TypeIndex, WeakPtr, check_interrupt, convert, current, error, function, host, interrupt, object,
    object_type, opaque, refined, signature, tensor, type_table,
};

#[doc(hidden)]
pub use tvmlike_client::__private;

/// What most files that define packed functions use.
///
/// `tvmlike::String` is left out, since it would hide the one of the standard library.
pub mod prelude {
    pub use crate::tensor::{Contiguous, ContiguousMut, Strided, StridedMut, TensorView, TensorViewMut};
    pub use crate::{
        Any, AnyView, Array, Bytes, DataType, Device, Enum, Error, Flags, Map, Object, ObjectPtr, PackedFunc,
        Record, Result, Shape, TVMArgs, Tensor, Union, methods, packed_func, packed_module,
    };
}

// The Rust of the README and of the guides is compiled with the other examples; their Python is run by its own tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/python.md")]
struct PythonGuide;

#[cfg(doctest)]
#[doc = include_str!("../docs/rust.md")]
struct RustGuide;

#[cfg(doctest)]
#[doc = include_str!("../docs/errors.md")]
struct ErrorsGuide;

#[cfg(doctest)]
#[doc = include_str!("../docs/observing.md")]
struct ObservingGuide;
