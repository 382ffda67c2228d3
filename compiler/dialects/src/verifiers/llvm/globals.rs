//! Globals, their other names, and what takes their addresses.

use tvmlike_define::Instance;
use tvmlike_ir::{
    Attribute, AttributeKind, Context, Element, Failure, Op, SymbolTables, Type, WalkOrder, WalkResult,
};

use super::constants::array;
use super::pointers::{address_space, target_type};
use super::symbols::{at_module_level, is_defined, linkage, module, verify_comdat};
use crate::llvm::{FunctionType, keywords, string, type_in};
use crate::verifiers::types::is_free_of_effects;

/// Whether a global can have a type.
fn is_global(context: &Context, ty: Type) -> bool {
    let not_values = ["void", "token", "metadata", "label"];
    tvmlike_define::is_llvm_type(context, ty)
        && !not_values.iter().any(|name| ty.is_symbol(context, "llvm", name))
}

/// Whether a value consists of zeros.
fn is_zero(context: &Context, value: Attribute) -> bool {
    match value.kind(context) {
        AttributeKind::Integer { value, .. } => value.is_zero(),
        AttributeKind::Float { value, .. } => value.to_f64() == 0.0,
        AttributeKind::Array(all) => all.iter().all(|one| is_zero(context, one)),
        AttributeKind::DenseElements(all) => all.stored(context).all(|one| match one {
            Element::Integer(value) => value.is_zero(),
            Element::Float(value) => value.to_f64() == 0.0,
            _ => false,
        }),
        _ => false,
    }
}

pub(super) fn global(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(ty) = instance.type_in("global_type") else {
        return Ok(());
    };
    if !is_global(context, ty) {
        return instance.refuse("expects type to be a valid element type for an LLVM global");
    }
    at_module_level(instance)?;
    let value = instance.attribute("value");
    if let Some(text) = string(context, value)
        && array(context, ty) != Some((context.i8(), text.len() as u64))
    {
        return instance
            .refuse("requires an i8 array type of the length equal to that of the string attribute");
    }
    if let Some(name) = target_type(context, ty) {
        if !name.starts_with(b"spirv.") {
            return instance.refuse("this target extension type cannot be used in a global");
        }
        if value.is_some() {
            return instance
                .refuse("global with target extension type can only be initialized with zero-initializer");
        }
    }
    match linkage(context, instance.op) {
        "common" if value.is_some_and(|value| !is_zero(context, value)) => {
            return instance.refuse("expected zero value for 'common' linkage");
        }
        "appending" if array(context, ty).is_none() => {
            return instance.refuse("expected array type for 'appending' linkage");
        }
        _ => {}
    }
    verify_comdat(instance)?;
    match instance.integer("alignment") {
        Some(value) if !value.cast_unsigned().is_power_of_two() => {
            instance.refuse_plainly("alignment attribute is not a power of 2")
        }
        _ => Ok(()),
    }
}

/// Refuses an operation with effects in an initializer.
fn without_effects(instance: &Instance<'_>, message: &str) -> Result<(), Failure> {
    let context = instance.context;
    let block = instance
        .op
        .region(context, 0)
        .and_then(|body| body.first_block(context));
    let mut operations = block.into_iter().flat_map(|block| block.operations(context));
    match operations.find(|op| !is_free_of_effects(context, *op)) {
        Some(op) => Err(op.emit_error(context, message.to_owned()).emit()),
        None => Ok(()),
    }
}

/// The type that an initializer returns, if it returns something; `None` without an initializer.
fn returned(context: &Context, op: Op) -> Option<Option<Type>> {
    let block = op.region(context, 0)?.first_block(context)?;
    let last = block.last_op(context)?;
    Some(last.operand(context, 0).map(|operand| operand.ty(context)))
}

pub(super) fn global_regions(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let (Some(returned), Some(ty)) = (returned(context, op), instance.type_in("global_type")) else {
        return Ok(());
    };
    let Some(returned) = returned else {
        return instance.refuse("initializer region cannot return void");
    };
    if returned != ty {
        let (returned, ty) = (instance.quote(returned), instance.quote(ty));
        return instance.refuse(format!(
            "initializer region type {returned} does not match global type {ty}"
        ));
    }
    without_effects(
        instance,
        "ops with side effects not allowed in global initializers",
    )?;
    match instance.has("value") {
        true => instance.refuse("cannot have both initializer value and region"),
        false => Ok(()),
    }
}

pub(super) fn alias(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    if instance
        .type_in("alias_type")
        .is_some_and(|ty| !is_global(context, ty))
    {
        return instance.refuse("expects type to be a valid element type for an LLVM global alias");
    }
    match linkage(context, instance.op) {
        linkage @ ("appending" | "common" | "extern_weak") => instance.refuse(format!(
            "'{linkage}' linkage not supported in aliases, available options: private, internal, linkonce, weak, \
             linkonce_odr, weak_odr, external or available_externally"
        )),
        _ => Ok(()),
    }
}

pub(super) fn alias_regions(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let returned = returned(context, instance.op).flatten();
    if !returned.is_some_and(|ty| ty.is_symbol(context, "llvm", "ptr")) {
        return instance.refuse("initializer region must always return a pointer");
    }
    without_effects(
        instance,
        "ops with side effects are not allowed in alias initializers",
    )
}

/// The symbol of the module that an attribute names.
fn symbol(instance: &Instance<'_>, attribute: &str, tables: &mut SymbolTables) -> Option<Op> {
    let context = instance.context;
    let module = module(context, instance.op)?;
    tables.lookup_in(context, module, instance.attribute(attribute)?)
}

fn is_named(context: &Context, op: Option<Op>, name: &str) -> bool {
    op.is_some_and(|op| op.is_named(context, name))
}

pub(super) fn address(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let context = instance.context;
    let found = symbol(instance, "global_name", tables);
    let space = match found.map(|found| (found, found.name(context).bytes(context))) {
        Some((global, b"llvm.mlir.global")) => {
            let space = global.property(context, context.identifier("addr_space"));
            Some(
                space
                    .and_then(|space| keywords::integer(context, space))
                    .unwrap_or(0),
            )
        }
        Some((alias, b"llvm.mlir.alias")) => {
            let ty = returned(context, alias).flatten();
            ty.and_then(|ty| address_space(context, ty))
        }
        Some((_, b"llvm.func" | b"llvm.mlir.ifunc")) => None,
        _ => {
            return instance.refuse(
                "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or \
                 'llvm.mlir.ifunc'",
            );
        }
    };
    let own = address_space(context, instance.result_type("res"));
    match space.is_some() && space != own {
        true => instance
            .refuse("pointer address space must match address space of the referenced global or alias"),
        false => Ok(()),
    }
}

pub(super) fn local_equivalent(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let context = instance.context;
    let found = symbol(instance, "function_name", tables);
    let is_alias = is_named(context, found, "llvm.mlir.alias");
    if !is_alias && !is_named(context, found, "llvm.func") {
        return instance.refuse("must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'");
    }
    let Some(found) = found else {
        return Ok(());
    };
    if is_alias && refers_to_global(context, found, tables) {
        return instance.refuse("must reference an alias to a function");
    }
    match linkage(context, found) {
        "extern_weak" => instance.refuse("target function with 'extern_weak' linkage not allowed"),
        _ => Ok(()),
    }
}

/// Whether the initializer of an alias takes the address of a global variable.
fn refers_to_global(context: &Context, alias: Op, tables: &mut SymbolTables) -> bool {
    !alias.walk(context, WalkOrder::PostOrder, |op| {
        match is_named(context, addressed(context, op, tables), "llvm.mlir.global") {
            true => WalkResult::Interrupt,
            false => WalkResult::Advance,
        }
    })
}

/// What an operation that takes an address refers to.
fn addressed(context: &Context, op: Op, tables: &mut SymbolTables) -> Option<Op> {
    let name = op.property(context, context.identifier("global_name"))?;
    tables.lookup_in(context, module(context, op)?, name)
}

pub(super) fn ifunc(instance: &Instance<'_>) -> Result<(), Failure> {
    match linkage(instance.context, instance.op) {
        linkage @ ("appending" | "common" | "extern_weak" | "available_externally") => {
            instance.refuse(format!(
                "'{linkage}' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, \
                 linkonce_odr, weak_odr, or external linkage"
            ))
        }
        _ => Ok(()),
    }
}

pub(super) fn ifunc_resolver(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let context = instance.context;
    let mut resolver = symbol(instance, "resolver", tables);
    while is_named(context, resolver, "llvm.mlir.alias") {
        let block = resolver.and_then(|alias| alias.region(context, 0)?.first_block(context));
        let last = block.and_then(|block| block.last_op(context));
        let address = last.and_then(|last| last.operand(context, 0)?.defining_op(context));
        // What else is returned, MLIR does not follow.
        if !is_named(context, address, "llvm.mlir.addressof") {
            return Ok(());
        }
        resolver = address.and_then(|address| addressed(context, address, tables));
    }
    let Some(resolver) = resolver.filter(|op| is_named(context, Some(*op), "llvm.func")) else {
        return instance.refuse("must have a function resolver");
    };
    if !is_defined(context, resolver) || linkage(context, resolver) == "available_externally" {
        return instance.refuse("resolver must be a definition");
    }
    let ty = type_in(
        context,
        resolver.property(context, context.identifier("function_type")),
    );
    let ty = ty.and_then(|ty| FunctionType::of(context, ty));
    if !ty.is_some_and(|ty| ty.result.is_symbol(context, "llvm", "ptr")) {
        return instance.refuse("resolver must return a pointer");
    }
    let space = instance.integer("address_space").unwrap_or(0).cast_unsigned();
    let given = instance
        .type_in("resolver_type")
        .and_then(|ty| address_space(context, ty));
    match given == Some(space) {
        true => Ok(()),
        false => instance.refuse("resolver has incorrect type"),
    }
}
