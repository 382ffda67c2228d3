//! `runtime.*`: containers, strings and boxed values.
//!
//! Invariant: a container keeps its items unchanged, except boxed bools, which are unboxed.

mod adt;
mod array;
mod boxed;
pub(crate) mod imm;
mod map;
mod shape;
mod string;

pub use adt::Adt;
pub use boxed::BoxBool;
pub use imm::{FloatImm, IntImm};

use tvmlike::convert::Mismatch;
use tvmlike::{Any, Error, Result, TVMArgs};

/// Arguments as a container keeps them. `before` is the number of arguments before them.
fn kept(args: TVMArgs<'_>, before: usize, function: &str) -> Result<Vec<Any>> {
    let keep = |(position, value)| {
        boxed::unboxed(value)
            .to_owned()
            .map_err(|why| Mismatch::Failed(why).into_argument_error(function, before + position, None))
    };
    args.iter().enumerate().map(keep).collect()
}

/// Checks an index.
fn position(index: i64, len: usize, function: &str, container: &str) -> Result<usize> {
    let position = usize::try_from(index).ok().filter(|&position| position < len);
    position.ok_or_else(|| {
        Error::index_error(format!(
            "{function}: index {index} is out of range for {container} of {len} items"
        ))
    })
}
