//! The functions that expansions of the macros call. They are not public and change without notice.

mod container;
mod default;
mod exception;
mod object;

pub use linkme;
pub use tvmlike_runtime::abi::{TVMLikeHost, TVMLikeObject, TVMLikePlugin, TVMLikeValue};
pub use tvmlike_runtime::convert::{
    EnumMember, EnumType, Flags, Mismatch, ResultRecord, are_flags, describe_enum, is_unambiguous, read_enum,
    read_field, read_fields, read_union, write_fields,
};
pub use tvmlike_runtime::current::Implicit;
pub use tvmlike_runtime::function::described::{
    Descriptor, Failure, Overload, Overloads, Pass, Passed, Receiver, ResultSlot, Stop, accept, argument,
    dispatch, enter, implicit, is_given, is_given_value, receiver,
};
pub use tvmlike_runtime::signature::{Param, RecordField, RecordType, Signature};
pub use tvmlike_runtime::{Any, AnyView, FromArg, IntoReturn, Result, TVMArgs, ToAny, TypeIndex};

pub use self::container::*;
pub use self::default::{DefaultAsSource, DefaultAsValue, DefaultOf};
pub use self::exception::*;
pub use self::object::*;
pub use crate::bridge::{exported_doc, exported_function, exported_metadata};
pub use crate::entry_point::plugin_init;
pub use crate::host_program::attach as attach_program;
pub use crate::load_time::{FUNCTION_TABLES, FUNCTIONS, LoadTimeFunction, PLUGIN_MARK, PluginMark};
pub use tvmlike_runtime::function::Argument;

/// The type record of what is of any type.
pub const UNKNOWN: tvmlike_runtime::signature::TypeRecord = tvmlike_runtime::signature::TypeRecord::Unknown;

/// The most arguments of one call.
pub const MAX_ARGS: u32 = tvmlike_runtime::function::MAX_ARGS as u32;
