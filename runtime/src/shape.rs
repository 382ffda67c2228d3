//! Shapes: immutable sequences of 64-bit integers.

use std::fmt;
use std::ops::Deref;

use tvmlike_abi::TVMLikeShapeCell;

use crate::object::{ObjectBody, ObjectBox, ObjectPtr, allocate};
use crate::type_index::TypeIndex;
use crate::value::Any;

/// A shape, or another sequence of 64-bit integers such as strides.
///
/// ```
/// use tvmlike_runtime::Shape;
///
/// let shape = Shape::new(&[2, 3]);
/// assert_eq!(shape.iter().product::<i64>(), 6);
/// ```
#[derive(Clone)]
#[repr(transparent)]
pub struct Shape(ObjectPtr<TVMLikeShapeCell>);

// SAFETY: a shape does not change.
unsafe impl Send for Shape {}
// SAFETY: as above.
unsafe impl Sync for Shape {}

/// The body of shapes made by this crate: the numbers follow it.
#[repr(transparent)]
struct ShapeBody(TVMLikeShapeCell);

// SAFETY: the size is written once, when the object is made, and plain data is not touched by `destroy`.
unsafe impl ObjectBody for ShapeBody {
    fn trailing(&self) -> usize {
        self.0.size * size_of::<i64>()
    }
}

impl Shape {
    /// Makes a shape from dimensions.
    pub fn new(dims: &[i64]) -> Self {
        let body = ShapeBody(TVMLikeShapeCell {
            data: std::ptr::null(),
            size: dims.len(),
        });
        let mut object = allocate(TypeIndex::SHAPE, body, size_of_val(dims));
        // SAFETY: the object was just allocated with space for the numbers behind its body, which is aligned to 8.
        unsafe {
            let start = object
                .as_raw()
                .cast::<u8>()
                .add(size_of::<ObjectBox<ShapeBody>>())
                .cast::<i64>();
            start.copy_from_nonoverlapping(dims.as_ptr(), dims.len());
            object.body_mut().0.data = start;
            Self(ObjectPtr::from_owned(std::ptr::NonNull::new_unchecked(
                object.into_raw(),
            )))
        }
    }
}

impl Shape {
    /// The shape as an object.
    pub fn as_object(&self) -> &ObjectPtr<TVMLikeShapeCell> {
        &self.0
    }
}

impl Deref for Shape {
    type Target = [i64];

    fn deref(&self) -> &[i64] {
        if self.0.size == 0 || self.0.data.is_null() {
            return &[];
        }
        // SAFETY: `size` numbers are at `data`.
        unsafe { std::slice::from_raw_parts(self.0.data, self.0.size) }
    }
}

impl From<Shape> for Any {
    fn from(shape: Shape) -> Self {
        // SAFETY: the reference is moved into the value.
        unsafe { Self::from_owned_object(shape.0.into_raw()) }
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
