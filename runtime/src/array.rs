//! Arrays: immutable sequences of owned values.

use std::fmt;

use tvmlike_abi::{TVMLikeSeqCell, TVMLikeValue};

use crate::error::Result;
use crate::object::{ObjectBody, ObjectPtr, allocate};
use crate::payload::out_of_memory;
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView};

/// An immutable array of values.
///
/// ```
/// use tvmlike_runtime::{Array, ToAny};
///
/// let array = Array::new(vec![1.to_any(), "two".to_any()]);
/// assert_eq!(array.len(), 2);
/// assert!(array.get(0).is_some());
/// ```
#[derive(Clone)]
#[repr(transparent)]
pub struct Array(ObjectPtr<TVMLikeSeqCell>);

// SAFETY: an array does not change, and its values are Send and Sync.
unsafe impl Send for Array {}
// SAFETY: as above.
unsafe impl Sync for Array {}

/// The body of arrays made by this crate: the values follow it.
#[repr(transparent)]
struct ArrayBody(TVMLikeSeqCell);

// SAFETY: the capacity is written once, when the object is made, and not touched by `destroy`.
unsafe impl ObjectBody for ArrayBody {
    fn trailing(&self) -> usize {
        self.0.capacity as usize * size_of::<TVMLikeValue>()
    }

    unsafe fn destroy(this: *mut Self) {
        // SAFETY: `size` owned values stand at `data`.
        unsafe {
            let (data, size) = ((*this).0.data, (*this).0.size);
            std::ptr::slice_from_raw_parts_mut(data.cast::<Any>(), size as usize).drop_in_place();
        }
    }
}

impl Array {
    /// Makes an array from values.
    pub fn new(values: Vec<Any>) -> Self {
        Self::of(values.into_iter())
    }

    /// Makes an array from an iterator of known length.
    pub(crate) fn of(values: impl ExactSizeIterator<Item = Any>) -> Self {
        let mut array = Self::with_room(values.len());
        for value in values {
            array.push(value);
        }
        array
    }

    /// Makes an array from borrowed values, which it copies (for objects, it copies the reference).
    ///
    /// # Errors
    /// TypeError for a borrowed `DLTensor*`; ValueError for text that is not UTF-8.
    pub fn from_views(values: &[AnyView<'_>]) -> Result<Self> {
        let mut array = Self::with_room(values.len());
        for value in values {
            array.push(value.to_owned()?);
        }
        Ok(array)
    }

    /// An empty array with capacity for [`Array::push`].
    fn with_room(capacity: usize) -> Self {
        let cell = TVMLikeSeqCell {
            data: std::ptr::null_mut(),
            size: 0,
            capacity: capacity as i64,
            data_deleter: None,
        };
        let bytes = capacity
            .checked_mul(size_of::<TVMLikeValue>())
            .unwrap_or_else(|| out_of_memory(usize::MAX));
        let mut object = allocate(TypeIndex::ARRAY, ArrayBody(cell), bytes);
        // SAFETY: the object was just allocated with space for `capacity` values behind its body, which is aligned to 8
        // as values are; the body begins with an array cell.
        unsafe {
            let start = object
                .as_raw()
                .cast::<u8>()
                .add(size_of::<crate::object::ObjectBox<ArrayBody>>());
            object.body_mut().0.data = start.cast::<TVMLikeValue>();
            Self(ObjectPtr::from_owned(std::ptr::NonNull::new_unchecked(
                object.into_raw(),
            )))
        }
    }

    /// Appends a value while the array is being built.
    fn push(&mut self, value: Any) {
        // SAFETY: the array is not shared yet, and nothing else refers to its cell.
        let cell = unsafe { self.0.body_mut() };
        assert!(
            cell.size < cell.capacity,
            "an array is made with room for its values"
        );
        // SAFETY: there is space for one more value at `size`.
        unsafe { cell.data.add(cell.size as usize).write(value.into_raw()) };
        cell.size += 1;
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        usize::try_from(self.0.size).unwrap_or(0)
    }

    /// Whether the array has no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All values.
    pub fn as_slice(&self) -> &[Any] {
        if self.is_empty() || self.0.data.is_null() {
            return &[];
        }
        // SAFETY: `size` owned values stand at `data`, and an owned value is transparent over the C struct.
        unsafe { std::slice::from_raw_parts(self.0.data.cast::<Any>(), self.len()) }
    }

    /// The value at a position.
    pub fn get(&self, position: usize) -> Option<&AnyView<'_>> {
        self.as_slice().get(position).map(Any::view)
    }

    /// Iterates over the values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &AnyView<'_>> {
        self.as_slice().iter().map(Any::view)
    }

    /// The array as an object.
    pub fn as_object(&self) -> &ObjectPtr<TVMLikeSeqCell> {
        &self.0
    }
}

impl<T: Into<Any>> FromIterator<T> for Array {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self::new(values.into_iter().map(Into::into).collect())
    }
}

impl From<Array> for Any {
    fn from(array: Array) -> Self {
        // SAFETY: the reference is moved into the value.
        unsafe { Self::from_owned_object(array.0.into_raw()) }
    }
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
