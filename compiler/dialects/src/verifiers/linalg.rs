//! `linalg`: what all structured operations have in common, and what some ask for besides.

mod contraction;
mod convolution;
mod elements;
mod indexing;
mod matmul;
mod pack;
mod shapes;
mod winograd;

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::Failure;

pub(super) use indexing::verify_shapes;

use super::destination;
use super::types::has_trait;
use crate::structured;

pub(super) const CHECKS: super::Table = &[
    ("linalg.batch_matmul", Hook::Verify(matmul::batch)),
    ("linalg.batch_reduce_matmul", Hook::Verify(matmul::batch_reduce)),
    ("linalg.broadcast", Hook::Verify(shapes::broadcast)),
    ("linalg.contract", Hook::Verify(contraction::contract)),
    ("linalg.index", Hook::Verify(index)),
    ("linalg.map", Hook::Verify(shapes::map)),
    ("linalg.matmul", Hook::Verify(matmul::matmul)),
    ("linalg.pack", Hook::Verify(pack::pack)),
    ("linalg.reduce", Hook::Verify(shapes::reduce)),
    ("linalg.softmax", Hook::Verify(shapes::softmax)),
    ("linalg.transpose", Hook::Verify(shapes::transpose)),
    ("linalg.unpack", Hook::Verify(pack::unpack)),
    ("linalg.winograd_filter_transform", Hook::Verify(winograd::filter)),
    ("linalg.winograd_input_transform", Hook::Verify(winograd::input)),
    ("linalg.winograd_output_transform", Hook::Verify(winograd::output)),
    ("linalg.yield", Hook::Verify(yields)),
];

pub(super) const INTERFACES: &[Hook] = &[
    Hook::InterfaceRegions("ContractionOpInterface", contraction::verify),
    Hook::Interface("ConvolutionOpInterface", convolution::verify),
    Hook::InterfaceRegions("DestinationStyleOpInterface", destination::structured),
    Hook::Interface("FillOpInterface", elements::fill),
    Hook::InterfaceRegions("LinalgOp", indexing::verify),
];

/// The message about a parent that is no structured operation.
const NO_PARENT: &str = "expected parent op with LinalgOp interface";

/// Checks the loop of `linalg.index`.
fn index(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let parent = instance.op.parent_op(context);
    let Some(parent) = parent.filter(|parent| has_trait(context, *parent, "LinalgOp")) else {
        return instance.refuse(NO_PARENT);
    };
    let dim = instance.integer("dim").unwrap_or(0);
    let Some(loops) = structured::loops(context, parent) else {
        return Ok(());
    };
    if loops.len() as i64 <= dim {
        return instance.refuse(format!(
            "expected dim ({dim}) to be lower than the number of loops ({}) of the enclosing LinalgOp",
            loops.len()
        ));
    }
    Ok(())
}

/// Checks what the body of a structured operation yields.
fn yields(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let parent = op.parent_op(context).filter(|parent| {
        let region = parent.region(context, 0);
        parent.num_regions(context) == 1 && region.is_some_and(|region| !region.is_empty(context))
    });
    let Some(parent) = parent else {
        return instance.refuse("expected single non-empty parent region");
    };
    if !has_trait(context, parent, "LinalgOp") {
        return instance.refuse(NO_PARENT);
    }
    let Some(inputs) = structured::inputs(context, parent) else {
        return Ok(());
    };
    let outputs = parent.operands(context).skip(inputs);
    let (given, wanted) = (op.num_operands(context), outputs.len());
    if given != wanted {
        return instance.refuse(format!(
            "expected number of yield values ({given}) to match the number of inits / outs operands of the enclosing \
             LinalgOp ({wanted})"
        ));
    }
    for (number, (value, output)) in (1..).zip(op.operands(context).zip(outputs)) {
        let (value, element) = (value.ty(context), elements::of(context, output.ty(context)));
        if value != element {
            let [value, element] = [value, element].map(|ty| instance.quote(ty));
            return instance.refuse(format!(
                "type of yield operand {number} ({value}) doesn't match the element type of the enclosing \
                 linalg.generic op ({element})"
            ));
        }
    }
    Ok(())
}
