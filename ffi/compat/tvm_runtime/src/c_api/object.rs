//! Objects and their types.

use std::ffi::{c_char, c_int, c_uint};

use tvmlike_classic::TVMObjectHandle;

use crate::classic_abi::Tvm;

tvmlike_classic::export! { "TVM" Tvm:
    ObjectFree ObjectGetTypeIndex ObjectTypeKey2Index ObjectTypeIndex2Key ObjectDerivedFrom
}

/// Adds a reference to an object. NULL is ignored.
///
/// # Safety
/// `obj` is NULL or a living object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMObjectRetain(obj: TVMObjectHandle) -> c_int {
    if obj.is_null() {
        return 0;
    }
    // SAFETY: by contract.
    unsafe { tvmlike_classic::object_retain::<Tvm>(obj) }
}
