//! Arguments: what a function receives, and how a Rust caller lays them out.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use tvmlike_abi::{TVMLikeObject, TVMLikePayload, TVMLikeValue};

use super::PackedFunc;
use crate::array::Array;
use crate::bytes::Bytes;
use crate::convert::{EnumType, Flags, ToAny};
use crate::device::Device;
use crate::dtype::DataType;
use crate::map::Map;
use crate::object::{ObjectPtr, ObjectType};
use crate::shape::Shape;
use crate::string::String;
use crate::tensor::Tensor;
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView, raw};

/// The maximum number of arguments of a call. A larger count means a broken caller.
pub const MAX_ARGS: usize = 1 << 16;

/// The arguments of a call: borrowed values that live for the call.
///
/// ```
/// use tvmlike_runtime::{PackedFunc, Result, TVMArgs, ToAny};
///
/// let count = PackedFunc::new(|args: TVMArgs<'_>| -> Result<_> { Ok((args.as_slice().len() as i64).to_any()) });
/// assert_eq!(count.call_as::<i64>(("a", 2.5))?, 2);
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct TVMArgs<'a>(&'a [AnyView<'a>]);

impl<'a> TVMArgs<'a> {
    /// Arguments from borrowed values.
    pub const fn new(values: &'a [AnyView<'a>]) -> Self {
        Self(values)
    }

    /// The values.
    pub const fn as_slice(self) -> &'a [AnyView<'a>] {
        self.0
    }

    /// The arguments from a position on.
    pub fn from(self, position: usize) -> Self {
        Self(self.0.get(position..).unwrap_or_default())
    }

    /// The arguments that a caller passed.
    ///
    /// # Safety
    /// `count` valid values are at `values` for `'a`; NULL is allowed if `count` is 0.
    #[inline]
    pub(crate) unsafe fn from_raw(values: *const TVMLikeValue, count: usize) -> Self {
        if count == 0 {
            return Self(&[]);
        }
        // SAFETY: views are transparent over the C struct.
        Self(unsafe { std::slice::from_raw_parts(values.cast(), count) })
    }
}

impl<'a> Deref for TVMArgs<'a> {
    type Target = [AnyView<'a>];

    fn deref(&self) -> &[AnyView<'a>] {
        self.0
    }
}

/// A Rust value that can be passed as an argument.
///
/// `Held` keeps the argument alive during the call: nothing for numbers, a string object for long text.
///
/// ```
/// use tvmlike_runtime::function::Argument;
///
/// let text = "a text that is too long for a value without an object";
/// let held = text.hold();
/// assert_eq!(text.view(&held).as_str(), Some(Ok(text)));
/// ```
pub trait Argument {
    /// What keeps the argument alive.
    type Held;
    /// Makes what keeps the argument alive.
    fn hold(&self) -> Self::Held;
    /// The borrowed value.
    fn view<'a>(&'a self, held: &'a Self::Held) -> AnyView<'a>;
}

macro_rules! plain_argument {
    ($($type:ty => $index:ident, $field:ident, $as:ty;)*) => {$(
        impl Argument for $type {
            type Held = ();

            #[inline]
            fn hold(&self) {}

            #[inline]
            fn view<'a>(&'a self, (): &'a ()) -> AnyView<'a> {
                let payload = TVMLikePayload { $field: *self as $as };
                // SAFETY: the type index names what the payload is.
                unsafe { AnyView::from_raw(raw(TypeIndex::$index, payload)) }
            }
        }
    )*};
}

plain_argument! {
    i8 => INT, v_int64, i64;
    i16 => INT, v_int64, i64;
    i32 => INT, v_int64, i64;
    i64 => INT, v_int64, i64;
    u8 => INT, v_int64, i64;
    u16 => INT, v_int64, i64;
    u32 => INT, v_int64, i64;
    bool => BOOL, v_int64, i64;
    f32 => FLOAT, v_float64, f64;
    f64 => FLOAT, v_float64, f64;
}

impl Argument for () {
    type Held = ();

    fn hold(&self) {}

    fn view<'a>(&'a self, (): &'a ()) -> AnyView<'a> {
        AnyView::NONE
    }
}

impl Argument for AnyView<'_> {
    type Held = ();

    #[inline]
    fn hold(&self) {}

    #[inline]
    fn view<'a>(&'a self, (): &'a ()) -> AnyView<'a> {
        *self
    }
}

impl Argument for Any {
    type Held = ();

    #[inline]
    fn hold(&self) {}

    #[inline]
    fn view<'a>(&'a self, (): &'a ()) -> AnyView<'a> {
        *Any::view(self)
    }
}

macro_rules! object_argument {
    ($($type:ty),*) => {$(
        impl Argument for $type {
            type Held = ();

            #[inline]
            fn hold(&self) {}

            #[inline]
            fn view<'a>(&'a self, (): &'a ()) -> AnyView<'a> {
                // SAFETY: these types are transparent over an owned value or an object pointer that `self` keeps alive.
                unsafe { AnyView::from_raw(raw_of(self)) }
            }
        }
    )*};
}

object_argument!(PackedFunc, Array, Map, Shape, Tensor, String, Bytes);

macro_rules! held_argument {
    ($($type:ty),*) => {$(
        impl Argument for $type {
            type Held = Any;

            fn hold(&self) -> Any {
                ToAny::to_any(self.clone())
            }

            fn view<'a>(&'a self, held: &'a Any) -> AnyView<'a> {
                *held.view()
            }
        }
    )*};
}

held_argument!(
    &str,
    std::string::String,
    &[u8],
    DataType,
    Device,
    crate::error::Error
);

held_argument!(isize, char, std::time::Duration, &Path, PathBuf, Cow<'_, str>);

/// Types whose value is created for the call.
macro_rules! held_generic {
    ($([$($parameter:ident $(: $bound:ident)?),*] $type:ty;)*) => {$(
        impl<$($parameter $(: ToAny + $bound)?),*> Argument for $type {
            type Held = Any;

            fn hold(&self) -> Any {
                self.clone().to_any()
            }

            fn view<'a>(&'a self, held: &'a Any) -> AnyView<'a> {
                *held.view()
            }
        }
    )*};
}

held_generic! {
    [T: Clone] Option<T>;
    [T: Clone] Vec<T>;
    [T: Clone] HashSet<T>;
    [T: Clone] BTreeSet<T>;
    [K: Clone, V: Clone] HashMap<K, V>;
    [K: Clone, V: Clone] BTreeMap<K, V>;
    [A: Clone] (A,);
    [A: Clone, B: Clone] (A, B);
    [A: Clone, B: Clone, C: Clone] (A, B, C);
    [A: Clone, B: Clone, C: Clone, D: Clone] (A, B, C, D);
}

impl<E: EnumType> Argument for Flags<E> {
    type Held = ();

    fn hold(&self) {}

    fn view<'a>(&'a self, (): &'a ()) -> AnyView<'a> {
        let payload = TVMLikePayload { v_int64: self.bits() };
        // SAFETY: an int's payload is an i64.
        unsafe { AnyView::from_raw(raw(TypeIndex::INT, payload)) }
    }
}

impl<T: ToAny + Clone, const N: usize> Argument for [T; N] {
    type Held = Any;

    fn hold(&self) -> Any {
        self.clone().to_any()
    }

    fn view<'a>(&'a self, held: &'a Any) -> AnyView<'a> {
        *held.view()
    }
}

/// A tuple of arguments.
///
/// ```
/// use tvmlike_runtime::function::Arguments;
///
/// let kinds = (1, 2.5, "three").with(|args| args.iter().map(|arg| arg.type_name().into_owned()).collect::<Vec<_>>());
/// assert_eq!(kinds, ["int", "float", "str"]);
/// ```
pub trait Arguments {
    /// Lays the arguments out on the stack and passes them to `call`.
    fn with<R>(&self, call: impl FnOnce(&[AnyView<'_>]) -> R) -> R;
}

impl Arguments for &[AnyView<'_>] {
    #[inline]
    fn with<R>(&self, call: impl FnOnce(&[AnyView<'_>]) -> R) -> R {
        call(self)
    }
}

macro_rules! tuples {
    ($(($($name:ident $position:tt),*);)*) => {$(
        impl<$($name: Argument),*> Arguments for ($($name,)*) {
            #[inline]
            fn with<R>(&self, call: impl FnOnce(&[AnyView<'_>]) -> R) -> R {
                let held = ($(self.$position.hold(),)*);
                let _ = &held;
                call(&[$(self.$position.view(&held.$position)),*])
            }
        }
    )*};
}

tuples! {
    ();
    (A 0);
    (A 0, B 1);
    (A 0, B 1, C 2);
    (A 0, B 1, C 2, D 3);
    (A 0, B 1, C 2, D 3, E 4);
    (A 0, B 1, C 2, D 3, E 4, F 5);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
}

impl<T: ObjectType> Argument for ObjectPtr<T> {
    type Held = ();

    #[inline]
    fn hold(&self) {}

    #[inline]
    fn view<'a>(&'a self, (): &'a ()) -> AnyView<'a> {
        let payload = TVMLikePayload { v_obj: self.as_raw() };
        // SAFETY: the payload is an object of the type in its header, kept alive by `self`.
        unsafe { AnyView::from_raw(raw(ObjectPtr::type_index(self), payload)) }
    }
}

impl<T: ObjectType> Argument for &ObjectPtr<T> {
    type Held = ();

    #[inline]
    fn hold(&self) {}

    #[inline]
    fn view<'a>(&'a self, held: &'a ()) -> AnyView<'a> {
        (**self).view(held)
    }
}

/// Types that are transparent over an owned value or an object pointer, viewed as a borrowed value.
trait Raw {
    fn raw(&self) -> TVMLikeValue;
}

/// The value that borrows from `of`.
#[inline]
fn raw_of(of: &impl Raw) -> TVMLikeValue {
    of.raw()
}

macro_rules! raw_objects {
    ($($type:ty = $kind:ident),*) => {$(
        impl Raw for $type {
            #[inline]
            fn raw(&self) -> TVMLikeValue {
                let object: *mut TVMLikeObject = self.as_object().as_raw();
                raw(TypeIndex::$kind, TVMLikePayload { v_obj: object })
            }
        }
    )*};
}

raw_objects!(
    PackedFunc = FUNCTION,
    Array = ARRAY,
    Map = MAP,
    Shape = SHAPE,
    Tensor = TENSOR
);

macro_rules! raw_values {
    ($($type:ty),*) => {$(
        impl Raw for $type {
            #[inline]
            fn raw(&self) -> TVMLikeValue {
                *self.as_any().view().as_raw()
            }
        }
    )*};
}

raw_values!(String, Bytes);
