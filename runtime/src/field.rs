//! Fields that other languages read, write and restore.
//!
//! An object is shared between threads. So a field is read through `&self`, and only fields with interior mutability
//! can be written: atomics, `Mutex` and `RwLock`. Invariant: a replaced value is dropped after the lock is released,
//! because its destructor may call anything.

use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicU8, AtomicU16, AtomicU32, AtomicU64,
    AtomicUsize, Ordering,
};
use std::sync::{Mutex, PoisonError, RwLock};

use crate::convert::{FromArg, IntoReturn, Mismatch};
use crate::error::Result;
use crate::result_slot::ResultSlot;
use crate::signature::record::TypeRecord;
use crate::value::{Any, AnyView};

/// A field that can be read.
///
/// ```
/// use std::sync::Mutex;
/// use tvmlike_runtime::field::ReadField;
///
/// let label = Mutex::new("left".to_owned());
/// assert_eq!(label.read()?.cast::<String>()?, "left");
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be read from other languages",
    note = "a `#[field]` must be an atomic, a Clone type that a packed function can return, or a Mutex or RwLock of one; for \
            other types, write a `#[getter]` in the `#[methods]` block"
)]
pub trait ReadField {
    /// The type of the value.
    const TYPE: TypeRecord;

    /// Reads the field.
    ///
    /// # Errors
    /// OverflowError for a number that a value cannot represent.
    fn read(&self) -> Result<Any>;

    /// Reads the field as the result of a call.
    ///
    /// # Errors
    /// As [`ReadField::read`].
    #[doc(hidden)]
    #[inline(never)]
    fn read_into(&self, slot: ResultSlot<'_>) -> Result<()> {
        slot.put(self.read()?);
        Ok(())
    }
}

/// A field that can be written while the object is shared.
///
/// ```
/// use std::sync::atomic::{AtomicI32, Ordering};
/// use tvmlike_runtime::ToAny;
/// use tvmlike_runtime::field::WriteField;
///
/// let count = AtomicI32::new(0);
/// assert!(count.write(5.to_any().view()).is_ok());
/// assert!(count.write((1_i64 << 40).to_any().view()).is_err());
/// assert_eq!(count.load(Ordering::Relaxed), 5);
/// ```
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be written: the object may be shared with other threads",
    note = "a `#[field(set)]` must be an atomic, or a Mutex<T> or RwLock<T> of a T that owns its data; for other types, \
            write a `#[setter]` in the `#[methods]` block"
)]
pub trait WriteField {
    /// Converts a value and stores it in the field.
    ///
    /// # Errors
    /// The reason why the value does not convert.
    fn write(&self, value: &AnyView<'_>) -> Result<(), Mismatch>;
}

/// A field that can be restored from the value that it was read as.
///
/// ```
/// use std::sync::Mutex;
/// use tvmlike_runtime::field::{ReadField, RestoreField};
///
/// let before = Mutex::new(2.5);
/// let after = Mutex::<f64>::restore(before.read()?.view()).unwrap();
/// assert_eq!(after.into_inner().unwrap(), 2.5);
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be restored from a pickle",
    note = "with `pickle`, every field must be a type that can be both a result and a parameter of packed functions, an \
            atomic, or a Mutex or RwLock of one; for other types, remove `pickle` and write the members \
            `__getstate__` and `__from_state__`"
)]
pub trait RestoreField: Sized {
    /// Makes the field from a value that [`ReadField::read`] returned.
    ///
    /// # Errors
    /// The reason why the value does not convert.
    fn restore(value: &AnyView<'_>) -> Result<Self, Mismatch>;
}

impl<T: IntoReturn + Clone> ReadField for T {
    const TYPE: TypeRecord = <T as IntoReturn>::TYPE;

    fn read(&self) -> Result<Any> {
        self.clone().into_return()
    }

    #[inline(always)]
    fn read_into(&self, slot: ResultSlot<'_>) -> Result<()> {
        self.return_copy(slot)
    }
}

impl<T: for<'a> FromArg<'a>> RestoreField for T {
    fn restore(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        T::from_arg(value)
    }
}

macro_rules! locks {
    ($($lock:ident: $read:ident, $write:ident;)*) => {$(
        impl<T: IntoReturn + Clone> ReadField for $lock<T> {
            const TYPE: TypeRecord = <T as IntoReturn>::TYPE;

            fn read(&self) -> Result<Any> {
                let value = self.$read().unwrap_or_else(PoisonError::into_inner).clone();
                value.into_return()
            }
        }

        impl<T: for<'a> FromArg<'a>> WriteField for $lock<T> {
            fn write(&self, value: &AnyView<'_>) -> Result<(), Mismatch> {
                let value = T::from_arg(value)?;
                let mut held = self.$write().unwrap_or_else(PoisonError::into_inner);
                let before = std::mem::replace(&mut *held, value);
                drop(held);
                drop(before);
                Ok(())
            }
        }

        impl<T: for<'a> FromArg<'a>> RestoreField for $lock<T> {
            fn restore(value: &AnyView<'_>) -> Result<Self, Mismatch> {
                T::from_arg(value).map(Self::new)
            }
        }
    )*};
}

locks! {
    Mutex: lock, lock;
    RwLock: read, write;
}

macro_rules! atomics {
    ($($atomic:ident = $number:ty;)*) => {$(
        impl ReadField for $atomic {
            const TYPE: TypeRecord = <$number as IntoReturn>::TYPE;

            fn read(&self) -> Result<Any> {
                // Acquire: makes visible what the writer did before, as callers expect of plain fields.
                self.load(Ordering::Acquire).into_return()
            }
        }

        impl WriteField for $atomic {
            fn write(&self, value: &AnyView<'_>) -> Result<(), Mismatch> {
                // Release: pairs with the acquire of a read.
                self.store(<$number>::from_arg(value)?, Ordering::Release);
                Ok(())
            }
        }

        impl RestoreField for $atomic {
            fn restore(value: &AnyView<'_>) -> Result<Self, Mismatch> {
                <$number>::from_arg(value).map(Self::new)
            }
        }
    )*};
}

atomics! {
    AtomicBool = bool;
    AtomicI8 = i8;
    AtomicI16 = i16;
    AtomicI32 = i32;
    AtomicI64 = i64;
    AtomicU8 = u8;
    AtomicU16 = u16;
    AtomicU32 = u32;
    AtomicU64 = u64;
    AtomicUsize = usize;
}

/// A struct that can be converted to a value and back. `#[object(pickle)]` implements it.
///
/// ```
/// use tvmlike_runtime::convert::Mismatch;
/// use tvmlike_runtime::field::State;
/// use tvmlike_runtime::{Any, AnyView, FromArg, Result, ToAny};
///
/// struct Seed(i64);
///
/// impl State for Seed {
///     fn state(&self) -> Result<Any> {
///         Ok(self.0.to_any())
///     }
///
///     fn from_state(state: &AnyView<'_>) -> Result<Self, Mismatch> {
///         i64::from_arg(state).map(Self)
///     }
/// }
///
/// assert_eq!(Seed::from_state(Seed(7).state()?.view()).unwrap().0, 7);
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be pickled",
    note = "add `pickle` to its `#[object(..)]` attribute"
)]
pub trait State: Sized {
    /// The struct's contents.
    ///
    /// # Errors
    /// OverflowError for a number that a value cannot represent.
    fn state(&self) -> Result<Any>;

    /// Makes a struct from its state.
    ///
    /// # Errors
    /// The reason why the value is not a valid state.
    fn from_state(state: &AnyView<'_>) -> Result<Self, Mismatch>;
}
