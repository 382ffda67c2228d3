//! Conversions between values and Rust types. A conversion is exact or fails: nothing is truncated, wrapped or rounded.
//!
//! | Rust | accepts | rejects |
//! |---|---|---|
//! | `i8`…`i64`, `u8`…`u64`, `usize`, `isize` | int, bool | numbers out of range, all floats |
//! | `f64` | float, int, bool | ints that a float cannot represent exactly |
//! | `f32` | float, rounded to the nearest; int, bool | floats out of range, ints that it cannot represent exactly |
//! | `bool` | bool, the ints 0 and 1 | other ints |
//! | `&str`, `String`, `Cow<str>` | str | bytes, text that is not UTF-8 |
//! | `char` | str of one character | longer and empty strings |
//! | `&Path`, `PathBuf` | str; on Unix bytes | text that is not UTF-8, NUL |
//! | `Integer` | int, str of decimal digits | |
//! | `OwnList<T>` | as `Vec<T>` | |
//! | `Duration` | int, float (to the nearest nanosecond), Array of seconds and nanoseconds | negative numbers, NaN, infinity |
//! | `&[u8]`, `Bytes` | bytes | str |
//! | `Cow<[u8]>` | bytes; an array of `u8`, copied | str |
//! | `&[T]`, `Cow<[T]>` (numbers) | an array of `T` of rank 1, an Array; copied | other element types and ranks |
//! | `()` | None | |
//! | `Option<T>` | None, everything that `T` accepts | |
//! | `Vec<T>`, `Array` | Array | items that `T` rejects |
//! | `Objects<T>` | as `Vec<ObjectPtr<T>>`, borrowed | |
//! | `[T; N]`, tuples | Array of the same length | other lengths |
//! | `HashSet<T>`, `BTreeSet<T>` | Array | duplicate items |
//! | a struct that derives `Record` | Map from field names to values | missing and unknown fields |
//! | an enum that derives `Enum`, `Flags<E>` | int | ints of no member, bool |
//! | an enum that derives `Union` | everything that one of its variants accepts | |
//! | `HashMap<K, V>`, `BTreeMap<K, V>`, `Map` | Map | keys and values that `K` or `V` rejects, keys that convert to the same `K` |
//! | `DataType`, `Device` | themselves, and str | unknown names |
//! | `Shape` | Shape, an Array of ints | |
//! | `*mut c_void` | pointer, None | |
//! | `Tensor`, `TensorView`, `TensorViewMut` | Tensor; the views also `DLTensor*` | for `TensorViewMut`: read-only tensors |
//! | `Strided<T>`, `StridedMut<T>` | as the views, with elements `T` on the CPU | other element types, other devices |
//! | `Contiguous<T>`, `ContiguousMut<T>` | as these, C-contiguous | other layouts |
//! | `PackedFunc` | function | |
//! | `ObjectPtr<T>`, `&T` | an object of type `T` or of a type that inherits from it | |
//! | `Error` | error | |
//! | `Any`, `AnyView` | everything | missing arguments |
//!
//! Results have the same types; a `u64` of 2^63 or more raises OverflowError. Each front end decides how it shows
//! values: Python's table is in docs/python.md.

mod container;
mod duration;
mod enumeration;
mod integer;
pub(crate) mod kinds;
mod mismatch;
mod object;
mod objects;
mod own_list;
mod path;
mod record;
pub(crate) mod scalar;
mod set;
mod slice;
mod text;
mod tuple;
mod union;

use tvmlike_abi::TVMLikeValue;

use crate::error::{Error, Result};
use crate::result_slot::ResultSlot;
use crate::signature::record::TypeRecord;
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView};

pub use enumeration::{EnumMember, EnumType, Flags, are_flags, describe_enum, read_enum};
pub use integer::Integer;
pub use mismatch::{Mismatch, Remedy};
pub use objects::Objects;
pub use own_list::OwnList;
pub use record::{read_field, read_fields, write_fields};
pub use union::{is_unambiguous, read_union};

/// From this number of bytes or items on, an allocation is tried before it is made: one that fails would end the process.
const LARGE: usize = 1 << 16;

/// A Rust type that an argument converts to.
///
/// ```
/// use tvmlike_runtime::convert::Mismatch;
/// use tvmlike_runtime::signature::TypeRecord;
/// use tvmlike_runtime::{Any, AnyView, Error, FromArg, ToAny};
///
/// #[derive(Debug)]
/// struct Even(i64);
///
/// impl<'a> FromArg<'a> for Even {
///     const TYPE: TypeRecord = <i64 as FromArg>::TYPE;
///
///     fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
///         match i64::from_arg(value)? {
///             number if number % 2 == 0 => Ok(Self(number)),
///             number => Err(Mismatch::Failed(Error::value_error(format!("{number} is odd")))),
///         }
///     }
/// }
///
/// let args: [Any; 2] = [6.to_any(), 7.to_any()];
/// assert_eq!(Even::from_arg(args[0].view()).unwrap().0, 6);
/// let error = Even::from_arg(args[1].view()).unwrap_err().into_error("size");
/// assert_eq!(error.to_string(), "ValueError: size: 7 is odd");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a packed function",
    note = "supported parameters: numbers, bool, char, text, bytes, paths, Duration, Option, Vec, sets, maps, tuples, arrays, slices of numbers, \
            Array, Map, Shape, Tensor, TensorView, Strided<T>, Contiguous<T> and their Mut forms, PackedFunc, ObjectPtr<T>, \
            DataType, Device, AnyView, or TVMArgs as the last one; a struct derives Object or Record, an enum Enum or Union"
)]
pub trait FromArg<'a>: Sized {
    /// The type in a signature record.
    const TYPE: TypeRecord;

    /// Converts a value.
    ///
    /// # Errors
    /// A [`Mismatch`] with the expected type and what was passed.
    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch>;

    /// Whether the type is a number or bool whose record is a scalar. If [`FromArg::from_arg_fast`] rejects a value,
    /// the value is then converted to the scalar's own kind by its record.
    #[doc(hidden)]
    const IS_SCALAR: bool = false;

    /// Converts a value of the most likely kind in a few instructions, inlined into the body of every registered
    /// function. `None` leaves the value to [`FromArg::from_arg`].
    #[doc(hidden)]
    #[inline(always)]
    fn from_arg_fast(_value: &'a AnyView<'a>) -> Option<Self> {
        None
    }
}

/// A Rust type that always converts to a value.
///
/// ```
/// use tvmlike_runtime::signature::TypeRecord;
/// use tvmlike_runtime::{Any, PackedFunc, ToAny};
///
/// struct Celsius(f64);
///
/// impl ToAny for Celsius {
///     const TYPE: TypeRecord = <f64 as ToAny>::TYPE;
///
///     fn to_any(self) -> Any {
///         self.0.to_any()
///     }
/// }
///
/// let boiling = PackedFunc::typed("boiling", || Celsius(100.0));
/// assert_eq!(boiling.call_as::<f64>(())?, 100.0);
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not convert to a value of a packed function",
    note = "supported results: the owned types that parameters support, `()`, and `Result` of these"
)]
pub trait ToAny {
    /// The type in a signature record.
    const TYPE: TypeRecord;

    /// Converts to an owned value.
    fn to_any(self) -> Any;

    /// Converts to the result of a call. Not inlined, except for types that take a few instructions: one copy per type
    /// and library.
    #[doc(hidden)]
    #[inline(never)]
    fn put_into(self, slot: ResultSlot<'_>)
    where
        Self: Sized,
    {
        slot.put(self.to_any());
    }

    /// Converts a copy to the result of a call.
    #[doc(hidden)]
    #[inline(always)]
    fn copy_into(&self, slot: ResultSlot<'_>)
    where
        Self: Sized + Clone,
    {
        self.clone().put_into(slot);
    }
}

/// A Rust type that a packed function may return: everything that converts to a value, and `Result` of it.
///
/// ```
/// use tvmlike_runtime::{Error, IntoReturn, Result};
///
/// fn half(number: i64) -> Result<i64> {
///     if number % 2 == 0 { Ok(number / 2) } else { Err(Error::value_error("expected an even number")) }
/// }
///
/// assert_eq!(half(84).into_return()?.cast::<i64>()?, 42);
/// assert!(half(3).into_return().is_err());
/// assert_eq!(u64::MAX.into_return().unwrap_err().kind(), "OverflowError");
/// # Ok::<(), Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a packed function",
    note = "supported results: the owned types that parameters support, `()`, and `Result` of these"
)]
pub trait IntoReturn {
    /// The type in a signature record.
    const TYPE: TypeRecord;

    /// Converts to an owned value.
    ///
    /// # Errors
    /// The error of the function's own `Result`, or OverflowError for a number that a value cannot represent.
    fn into_return(self) -> Result<Any>;

    /// Converts to the result of a call.
    ///
    /// # Errors
    /// As [`IntoReturn::into_return`].
    #[doc(hidden)]
    fn return_into(self, slot: ResultSlot<'_>) -> Result<()>
    where
        Self: Sized,
    {
        slot.put(self.into_return()?);
        Ok(())
    }

    /// Converts a copy to the result of a call.
    ///
    /// # Errors
    /// As [`IntoReturn::into_return`].
    #[doc(hidden)]
    #[inline(always)]
    fn return_copy(&self, slot: ResultSlot<'_>) -> Result<()>
    where
        Self: Sized + Clone,
    {
        self.clone().return_into(slot)
    }
}

impl<T: ToAny> IntoReturn for T {
    const TYPE: TypeRecord = <T as ToAny>::TYPE;

    #[inline]
    fn into_return(self) -> Result<Any> {
        Ok(self.to_any())
    }

    #[inline(always)]
    fn return_into(self, slot: ResultSlot<'_>) -> Result<()> {
        self.put_into(slot);
        Ok(())
    }

    #[inline(always)]
    fn return_copy(&self, slot: ResultSlot<'_>) -> Result<()>
    where
        Self: Clone,
    {
        self.copy_into(slot);
        Ok(())
    }
}

impl<T: IntoReturn, E: Into<Error>> IntoReturn for Result<T, E> {
    const TYPE: TypeRecord = T::TYPE;

    #[inline]
    fn into_return(self) -> Result<Any> {
        match self {
            Ok(value) => value.into_return(),
            Err(error) => Err(error.into()),
        }
    }

    #[inline(always)]
    fn return_into(self, slot: ResultSlot<'_>) -> Result<()> {
        match self {
            Ok(value) => value.return_into(slot),
            Err(error) => Err(error.into()),
        }
    }
}

/// The type in the record of a function's result, which may be a `Result` with an error of any type.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a packed function",
    note = "supported results: the owned types that parameters support, `()`, and `Result` of these"
)]
pub trait ResultRecord {
    /// The type in a signature record.
    const TYPE: TypeRecord;
}

impl<T: ToAny> ResultRecord for T {
    const TYPE: TypeRecord = <T as ToAny>::TYPE;
}

impl<T: IntoReturn, E> ResultRecord for Result<T, E> {
    const TYPE: TypeRecord = T::TYPE;
}

impl<'a> FromArg<'a> for AnyView<'a> {
    const TYPE: TypeRecord = TypeRecord::Unknown;

    #[inline]
    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        <&AnyView<'a>>::from_arg(value).copied()
    }

    #[inline(always)]
    fn from_arg_fast(value: &'a AnyView<'a>) -> Option<Self> {
        <&AnyView<'a>>::from_arg_fast(value).copied()
    }
}

impl<'a> FromArg<'a> for &'a AnyView<'a> {
    const TYPE: TypeRecord = TypeRecord::Unknown;

    #[inline]
    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        // Any value is accepted, but not a missing argument.
        if value.type_index() == TypeIndex::MISSING {
            return Err(Mismatch::Missing);
        }
        Ok(value)
    }

    #[inline(always)]
    fn from_arg_fast(value: &'a AnyView<'a>) -> Option<Self> {
        (value.type_index() != TypeIndex::MISSING).then_some(value)
    }
}

impl FromArg<'_> for Any {
    const TYPE: TypeRecord = TypeRecord::Unknown;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        // `to_owned` rejects a missing argument, so the check is only needed on that path.
        match value.to_owned() {
            Ok(value) => Ok(value),
            Err(_) if value.type_index() == TypeIndex::MISSING => Err(Mismatch::Missing),
            Err(error) => Err(Mismatch::Failed(error)),
        }
    }
}

impl ToAny for Any {
    const TYPE: TypeRecord = TypeRecord::Unknown;

    #[inline]
    fn to_any(self) -> Any {
        self
    }

    #[inline(always)]
    fn put_into(self, slot: ResultSlot<'_>) {
        slot.put(self);
    }
}

impl ToAny for () {
    const TYPE: TypeRecord = TypeRecord::Null;

    #[inline]
    fn to_any(self) -> Any {
        Any::default()
    }

    #[inline(always)]
    fn put_into(self, slot: ResultSlot<'_>) {
        slot.put(self.to_any());
    }
}

impl FromArg<'_> for () {
    const TYPE: TypeRecord = TypeRecord::Null;

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        if value.is_none() {
            Ok(())
        } else {
            Err(Mismatch::wrong_type(TypeRecord::Null, value))
        }
    }
}

impl Any {
    /// Converts it to a Rust type.
    ///
    /// # Errors
    /// TypeError for a value of another type, OverflowError or ValueError for one that does not fit.
    #[inline]
    pub fn cast<T: for<'a> FromArg<'a>>(&self) -> Result<T> {
        self.view().convert()
    }
}

impl<'a> AnyView<'a> {
    /// Converts it to a Rust type.
    ///
    /// # Errors
    /// As [`Any::cast`].
    #[inline]
    pub fn convert<T: FromArg<'a>>(&'a self) -> Result<T> {
        T::from_arg(self).map_err(|mismatch| mismatch.into_error("value"))
    }
}

/// An owned value from a raw one made here.
///
/// # Safety
/// As [`Any::from_raw`].
#[inline]
unsafe fn any(raw: TVMLikeValue) -> Any {
    // SAFETY: by contract.
    unsafe { Any::from_raw(raw) }
}
