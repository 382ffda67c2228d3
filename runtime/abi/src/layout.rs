//! Sizes, alignments and offsets, asserted where they are compiled.
//!
//! The numbers are tvm-ffi 0.1's on a 64-bit platform; a test compiles its header and compares.

use core::mem::{align_of, offset_of, size_of};

use crate::cell::{TVMLikeMapCell, TVMLikeMapEntry, TVMLikeSeqCell, TVMLikeShapeCell};
use crate::error::TVMLikeErrorCell;
use crate::function::TVMLikeFunctionCell;
use crate::host_table::TVMLikeHost;
use crate::object::TVMLikeObject;
use crate::plugin::TVMLikePlugin;
use crate::tensor::TVMLikeTensorCell;
use crate::value::{TVMLikeByteArray, TVMLikeValue};

#[cfg(not(target_pointer_width = "64"))]
compile_error!("tvmlike's contract is stated for 64-bit platforms");

/// Where the cell of every object begins, in bytes from the object's address.
pub const CELL_OFFSET: usize = size_of::<TVMLikeObject>();

const _: () = {
    assert!(size_of::<TVMLikeValue>() == 16 && align_of::<TVMLikeValue>() == 8);
    assert!(offset_of!(TVMLikeValue, type_index) == 0);
    assert!(offset_of!(TVMLikeValue, small_len) == 4);
    assert!(offset_of!(TVMLikeValue, payload) == 8);
    assert!(size_of::<TVMLikeObject>() == 24 && align_of::<TVMLikeObject>() == 8);
    assert!(offset_of!(TVMLikeObject, type_index) == 8);
    assert!(offset_of!(TVMLikeObject, zero) == 12);
    assert!(offset_of!(TVMLikeObject, deleter) == 16);
    assert!(size_of::<TVMLikeByteArray>() == 16);
    assert!(size_of::<TVMLikeShapeCell>() == 16);
    assert!(size_of::<TVMLikeSeqCell>() == 32);
    assert!(offset_of!(TVMLikeSeqCell, data_deleter) == 24);
    assert!(size_of::<TVMLikeFunctionCell>() == 16);
    assert!(size_of::<TVMLikeErrorCell>() == 72);
    assert!(offset_of!(TVMLikeErrorCell, message) == 16);
    assert!(offset_of!(TVMLikeErrorCell, backtrace) == 32);
    assert!(offset_of!(TVMLikeErrorCell, update_backtrace) == 48);
    assert!(offset_of!(TVMLikeErrorCell, cause) == 56);
    assert!(offset_of!(TVMLikeErrorCell, context) == 64);
    assert!(offset_of!(TVMLikeTensorCell, dl_tensor) == 0);
    assert!(offset_of!(TVMLikeTensorCell, flags) == 48);
    assert!(size_of::<TVMLikeMapEntry>() == 32);
    assert!(offset_of!(TVMLikeMapCell, find) == 16);
    assert!(offset_of!(TVMLikeHost, size) == 0);
    assert!(offset_of!(TVMLikeHost, major) == 4);
    assert!(offset_of!(TVMLikeHost, minor) == 6);
    assert!(size_of::<TVMLikeHost>() == 392);
    assert!(offset_of!(TVMLikePlugin, size) == 0);
    assert!(offset_of!(TVMLikePlugin, major) == 4);
    assert!(offset_of!(TVMLikePlugin, minor) == 6);
};
