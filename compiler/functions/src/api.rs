//! The imports of all modules of this crate.

pub(crate) use tvmlike::{Enum, Object, Union, methods};
pub(crate) use tvmlike_runtime::convert::{Flags, Objects};
pub(crate) use tvmlike_runtime::{
    Any, Bytes, Error, Map, ObjectPtr, ObjectRef, PackedFunc, Result, TVMArgs, Tensor, ToAny,
};

pub(crate) use tvmlike_runtime::convert::OwnList as List;
