//! The runtime layer of tvmlike: values, objects, packed functions, errors, containers, tensors and signatures.
//!
//! Invariant: this crate knows nothing of the names in the global table, which belongs to the registry. Its only global
//! state is the pointer to the host's table (`host`), the type table (`type_table`), each thread's raised error and
//! interrupt check (`error`, `interrupt`), each thread's current objects (`current`), the retired finalizers of front ends
//! (`foreign`), the code ranges of plugins (`outstanding`), the records of nameless functions (`function::record`) and the
//! directory of private copies of libraries (`elf_image`). A plugin has a copy of this crate of its own, which uses the
//! host's state instead.
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`):
//!
//! - `elf_image`, `host`, `payload`, `sharded`, `type_index`: files of libraries; the host's table; panics' payloads; maps
//!   in shards; type indices
//! - `outstanding`: what is left of a plugin
//! - a ring of `bytes`, `error`, `object`, `type_table`, `utf8`, `value`: an error is an object, a value may hold one, a text
//!   is a value, and to make, to copy and to register any of them may fail
//! - `array`, `device`, `dtype`, `foreign`, `map`, `refined`, `result_slot`, `shape`, `string`: containers; plain values;
//!   callbacks that throw; refined types; places of results
//! - `interrupt`, `opaque`, `raw_object`, `signature::record`: Ctrl-C; objects of front ends and of other languages; types
//!   in signatures
//! - `convert`: conversions
//! - `current`, `field`, `tensor`: current objects of a thread; fields of objects; tensors
//! - a ring of `function`, `signature`: a function has a signature, and that of overloads lists functions
//! - `convert::object`, `convert::slice`, `python_class`, `traverse`: conversions of functions and arrays; names of Python's
//!   classes; references between objects
//! - `value::describe`: values in messages

pub mod array;
pub mod bytes;
pub mod convert;
pub mod current;
pub mod device;
pub mod dtype;
pub mod elf_image;
pub mod error;
pub mod field;
pub mod foreign;
pub mod function;
pub mod host;
pub mod interrupt;
pub mod map;
pub mod object;
pub mod opaque;
pub mod outstanding;
mod payload;
pub mod python_class;
pub mod raw_object;
pub mod refined;
mod result_slot;
pub mod shape;
#[doc(hidden)]
pub mod sharded;
pub mod signature;
pub mod string;
pub mod tensor;
pub mod traverse;
pub mod type_index;
pub mod type_table;
pub mod utf8;
pub mod value;

pub use array::Array;
pub use bytes::Bytes;
pub use convert::{FromArg, IntoReturn, ToAny};
pub use device::Device;
pub use dtype::DataType;
pub use error::{Error, ErrorKind, Result};
pub use function::{PackedFunc, TVMArgs};
pub use interrupt::check as check_interrupt;
pub use map::Map;
pub use object::{ObjectPtr, ObjectRef, ObjectType, WeakPtr};
pub use shape::Shape;
pub use string::String;
pub use tensor::Tensor;
pub use type_index::TypeIndex;
pub use value::{Any, AnyView, TVMArgValue, TVMRetValue};

pub use tvmlike_abi as abi;
