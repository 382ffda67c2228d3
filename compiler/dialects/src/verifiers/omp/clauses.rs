//! Clauses that several operations share.

use std::collections::HashSet;

use tvmlike_define::Instance;
use tvmlike_ir::{Attribute, AttributeKind, Context, Failure, Op, Type, Value};
use tvmlike_text::quote_attribute;

use super::{declared, keyword, operands};
use crate::verifiers::function;

/// The clauses whose operands are arguments of the region.
const ARGUMENTS: [&str; 8] = [
    "has_device_addr_vars",
    "host_eval_vars",
    "in_reduction_vars",
    "private_vars",
    "reduction_vars",
    "task_reduction_vars",
    "use_device_addr_vars",
    "use_device_ptr_vars",
];

/// How many operands the clauses of an operation have.
fn clause_operands(context: &Context, op: Op) -> usize {
    let name = op.name(context).bytes(context);
    let maps = (name == b"omp.target").then_some("map_vars");
    let names = ARGUMENTS.into_iter().chain(maps);
    names.map(|name| operands(context, op, name).len()).sum()
}

/// Checks that the region has an argument for each operand of the clauses. A section has those of the sections around it.
pub(super) fn block_arguments(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let owner = match super::is(context, instance.op, "omp.section") {
        true => instance.op.parent_op(context),
        false => Some(instance.op),
    };
    let wanted = owner.map_or(0, |owner| clause_operands(context, owner));
    let entry = instance
        .op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    match entry.map_or(0, |entry| entry.num_arguments(context)) < wanted {
        true => instance.refuse(format!("expected at least {wanted} entry block argument(s)")),
        false => Ok(()),
    }
}

/// Checks that each allocated variable has an allocator.
pub(super) fn allocators(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.operands("allocate_vars").len() == instance.operands("allocator_vars").len() {
        true => Ok(()),
        false => instance.refuse_plainly("expected equal sizes for allocate and allocator variables"),
    }
}

/// Whether a value is in a list twice.
fn repeats(values: impl Iterator<Item = Value>) -> bool {
    let mut seen = HashSet::new();
    values.into_iter().any(|value| !seen.insert(value))
}

/// Checks the clause `reduction`.
pub(super) fn reductions(instance: &Instance<'_>) -> Result<(), Failure> {
    reduction_list(instance, "reduction")
}

/// Checks the clause `task_reduction`.
pub(super) fn task_reductions(instance: &Instance<'_>) -> Result<(), Failure> {
    reduction_list(instance, "task_reduction")
}

/// Checks the variables of a reduction and their declarations.
pub(super) fn reduction_list(instance: &Instance<'_>, clause: &str) -> Result<(), Failure> {
    let context = instance.context;
    let (symbols, by_reference) = (format!("{clause}_syms"), format!("{clause}_byref"));
    let variables: Vec<Value> = instance.operands(&format!("{clause}_vars")).collect();
    if variables.is_empty() {
        return match instance.has(&symbols) {
            true => instance.refuse("unexpected reduction symbol references"),
            false => Ok(()),
        };
    }
    let symbols = instance.elements(&symbols);
    if symbols.len() != variables.len() {
        return instance.refuse("expected as many reduction symbol references as reduction variables");
    }
    if instance.has(&by_reference) && instance.integers(&by_reference).len() != variables.len() {
        return instance.refuse_plainly(
            "expected as many reduction variable by reference attributes as reduction variables",
        );
    }
    let mut seen = HashSet::new();
    for (variable, symbol) in variables.into_iter().zip(symbols) {
        if !seen.insert(variable) {
            return instance.refuse("accumulator variable used more than once");
        }
        let Some(declaration) = declared(context, instance.op, symbol, "omp.declare_reduction") else {
            let symbol = quote_attribute(context, symbol);
            return instance.refuse(format!(
                "expected symbol reference {symbol} to point to a reduction declaration"
            ));
        };
        let (ty, wanted) = (variable.ty(context), accumulator(context, declaration));
        if let Some(wanted) = wanted.filter(|wanted| *wanted != ty) {
            let (ty, wanted) = (instance.quote(ty), instance.quote(wanted));
            return instance.refuse(format!(
                "expected accumulator ({ty}) to be the same type as reduction declaration ({wanted})"
            ));
        }
    }
    Ok(())
}

/// The type of what a declared reduction updates atomically.
fn accumulator(context: &Context, declaration: Op) -> Option<Type> {
    let entry = declaration.region(context, 3)?.first_block(context)?;
    Some(entry.argument(context, 0)?.ty(context))
}

/// Checks the clause `private`.
pub(super) fn privates(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let variables = instance.operands("private_vars");
    let symbols = instance.elements("private_syms");
    if variables.len() != symbols.len() {
        return instance.refuse_plainly(format!(
            "inconsistent number of private variables and privatizer op symbols, private vars: {} vs. privatizer op \
             symbols: {}",
            variables.len(),
            symbols.len()
        ));
    }
    for (variable, symbol) in variables.zip(symbols) {
        let Some(privatizer) = declared(context, instance.op, symbol, "omp.private") else {
            let symbol = quote_attribute(context, symbol);
            return instance
                .refuse_plainly(format!("failed to lookup privatizer op with symbol: '{symbol}'"));
        };
        let ty = variable.ty(context);
        if let Some(wanted) = argument_type(context, privatizer).filter(|wanted| *wanted != ty) {
            let kind = keyword(context, privatizer, "data_sharing_type").unwrap_or("private");
            let (ty, wanted) = (instance.quote(ty), instance.quote(wanted));
            return instance.refuse_plainly(format!(
                "type mismatch between a {kind} variable and its privatizer op, var type: {ty} vs. privatizer op \
                 type: {wanted}"
            ));
        }
    }
    Ok(())
}

/// The type of the first argument of an operation's regions.
pub(super) fn argument_type(context: &Context, op: Op) -> Option<Type> {
    let mut blocks = op
        .regions(context)
        .filter_map(|region| region.first_block(context));
    let argument = blocks.find_map(|entry| entry.argument(context, 0));
    argument.map(|argument| argument.ty(context))
}

/// Checks the clause `copyprivate`.
pub(super) fn copyprivate(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let variables = instance.operands("copyprivate_vars");
    let symbols = instance.elements("copyprivate_syms");
    if variables.len() != symbols.len() {
        return instance.refuse(format!(
            "inconsistent number of copyprivate vars (= {}) and functions (= {}), both must be equal",
            variables.len(),
            symbols.len()
        ));
    }
    for (variable, symbol) in variables.zip(symbols) {
        let function = instance.op.lookup_nearest_symbol(context, symbol);
        let inputs = function.and_then(|function| copied(context, function));
        let symbol = quote_attribute(context, symbol);
        let Some(inputs) = inputs else {
            return instance.refuse(format!(
                "expected symbol reference {symbol} to point to a copy function"
            ));
        };
        let [first, second] = inputs[..] else {
            return instance.refuse(format!("expected copy function {symbol} to have 2 operands"));
        };
        if first != second {
            return instance.refuse(format!(
                "expected copy function {symbol} arguments to have the same type"
            ));
        }
        let ty = variable.ty(context);
        if first != ty {
            let (first, ty) = (instance.quote(first), instance.quote(ty));
            return instance.refuse(format!(
                "expected copy function arguments' type ({first}) to be the same as copyprivate variable's type ({ty})"
            ));
        }
    }
    Ok(())
}

/// The types of the arguments of a function of `func` or `llvm`.
fn copied(context: &Context, function: Op) -> Option<Vec<Type>> {
    if super::is(context, function, "func.func") {
        let (inputs, _) = function::signature(context, function)?;
        return Some(inputs.iter().collect());
    }
    if !super::is(context, function, "llvm.func") {
        return None;
    }
    let ty = super::property(context, function, "function_type")?;
    let AttributeKind::Type(ty) = ty.kind(context) else {
        return None;
    };
    Some(crate::llvm::FunctionType::of(context, ty)?.inputs.to_vec())
}

/// Checks the clause `depend`.
pub(super) fn dependences(instance: &Instance<'_>) -> Result<(), Failure> {
    let variables = instance.operands("depend_vars").len();
    let kinds = instance.elements("depend_kinds").len();
    match (variables, kinds) {
        _ if variables == kinds => Ok(()),
        (0, _) => instance.refuse("unexpected depend values"),
        _ => instance.refuse("expected as many depend values as depend variables"),
    }
}

/// Checks a hint for synchronization.
pub(super) fn hint(instance: &Instance<'_>) -> Result<(), Failure> {
    let hint = instance.integer("hint").unwrap_or_default();
    if hint & 0b11 == 0b11 {
        return instance
            .refuse("the hints omp_sync_hint_uncontended and omp_sync_hint_contended cannot be combined");
    }
    if hint & 0b1100 == 0b1100 {
        return instance.refuse(
            "the hints omp_sync_hint_nonspeculative and omp_sync_hint_speculative cannot be combined.",
        );
    }
    Ok(())
}

/// Checks the clause `align`.
pub(super) fn alignment(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.integer("align") {
        Some(align) if align > 0 && !(align as u64).is_power_of_two() => {
            instance.refuse_plainly(format!("ALIGN value : {align} must be power of 2"))
        }
        _ => Ok(()),
    }
}

/// Checks the clause `nontemporal`.
pub(super) fn nontemporal(instance: &Instance<'_>) -> Result<(), Failure> {
    match repeats(instance.operands("nontemporal_vars")) {
        true => instance.refuse("nontemporal variable used more than once"),
        false => Ok(()),
    }
}

/// Checks the clause `linear`.
pub(super) fn linear(instance: &Instance<'_>) -> Result<(), Failure> {
    let variables = instance.operands("linear_vars").len();
    match variables == 0 || instance.elements("linear_var_types").len() == variables {
        true => Ok(()),
        false => instance.refuse_plainly("Ill-formed type attributes for linear variables"),
    }
}

/// Checks the clause `aligned`.
pub(super) fn aligned(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let variables = instance.operands("aligned_vars");
    if variables.len() == 0 {
        return match instance.has("alignments") {
            true => instance.refuse("unexpected alignment values attribute"),
            false => Ok(()),
        };
    }
    let alignments = instance.elements("alignments");
    if alignments.len() != variables.len() {
        return instance.refuse("expected as many alignment values as aligned variables");
    }
    if repeats(variables) {
        return instance.refuse("aligned variable used more than once");
    }
    let is_positive = |alignment: &Attribute| match alignment.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64().is_some_and(|value| value > 0),
        _ => false,
    };
    match alignments.iter().all(is_positive) {
        true => Ok(()),
        false => instance.refuse("alignment should be greater than 0"),
    }
}
