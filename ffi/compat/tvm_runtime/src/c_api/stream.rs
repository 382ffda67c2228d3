//! Streams of devices. The CPU has one, NULL, and works in the order of the calls.

use std::ffi::c_int;

use tvmlike_classic::TVMStreamHandle;

use crate::classic_abi::Tvm;

tvmlike_classic::export! { "TVM" Tvm:
    StreamCreate StreamFree SetStream Synchronize StreamStreamSynchronize
}
