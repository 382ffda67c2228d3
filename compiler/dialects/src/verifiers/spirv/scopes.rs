//! Where operations of `spirv` can be, and what functions return.

use tvmlike_define::{Definition, Instance};
use tvmlike_ir::{AttributeKind, Context, Failure, Op, OpInfo, Traits, Type, TypeKind};

use crate::spirv::enclosing;

fn is_symbol_table(context: &Context, op: Op) -> bool {
    op.has_trait(context, Traits::SYMBOL_TABLE)
}

/// Whether an operation has `FunctionOpInterface` by its record.
fn is_function(context: &Context, op: Op) -> bool {
    let definition = op.info(context).map(OpInfo::extensions);
    let definition = definition.and_then(|extensions| extensions.get::<Definition>());
    definition.is_some_and(|definition| {
        let traits = &definition.record().traits;
        traits.iter().any(|each| *each.name == *"FunctionOpInterface")
    })
}

/// The operation must be directly in a symbol table.
pub(super) fn in_module(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    match instance
        .op
        .parent_op(context)
        .is_some_and(|parent| is_symbol_table(context, parent))
    {
        true => Ok(()),
        false => instance.refuse("failed to verify that op must appear in a module-like op's block"),
    }
}

/// The operation must be in a function, with no symbol table between them.
pub(super) fn in_function(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut parent = instance.op.parent_op(context);
    while let Some(op) = parent.filter(|op| !is_symbol_table(context, *op)) {
        if is_function(context, op) {
            return Ok(());
        }
        parent = op.parent_op(context);
    }
    instance.refuse("failed to verify that op must appear in a function-like op's block")
}

/// The types that the function around an operation returns.
fn returned(instance: &Instance<'_>) -> Option<Vec<Type>> {
    let context = instance.context;
    let mut parent = instance.op.parent_op(context);
    while let Some(op) = parent.filter(|op| !is_function(context, *op)) {
        parent = op.parent_op(context);
    }
    let ty = parent?.property(context, context.identifier("function_type"))?;
    let AttributeKind::Type(ty) = ty.kind(context) else {
        return None;
    };
    match ty.kind(context) {
        TypeKind::Function { results, .. } => Some(results.iter().collect()),
        _ => None,
    }
}

pub(super) fn return_nothing(instance: &Instance<'_>) -> Result<(), Failure> {
    match returned(instance) {
        Some(types) if !types.is_empty() => instance.refuse("cannot be used in functions returning value"),
        _ => Ok(()),
    }
}

pub(super) fn return_value(instance: &Instance<'_>) -> Result<(), Failure> {
    let ty = instance.operand_type("value");
    match returned(instance).as_deref() {
        Some([wanted]) if *wanted != ty => instance.refuse(format!(
            " return value's type ({}) mismatch with function's result type ({})",
            instance.quote(ty),
            instance.quote(*wanted)
        )),
        Some([_]) | None => Ok(()),
        Some(types) => instance.refuse(format!(
            "returns 1 value but enclosing function requires {} results",
            types.len()
        )),
    }
}

/// Whether the module around an operation has a logical addressing model; pointers of this storage class are physical in
/// the model `PhysicalStorageBuffer64`.
pub(super) fn is_logical(instance: &Instance<'_>, class: Option<&str>) -> bool {
    let context = instance.context;
    let Some(module) = enclosing(context, instance.op, "spirv.module") else {
        return false;
    };
    let model = module.property(context, context.identifier("addressing_model"));
    match model.and_then(|model| tvmlike_define::enum_keyword(context, model)) {
        Some("Logical") => true,
        Some("PhysicalStorageBuffer64") => class != Some("PhysicalStorageBuffer"),
        _ => false,
    }
}
