//! The place for a call's result.

use std::marker::PhantomData;

use tvmlike_abi::TVMLikeValue;

use crate::value::Any;

/// The place for a call's result. [`Descriptor`](crate::function::described::Descriptor) has an example.
pub struct ResultSlot<'a> {
    place: *mut TVMLikeValue,
    lives: PhantomData<&'a mut TVMLikeValue>,
}

impl ResultSlot<'_> {
    /// The place of a caller.
    ///
    /// # Safety
    /// The place is valid while the slot is, and holds no object.
    #[inline(always)]
    pub(crate) unsafe fn at(place: *mut TVMLikeValue) -> Self {
        Self {
            place,
            lives: PhantomData,
        }
    }

    /// Writes the result.
    #[inline(always)]
    pub fn put(self, value: Any) {
        // SAFETY: valid by the contract of `at`; it holds no object, so nothing is lost.
        unsafe { self.place.write(value.into_raw()) }
    }
}
