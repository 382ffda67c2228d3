//! What modules contain besides functions and variables: constructors, selectors, flags, options, addresses of blocks.

use tvmlike_define::Instance;
use tvmlike_ir::{Attribute, AttributeKind, Context, Failure, Op, SymbolTables, WalkOrder, WalkResult};

use super::symbols::{at_module_level, is_defined, module, name_in};

fn structors(instance: &Instance<'_>, what: &str) -> Result<(), Failure> {
    let context = instance.context;
    let data = instance.elements("data");
    let is_symbol = |one: &Attribute| match one.kind(context) {
        AttributeKind::SymbolRef { nested, .. } => nested.is_empty(),
        _ => one.is_symbol(context, "llvm", "zero"),
    };
    if !data.iter().all(is_symbol) {
        return instance.refuse_plainly("data element must be symbol or #llvm.zero");
    }
    let count = instance.elements(what).len();
    match count == instance.elements("priorities").len() && count == data.len() {
        true => Ok(()),
        false => instance.refuse_plainly(format!(
            "{what}, priorities, and data must have the same number of elements"
        )),
    }
}

pub(super) fn constructors(instance: &Instance<'_>) -> Result<(), Failure> {
    structors(instance, "ctors")
}

pub(super) fn destructors(instance: &Instance<'_>) -> Result<(), Failure> {
    structors(instance, "dtors")
}

fn uses(instance: &Instance<'_>, what: &str, tables: &mut SymbolTables) -> Result<(), Failure> {
    let context = instance.context;
    for reference in instance.elements(what) {
        let name = name_in(context, reference);
        let found = tables.lookup_nearest(context, instance.op, reference);
        let function = found.filter(|op| op.is_named(context, "llvm.func"));
        match function {
            None => {
                return instance.refuse(format!("'{name}' does not reference a valid LLVM function"));
            }
            Some(function) if !is_defined(context, function) => {
                return instance.refuse(format!("'{name}' does not have a definition"));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

pub(super) fn constructor_uses(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    uses(instance, "ctors", tables)
}

pub(super) fn destructor_uses(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    uses(instance, "dtors", tables)
}

pub(super) fn comdat(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let blocks = instance.regions("body").flat_map(|body| body.blocks(context));
    let mut operations = blocks.flat_map(|block| block.operations(context));
    let is_selector = |op: &Op| op.is_named(context, "llvm.comdat_selector");
    match operations.find(|op| !is_selector(op)) {
        Some(op) => {
            let message = "only comdat selector symbols can appear in a comdat region";
            Err(op.emit_error(context, message.to_owned()).emit())
        }
        None => Ok(()),
    }
}

pub(super) fn linker_options(instance: &Instance<'_>) -> Result<(), Failure> {
    at_module_level(instance)
}

pub(super) fn flags(instance: &Instance<'_>) -> Result<(), Failure> {
    at_module_level(instance)?;
    let is_flag = |flag: &Attribute| flag.is_symbol(instance.context, "llvm", "mlir.module_flag");
    match instance.elements("flags").iter().all(is_flag) {
        true => Ok(()),
        false => instance.refuse("expected a module flag attribute"),
    }
}

/// The function and the tag of an address of a block.
fn address(instance: &Instance<'_>) -> Option<(Attribute, Attribute)> {
    let (_, parameters) = instance.attribute("block_addr")?.symbol(instance.context)?;
    Some((parameters.get(0)?, parameters.get(1)?))
}

/// Whether a function has a block with a tag.
fn has_tag(context: &Context, function: Op, tag: Attribute) -> bool {
    let name = context.identifier("tag");
    !function.walk(context, WalkOrder::PostOrder, |op| {
        let is_tag = op.is_named(context, "llvm.blocktag");
        match is_tag && op.property(context, name) == Some(tag) {
            true => WalkResult::Interrupt,
            false => WalkResult::Advance,
        }
    })
}

pub(super) fn block_address(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some((function, tag)) = address(instance) else {
        return Ok(());
    };
    let found = module(context, op).and_then(|module| module.lookup_symbol_ref(context, function));
    let function = found.filter(|op| op.is_named(context, "llvm.func"));
    match function.is_some_and(|function| has_tag(context, function, tag)) {
        true => Ok(()),
        false => instance.refuse("expects an existing block label target in the referenced function"),
    }
}

pub(super) fn block_address_function(
    instance: &Instance<'_>,
    tables: &mut SymbolTables,
) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let function = address(instance).map(|(function, _)| function);
    let found = module(context, op)
        .zip(function)
        .and_then(|(module, function)| tables.lookup_in(context, module, function));
    match found.is_some_and(|op| op.is_named(context, "llvm.func")) {
        true => Ok(()),
        false => instance.refuse("must reference a function defined by 'llvm.func'"),
    }
}
