//! Byte strings: inline up to 7 bytes, otherwise an object.

use std::ffi::c_char;
use std::fmt;
use std::ops::Deref;

use tvmlike_abi::{TVMLikeByteArray, TVMLikePayload, TVMLikeStringCell, TVMLikeValue};

use crate::object::{ObjectBody, allocate};
use crate::payload::out_of_memory;
use crate::type_index::TypeIndex;
use crate::value::Any;

/// The maximum size of bytes stored inline.
pub(crate) const SMALL: usize = 7;

/// An immutable byte string.
///
/// ```
/// use tvmlike_runtime::Bytes;
///
/// let bytes = Bytes::new(b"\x00\x01");
/// assert_eq!(bytes.as_slice(), [0, 1]);
/// ```
#[derive(Clone)]
#[repr(transparent)]
pub struct Bytes(Any);

impl Bytes {
    /// Copies bytes.
    pub fn new(bytes: &[u8]) -> Self {
        Self(new_text(bytes, TypeIndex::SMALL_BYTES, TypeIndex::BYTES))
    }

    /// The bytes.
    pub fn as_slice(&self) -> &[u8] {
        // The value is a byte string by construction.
        self.0.view().as_bytes().unwrap_or_default()
    }

    /// The underlying value.
    pub(crate) fn as_any(&self) -> &Any {
        &self.0
    }

    /// Wraps a value that is known to be an owned byte string.
    pub(crate) fn from_any_unchecked(value: Any) -> Self {
        Self(value)
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Bytes {}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.as_slice().escape_ascii())
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        Self::new(bytes)
    }
}

impl From<Bytes> for Any {
    fn from(bytes: Bytes) -> Self {
        bytes.0
    }
}

/// Bytes as the C side sees them; they must outlive every use of the struct.
pub(crate) const fn borrowed(bytes: &[u8]) -> TVMLikeByteArray {
    TVMLikeByteArray {
        data: bytes.as_ptr().cast::<c_char>(),
        size: bytes.len(),
    }
}

/// The body of a string or byte string object: the bytes and a terminating NUL follow it.
#[repr(transparent)]
pub(crate) struct TextBody(TVMLikeStringCell);

// SAFETY: the size is written once, when the object is made, and plain data is not touched by `destroy`.
unsafe impl ObjectBody for TextBody {
    fn trailing(&self) -> usize {
        self.0.size + 1
    }
}

/// The body of a string object that owns a `String`, whose buffer ends with a NUL.
#[repr(C)]
pub(crate) struct OwnedText {
    cell: TVMLikeStringCell,
    _buffer: String,
}

// SAFETY: no trailing bytes.
unsafe impl ObjectBody for OwnedText {}

/// From this size on, a `String` is kept instead of copied. Below it, a copy beside the header costs less than a second
/// allocation that stays alive.
const TAKEN_OVER: usize = 4096;

/// Up to this size, the buffer of a `String` grows to twice its size for the NUL: the largest block that glibc allocates from
/// its heap after one of that size was freed.
///
/// A front end copies the text and frees both. Of two blocks of one size, glibc returns the memory to the system each time, and
/// page faults then take ten times as long as the copy. After a block of twice the size was freed, it keeps them. The second
/// half is never touched, so it takes no memory.
const DOUBLED: usize = 32 << 20;

/// Makes a string value from a `String`; reuses the buffer of a long one.
pub(crate) fn text_of(mut text: String) -> Any {
    let size = text.len();
    if size < TAKEN_OVER {
        return new_text(text.as_bytes(), TypeIndex::SMALL_STR, TypeIndex::STR);
    }
    let doubled = size < DOUBLED && text.try_reserve(1).is_ok();
    if !doubled && text.try_reserve_exact(1).is_err() {
        out_of_memory(size + 1);
    }
    text.push('\0');
    let cell = TVMLikeByteArray {
        data: text.as_ptr().cast::<c_char>(),
        size,
    };
    let object = allocate(TypeIndex::STR, OwnedText { cell, _buffer: text }, 0);
    // SAFETY: a complete object with one strong reference, which is moved into the value.
    unsafe { Any::from_owned_object(object.into_raw()) }
}

/// Makes a string or byte string value, inline if it is short enough.
pub(crate) fn new_text(bytes: &[u8], small: TypeIndex, heap: TypeIndex) -> Any {
    if bytes.len() <= SMALL {
        let mut v_bytes = [0; 8];
        v_bytes[..bytes.len()].copy_from_slice(bytes);
        let raw = TVMLikeValue {
            type_index: small.0,
            small_len: bytes.len() as u32,
            payload: TVMLikePayload { v_bytes },
        };
        // SAFETY: the type index names what the payload is.
        return unsafe { Any::from_raw(raw) };
    }
    let body = TextBody(TVMLikeByteArray {
        data: std::ptr::null(),
        size: bytes.len(),
    });
    let mut object = allocate(heap, body, bytes.len() + 1);
    // SAFETY: the object was just allocated, with space for the bytes and a NUL behind its body.
    unsafe {
        let object_end = object
            .as_raw()
            .cast::<u8>()
            .add(size_of::<crate::object::ObjectBox<TextBody>>());
        object_end.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
        object_end.add(bytes.len()).write(0);
        object.body_mut().0.data = object_end.cast::<c_char>();
        Any::from_owned_object(object.into_raw())
    }
}
