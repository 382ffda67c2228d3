//! What the type table has about a type.

use crate::value::TVMLikeByteArray;

/// An entry of the type table. Never freed.
#[repr(C)]
pub struct TVMLikeTypeInfo {
    /// The type's own index.
    pub type_index: i32,
    /// Number of ancestors; 0 for the root `runtime.Object` and for value types.
    pub depth: i32,
    /// Its ancestors' indices, root first; `depth` of them.
    pub ancestors: *const i32,
    /// The type key, followed by a NUL.
    pub key: TVMLikeByteArray,
}
