//! cf to the llvm dialect.

mod assertion;

use std::rc::Rc;

use smallvec::SmallVec;
use tvmlike_define::OpBuilder;
use tvmlike_ir::{Block, Op, Type, Value};
use tvmlike_transform::{
    ConversionFn, ConversionPatterns, ConversionRewriter, ConvertedOperands, TypeConverter,
};

use crate::make::{build, operand_group, property};
use crate::number;

const PATTERNS: [ConversionFn; 4] = [
    ConversionFn::new("cf.assert", assertion::convert),
    ConversionFn::new("cf.br", branch),
    ConversionFn::new("cf.cond_br", conditional_branch),
    ConversionFn::new("cf.switch", switch),
];

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut ConversionPatterns, converter: &Rc<TypeConverter>) {
    patterns.add_table(&PATTERNS, Some(converter));
}

/// The values of operands, all behind each other.
fn flat(operands: &[SmallVec<[Value; 1]>]) -> Vec<Value> {
    operands.iter().flatten().copied().collect()
}

/// The block that takes the place of one so that it has arguments for values. `None`: it gets others.
fn converted_block(
    rewriter: &mut ConversionRewriter<'_, '_>,
    block: Block,
    values: &[Value],
) -> Option<Block> {
    let context = rewriter.context();
    let types: Vec<Type> = values.iter().map(|value| value.ty(context)).collect();
    if block
        .arguments(context)
        .map(|argument| argument.ty(context))
        .eq(types.iter().copied())
    {
        return Some(block);
    }
    let signature = rewriter.converter()?.convert_block(context, block)?;
    (signature.types() == types).then(|| rewriter.convert_block(block, &signature))
}

/// Gives an operation the discardable attributes of another.
fn copy_attributes(rewriter: &mut ConversionRewriter<'_, '_>, from: Op, to: Op) {
    let attributes = from.attributes(rewriter.context());
    if attributes.is_some() {
        rewriter.modify(to, |edit| to.set_attributes(edit, attributes));
    }
}

fn branch(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, operands: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let values = flat(operands.groups());
    let target = converted_block(rewriter, op.successor(context, 0)?, &values)?;
    let new = OpBuilder::new("llvm.br")
        .operand("destOperands", values)
        .successor("dest", [target]);
    let new = build(rewriter, new, op.location(context));
    copy_attributes(rewriter, op, new);
    rewriter.replace_op(op, &[]);
    Some(())
}

fn conditional_branch(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let condition = operands.one(0)?;
    let group = operand_group(context, op, "trueDestOperands")?;
    let yes = flat(&operands.groups()[group.clone()]);
    let no = flat(&operands.groups()[group.end..]);
    let yes_block = converted_block(rewriter, op.successor(context, 0)?, &yes)?;
    // The other target can be the same block, which has been replaced then.
    let no_block = converted_block(rewriter, op.successor(context, 1)?, &no)?;
    let mut new = OpBuilder::new("llvm.cond_br")
        .operand("condition", [condition])
        .operand("trueDestOperands", yes)
        .operand("falseDestOperands", no)
        .successor("trueDest", [yes_block])
        .successor("falseDest", [no_block]);
    if let Some(weights) = property(context, op, "branch_weights") {
        new = new.attribute("branch_weights", weights);
    }
    let new = build(rewriter, new, op.location(context));
    copy_attributes(rewriter, op, new);
    rewriter.replace_op(op, &[]);
    Some(())
}

fn switch(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, operands: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let flag = operands.one(0)?;
    let group = operand_group(context, op, "defaultOperands")?;
    let default_values = flat(&operands.groups()[group.clone()]);
    let default = converted_block(rewriter, op.successor(context, 0)?, &default_values)?;
    let segments = number::list(context, property(context, op, "case_operand_segments")?)?;
    let mut at = group.end;
    let (mut targets, mut values, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
    for (index, segment) in segments.into_iter().enumerate() {
        let next = at + usize::try_from(segment).ok()?;
        let passed = flat(&operands.groups()[at..next]);
        at = next;
        targets.push(converted_block(
            rewriter,
            op.successor(context, index + 1)?,
            &passed,
        )?);
        sizes.push(passed.len() as i32);
        values.extend(passed);
    }
    let mut new = OpBuilder::new("llvm.switch")
        .operand("value", [flag])
        .operand("defaultOperands", default_values)
        .operand("caseOperands", values)
        .attribute("case_operand_segments", context.dense_i32_array(&sizes))
        .successor("defaultDestination", [default])
        .successor("caseDestinations", targets);
    if let Some(cases) = property(context, op, "case_values") {
        new = new.attribute("case_values", cases);
    }
    let new = build(rewriter, new, op.location(context));
    copy_attributes(rewriter, op, new);
    rewriter.replace_op(op, &[]);
    Some(())
}
