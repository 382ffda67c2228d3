//! Streams of devices. The CPU has one, NULL, and works in the order of the calls.

use std::ffi::c_int;

use tvmlike_classic::TVMStreamHandle;

use crate::Tvm;

tvmlike_classic::export! { "TVM" Tvm:
    StreamCreate StreamFree SetStream Synchronize StreamStreamSynchronize
}
