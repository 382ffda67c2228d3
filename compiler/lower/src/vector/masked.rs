//! `vector.mask` around an operation: a lowering replaces it in place of the operation, and masks what it makes.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Attribute, Context, InsertionPoint, Location, Op, PatternSet, RewriteFn, Rewriter, Type, Value,
};

use super::vector_parts;
use crate::make::{Make, build, entries, property};
use crate::number;

/// What an operation of a region of `vector.mask` is replaced with, or the operation itself.
#[derive(Clone, Copy)]
pub(super) struct Root {
    /// The operation that is replaced.
    pub(super) op: Op,
    /// The mask, if there is one.
    pub(super) mask: Option<Value>,
    /// Whether lanes that are not set have a value of their own.
    pub(super) has_other_lanes: bool,
}

/// Whether an operation is masked.
pub(crate) fn is_masked(context: &Context, op: Op) -> bool {
    op.parent_op(context)
        .is_some_and(|parent| parent.is_named(context, "vector.mask"))
}

impl Root {
    /// That of an operation.
    pub(super) fn of(context: &Context, op: Op) -> Self {
        match op.parent_op(context) {
            Some(parent) if parent.is_named(context, "vector.mask") => Self {
                op: parent,
                mask: parent.operand(context, 0),
                has_other_lanes: parent.num_operands(context) > 1,
            },
            _ => Self {
                op,
                mask: None,
                has_other_lanes: false,
            },
        }
    }

    /// Makes what replaces it, and replaces it.
    pub(super) fn replace(
        self,
        rewriter: &mut Rewriter<'_, '_>,
        make: &mut dyn FnMut(&mut Rewriter<'_, '_>) -> Option<Value>,
    ) -> Option<()> {
        let place = InsertionPoint::before(rewriter.context(), self.op)?;
        let value = rewriter.at(Some(place), make)?;
        rewriter.replace_op(self.op, &[value]);
        Some(())
    }
}

/// Makes an operation, and `vector.mask` around it if there is a mask. Its result.
///
/// As in MLIR, the operation is made before it moves into the mask: so a driver visits it before what it uses.
pub(super) fn make_masked(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    op: Make<'_>,
    mask: Option<Value>,
) -> Option<Value> {
    let Some(mask) = mask else {
        return Some(op.value(rewriter, location));
    };
    let results = op.results;
    let inner = op.at(rewriter, location);
    let edit = rewriter.edit();
    let region = edit.create_region();
    let block = edit.create_block(&[]);
    region.append(edit, block).ok()?;
    inner.detach(edit);
    block.append(edit, inner).ok()?;
    let values: Vec<Value> = inner.results(rewriter.context()).collect();
    rewriter.at(Some(InsertionPoint::at_end(block)), |rewriter| {
        Make::new("vector.yield", &values, &[]).at(rewriter, location);
    });
    let made = OpBuilder::new("vector.mask")
        .operand("mask", [mask])
        .operand("passthru", [])
        .result("results", results.iter().copied())
        .region("maskRegion", [region]);
    build(rewriter, made, location).result(rewriter.context(), 0)
}

/// Adds the patterns that make operations with a mask of masked transfers and gathers.
pub(crate) fn add_mask_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[RewriteFn::new("MaskOpRewritePattern", "vector.mask", unwrap)]);
}

/// Whether all lanes of a mask are known to be set.
fn is_all_set(context: &Context, mask: Value) -> Option<bool> {
    let op = mask.defining_op(context)?;
    let (sizes, _) = vector_parts(context, mask.ty(context))?;
    let covers = |known: Vec<i64>| known.iter().zip(&sizes).all(|(known, size)| known >= size);
    Some(if op.is_named(context, "vector.constant_mask") {
        covers(number::list(context, property(context, op, "mask_dim_sizes")?)?)
    } else if op.is_named(context, "vector.create_mask") {
        let bounds = op.operands(context).map(|bound| number::constant(context, bound));
        covers(bounds.collect::<Option<_>>()?)
    } else {
        op.is_named(context, "arith.constant")
            && number::uniform_of(context, property(context, op, "value")?).is_some_and(|lane| lane != 0)
    })
}

/// An operation in a mask that takes a mask itself, or all of whose lanes are set; of a mask around nothing, what it yields.
fn unwrap(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let (mask, other) = (op.operand(context, 0)?, op.operand(context, 1));
    let block = op.region(context, 0)?.first_block(context)?;
    let inner = block.first_op(context)?;
    if inner.is_named(context, "vector.yield") {
        let mut values: Vec<Value> = inner.operands(context).collect();
        if let Some((other, value)) = other.zip(values.first_mut()) {
            let (operands, results) = ([mask, *value, other], [value.ty(context)]);
            *value = Make::new("arith.select", &operands, &results).value(rewriter, location);
        }
        return replace(rewriter, op, &values);
    }
    let name = inner.name(context).text(context).into_owned();
    let mut operands: Vec<Value> = inner.operands(context).collect();
    let results: Vec<Type> = inner.results(context).map(|result| result.ty(context)).collect();
    let properties = entries(context, inner.properties(context));
    let mut properties: Vec<(String, Attribute)> = properties
        .iter()
        .map(|entry| (entry.name.text(context).into_owned(), entry.value))
        .collect();
    let is_whole = is_all_set(context, mask) == Some(true) && other.is_none();
    match name.as_str() {
        _ if is_whole => {}
        // A gather has a mask of its own, of which MLIR 22 knows nothing here.
        "vector.gather" => {
            let lanes = operands.len() - 2;
            let ty = mask.ty(context);
            let both = Make::new("arith.andi", &[operands[lanes], mask], &[ty]).value(rewriter, location);
            operands[lanes] = both;
        }
        "vector.transfer_read" | "vector.transfer_write" if other.is_none() => {
            let segments = properties
                .iter_mut()
                .find(|entry| entry.0 == "operandSegmentSizes")?;
            let mut sizes = number::list(context, segments.1)?;
            *sizes.last_mut()? = 1;
            let sizes: Vec<i32> = sizes.into_iter().map(|size| size as i32).collect();
            segments.1 = context.dense_i32_array(&sizes);
            operands.push(mask);
        }
        _ => return None,
    }
    let properties: Vec<(&str, Attribute)> = properties
        .iter()
        .map(|(name, value)| (name.as_str(), *value))
        .collect();
    let attributes = if is_whole { inner.attributes(context) } else { None };
    let made = Make::new(&name, &operands, &results)
        .with(&properties)
        .with_attributes(attributes)
        .at(rewriter, inner.location(context));
    let values: Vec<Value> = made.results(context).collect();
    replace(rewriter, op, &values)
}

fn replace(rewriter: &mut Rewriter<'_, '_>, op: Op, values: &[Value]) -> Option<()> {
    if values.is_empty() {
        rewriter.erase_op(op);
    } else {
        rewriter.replace_op(op, values);
    }
    Some(())
}
