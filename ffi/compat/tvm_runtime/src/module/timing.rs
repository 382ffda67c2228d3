//! Measures the run time of a function, for front ends.
//!
//! Invariant: only the calls are measured, without the first call, which may do one-time work.

use std::ffi::CString;
use std::hint::black_box;
use std::time::{Duration, Instant};

use tvmlike::convert::FromArg;
use tvmlike::error::ErrorKind;
use tvmlike::prelude::*;
use tvmlike_classic::{device_of, must_be_built};

use super::{Module, function};

/// The least factor by which the number of calls grows if a measurement was too short.
const GROWTH: f64 = 1.618;

/// The most measurements of one evaluation.
const MAX_REPEAT: i64 = 1 << 20;

/// How a function is measured.
struct Plan {
    /// The initial number of calls in a measurement.
    number: i64,
    /// The number of measurements.
    repeat: i64,
    /// The least duration of a measurement; a shorter one is repeated with more calls.
    at_least: Duration,
    /// The number of measurements of zero duration after which the calls do not grow.
    zero_times: i64,
    /// The pause after every `rest_after` measurements.
    rest: Duration,
    rest_after: i64,
    /// The number of bytes to write before each measurement, which evicts the arguments from the caches.
    touched: usize,
    /// Called with the arguments before each measurement.
    before: Option<PackedFunc>,
}

fn milliseconds(count: i64, what: &str) -> Result<Duration> {
    let count = u64::try_from(count)
        .map_err(|_| Error::value_error(format!("{what} must not be negative, got {count}")))?;
    Ok(Duration::from_millis(count))
}

/// Makes a function that calls another with its arguments and returns the seconds per call, as bytes of 64-bit floats.
///
/// Without a module, the function is looked up in the registry. `more` has, as far as given: the number of measurements of zero
/// duration after which to stop, the milliseconds of a pause, the number of measurements before a pause, the bytes to write before
/// each measurement; then the name of a function to call before each measurement.
#[packed_func("runtime.RPCTimeEvaluator")]
#[expect(clippy::too_many_arguments, reason = "front ends pass as many")]
fn time_evaluator(
    module: Option<ObjectPtr<Module>>,
    name: &str,
    device_type: i32,
    device_id: i32,
    number: i64,
    repeat: i64,
    min_repeat_ms: i64,
    more: TVMArgs<'_>,
) -> Result<PackedFunc> {
    must_be_built(device_of(device_type, device_id), "measuring time")?;
    if number < 1 || !(0..=MAX_REPEAT).contains(&repeat) {
        return Err(Error::value_error(format!(
            "measuring {name}: number must be at least 1 and repeat 0 to {MAX_REPEAT}, got {number} and {repeat}"
        )));
    }
    let found = match &module {
        Some(module) => function(module, &CString::new(name)?, true)?,
        None => tvmlike::find(name),
    };
    let found =
        found.ok_or_else(|| Error::runtime_error(format!("cannot measure {name}: no such function")))?;
    let (numbers, before) = read_rest(&more)?;
    let (zero_times, rest, rest_after, touched) = match *numbers {
        [] => (i64::MAX, 0, 1, 0),
        [rest, after] => (i64::MAX, rest, after, 0),
        [zero_times, rest, after] => (zero_times, rest, after, 0),
        [zero_times, rest, after, touched] => (zero_times, rest, after, touched),
        _ => {
            return Err(Error::type_error(format!(
                "measuring {name}: {} numbers too many",
                numbers.len()
            )));
        }
    };
    let plan = Plan {
        number,
        repeat,
        at_least: milliseconds(min_repeat_ms, "min_repeat_ms")?,
        zero_times,
        rest: milliseconds(rest, "the pause")?,
        rest_after: rest_after.max(1),
        touched: usize::try_from(touched).map_err(|_| {
            Error::value_error(format!(
                "the number of bytes to write must not be negative, got {touched}"
            ))
        })?,
        before,
    };
    Ok(PackedFunc::new(move |args| {
        let seconds = plan.measure(&found, &args)?;
        let bytes: Vec<u8> = seconds.into_iter().flat_map(f64::to_ne_bytes).collect();
        Ok(Bytes::new(&bytes).into())
    }))
}

/// Splits the trailing arguments into the numbers and the function whose name follows them.
fn read_rest(more: &[AnyView<'_>]) -> Result<(Vec<i64>, Option<PackedFunc>)> {
    let (before, numbers) = match more.split_last() {
        Some((last, numbers)) if last.as_str().is_some() => (text(last)?, numbers),
        _ => ("", more),
    };
    let number = |value| i64::from_arg(value).map_err(|why| why.into_error("a trailing number"));
    let numbers = numbers.iter().map(number).collect::<Result<_>>()?;
    let before = match before {
        "" => None,
        name => Some(tvmlike::get(name)?),
    };
    Ok((numbers, before))
}

fn text<'a>(value: &'a AnyView<'a>) -> Result<&'a str> {
    <&str>::from_arg(value).map_err(|why| why.into_error("the function to call before each measurement"))
}

impl Plan {
    /// The seconds per call, of each measurement.
    fn measure(&self, function: &PackedFunc, args: &[AnyView<'_>]) -> Result<Vec<f64>> {
        function.invoke(args)?;
        let mut memory = Vec::new();
        memory.try_reserve_exact(self.touched).map_err(|_| {
            let message = format!(
                "cannot allocate {} bytes to write before a measurement: out of memory",
                self.touched
            );
            Error::new(ErrorKind::MEMORY_ERROR, message)
        })?;
        memory.resize(self.touched, 0_u8);
        let mut number = self.number;
        let mut measured = Vec::new();
        for at in 1..=self.repeat {
            if let Some(before) = &self.before {
                before.invoke(args)?;
            }
            memory.iter_mut().for_each(|byte| *byte = byte.wrapping_add(1));
            black_box(&mut memory);
            let took = self.long_enough(&mut number, function, args)?;
            measured.push(took.as_secs_f64() / number as f64);
            if !self.rest.is_zero() && at % self.rest_after == 0 {
                std::thread::sleep(self.rest);
            }
            tvmlike::check_interrupt()?;
        }
        Ok(measured)
    }

    /// One measurement, repeated with more calls until it takes long enough.
    fn long_enough(&self, number: &mut i64, function: &PackedFunc, args: &[AnyView<'_>]) -> Result<Duration> {
        let mut nothing = 0;
        loop {
            let begin = Instant::now();
            for _ in 0..*number {
                function.invoke(args)?;
            }
            let took = begin.elapsed();
            if took >= self.at_least || nothing >= self.zero_times {
                return Ok(took);
            }
            nothing += i64::from(took.is_zero());
            let enough = self.at_least.as_secs_f64() / took.as_secs_f64().max(1e-9) * *number as f64 + 1.0;
            // The conversion saturates.
            *number = enough.max(*number as f64 * GROWTH) as i64;
            tvmlike::check_interrupt()?;
        }
    }
}
