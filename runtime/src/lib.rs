//! The runtime layer of tvmlike: values, objects, packed functions, errors, containers, tensors and signatures.
//!
//! Invariant: this crate knows nothing of the names in the global table, which belongs to the registry. Its only global
//! state is the pointer to the host's table (`host`), the type table (`type_table`), each thread's raised error and
//! interrupt check (`error`, `interrupt`), each thread's current objects (`current`), the retired finalizers of front ends
//! (`foreign`), the code ranges of plugins (`outstanding`), the records of nameless functions (`function::record`) and the
//! directory of private copies of libraries (`elf_image`). A plugin has a copy of this crate of its own, which uses the
//! host's state instead.

pub mod array;
pub mod bytes;
pub mod convert;
pub mod current;
pub mod device;
pub mod dtype;
pub mod elf_image;
pub mod error;
pub mod foreign;
pub mod function;
pub mod host;
pub mod interrupt;
pub mod map;
pub mod object;
pub mod opaque;
pub mod outstanding;
pub mod python_class;
pub mod refined;
pub mod shape;
#[doc(hidden)]
pub mod sharded;
pub mod signature;
pub mod string;
pub mod tensor;
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
