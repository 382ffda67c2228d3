//! The custom forms of the operations of `omp` that have no format.

mod loops;
mod memory;
mod names;

use tvmlike_ir::{Context, Type};
use tvmlike_text::{ArgumentNames, CustomForm, ResultNames};

/// The form of an operation, if it has no format.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    Some(match name {
        "omp.canonical_loop" => CustomForm::new(loops::Canonical),
        "omp.loop_nest" => CustomForm::new(loops::Nest),
        "omp.target_allocmem" => CustomForm::new(memory::Allocate),
        "omp.unroll_heuristic" => CustomForm::new(loops::Unroll),
        _ => return None,
    })
}

/// The names of the arguments of an operation's region.
pub(super) fn argument_names(name: &str) -> Option<ArgumentNames> {
    (name == "omp.canonical_loop").then(|| {
        ArgumentNames::new(|context, op, _, names| names.push(names::of_loop(context, op, "iv").into_bytes()))
    })
}

/// The names of references to loops.
pub(super) fn loop_names() -> ResultNames {
    ResultNames::new(|context, op, names| names.extend(names::of_loop_value(context, op)))
}

/// `!omp.cli`: a reference to a loop.
fn loop_type(context: &Context) -> Option<Type> {
    let (dialect, name) = (context.identifier("omp"), context.identifier("cli"));
    context.dialect_type(context.type_info(dialect, name)?, &[]).ok()
}
