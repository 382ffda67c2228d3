//! Calls by libffi, for platforms whose registers we do not fill.
//!
//! Once structs are split into fields, arguments follow C's convention on all platforms, so libffi can pass them. libffi
//! implements C's rule for results only. LLVM's rule agrees for a single field, and `ciface` entries write other results to
//! memory. Invariant: a function that would return more in registers is refused when it is bound.

use std::ffi::c_void;

use libffi::middle::Type as FfiType;
use tvmlike_runtime::Result;

use super::assign::Field;
use super::frame::Frame;
use crate::native::prepared::Prepared;

/// libffi's description of a function, and the places of its arguments in the frame.
pub(super) struct Portable {
    prepared: Prepared,
    places: Box<[usize]>,
    result: Option<Field>,
}

/// Up to this many arguments need no allocation.
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

    /// Calls code with the words of a frame, and stores the result where a call by registers would.
    ///
    /// # Errors
    /// A C++ exception of the code, on platforms that support it.
    ///
    /// # Safety
    /// The code is a function of this type, and the places hold valid arguments for it.
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
        // SAFETY: by contract; libffi reads as many arguments as its description has, and writes at most a word.
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
