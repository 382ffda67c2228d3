//! Memrefs that functions return as arguments that callers allocate.

use std::collections::HashMap;

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    AttributeKind, Context, DYNAMIC, Exclusive, Failure, NamedAttribute, Op, OpState, Rewriter, SymbolTables,
    Type, TypeKind, Value, ValueOwner, Visibility, WalkOrder, WalkResult,
};

use super::equivalent::{call_again, drop_results, functions};
use crate::bufferize::{
    has_body, set_signature, set_value_attributes, signature, value_attributes, without_layout,
};
use crate::make::{Make, build, property};

/// The operations whose results callers can allocate. Not copies: MLIR takes these, too, and loses their contents.
const ALLOCATIONS: [&str; 2] = ["memref.alloc", "memref.alloca"];

/// What is changed beside functions and calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutParams {
    /// Whether the new arguments get the attribute `bufferize.result`.
    pub(crate) add_attribute: bool,
    /// Whether allocations of static sizes are left to callers instead of copied.
    pub(crate) hoist_static: bool,
    /// The same for sizes that are arguments.
    pub(crate) hoist_dynamic: bool,
    /// Whether public functions are changed, too.
    pub(crate) public: bool,
}

impl OutParams {
    fn changes(self, context: &Context, function: Op) -> bool {
        let is_public = function.symbol_visibility(context) == Visibility::Public;
        has_body(context, function) && (self.public || !is_public)
    }

    fn hoists(self, context: &Context, ty: Type) -> bool {
        match ty.has_static_shape(context) {
            true => self.hoist_static,
            false => self.hoist_dynamic,
        }
    }
}

/// The sizes of the memrefs that a function leaves to its callers, as numbers of its arguments; empty if they are not known.
type Sizes = Vec<Vec<usize>>;

fn is_ranked(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::MemRef { .. })
}

fn is_dense(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::MemRef { layout, .. }
        if matches!(layout.kind(context), AttributeKind::AffineMap(map) if map.is_identity(context)))
}

fn is_dynamic(context: &Context, ty: Type) -> bool {
    ty.strides_and_offset(context)
        .is_some_and(|(strides, offset)| offset == DYNAMIC && strides.iter().all(|stride| *stride == DYNAMIC))
}

/// Makes arguments of the memrefs that functions return.
///
/// # Errors
/// A result cannot be allocated by callers; the reason was emitted.
pub(crate) fn results_to_out_params(
    edit: &mut Exclusive<'_>,
    module: Op,
    options: OutParams,
) -> Result<(), Failure> {
    let context = edit.context();
    let mut sizes: HashMap<Op, Sizes> = HashMap::new();
    for function in functions(context, module) {
        if options.changes(context, function) {
            let arguments = change_signature(edit, function, options)?;
            change_returns(edit, function, &arguments, options, &mut sizes);
        }
    }
    let mut calls = Vec::new();
    module.walk(context, WalkOrder::PostOrder, |op| {
        if op.is_named(context, "func.call") {
            calls.push(op);
        }
        WalkResult::Advance
    });
    let (mut outcome, mut tables) = (Ok(()), SymbolTables::new());
    for call in calls {
        outcome = outcome.and(change_call(edit, module, call, options, &sizes, &mut tables));
    }
    outcome
}

/// Makes arguments of the results that are memrefs; the new ones.
fn change_signature(
    edit: &mut Exclusive<'_>,
    function: Op,
    options: OutParams,
) -> Result<Vec<Value>, Failure> {
    let context = edit.context();
    let Some((mut inputs, results)) = signature(context, function) else {
        return Ok(Vec::new());
    };
    let is_moved: Vec<bool> = results.iter().map(|ty| is_ranked(context, *ty)).collect();
    let mut own = value_attributes(context, function, "arg_attrs", inputs.len());
    let given = value_attributes(context, function, "res_attrs", results.len());
    let mut added = Vec::new();
    for ((ty, mut given), _) in results
        .iter()
        .zip(given)
        .zip(&is_moved)
        .filter(|(_, moved)| **moved)
    {
        if !is_dense(context, *ty) && !is_dynamic(context, *ty) {
            let message = "cannot create out param for result with unsupported layout";
            return Err(function.emit_error(context, message).emit());
        }
        if options.add_attribute {
            given.push(NamedAttribute {
                name: context.identifier("bufferize.result"),
                value: context.unit_attribute(),
            });
        }
        own.push(given);
        added.push(*ty);
    }
    inputs.extend(&added);
    set_signature(edit, function, &inputs, &results);
    set_value_attributes(edit, function, "arg_attrs", &own);
    drop_results(edit, function, |index| is_moved[index]);
    let entry = function
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let location = function.location(context);
    let mut arguments = Vec::new();
    for ty in added {
        arguments.extend(entry.map(|entry| entry.add_argument(edit, ty, location)));
    }
    Ok(arguments)
}

/// The arguments of a function that are the sizes of an allocation; empty if one is not.
fn sizes_of(context: &Context, function: Op, allocation: Op) -> Vec<usize> {
    let entry = function
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let indices = allocation
        .operands(context)
        .filter(|value| value.ty(context) == context.index_type());
    let places = indices.map(|value| match value.owner(context) {
        ValueOwner::Argument { block, index } if Some(block) == entry => Some(index),
        _ => None,
    });
    places.collect::<Option<Vec<usize>>>().unwrap_or_default()
}

fn change_returns(
    edit: &mut Exclusive<'_>,
    function: Op,
    arguments: &[Value],
    options: OutParams,
    sizes: &mut HashMap<Op, Sizes>,
) {
    let context = edit.context();
    let mut ends = Vec::new();
    function.walk(context, WalkOrder::PostOrder, |op| {
        if op.is_named(context, "func.return") {
            ends.push(op);
        }
        WalkResult::Advance
    });
    for end in ends {
        let (memrefs, kept): (Vec<Value>, Vec<Value>) = end
            .operands(context)
            .partition(|value| is_ranked(context, value.ty(context)));
        let mut rewriter = Rewriter::new(edit);
        rewriter.set_before(end);
        let mut found = Vec::new();
        for (index, argument) in arguments.iter().enumerate().take(memrefs.len()) {
            // One that was replaced before is the argument now.
            let value = end
                .operands(context)
                .filter(|value| is_ranked(context, value.ty(context)))
                .nth(index);
            let value = value.unwrap_or(memrefs[index]);
            let ty = value.ty(context);
            let allocation = value
                .defining_op(context)
                .filter(|op| ALLOCATIONS.iter().any(|name| op.is_named(context, name)));
            match allocation.filter(|_| options.hoists(context, ty)) {
                Some(allocation) => {
                    rewriter.replace_all_uses(value, *argument);
                    if !ty.has_static_shape(context) {
                        found.push(sizes_of(context, function, allocation));
                    }
                    rewriter.erase_op(allocation);
                }
                None => {
                    Make::new("memref.copy", &[value, *argument], &[])
                        .at(&mut rewriter, end.location(context));
                }
            }
        }
        rewriter.create(&OpState {
            operands: &kept,
            ..OpState::new(end.name(context), end.location(context))
        });
        rewriter.erase_op(end);
        sizes.entry(function).or_insert(found);
    }
}

/// Allocates memory of a type before a call.
fn allocate(
    rewriter: &mut Rewriter<'_, '_>,
    call: Op,
    ty: Type,
    sizes: Vec<Value>,
) -> Result<Value, Failure> {
    let context = rewriter.context();
    let location = call.location(context);
    let dense = without_layout(context, ty)
        .ok_or_else(|| call.emit_error(context, "failed to create allocation op").emit())?;
    let op = OpBuilder::new("memref.alloc")
        .operand("dynamicSizes", sizes)
        .operand("symbolOperands", [])
        .result("memref", [dense]);
    let made = build(rewriter, op, location);
    let memory = made.result(context, 0).expect("an allocation has a result");
    Ok(match is_dense(context, ty) {
        true => memory,
        false => Make::new("memref.cast", &[memory], &[ty]).value(rewriter, location),
    })
}

fn change_call(
    edit: &mut Exclusive<'_>,
    module: Op,
    call: Op,
    options: OutParams,
    sizes: &HashMap<Op, Sizes>,
    tables: &mut SymbolTables,
) -> Result<(), Failure> {
    let context = edit.context();
    let Some(reference) = property(context, call, "callee") else {
        return Ok(());
    };
    let function = tables
        .lookup_in(context, module, reference)
        .filter(|op| op.is_named(context, "func.func"));
    let Some(function) = function else {
        let name = match reference.kind(context) {
            AttributeKind::SymbolRef { root, .. } => root.text(context).into_owned(),
            _ => String::new(),
        };
        let message = format!("cannot find callee '{name}' in symbol table");
        return Err(call.emit_error(context, message).emit());
    };
    if !options.changes(context, function) {
        return Ok(());
    }
    let mut operands: Vec<Value> = call.operands(context).collect();
    let passed = operands.clone();
    let known = sizes.get(&function).map_or(&[][..], Vec::as_slice);
    let mut dynamic = known.iter();
    let mut rewriter = Rewriter::new(edit);
    rewriter.set_before(call);
    let (mut values, mut types) = (Vec::new(), Vec::new());
    for result in call.results(context).collect::<Vec<Value>>() {
        let ty = result.ty(context);
        if !is_ranked(context, ty) {
            types.push(ty);
            values.push(None);
            continue;
        }
        let mut own = Vec::new();
        if !ty.has_static_shape(context) {
            let numbers = dynamic.next().map_or(&[][..], Vec::as_slice);
            own.extend(numbers.iter().filter_map(|index| passed.get(*index).copied()));
            if own.is_empty() {
                let message = "cannot create out param for dynamically shaped result";
                return Err(call.emit_error(context, message).emit());
            }
        }
        let memory = allocate(&mut rewriter, call, ty, own)?;
        operands.push(memory);
        values.push(Some(memory));
    }
    let new = call_again(&mut rewriter, call, &operands, &types);
    let mut results = new.results(context).collect::<Vec<Value>>().into_iter();
    let old: Vec<Value> = call.results(context).collect();
    let values: Vec<Value> = old
        .into_iter()
        .zip(values)
        .map(|(old, value)| value.or_else(|| results.next()).unwrap_or(old))
        .collect();
    rewriter.replace_op(call, &values);
    Ok(())
}
