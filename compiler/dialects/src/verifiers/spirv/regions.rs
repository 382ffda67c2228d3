//! Modules, functions that are called, and the blocks of structured control flow.

use std::collections::HashSet;

use tvmlike_define::{Instance, enum_keyword};
use tvmlike_ir::{
    Attribute, AttributeKind, Block, Context, Failure, Op, SymbolTables, Type, TypeKind, ValueOwner,
};
use tvmlike_text::quote_attribute;

use super::super::types::{element_or_self, has_trait};
use super::super::{branch, function};
use crate::spirv::pointee;

fn is(context: &Context, op: Op, name: &str) -> bool {
    op.is_named(context, name)
}

fn is_own(context: &Context, op: Op) -> bool {
    op.name(context).bytes(context).starts_with(b"spirv.")
}

/// The operations of the first block of a region.
fn body(context: &Context, op: Op) -> Vec<Op> {
    let block = op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    block
        .into_iter()
        .flat_map(|block| block.operations(context))
        .collect()
}

/// The symbol that an attribute names.
fn symbol<'c>(context: &'c Context, reference: Attribute) -> Option<std::borrow::Cow<'c, str>> {
    match reference.kind(context) {
        AttributeKind::SymbolRef { root, .. } => Some(root.text(context)),
        _ => None,
    }
}

pub(super) fn module(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut entries = HashSet::new();
    for op in body(context, instance.op) {
        let refuse = |message: String| Err(op.emit_error(context, message).emit());
        if !is_own(context, op) {
            return refuse("'spirv.module' can only contain spirv.* ops".to_owned());
        }
        if is(context, op, "spirv.EntryPoint") {
            let (function, model) = entry_point(context, instance.op, op)?;
            if !entries.insert((function, model)) {
                return refuse("duplicate of a previous EntryPointOp".to_owned());
            }
        } else if is(context, op, "spirv.func") {
            let blocks = op
                .region(context, 0)
                .into_iter()
                .flat_map(|region| region.blocks(context));
            let blocks: Vec<Block> = blocks.collect();
            if blocks.is_empty() && !is_imported(context, op) {
                return refuse(
                    "'spirv.module' cannot contain external functions without 'Import' linkage_attributes \
                     (LinkageAttributes)"
                        .to_owned(),
                );
            }
            let mut nested = blocks.iter().flat_map(|block| block.operations(context));
            if let Some(stray) = nested.find(|op| !is_own(context, *op)) {
                let message = "functions in 'spirv.module' can only contain spirv.* ops";
                return Err(stray.emit_error(context, message).emit());
            }
        }
    }
    Ok(())
}

/// Whether another module has the body of a function.
fn is_imported(context: &Context, function: Op) -> bool {
    let linkage = function.property(context, context.identifier("linkage_attributes"));
    linkage.is_some_and(|linkage| quote_attribute(context, linkage).contains("Import"))
}

/// Checks the symbols of an entry point. Returns its function and execution model.
fn entry_point(context: &Context, module: Op, op: Op) -> Result<(Op, Option<Attribute>), Failure> {
    let property = |name: &str| op.property(context, context.identifier(name));
    let find = |name: &str, kind: &str| {
        let found = module.lookup_symbol(context, name);
        found.filter(|found| is(context, *found, kind))
    };
    let name = property("fn")
        .and_then(|name| symbol(context, name))
        .unwrap_or_default();
    let Some(function) = find(&name, "spirv.func") else {
        let message = format!("function '{name}' not found in 'spirv.module'");
        return Err(op.emit_error(context, message).emit());
    };
    let interface = property("interface").map(|interface| interface.kind(context));
    if let Some(AttributeKind::Array(variables)) = interface {
        for variable in variables.iter() {
            let name = symbol(context, variable).unwrap_or_default();
            if find(&name, "spirv.GlobalVariable").is_none() {
                let message = format!(
                    "expected spirv.GlobalVariable symbol reference instead of'{}'",
                    quote_attribute(context, variable)
                );
                return Err(op.emit_error(context, message).emit());
            }
        }
    }
    Ok((function, property("execution_model")))
}

/// The blocks of the region, and whether the last one is a merge block.
fn blocks(instance: &Instance<'_>) -> Result<Vec<Block>, Failure> {
    let context = instance.context;
    let region = instance.op.region(context, 0);
    let blocks: Vec<Block> = region
        .into_iter()
        .flat_map(|region| region.blocks(context))
        .collect();
    let is_merge = |block: &Block| {
        let mut operations = block.operations(context);
        let first = operations
            .next()
            .is_some_and(|op| is(context, op, "spirv.mlir.merge"));
        first && operations.next().is_none()
    };
    if blocks.last().is_some_and(|last| !is_merge(last)) {
        instance.refuse("last block must be the merge block with only one 'spirv.mlir.merge' op")?;
    }
    Ok(blocks)
}

pub(super) fn selection(instance: &Instance<'_>) -> Result<(), Failure> {
    match blocks(instance)?.len() {
        1 => instance.refuse("must have a selection header block"),
        _ => Ok(()),
    }
}

pub(super) fn repetition(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let blocks = blocks(instance)?;
    let (entry, header) = match blocks[..] {
        [] => return Ok(()),
        [_] => return instance.refuse("must have an entry block branching to the loop header block"),
        [_, _] => return instance.refuse("must have a loop header block branched from the entry block"),
        [entry, header, ..] => (entry, header),
    };
    let mut operations = entry.operations(context);
    let only = operations.next().filter(|_| operations.next().is_none());
    let is_branch = |op: Op| is(context, op, "spirv.Branch") && op.successors(context).eq([header]);
    if !only.is_some_and(is_branch) {
        return instance.refuse("entry block must only have one 'spirv.Branch' op to the second block");
    }
    let [_, _, inner @ .., last, _] = &blocks[..] else {
        return instance.refuse("requires a loop continue block branching to the loop header block");
    };
    let leads_back = |block: &Block| block.successors(context).any(|next| next == header);
    if !leads_back(last) {
        return instance.refuse(
            "second to last block must be the loop continue block that branches to the loop header block",
        );
    }
    match inner.iter().any(leads_back) {
        true => instance
            .refuse("can only have the entry and loop continue block branching to the loop header block"),
        false => Ok(()),
    }
}

/// Operations that make constants of specializations.
const CONSTANTS: [&str; 3] = [
    "spirv.Constant",
    "spirv.mlir.referenceof",
    "spirv.SpecConstantOperation",
];

pub(super) fn specialization(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let [enclosed, _] = body(context, instance.op)[..] else {
        return instance.refuse("expected exactly 2 nested ops");
    };
    if !has_trait(context, enclosed, "UsableInSpecConstantOp") {
        return instance.refuse("invalid enclosed op");
    }
    let is_constant = |value: tvmlike_ir::Value| match value.owner(context) {
        ValueOwner::Result { op, .. } => CONSTANTS.iter().any(|name| is(context, op, name)),
        _ => false,
    };
    match enclosed.operands(context).all(is_constant) {
        true => Ok(()),
        false => instance.refuse("invalid operand, must be defined by a constant operation"),
    }
}

pub(super) fn call(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let context = instance.context;
    let (found, name) = function::callee(instance, "callee", tables, "spirv.func");
    let Some(found) = found else {
        return instance.refuse(format!(
            "callee function '{name}' not found in nearest symbol table"
        ));
    };
    let Some((inputs, results)) = function::signature(context, found) else {
        return Ok(());
    };
    let operands: Vec<Type> = instance
        .op
        .operands(context)
        .map(|value| value.ty(context))
        .collect();
    let inputs: Vec<Type> = inputs.iter().collect();
    if inputs.len() != operands.len() {
        return instance.refuse(format!(
            "has incorrect number of operands for callee: expected {}, but provided {}",
            inputs.len(),
            operands.len()
        ));
    }
    for (index, (wanted, given)) in inputs.iter().zip(&operands).enumerate() {
        if wanted != given {
            return instance.refuse(format!(
                "operand type mismatch: expected operand type {}, but provided {} for operand number {index}",
                instance.quote(*wanted),
                instance.quote(*given)
            ));
        }
    }
    let (wanted, given): (Vec<Type>, Vec<Type>) = (
        results.iter().collect(),
        instance
            .op
            .results(context)
            .map(|value| value.ty(context))
            .collect(),
    );
    if wanted.len() != given.len() {
        return instance.refuse(format!(
            "has incorrect number of results has for callee: expected {}, but provided {}",
            wanted.len(),
            given.len()
        ));
    }
    match (wanted.first(), given.first()) {
        (Some(wanted), Some(given)) if wanted != given => instance.refuse(format!(
            "result type mismatch: expected {}, but provided {}",
            instance.quote(*wanted),
            instance.quote(*given)
        )),
        _ => Ok(()),
    }
}

pub(super) fn switch_targets(instance: &Instance<'_>) -> Result<(), Failure> {
    let groups = ("targetOperands", "case_operand_segments");
    branch::verify_groups(instance, &["defaultOperands"], groups)
}

pub(super) fn switch(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let targets = instance.op.num_successors(context).saturating_sub(1) as i64;
    // MLIR reads the literals even if they are absent.
    let literals = instance
        .attribute("literals")
        .map(|literals| literals.ty(context));
    let Some(literals) = literals else {
        return match targets {
            0 => Ok(()),
            _ => instance.refuse(format!(
                "number of literals (0) should match number of targets ({targets})"
            )),
        };
    };
    let (selector, element) = (
        instance.operand_type("selector"),
        element_or_self(context, literals),
    );
    if selector != element {
        return instance.refuse(format!(
            "'selector' type ({}) should match literals type ({})",
            instance.quote(selector),
            instance.quote(element)
        ));
    }
    let count = literals.num_elements(context).unwrap_or_default();
    match count == targets {
        true => Ok(()),
        false => instance.refuse(format!(
            "number of literals ({count}) should match number of targets ({targets})"
        )),
    }
}

/// The value and the pointer of a block access must be of one type.
fn block_access(instance: &Instance<'_>, value: Type) -> Result<(), Failure> {
    let context = instance.context;
    let value = match value.kind(context) {
        TypeKind::Vector { element, .. } => element,
        _ => value,
    };
    match pointee(context, instance.operand_type("ptr")) {
        Some((inner, _)) if inner != value => instance.refuse("mismatch in result type and pointer type"),
        _ => Ok(()),
    }
}

pub(super) fn block_read(instance: &Instance<'_>) -> Result<(), Failure> {
    block_access(instance, instance.result_type("value"))
}

pub(super) fn block_write(instance: &Instance<'_>) -> Result<(), Failure> {
    block_access(instance, instance.operand_type("value"))
}

pub(super) fn emit_tasks(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(payload) = instance.optional_operand("payload") else {
        return Ok(());
    };
    let class = pointee(context, payload.ty(context)).map(|(_, class)| class);
    match class.and_then(|class| enum_keyword(context, class)) {
        Some("TaskPayloadWorkgroupEXT") => Ok(()),
        _ => instance.refuse("payload must be a variable with a storage class of TaskPayloadWorkgroupEXT"),
    }
}
