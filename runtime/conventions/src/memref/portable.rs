//! Calls by libffi, for platforms whose registers we do not fill in one by one.
//!
//! Arguments follow C's convention everywhere once structs are taken apart, so libffi can pass them. It knows C's rule for
//! results only: that is LLVM's as long as the result is one field, and `ciface` writes all others to memory. Invariant: a
//! function that would return more in registers is refused when it is bound.

use std::ffi::c_void;

use libffi::middle::Type as FfiType;
use tvmlike_runtime::Result;

use super::assign::Field;
use super::frame::Frame;
use crate::native::prepared::Prepared;

/// What libffi knows of a function, and where its arguments are in the frame.
pub(super) struct Portable {
    prepared: Prepared,
    places: Box<[usize]>,
    result: Option<Field>,
}

/// So many arguments need no heap.
const FEW: usize = 32;

fn ffi_type(field: Field) -> FfiType {
    match field {
        Field::Int(1) => FfiType::i8(),
        Field::Int(2) => FfiType::i16(),
        Field::Int(4) => FfiType::i32(),
        Field::Int(_) => FfiType::i64(),
        // The bits are in the low half of the same register.
        Field::Half | Field::F32 => FfiType::f32(),
        Field::F64 => FfiType::f64(),
    }
}

impl Portable {
    /// Describes a function whose arguments are fields at places, in order.
    pub(super) fn new(args: &[(usize, Field)], result: Option<Field>) -> Result<Self> {
        let types = args.iter().map(|(_, field)| ffi_type(*field)).collect();
        Ok(Self {
            prepared: Prepared::new(types, None, result.map_or_else(FfiType::void, ffi_type))?,
            places: args.iter().map(|(place, _)| *place).collect(),
            result,
        })
    }

    /// Calls code with the words of a frame; its result is where the registers' own would be.
    ///
    /// # Errors
    /// An exception that the code throws, where the platform has a way.
    ///
    /// # Safety
    /// The code is a function of this type, and the places have been set to arguments that it can be called with.
    pub(super) unsafe fn call(&self, code: *const c_void, frame: &mut Frame<'_>) -> Result<()> {
        let mut few = [std::ptr::null_mut::<c_void>(); FEW];
        let mut many = Vec::new();
        let args = if self.places.len() <= FEW {
            &mut few[..self.places.len()]
        } else {
            many.resize(self.places.len(), std::ptr::null_mut());
            &mut many[..]
        };
        for (arg, &place) in args.iter_mut().zip(&self.places) {
            // A narrow value is in the low bytes of its word, which come first.
            *arg = frame.address(place).cast();
        }
        let mut result = 0_u64;
        // SAFETY: by contract; libffi reads as many arguments as it was told of, and writes a word at most.
        unsafe {
            self.prepared
                .call(code, args.as_mut_ptr(), (&raw mut result).cast())
        }?;
        frame.set_result(result, !matches!(self.result, Some(Field::Int(_))));
        Ok(())
    }
}

const _: () = assert!(
    cfg!(target_endian = "little"),
    "a narrow value is in the first bytes of its word"
);
