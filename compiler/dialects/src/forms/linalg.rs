//! The custom forms of linalg's operations.

mod destination;
mod generic;
mod groups;
mod maps;
mod named;
mod payload;

use tvmlike_ir::{Context, Op, Region};
use tvmlike_text::{ArgumentNames, CustomForm};

use self::destination::Destination;
use self::generic::{Generic, Yield};
use self::named::{Elementwise, Structured};
use self::payload::{MAP, Payload, REDUCE};
use crate::structured;

/// The form of an operation.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    Some(match name {
        "linalg.broadcast" => CustomForm::new(Destination("dimensions")),
        "linalg.contract" => CustomForm::new(Structured::contract()),
        "linalg.elementwise" => CustomForm::new(Elementwise),
        "linalg.generic" => CustomForm::new(Generic),
        "linalg.map" => CustomForm::new(Payload(&MAP)),
        "linalg.reduce" => CustomForm::new(Payload(&REDUCE)),
        "linalg.transpose" => CustomForm::new(Destination("permutation")),
        "linalg.yield" => CustomForm::new(Yield),
        _ => {
            let named = structured::find(name.strip_prefix("linalg.")?)?;
            CustomForm::new(Structured::named(named))
        }
    })
}

/// The names of the arguments in regions of an operation.
pub(super) fn argument_names(name: &str) -> Option<ArgumentNames> {
    let output = match name {
        "linalg.generic" => "out",
        "linalg.map" | "linalg.reduce" => "init",
        _ => return None,
    };
    Some(ArgumentNames::new(
        move |context: &Context, op: Op, _: Region, names: &mut Vec<Vec<u8>>| {
            if let Some(inputs) = structured::inputs(context, op) {
                let outputs = op.num_operands(context) - inputs;
                names.extend(std::iter::repeat_n(b"in".to_vec(), inputs));
                names.extend(std::iter::repeat_n(output.as_bytes().to_vec(), outputs));
            }
        },
    ))
}
