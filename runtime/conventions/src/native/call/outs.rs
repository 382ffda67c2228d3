//! Out-parameters: memory of the call that the code writes to, whose values are further results. And the function pointers
//! that are made for the call.
//!
//! Invariant: the code gets the address of zeroed memory of the parameter's type, or NULL where the caller passes None for
//! an `inout`; what is there after the call is read as a value of that type.

use std::ffi::c_void;

use tvmlike_runtime::convert::Mismatch;
use tvmlike_runtime::{Any, AnyView, Array, Result};

use super::callback::{Callback, Lent};
use super::{Common, Param};
use crate::native::frame::Frame;
use crate::native::handle;
use crate::native::layout::Form;
use crate::native::load;
use crate::native::signature::Mode;
use crate::native::store;

/// The memory of the out-parameters of one call, in their order.
pub(super) struct Outs<'a> {
    frame: &'a Frame,
    places: *mut *mut u8,
    len: usize,
    /// The function pointers, which end with the call.
    lent: Vec<Lent<'a>>,
}

impl<'a> Outs<'a> {
    /// Memory for at most so many out-parameters.
    pub(super) fn new(frame: &'a Frame, most: usize) -> Self {
        let places = frame.take(most * size_of::<*mut u8>()).cast();
        Self {
            frame,
            places,
            len: 0,
            lent: Vec::new(),
        }
    }

    /// The address for an out-parameter. `value` is the caller's argument for an `inout`.
    pub(super) fn place(&mut self, param: &Param, value: Option<&AnyView<'_>>) -> Result<*mut u8, Mismatch> {
        let place = match value {
            Some(value) if value.is_none() => std::ptr::null_mut(),
            _ => self.frame.take(param.layout.size),
        };
        if let Some(value) = value.filter(|_| !place.is_null()) {
            // SAFETY: zeroed memory of the layout's size.
            unsafe { store::write(&param.layout, value, place, self.frame)? }
        }
        // SAFETY: there is a place for each out-parameter, of which each comes once.
        unsafe { self.places.add(self.len).write(place) };
        self.len += 1;
        Ok(place)
    }

    /// The address for a parameter that is a function pointer.
    pub(super) fn lend(
        &mut self,
        callback: &'a Callback,
        value: &AnyView<'_>,
    ) -> Result<*mut c_void, Mismatch> {
        callback.address(value, &mut self.lent)
    }

    /// The results: what the function has returned, unless that is void, and the values of the out-parameters; an array if
    /// there are several.
    ///
    /// # Safety
    /// The code has returned: the places have values of their types.
    pub(super) unsafe fn results<'b>(
        &self,
        common: &Common,
        returned: Any,
        params: impl Iterator<Item = &'b Param>,
        args: &[AnyView<'_>],
    ) -> Result<Any> {
        if self.len == 0 {
            handle::keep(&returned, args)?;
            return Ok(returned);
        }
        let mut results = Vec::with_capacity(self.len + 1);
        if !matches!(common.result.form, Form::Void) {
            results.push(returned);
        }
        for (at, param) in params.filter(|param| param.mode != Mode::In).enumerate() {
            // SAFETY: each out-parameter has written its place.
            let place = unsafe { *self.places.add(at) };
            results.push(if place.is_null() {
                Any::default()
            } else {
                // SAFETY: by contract.
                unsafe { load::read(&param.layout, place) }
                    .map_err(|error| common.bad_out(&error, at, param.name.as_deref()))?
            });
        }
        for result in &results {
            handle::keep(result, args)?;
        }
        if results.len() == 1
            && let Some(only) = results.pop()
        {
            return Ok(only);
        }
        Ok(Array::new(results).into())
    }
}
