//! TVM's classic functions (`TVM…`), whose values are an 8-byte union with a type code beside it.
//!
//! `ffi/compat/classic/src/exports.rs` declares them, for the libraries of TVM's and DGL's front ends, too.

use std::ffi::{c_char, c_int, c_uint, c_void};

use tvmlike_classic::{
    ClassicAbi, TVMArrayHandle, TVMFunctionHandle, TVMObjectHandle, TVMPackedCFunc, TVMPackedCFuncFinalizer,
    TVMRetValueHandle, TVMValue,
};
use tvmlike_runtime::abi::dlpack::DLManagedTensor;

tvmlike_classic::export! { "TVM" Libtvmlike:
    FuncListGlobalNames FuncGetGlobal FuncFree FuncRegisterGlobal FuncRemoveGlobal
    FuncCall FuncCreateFromCFunc CFuncSetReturn CbArgToReturn
    ObjectRetain ObjectFree ObjectGetTypeIndex ObjectTypeKey2Index ObjectTypeIndex2Key ObjectDerivedFrom
    ArrayAlloc ArrayFree ArrayFromDLPack ArrayToDLPack DLManagedTensorCallDeleter
}

/// libtvmlike itself, as it implements the classic ABI.
enum Libtvmlike {}

impl ClassicAbi for Libtvmlike {
    const OWNER: &'static str = "C";
    const STRING_OBJECTS: bool = false;
    const REFUSED_TENSORS_STAY: bool = false;
    const WRITES_ARRAYS: bool = false;

    fn ready() -> tvmlike_runtime::Result<()> {
        Ok(())
    }

    fn knows_bool() -> bool {
        true
    }
}
