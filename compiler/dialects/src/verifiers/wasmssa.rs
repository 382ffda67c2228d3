//! `wasmssa`: functions whose arguments are variables, constant initializers, and the labels that branches leave.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{AttributeKind, Context, Failure, Op, SymbolTables, Type, TypeKind, WalkOrder, WalkResult};
use tvmlike_text::op_for_note;

use super::function::verify_attributes;
use crate::common::local_element;

pub(super) const CHECKS: super::Table = &[
    (
        "wasmssa.block_return",
        Hook::Interface("LabelBranchingOpInterface", |op| label(op, 0)),
    ),
    (
        "wasmssa.branch_if",
        Hook::Interface("LabelBranchingOpInterface", branch_if),
    ),
    ("wasmssa.const", Hook::ImpliedInterface("ConstantExprOpTrait")),
    ("wasmssa.extend", Hook::Verify(extend)),
    ("wasmssa.func", Hook::Interface("FunctionOpInterface", func)),
    (
        "wasmssa.global",
        Hook::Interface("ConstantExpressionInitializerOpTrait", global),
    ),
    ("wasmssa.global_get", Hook::SymbolUses(global_get)),
    (
        "wasmssa.global_get",
        Hook::ImpliedInterface("ConstantExprOpTrait"),
    ),
    ("wasmssa.local_set", Hook::Verify(local_set)),
    ("wasmssa.local_tee", Hook::Verify(local_tee)),
    (
        "wasmssa.loop",
        Hook::Interface("LabelLevelOpInterface", loop_label),
    ),
    ("wasmssa.reinterpret", Hook::Verify(reinterpret)),
];

fn is(context: &Context, op: Op, names: &[&str]) -> bool {
    let name = op.name(context);
    let name = name.bytes(context);
    names.iter().any(|each| name == each.as_bytes())
}

/// Checks that there is a label so many levels around an operation. MLIR refuses what has none without a message.
fn label(instance: &Instance<'_>, level: i64) -> Result<(), Failure> {
    let context = instance.context;
    let mut op = instance.op;
    for _ in 0..=level {
        let around = op.parent_op(context);
        match around.filter(|op| is(context, *op, &["wasmssa.block", "wasmssa.if", "wasmssa.loop"])) {
            Some(around) => op = around,
            None => return instance.refuse(format!("has no label of level {level} around it")),
        }
    }
    Ok(())
}

/// Checks that the label of a loop, its first block, is there.
fn loop_label(instance: &Instance<'_>) -> Result<(), Failure> {
    let mut regions = instance.op.regions(instance.context);
    match regions.next().and_then(|body| body.first_block(instance.context)) {
        Some(_) => Ok(()),
        None => instance.refuse_plainly(
            "target should be a block defined in same level than operation or in its region.",
        ),
    }
}

fn branch_if(instance: &Instance<'_>) -> Result<(), Failure> {
    label(instance, instance.integer("exitLevel").unwrap_or_default())
}

fn extend(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let taken = match instance.attribute("bitsToTake").map(|value| value.kind(context)) {
        Some(AttributeKind::Integer { value, .. }) => value.to_u64().unwrap_or(u64::MAX),
        _ => return Ok(()),
    };
    if ![8, 16, 32].contains(&taken) {
        return instance.refuse_plainly(format!("extend op can only take 8, 16 or 32 bits. Got {taken}"));
    }
    let ty = instance.operand_type("input");
    match ty
        .bit_width(context)
        .is_some_and(|width| u64::from(width) <= taken)
    {
        true => instance.refuse_plainly(format!(
            "trying to extend the {taken} low bits from a {} value is illegal",
            instance.quote(ty)
        )),
        false => Ok(()),
    }
}

/// Checks that the arguments of the body are variables of the types of the function.
fn func(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some(AttributeKind::Type(ty)) = instance.attribute("functionType").map(|ty| ty.kind(context)) else {
        return Ok(());
    };
    let TypeKind::Function { inputs, results } = ty.kind(context) else {
        return Ok(());
    };
    let (inputs, results): (Vec<Type>, Vec<Type>) = (inputs.iter().collect(), results.iter().collect());
    verify_attributes(instance, &inputs, &results)?;
    let Some(entry) = op.region(context, 0).and_then(|body| body.first_block(context)) else {
        return Ok(());
    };
    if entry.num_arguments(context) != inputs.len() {
        return instance.refuse_plainly(format!(
            "entry block should have same number of arguments as function type. Function type has {}, entry block has {}",
            inputs.len(),
            entry.num_arguments(context)
        ));
    }
    let arguments = entry.arguments(context).map(|argument| argument.ty(context));
    for (index, (argument, input)) in arguments.zip(inputs).enumerate() {
        let quote = |ty: Type| instance.quote(ty);
        let Some(element) = local_element(context, argument) else {
            return instance.refuse_plainly(format!(
                "entry block argument type should be LocalRefType, got {} for block argument {index}",
                quote(argument)
            ));
        };
        if element != input {
            let (input, element) = (quote(input), quote(element));
            return instance.refuse_plainly(format!(
                "func argument type #{index}({input}) doesn't match entry block referenced type ({element})"
            ));
        }
    }
    Ok(())
}

/// Operations that are constant, and what ends an initializer.
const OF_INITIALIZERS: &[&str] = &["wasmssa.const", "wasmssa.global_get", "wasmssa.return"];

fn global(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut wrong = None;
    let region = instance.op.region(context, 0);
    let blocks = region.into_iter().flat_map(|region| region.blocks(context));
    for op in blocks.flat_map(|block| block.operations(context)) {
        op.walk(context, WalkOrder::PostOrder, |each| {
            if is(context, each, OF_INITIALIZERS) {
                return WalkResult::Advance;
            }
            wrong = Some(each);
            WalkResult::Interrupt
        });
        if let Some(op) = wrong {
            let text = op_for_note(context, op);
            let message = format!("expected a constant initializer for this operator, got {text}");
            return instance.refuse_plainly(message);
        }
    }
    Ok(())
}

/// Checks what an initializer reads.
fn global_get(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let around = op.parent_op(context);
    if !around.is_some_and(|around| is(context, around, &["wasmssa.global"])) {
        return Ok(());
    }
    let Some(symbol) = instance.attribute("global") else {
        return Ok(());
    };
    let Some(global) = tables.lookup_nearest(context, op, symbol) else {
        let symbol = tvmlike_text::quote_attribute(context, symbol);
        return instance.refuse_plainly(format!("symbol {symbol} is undefined"));
    };
    let is_mutable = || {
        global
            .property(context, context.identifier("isMutable"))
            .is_some()
    };
    match is(context, global, &["wasmssa.import_global"]) && !is_mutable() {
        true => Ok(()),
        false => instance.refuse_plainly(
            "global.get op is considered constant if it's referring to a import.global symbol marked non-mutable",
        ),
    }
}

fn local_set(instance: &Instance<'_>) -> Result<(), Failure> {
    let element = local_element(instance.context, instance.operand_type("localVar"));
    match element == Some(instance.operand_type("value")) {
        true => Ok(()),
        false => instance.refuse_plainly("input type and result type of local.set do not match"),
    }
}

fn local_tee(instance: &Instance<'_>) -> Result<(), Failure> {
    let (value, result) = (instance.operand_type("value"), instance.result_type("result"));
    let element = local_element(instance.context, instance.operand_type("localVar"));
    match element == Some(value) && value == result {
        true => Ok(()),
        false => instance.refuse_plainly("input type and output type of local.tee do not match"),
    }
}

fn reinterpret(instance: &Instance<'_>) -> Result<(), Failure> {
    let (input, result) = (instance.operand_type("input"), instance.result_type("result"));
    if input == result {
        return instance.refuse_plainly("reinterpret input and output type should be distinct");
    }
    match input.bit_width(instance.context) == result.bit_width(instance.context) {
        true => Ok(()),
        false => instance.refuse_plainly(format!(
            "input type ({}) and output type ({}) have incompatible bit widths",
            instance.quote(input),
            instance.quote(result)
        )),
    }
}
