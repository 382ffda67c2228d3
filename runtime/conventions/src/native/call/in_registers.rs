//! Calls of functions without structs by value, on platforms where we fill the registers.
//!
//! The System V convention of x86-64: integers and addresses use six registers, floats eight, in the order of the
//! parameters. Further arguments go to the stack, one word each. Invariant: the places are those that a C compiler uses for
//! the same signature.

use std::sync::Arc;

use tvmlike_runtime::{Any, PackedFunc, Result, TVMArgs, ToAny};

use super::extra::{Extra, extra};
use super::outs::Outs;
use super::{Common, Param};
use crate::native::ctype::Scalar;
use crate::native::frame::Frame;
use crate::native::layout::Form;
use crate::native::registers::Registers;
use crate::native::signature::{Errno, Mode, Signature};
use crate::native::store;

/// The place of an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Int(u8),
    Float(u8),
    /// The index of a word on the stack.
    Stack(u16),
}

/// Assigns places in the order of the parameters.
#[derive(Clone, Copy, Default)]
struct Places {
    ints: u8,
    floats: u8,
    stack: u16,
}

impl Places {
    fn next(&mut self, float: bool) -> Place {
        let (used, most) = if float {
            (&mut self.floats, 8)
        } else {
            (&mut self.ints, 6)
        };
        if *used < most {
            *used += 1;
            return if float {
                Place::Float(*used - 1)
            } else {
                Place::Int(*used - 1)
            };
        }
        self.stack += 1;
        Place::Stack(self.stack - 1)
    }
}

/// An argument of a function whose arguments are all scalars in registers.
struct Step {
    scalar: Scalar,
    place: Place,
}

/// Makes the packed function.
pub(super) fn function(
    common: Common,
    signature: &Signature,
    record: Arc<str>,
    keep: impl Send + Sync + 'static,
) -> PackedFunc {
    let mut places = Places::default();
    let params: Box<[(Param, Place)]> = signature
        .params()
        .iter()
        .map(|param| {
            let param = Param::of(param);
            let float = param.mode == Mode::In
                && matches!(param.layout.form, Form::Scalar(scalar) if scalar.is_float());
            let place = places.next(float);
            (param, place)
        })
        .collect();
    if places.stack == 0
        && !common.variadic
        && common.errno == Errno::Ignore
        && let Some(result) = plain_result(&common)
        && let Some(steps) = params.iter().map(step).collect::<Option<Box<[Step]>>>()
    {
        return PackedFunc::with_record(record, move |args| {
            let _ = &keep;
            plain_call(&common, &params, &steps, result, args).map_err(|error| common.left(error))
        });
    }
    let returns_handle = matches!(common.result.form, Form::Handle(..));
    if returns_handle || params.iter().any(|(param, _)| param.is_special()) {
        return PackedFunc::with_record(record, move |args| {
            let _ = &keep;
            call::<true>(&common, &params, places, args).map_err(|error| common.left(error))
        });
    }
    PackedFunc::with_record(record, move |args| {
        let _ = &keep;
        call::<false>(&common, &params, places, args).map_err(|error| common.left(error))
    })
}

/// The step for an argument that needs no memory; `None` for text and targets of pointers.
fn step((param, place): &(Param, Place)) -> Option<Step> {
    match param.layout.form {
        Form::Scalar(scalar) if scalar != Scalar::CStr && param.mode == Mode::In => Some(Step {
            scalar,
            place: *place,
        }),
        _ => None,
    }
}

/// The type of a result that needs its register only; `Some(None)` for void.
fn plain_result(common: &Common) -> Option<Option<Scalar>> {
    match common.result.form {
        Form::Void => Some(None),
        Form::Scalar(scalar) if scalar != Scalar::CStr => Some(Some(scalar)),
        _ => None,
    }
}

/// The fast path: every argument is converted directly into its register.
#[inline]
fn plain_call(
    common: &Common,
    params: &[(Param, Place)],
    steps: &[Step],
    result: Option<Scalar>,
    args: TVMArgs<'_>,
) -> Result<Any> {
    if args.len() != steps.len() {
        return Err(common.wrong_count(args.len()));
    }
    let mut registers = Registers::default();
    for (position, (step, value)) in steps.iter().zip(args.iter()).enumerate() {
        let word = store::plain_word(step.scalar, value)
            .map_err(|why| common.bad_argument(why, position, params[position].0.name.as_deref()))?;
        match step.place {
            Place::Int(register) => registers.ints[usize::from(register) % 6] = word,
            Place::Float(register) => registers.floats[usize::from(register) % 8] = word,
            // Unreachable: functions with arguments on the stack have no steps.
            Place::Stack(_) => {}
        }
    }
    enter(common, &mut registers)?;
    match result {
        Some(Scalar::F64) => Ok(f64::from_bits(registers.float_results[0]).to_any()),
        Some(_) => common.result_word(result_register(common, &registers)),
        None => Ok(Any::default()),
    }
}

/// The general path; `SPECIAL` for functions with out-parameters or handles.
fn call<const SPECIAL: bool>(
    common: &Common,
    params: &[(Param, Place)],
    mut places: Places,
    args: TVMArgs<'_>,
) -> Result<Any> {
    common.check_count(args.len())?;
    let frame = Frame::new();
    let mut registers = Registers::default();
    // An upper bound, because it is not known yet which variadic arguments are floats.
    let most = usize::from(places.stack) + (args.len() - common.fixed);
    let stack = frame.take(most * 8).cast::<u64>();
    let mut put = |place, word| match place {
        Place::Int(register) => registers.ints[usize::from(register) % 6] = word,
        Place::Float(register) => registers.floats[usize::from(register) % 8] = word,
        // SAFETY: at most `most` places on the stack are assigned.
        Place::Stack(at) => unsafe { stack.add(usize::from(at)).write(word) },
    };
    let mut outs = SPECIAL.then(|| Outs::new(&frame, params.len()));
    if let Some(outs) = &mut outs {
        let mut inputs = args.iter().enumerate();
        for (param, place) in params {
            let word = common.word(param, &mut inputs, outs, |value| {
                store::word(&param.layout, value, &frame)
            })?;
            put(*place, word);
        }
    } else {
        for (position, ((param, place), value)) in params.iter().zip(args.iter()).enumerate() {
            let word = store::word(&param.layout, value, &frame)
                .map_err(|why| common.bad_argument(why, position, param.name.as_deref()))?;
            put(*place, word);
        }
    }
    for (position, value) in args.iter().enumerate().skip(common.fixed) {
        let extra = extra(value, &frame).map_err(|why| common.bad_argument(why, position, None))?;
        let (float, word) = match extra {
            Extra::Float(word) => (true, word),
            Extra::Int(word) | Extra::Address(word) => (false, word),
        };
        put(places.next(float), word);
    }
    let of_params = || params.iter().map(|(param, _)| param);
    if SPECIAL {
        common.give(of_params(), &args)?;
    }
    registers.stack = stack;
    registers.stack_len = usize::from(places.stack);
    enter(common, &mut registers)?;
    let word = result_register(common, &registers);
    common.check_errno(word, of_params(), &args)?;
    let returned = common.result_word(word)?;
    match outs {
        // SAFETY: the code has returned.
        Some(outs) => unsafe { outs.results(common, returned, of_params(), &args) },
        None => Ok(returned),
    }
}

#[inline]
fn result_register(common: &Common, registers: &Registers) -> u64 {
    match common.result.form {
        Form::Scalar(scalar) if scalar.is_float() => registers.float_results[0],
        _ => registers.int_results[0],
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[inline]
fn enter(common: &Common, registers: &mut Registers) -> Result<()> {
    // SAFETY: by the contract of `bind` the code has this signature, whose arguments are in their places; no result of our
    // C types is returned on the x87 stack.
    common.run(|| unsafe { crate::native::registers::enter(common.code.0, registers) })
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn enter(_: &Common, _: &mut Registers) -> Result<()> {
    // No function is bound this way if `registers::AVAILABLE` is false.
    unreachable!("calls by registers are made on x86-64 Linux only")
}
