//! Type indices, as a number type of their own.
//!
//! A type index comes from outside (another library, a front end), so it is a checked number and never a Rust enum.

use tvmlike_abi as abi;

/// The type of a value or an object.
///
/// ```
/// use tvmlike_runtime::{ToAny, TypeIndex};
///
/// assert_eq!(1.to_any().type_index(), TypeIndex::INT);
/// assert_eq!(TypeIndex::STR.name(), "str");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct TypeIndex(pub i32);

macro_rules! indices {
    ($($(#[$doc:meta])* $name:ident = $value:ident;)*) => {
        impl TypeIndex {
            $($(#[$doc])* pub const $name: Self = Self(abi::$value);)*
        }
    };
}

indices! {
    /// No value.
    NONE = TVMLIKE_NONE;
    /// A signed 64-bit integer.
    INT = TVMLIKE_INT;
    /// A bool.
    BOOL = TVMLIKE_BOOL;
    /// A 64-bit float.
    FLOAT = TVMLIKE_FLOAT;
    /// A raw pointer.
    OPAQUE_PTR = TVMLIKE_OPAQUE_PTR;
    /// A data type.
    DATA_TYPE = TVMLIKE_DATA_TYPE;
    /// A device.
    DEVICE = TVMLIKE_DEVICE;
    /// A borrowed `DLTensor*`.
    DLTENSOR_PTR = TVMLIKE_DLTENSOR_PTR;
    /// A borrowed C string.
    RAW_STR = TVMLIKE_RAW_STR;
    /// Borrowed bytes.
    BYTE_ARRAY_PTR = TVMLIKE_BYTE_ARRAY_PTR;
    /// A reference to an object that the callee may take.
    RVALUE_REF = TVMLIKE_RVALUE_REF;
    /// An inline string.
    SMALL_STR = TVMLIKE_SMALL_STR;
    /// An inline byte string.
    SMALL_BYTES = TVMLIKE_SMALL_BYTES;
    /// An omitted argument, left to its default.
    MISSING = TVMLIKE_MISSING;
    /// Any object.
    OBJECT = TVMLIKE_OBJECT;
    /// A string object.
    STR = TVMLIKE_STR;
    /// A byte string object.
    BYTES = TVMLIKE_BYTES;
    /// An error.
    ERROR = TVMLIKE_ERROR;
    /// A function.
    FUNCTION = TVMLIKE_FUNCTION;
    /// A shape.
    SHAPE = TVMLIKE_SHAPE;
    /// A tensor.
    TENSOR = TVMLIKE_TENSOR;
    /// An array.
    ARRAY = TVMLIKE_ARRAY;
    /// A map.
    MAP = TVMLIKE_MAP;
    /// A module.
    MODULE = TVMLIKE_MODULE;
    /// A reference to a Python object.
    OPAQUE_PY_OBJECT = TVMLIKE_OPAQUE_PY_OBJECT;
    /// A tvm-ffi list.
    LIST = TVMLIKE_LIST;
    /// A tvm-ffi dict.
    DICT = TVMLIKE_DICT;
}

impl TypeIndex {
    /// Whether a value of this type contains an object pointer.
    #[inline]
    pub const fn is_object(self) -> bool {
        self.0 >= abi::TVMLIKE_OBJECT
    }

    /// Whether values of this type occur only as borrowed arguments.
    #[inline]
    pub const fn is_borrowed_only(self) -> bool {
        self.0 >= abi::TVMLIKE_DLTENSOR_PTR
            && (self.0 <= abi::TVMLIKE_RVALUE_REF || self.0 == abi::TVMLIKE_MISSING)
    }
}
