//! Values: 16 bytes, borrowed ([`AnyView`]) or owned ([`Any`]).
//!
//! Invariants: an owned value whose type index is at or above `TVMLIKE_OBJECT` owns one strong reference; the
//! borrowed-only kinds (raw strings, byte array and DLTensor pointers, rvalue references) never occur in an owned
//! value; unused bytes are zero.

mod describe;

use std::ffi::CStr;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;
use std::slice;

use tvmlike_abi::dlpack::DLTensor;
use tvmlike_abi::{
    TVMLIKE_PTR_UNSIGNED, TVMLikeByteArray, TVMLikeObject, TVMLikePayload, TVMLikeStringCell, TVMLikeValue,
};

use crate::bytes::{Bytes, new_text};
use crate::error::{Error, Result};
use crate::object::{self, ObjectPtr, ObjectRef, ObjectType, is_instance};
use crate::type_index::TypeIndex;
use crate::utf8;

/// A borrowed value. What it refers to lives for `'a`.
///
/// ```
/// use tvmlike_runtime::{AnyView, ToAny};
///
/// let owned = 7.to_any();
/// let view: AnyView<'_> = *owned.view();
/// assert_eq!(view.type_name(), "int");
/// assert_eq!(view.to_owned()?.cast::<i64>()?, 7);
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct AnyView<'a> {
    raw: TVMLikeValue,
    borrows: PhantomData<&'a TVMLikeValue>,
}

/// An owned value.
///
/// ```
/// use tvmlike_runtime::{Any, ToAny};
///
/// let value: Any = "text".to_any();
/// assert_eq!(value.cast::<String>()?, "text");
/// assert!(value.cast::<i64>().is_err());
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[repr(transparent)]
pub struct Any {
    raw: TVMLikeValue,
}

/// An argument: TVM's name for a borrowed value.
///
/// ```
/// use tvmlike_runtime::{TVMArgValue, ToAny};
///
/// fn kind(arg: TVMArgValue<'_>) -> String {
///     arg.type_name().into_owned()
/// }
///
/// let number = 1.5.to_any();
/// assert_eq!(kind(*number.view()), "float");
/// ```
pub type TVMArgValue<'a> = AnyView<'a>;
/// A result: TVM's name for an owned value.
///
/// ```
/// use tvmlike_runtime::{PackedFunc, Result, TVMRetValue, ToAny};
///
/// let double = PackedFunc::new(|args| -> Result<TVMRetValue> {
///     Ok((2 * args[0].convert::<i64>()?).to_any())
/// });
/// assert_eq!(double.call_as::<i64>((21,))?, 42);
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
pub type TVMRetValue = Any;

// SAFETY: plain data or a counted reference; objects are Send and Sync (by the bounds of their constructors; for a
// front end's opaque objects by the contract of `opaque`).
unsafe impl Send for Any {}
// SAFETY: as above.
unsafe impl Sync for Any {}

pub(crate) const NONE: TVMLikeValue = raw(TypeIndex::NONE, TVMLikePayload { v_int64: 0 });

#[inline]
pub(crate) const fn raw(index: TypeIndex, payload: TVMLikePayload) -> TVMLikeValue {
    TVMLikeValue {
        type_index: index.0,
        small_len: 0,
        payload,
    }
}

impl<'a> AnyView<'a> {
    /// None.
    pub const NONE: Self = Self {
        raw: NONE,
        borrows: PhantomData,
    };

    /// An omitted argument, left to its default.
    pub(crate) const MISSING: Self = Self {
        raw: raw(TypeIndex::MISSING, TVMLikePayload { v_int64: 0 }),
        borrows: PhantomData,
    };

    /// Wraps a raw borrowed value.
    ///
    /// # Safety
    /// The payload matches the type index and stays valid for `'a`; an object is alive for `'a`.
    #[inline]
    pub const unsafe fn from_raw(raw: TVMLikeValue) -> Self {
        Self {
            raw,
            borrows: PhantomData,
        }
    }

    /// The value as C sees it.
    #[inline]
    pub const fn as_raw(&self) -> &TVMLikeValue {
        &self.raw
    }

    /// The type index in the value.
    #[inline]
    pub const fn type_index(&self) -> TypeIndex {
        TypeIndex(self.raw.type_index)
    }

    /// Whether it is None; a NULL object is None too.
    #[inline]
    pub fn is_none(&self) -> bool {
        self.kind() == TypeIndex::NONE
    }

    /// The 8 payload bytes as a number: an int, a bool, or an address.
    #[inline]
    pub(crate) const fn bits(&self) -> i64 {
        // SAFETY: all payload bytes are always initialised, and every bit pattern is an i64.
        unsafe { self.raw.payload.v_int64 }
    }

    #[inline]
    pub(crate) const fn float_bits(&self) -> f64 {
        // SAFETY: as for `bits`.
        unsafe { self.raw.payload.v_float64 }
    }

    /// The object in the value, if any.
    #[inline]
    pub fn as_object(&self) -> Option<NonNull<TVMLikeObject>> {
        if self.type_index().is_object() {
            // SAFETY: the payload of an object value is an object pointer.
            NonNull::new(unsafe { self.raw.payload.v_obj })
        } else {
            None
        }
    }

    /// Borrows it as a reference to an object of type `T`, if it is one.
    #[inline]
    pub fn downcast_ref<T: ObjectType>(&self) -> Option<&ObjectPtr<T>> {
        self.as_object()?;
        // SAFETY: a non-null object.
        let object = unsafe { self.pointer::<ObjectRef>() };
        // SAFETY: the object is a T.
        is_instance::<T>(object).then(|| unsafe { self.pointer() })
    }

    /// The payload as a counted pointer.
    ///
    /// # Safety
    /// `P` is transparent over a non-null object pointer, and the payload is such a pointer to what `P` points to.
    #[inline]
    pub(crate) unsafe fn pointer<P>(&self) -> &P {
        // SAFETY: by contract; borrowing the pointer does not change the count.
        unsafe { &*(&raw const self.raw.payload).cast::<P>() }
    }

    /// The type of the value; for an object, the type in its header, which its creator wrote, while the value may come
    /// from careless code. A NULL object is None.
    #[inline]
    pub fn kind(&self) -> TypeIndex {
        let tag = self.type_index();
        if !tag.is_object() {
            return tag;
        }
        match self.as_object() {
            // SAFETY: the object is alive for 'a.
            Some(object) => TypeIndex(unsafe { (*object.as_ptr()).type_index }),
            None => TypeIndex::NONE,
        }
    }

    /// The text of a string. It is borrowed from the value, since a short string is inline.
    ///
    /// # Errors
    /// If the bytes are not UTF-8, which other languages can cause.
    #[inline]
    pub fn as_str(&self) -> Option<Result<&str, std::str::Utf8Error>> {
        match self.kind() {
            TypeIndex::RAW_STR => {
                // SAFETY: a raw string's payload is a C string pointer.
                let text = unsafe { self.raw.payload.v_c_str };
                if text.is_null() {
                    return None;
                }
                // SAFETY: not null; ends with a NUL and lives for 'a.
                Some(checked_text(unsafe { CStr::from_ptr(text) }.to_bytes()))
            }
            TypeIndex::SMALL_STR => Some(checked_text(self.small_bytes())),
            // SAFETY: the object is a string, which its deleter shows to be UTF-8.
            TypeIndex::STR => Some(unsafe {
                let bytes = self.heap_bytes();
                match self.as_object() {
                    Some(object) if utf8::is_trusted(object) => Ok(str::from_utf8_unchecked(bytes)),
                    _ => checked_text(bytes),
                }
            }),
            _ => None,
        }
    }

    /// The bytes of a byte string.
    #[inline]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self.kind() {
            TypeIndex::BYTE_ARRAY_PTR => {
                // SAFETY: the payload is a pointer to a byte array that lives for 'a, or NULL.
                let array = unsafe { self.raw.payload.v_ptr.cast::<TVMLikeByteArray>().as_ref() }?;
                // SAFETY: as above.
                Some(unsafe { bytes_of(array) })
            }
            TypeIndex::SMALL_BYTES => Some(self.small_bytes()),
            // SAFETY: the object is a byte string.
            TypeIndex::BYTES => Some(unsafe { self.heap_bytes() }),
            _ => None,
        }
    }

    /// The bytes of a string, whether they are UTF-8 or not.
    #[inline]
    pub(crate) fn text_bytes(&self) -> Option<&[u8]> {
        match self.kind() {
            TypeIndex::SMALL_STR => Some(self.small_bytes()),
            // SAFETY: the object is a string.
            TypeIndex::STR => Some(unsafe { self.heap_bytes() }),
            TypeIndex::RAW_STR => {
                // SAFETY: a raw string's payload is a C string pointer.
                let text = unsafe { self.raw.payload.v_c_str };
                // SAFETY: not null; ends with a NUL and lives for 'a.
                (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_bytes())
            }
            _ => None,
        }
    }

    fn small_bytes(&self) -> &[u8] {
        let len = (self.raw.small_len as usize).min(7);
        // SAFETY: the 8 payload bytes are in `self`; `len` is at most 7.
        unsafe { slice::from_raw_parts((&raw const self.raw.payload).cast::<u8>(), len) }
    }

    /// The bytes of a string or byte string object.
    ///
    /// # Safety
    /// The payload is a live string or byte string object.
    unsafe fn heap_bytes(&self) -> &[u8] {
        // SAFETY: the object's cell follows its header.
        unsafe { bytes_of(&*self.raw.payload.v_obj.add(1).cast::<TVMLikeStringCell>()) }
    }

    /// An owned copy of the value: retains objects, copies raw strings and bytes.
    ///
    /// # Errors
    /// TypeError for a borrowed DLTensor, which has no owner, and for a missing argument; ValueError for text that is
    /// not UTF-8.
    pub fn to_owned(&self) -> Result<Any> {
        if let Some(object) = self.as_object() {
            // SAFETY: a live object; the new reference belongs to the result.
            unsafe {
                object::retain(object.as_ptr());
                return Ok(Any::from_owned_object(object.as_ptr()));
            }
        }
        match self.kind() {
            TypeIndex::RAW_STR => match self.as_str() {
                Some(Ok(text)) => Ok(of_text(text)),
                Some(Err(error)) => Err(Error::value_error(format!("string is not valid UTF-8: {error}"))),
                None => Ok(Any::default()),
            },
            TypeIndex::BYTE_ARRAY_PTR => Ok(self
                .as_bytes()
                .map_or_else(Any::default, |b| Bytes::new(b).into())),
            TypeIndex::RVALUE_REF => {
                // SAFETY: the payload points to a place that holds an object pointer.
                let place = unsafe { self.raw.payload.v_ptr.cast::<*mut TVMLikeObject>().as_mut() };
                Ok(place
                    .map(|place| std::mem::replace(place, std::ptr::null_mut()))
                    .map_or_else(
                        Any::default,
                        // SAFETY: the place gives up its reference.
                        |object| unsafe { Any::from_owned_object(object) },
                    ))
            }
            TypeIndex::DLTENSOR_PTR => Err(Error::type_error(
                "a borrowed DLTensor* cannot outlive the call; pass a Tensor",
            )),
            TypeIndex::NONE => Ok(Any::default()),
            TypeIndex::INT | TypeIndex::BOOL | TypeIndex::FLOAT | TypeIndex::DEVICE => Ok(Any {
                raw: raw(self.kind(), self.raw.payload),
            }),
            TypeIndex::OPAQUE_PTR => {
                let mut raw = raw(TypeIndex::OPAQUE_PTR, self.raw.payload);
                if self.raw.small_len == TVMLIKE_PTR_UNSIGNED {
                    raw.small_len = TVMLIKE_PTR_UNSIGNED;
                }
                Ok(Any { raw })
            }
            TypeIndex::DATA_TYPE => {
                let mut payload = TVMLikePayload { v_uint64: 0 };
                // SAFETY: the type index says that the payload is a data type.
                payload.v_dtype = unsafe { self.raw.payload.v_dtype };
                Ok(Any {
                    raw: raw(TypeIndex::DATA_TYPE, payload),
                })
            }
            // Copied by content, so that the unused bytes are zero for values of any library.
            TypeIndex::SMALL_BYTES => Ok(Bytes::new(self.small_bytes()).into()),
            TypeIndex::SMALL_STR => match self.as_str() {
                Some(Ok(text)) => Ok(of_text(text)),
                _ => Err(Error::value_error("string is not valid UTF-8")),
            },
            unknown => Err(Error::type_error(format!(
                "expected a value, got {}",
                unknown.name()
            ))),
        }
    }

    /// The DLTensor that a pointer argument refers to.
    pub(crate) fn as_dl_tensor(&self) -> Option<&'a DLTensor> {
        if self.type_index() != TypeIndex::DLTENSOR_PTR {
            return None;
        }
        // SAFETY: the payload is a DLTensor pointer that lives for 'a, or NULL.
        unsafe { self.raw.payload.v_ptr.cast::<DLTensor>().as_ref() }
    }
}

/// The bytes of an array.
///
/// # Safety
/// The array's memory is valid for `'a`.
pub(crate) unsafe fn bytes_of<'a>(array: &TVMLikeByteArray) -> &'a [u8] {
    if array.data.is_null() || array.size == 0 {
        return &[];
    }
    // SAFETY: not null; valid by contract.
    unsafe { slice::from_raw_parts(array.data.cast::<u8>(), array.size) }
}

impl Any {
    /// Takes ownership of a raw value.
    ///
    /// # Safety
    /// The payload matches the type index; the caller gives up an object's reference.
    #[inline]
    pub const unsafe fn from_raw(raw: TVMLikeValue) -> Self {
        Self { raw }
    }

    /// Takes ownership of a strong reference; NULL becomes None.
    ///
    /// # Safety
    /// The caller gives up one strong reference to a live object.
    pub unsafe fn from_owned_object(object: *mut TVMLikeObject) -> Self {
        if object.is_null() {
            return Self::default();
        }
        // SAFETY: alive by contract.
        let index = TypeIndex(unsafe { (*object).type_index });
        Self {
            raw: raw(index, TVMLikePayload { v_obj: object }),
        }
    }

    /// Returns the raw value, with its reference.
    #[inline]
    pub fn into_raw(self) -> TVMLikeValue {
        ManuallyDrop::new(self).raw
    }

    /// Borrows the value in place, so that a small string's text is borrowed from it too.
    #[inline]
    pub fn view(&self) -> &AnyView<'_> {
        // SAFETY: both are transparent over the same struct, and the view lives as long as the borrow.
        unsafe { &*(&raw const *self).cast::<AnyView<'_>>() }
    }

    /// Borrows a slice of owned values as a slice of borrowed ones.
    pub fn views(values: &[Self]) -> &[AnyView<'_>] {
        // SAFETY: both are transparent over the same struct, with the same lifetime.
        unsafe { slice::from_raw_parts(values.as_ptr().cast::<AnyView<'_>>(), values.len()) }
    }

    /// The type index in the value.
    #[inline]
    pub const fn type_index(&self) -> TypeIndex {
        TypeIndex(self.raw.type_index)
    }

    /// Whether it is None.
    #[inline]
    pub const fn is_none(&self) -> bool {
        self.raw.type_index == TypeIndex::NONE.0
    }
}

impl Default for Any {
    #[inline]
    fn default() -> Self {
        Self { raw: NONE }
    }
}

impl Clone for Any {
    fn clone(&self) -> Self {
        if let Some(object) = self.view().as_object() {
            // SAFETY: the object is alive while `self` is; the new reference belongs to the clone.
            unsafe { object::retain(object.as_ptr()) };
        }
        Self { raw: self.raw }
    }
}

impl Drop for Any {
    #[inline]
    fn drop(&mut self) {
        if self.type_index().is_object() {
            // SAFETY: the payload of an object value is an object pointer or NULL.
            let object = unsafe { self.raw.payload.v_obj };
            if !object.is_null() {
                // SAFETY: `self` owns one strong reference.
                unsafe { object::release(object) }
            }
        }
    }
}

impl From<&str> for Any {
    fn from(text: &str) -> Self {
        of_text(text)
    }
}

/// The string with a text.
fn of_text(text: &str) -> Any {
    new_text(text.as_bytes(), TypeIndex::SMALL_STR, TypeIndex::STR)
}

/// Text that is not known to be UTF-8 yet.
#[inline]
fn checked_text(bytes: &[u8]) -> Result<&str, std::str::Utf8Error> {
    if is_ascii(bytes) {
        // SAFETY: ASCII is UTF-8.
        Ok(unsafe { std::str::from_utf8_unchecked(bytes) })
    } else {
        std::str::from_utf8(bytes)
    }
}

/// Whether all bytes are ASCII, in one pass without branches: most text is short and ASCII, for which the standard
/// library's check, which stops early, takes several times as long.
#[inline]
fn is_ascii(bytes: &[u8]) -> bool {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let word = |bytes: &[u8; 8]| u64::from_ne_bytes(*bytes);
    let (words, rest) = bytes.as_chunks::<8>();
    let seen = words.iter().fold(0, |seen, bytes| seen | word(bytes));
    // The last eight bytes overlap what is already checked.
    let seen = match bytes.last_chunk::<8>() {
        Some(last) => seen | word(last),
        None => rest.iter().fold(0, |seen, &byte| seen | u64::from(byte)),
    };
    seen & HIGH == 0
}
