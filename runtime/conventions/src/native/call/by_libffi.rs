//! Calls by libffi: functions with structs by value, and all functions on platforms where we do not fill the registers.

use std::ffi::c_void;
use std::sync::Arc;

use libffi::middle::Type;

use tvmlike_runtime::{Any, PackedFunc, Result, TVMArgs};

use super::extra::{Extra, extra};
use super::outs::Outs;
use super::{Common, Param};
use crate::native::frame::Frame;
use crate::native::layout::Form;
use crate::native::prepared::Prepared;
use crate::native::signature::{Mode, Signature};
use crate::native::{load, store};

/// A parameter with the offset of its value in the block of values.
struct Placed {
    param: Param,
    offset: usize,
}

/// Makes the packed function.
pub(super) fn function(
    common: Common,
    signature: &Signature,
    record: Arc<str>,
    keep: impl Send + Sync + 'static,
) -> Result<PackedFunc> {
    let mut end = 0_usize;
    let params: Box<[Placed]> = signature
        .params()
        .iter()
        .map(|param| {
            let param = Param::of(param);
            let offset = end;
            end += match param.mode {
                Mode::In => param.layout.size.next_multiple_of(8),
                Mode::Out | Mode::InOut => 8,
            };
            Placed { param, offset }
        })
        .collect();
    let fixed = common.variadic.then_some(params.len());
    let prepared = Prepared::new(types(&params), fixed, common.result.ffi_type())?;
    Ok(PackedFunc::with_record(record, move |args| {
        let _ = &keep;
        call(&common, &params, end, &prepared, args).map_err(|error| common.left(error))
    }))
}

fn types(params: &[Placed]) -> Vec<Type> {
    params
        .iter()
        .map(|Placed { param, .. }| match param.mode {
            Mode::In => param.layout.ffi_type(),
            Mode::Out | Mode::InOut => Type::pointer(),
        })
        .collect()
}

fn call(
    common: &Common,
    params: &[Placed],
    size: usize,
    prepared: &Prepared,
    args: TVMArgs<'_>,
) -> Result<Any> {
    common.check_count(args.len())?;
    let frame = Frame::new();
    let values = frame.take(size);
    // The out-parameters are no arguments.
    let count = params.len() + (args.len() - common.fixed);
    let pointers = frame.take(count * size_of::<*mut c_void>()).cast::<*mut c_void>();
    let special = matches!(common.result.form, Form::Handle(..))
        || params.iter().any(|placed| placed.param.is_special());
    let mut outs = Outs::new(&frame, if special { params.len() } else { 0 });
    let mut inputs = args.iter().enumerate();
    for (position, Placed { param, offset }) in params.iter().enumerate() {
        // SAFETY: the block has zeroed room for the value at the offset, aligned to 8, and a pointer for each argument.
        let place = unsafe {
            let place = values.add(*offset);
            pointers.add(position).write(place.cast());
            place
        };
        let by_value = param.mode == Mode::In && param.callback.is_none();
        let word = common.word(param, &mut inputs, &mut outs, |value| {
            // SAFETY: as above.
            unsafe { store::write(&param.layout, value, place, &frame) }.map(|()| 0)
        })?;
        if !by_value {
            // SAFETY: as above; an address is in the first bytes of its room.
            unsafe { place.cast::<u64>().write(word) };
        }
    }
    let mut further = Vec::new();
    for (position, value) in args.iter().enumerate().skip(common.fixed) {
        let extra = extra(value, &frame).map_err(|why| common.bad_argument(why, position, None))?;
        let (ty, word) = match extra {
            Extra::Float(word) => (Type::f64(), word),
            Extra::Int(word) => (Type::i64(), word),
            Extra::Address(word) => (Type::pointer(), word),
        };
        further.push(ty);
        let place = frame.take(8);
        // SAFETY: there is room for a word and a pointer for each argument. An address narrower than a word is in its first
        // bytes, because all supported platforms are little-endian.
        unsafe {
            place.cast::<u64>().write(word);
            pointers
                .add(position - common.fixed + params.len())
                .write(place.cast());
        }
    }
    // libffi writes whole words for narrow integers, and registers for small structs.
    let result = frame.take(common.result.size.next_multiple_of(16).max(16));
    let with_further;
    let prepared = if further.is_empty() {
        prepared
    } else {
        let types = types(params).into_iter().chain(further).collect();
        with_further = Prepared::new(types, Some(params.len()), common.result.ffi_type())?;
        &with_further
    };
    let of_params = || params.iter().map(|placed| &placed.param);
    if special {
        common.give(of_params(), &args)?;
    }
    // SAFETY: by the contract of `bind` the code has this signature; the values are of its types.
    common.run(|| unsafe { prepared.call(common.code.0, pointers, result) })?;
    // SAFETY: the code has written a result of its type.
    let returned = match unsafe { result_of(common, result) } {
        Returned::Word(word) => {
            common.check_errno(word, of_params(), &args)?;
            common.result_word(word)?
        }
        Returned::Struct(value) => value?,
    };
    if !special {
        return Ok(returned);
    }
    // SAFETY: the code has returned.
    unsafe { outs.results(common, returned, of_params(), &args) }
}

/// What libffi has written for a result.
enum Returned {
    Word(u64),
    Struct(Result<Any>),
}

/// Reads the result.
///
/// # Safety
/// libffi has written a result of the function's type at `place`.
unsafe fn result_of(common: &Common, place: *const u8) -> Returned {
    let layout = &common.result;
    Returned::Word(match &layout.form {
        Form::Struct { .. } | Form::Complex(_) => {
            // SAFETY: by contract.
            let value = unsafe { load::read(layout, place) };
            return Returned::Struct(value.map_err(|error| common.bad_result(&error)));
        }
        Form::Void => 0,
        // Integers are widened to a word, floats and addresses are not.
        // SAFETY: by contract.
        Form::Scalar(scalar) if !scalar.is_float() => unsafe { load::get(8, place) },
        // SAFETY: by contract.
        _ => unsafe { load::get(layout.size, place) },
    })
}
