//! Arrays: a row of owned values that does not change.

use std::fmt;

use tvmlike_abi::{TVMLikeSeqCell, TVMLikeValue};

use crate::object::{ObjectBody, ObjectPtr, allocate};
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView};

/// An array of values.
#[derive(Clone)]
#[repr(transparent)]
pub struct Array(ObjectPtr<TVMLikeSeqCell>);

// SAFETY: an array does not change, and its values are Send and Sync.
unsafe impl Send for Array {}
// SAFETY: as above.
unsafe impl Sync for Array {}

/// The body of our arrays: the values trail behind it.
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
        let size = values.len();
        let cell = TVMLikeSeqCell {
            data: std::ptr::null_mut(),
            size: size as i64,
            capacity: size as i64,
            data_deleter: None,
        };
        let mut object = allocate(
            TypeIndex::ARRAY,
            ArrayBody(cell),
            size * size_of::<TVMLikeValue>(),
        );
        // SAFETY: the object was made just now with room for `size` values behind its body, which is aligned to 8
        // as values are; nobody reads it before the values stand there.
        unsafe {
            let start = object
                .as_raw()
                .cast::<u8>()
                .add(size_of::<crate::object::ObjectBox<ArrayBody>>())
                .cast::<TVMLikeValue>();
            for (position, value) in values.into_iter().enumerate() {
                start.add(position).write(value.into_raw());
            }
            object.body_mut().0.data = start;
            Self(ObjectPtr::from_owned(std::ptr::NonNull::new_unchecked(
                object.into_raw(),
            )))
        }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        usize::try_from(self.0.size).unwrap_or(0)
    }

    /// Whether there are none.
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

    /// The values in turn.
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
        // SAFETY: the reference is given up.
        unsafe { Self::from_owned_object(array.0.into_raw()) }
    }
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
