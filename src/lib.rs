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
//! This crate is the facade: it re-exports what functions, plugins and Rust hosts need from the other crates, and has no
//! code of its own.

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
    ToAny, TypeIndex, WeakPtr, check_interrupt, convert, current, error, function, host, interrupt,
    object_type, opaque, refined, signature, tensor, type_table,
};

/// Objects, their fields, and the references between them.
pub mod object {
    pub use tvmlike_runtime::field::{ReadField, RestoreField, State, WriteField};
    pub use tvmlike_runtime::object::*;
    pub use tvmlike_runtime::raw_object::create_raw;
    pub use tvmlike_runtime::traverse::{Frozen, Locked, Taken, Traverse, Visitor};
    #[doc(hidden)]
    pub use tvmlike_runtime::traverse::{HoldsNothing, HoldsObjects, Probe};
}

#[doc(hidden)]
pub use tvmlike_client::__private;

/// The imports of most files that define packed functions.
///
/// Without `tvmlike::String`, which would hide the standard library's.
///
/// ```
/// use tvmlike::prelude::*;
///
/// #[packed_func("doc.dot")]
/// fn dot(a: Contiguous<f32>, b: Contiguous<f32>) -> f32 {
///     a.elements().zip(b.elements()).map(|(x, y)| x * y).sum()
/// }
///
/// let ones = Tensor::from_vec(vec![1.0_f32; 3], &[3])?;
/// assert_eq!(tvmlike::get("doc.dot")?.call_as::<f32>((ones.clone(), ones))?, 3.0);
/// # Ok::<(), tvmlike::Error>(())
/// ```
pub mod prelude {
    pub use crate::tensor::{Contiguous, ContiguousMut, Strided, StridedMut, TensorView, TensorViewMut};
    pub use crate::{
        Any, AnyView, Array, Bytes, DataType, Device, Enum, Error, Exception, Flags, Map, Object, ObjectPtr,
        PackedFunc, Record, Result, Shape, TVMArgs, Tensor, ToAny, Union, methods, packed_func,
        packed_module,
    };
}

// Compiles the Rust examples of the README and the guides; their Python has its own tests.
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
