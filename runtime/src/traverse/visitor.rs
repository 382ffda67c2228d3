//! What receives the references of an object.

use std::ffi::c_void;

use tvmlike_abi::TVMLikeObject;

use crate::object::ObjectPtr;

/// Receives the references of an object.
///
/// ```
/// use tvmlike_runtime::traverse::{Traverse, Visitor};
/// use tvmlike_runtime::{Array, PackedFunc};
///
/// struct Node {
///     inputs: Array,
///     callback: Option<PackedFunc>,
/// }
///
/// impl Traverse for Node {
///     fn traverse(&self, visitor: &mut Visitor) {
///         visitor.object(self.inputs.as_object());
///         if let Some(callback) = &self.callback {
///             visitor.object(callback.as_object());
///         }
///     }
/// }
/// ```
pub struct Visitor {
    pub(super) visit: unsafe extern "C" fn(child: *mut TVMLikeObject, context: *mut c_void),
    pub(super) context: *mut c_void,
}

impl Visitor {
    /// Reports one strong reference.
    pub fn object<T>(&mut self, object: &ObjectPtr<T>) {
        // SAFETY: the traversal was started with a function that accepts every child and the context; the object is
        // alive while it is borrowed.
        unsafe { (self.visit)(object.as_raw(), self.context) }
    }
}
