//! The types under which compiled functions are called: those of `func.func`, of scalars, or what the caller says.

use std::collections::{HashMap, HashSet};

use tvmlike_conventions::memref::signature::FunctionType;
use tvmlike_ir::{Attribute, AttributeKind, Context, Exclusive, Op, Type, TypeKind};

use crate::api::*;
use crate::errors;

/// Attributes of a function by which lowering makes an entry for C.
const EMIT: &str = "llvm.emit_c_interface";

/// The attribute of an argument of which a call may pass a copy: it was a tensor that the function only reads.
pub(super) const BY_VALUE: &str = "tvmlike.by_value";

/// A function that can be called, or why not.
pub(super) struct Callable {
    /// The symbol.
    pub(super) name: String,
    /// The type.
    pub(super) ty: std::result::Result<FunctionType, String>,
    /// Whether the module declares it only.
    pub(super) is_declaration: bool,
}

/// The types that the caller gives.
pub(super) fn given(types: &Map) -> Result<HashMap<String, FunctionType>> {
    let mut found = HashMap::new();
    for (name, text) in types.iter() {
        let (name, text) = (name.convert::<&str>()?, text.convert::<&str>()?);
        let ty = FunctionType::parse(text).map_err(|error| {
            errors::value_error(format_args!("the signature of `{name}`: {}", error.message()))
        })?;
        if let Some(own) = ty.symbol.as_deref().filter(|own| *own != name) {
            return Err(errors::value_error(format_args!(
                "the signature of `{name}` names the symbol `{own}`"
            )));
        }
        found.insert(name.to_owned(), ty);
    }
    Ok(found)
}

fn symbol(context: &Context, op: Op) -> Option<String> {
    let bytes = op.symbol_name(context)?;
    Some(String::from_utf8_lossy(bytes).into_owned())
}

fn type_of(context: &Context, op: Op) -> Option<Type> {
    match op
        .attribute(context, context.identifier("function_type"))?
        .kind(context)
    {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    }
}

/// Whether the dictionary of an argument has an attribute.
fn has(context: &Context, attributes: Option<Attribute>, index: usize, name: &str) -> bool {
    let Some(AttributeKind::Array(all)) = attributes.map(|all| all.kind(context)) else {
        return false;
    };
    let entries = all.get(index).and_then(|each| each.entries(context));
    entries.is_some_and(|entries| entries.get_by_bytes(context, name.as_bytes()).is_some())
}

/// The text of a function type, with what its arguments promise.
fn text_of(context: &Context, op: Op) -> Option<String> {
    let TypeKind::Function { inputs, results } = type_of(context, op)?.kind(context) else {
        return None;
    };
    let attributes = op.attribute(context, context.identifier("arg_attrs"));
    let text = |ty| tvmlike_text::quote_type(context, ty);
    let inputs = inputs.iter().enumerate().map(|(index, ty)| {
        let mut promised = Vec::new();
        for name in ["llvm.noalias", "llvm.readonly", BY_VALUE] {
            if has(context, attributes, index, name) {
                promised.push(name);
            }
        }
        match promised.is_empty() {
            true => text(ty),
            false => format!("{} {{{}}}", text(ty), promised.join(", ")),
        }
    });
    let inputs: Vec<String> = inputs.collect();
    let results: Vec<String> = results.iter().map(text).collect();
    Some(format!("({}) -> ({})", inputs.join(", "), results.join(", ")))
}

/// The operations of a name directly in a module.
pub(super) fn operations(context: &Context, module: Op, name: &[u8]) -> Vec<Op> {
    let block = module
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let all = block.into_iter().flat_map(|block| block.operations(context));
    all.filter(|op| op.name(context).bytes(context) == name).collect()
}

/// The types of the functions of a module before it is lowered. Each gets an entry for C.
pub(super) fn of_functions(
    edit: &mut Exclusive<'_>,
    module: Op,
    given: &HashMap<String, FunctionType>,
) -> Vec<Callable> {
    let context = edit.context();
    let mut found = Vec::new();
    for op in operations(context, module, b"func.func") {
        let (Some(name), Some(text)) = (symbol(context, op), text_of(context, op)) else {
            continue;
        };
        let is_declaration = op.region(context, 0).is_none_or(|body| body.is_empty(context));
        let is_public = op.symbol_visibility(context) == tvmlike_ir::Visibility::Public;
        if !is_declaration && !is_public {
            continue;
        }
        // A declaration is called by its entry for C only if a packed function stands behind it.
        if !is_declaration || tvmlike::find(&name).is_some() {
            let (key, unit) = (context.identifier(EMIT), context.unit_attribute());
            op.set_attribute(edit, key, unit);
        }
        let ty = match given.get(&name) {
            Some(ty) => Ok(ty.clone()),
            None => FunctionType::parse(&text).map_err(|error| error.message().to_string()),
        };
        found.push(Callable {
            name,
            ty,
            is_declaration,
        });
    }
    found
}

/// The type of a function of the llvm dialect, if it has scalars only.
fn of_scalars(context: &Context, op: Op) -> std::result::Result<FunctionType, String> {
    let pointers = "its type in the llvm dialect does not tell what its pointers are; pass its MLIR function type in `signatures`";
    let types = tvmlike_engine::Types::new(context);
    let ty = type_of(context, op).ok_or_else(|| "it has no type".to_owned())?;
    let ty = types.function(ty).map_err(|error| error.message)?;
    let text = |ty: &Type| match types.scalar(*ty) {
        Ok(tvmlike_engine::Scalar::Ptr) | Err(_) => Err(pointers.to_owned()),
        Ok(_) => Ok(tvmlike_text::quote_type(context, *ty)),
    };
    let inputs = ty
        .params
        .iter()
        .map(text)
        .collect::<std::result::Result<Vec<_>, _>>()?;
    let result = match &ty.result {
        Some(result) => text(result)?,
        None => String::new(),
    };
    let text = format!("({}) -> ({result})", inputs.join(", "));
    FunctionType::parse(&text).map_err(|error| error.message().to_string())
}

/// The functions of the llvm dialect that are in a module: those that the caller wrote, before it is lowered.
pub(super) fn of_llvm(context: &Context, module: Op) -> HashSet<String> {
    let functions = operations(context, module, b"llvm.func");
    functions
        .into_iter()
        .filter_map(|op| symbol(context, op))
        .collect()
}

/// Adds the functions of the llvm dialect that were there from the `start`, and those whose types are given. Passes make others,
/// of private functions and parts of functions.
pub(super) fn complete(
    context: &Context,
    module: Op,
    mut callables: Vec<Callable>,
    start: &HashSet<String>,
    given: &HashMap<String, FunctionType>,
) -> Vec<Callable> {
    for op in operations(context, module, b"llvm.func") {
        let Some(name) = symbol(context, op) else { continue };
        let was_there = start.contains(&name);
        // The entry for C of a function, which can be all that there is of it.
        let (name, is_entry) = match name.strip_prefix("_mlir_ciface_") {
            Some(name) => (name.to_owned(), true),
            None => (name, false),
        };
        let is_unknown = (is_entry || !was_there) && !given.contains_key(&name);
        if is_unknown || callables.iter().any(|known| known.name == name) {
            continue;
        }
        let is_declaration = op.region(context, 0).is_none_or(|body| body.is_empty(context));
        let ty = match given.get(&name) {
            Some(ty) => Ok(ty.clone()),
            None => of_scalars(context, op),
        };
        callables.push(Callable {
            name,
            ty,
            is_declaration,
        });
    }
    callables
}

/// Checks that the module has every function of which the caller gave the type.
pub(super) fn check(
    callables: &[Callable],
    given: &HashMap<String, FunctionType>,
) -> std::result::Result<(), String> {
    let is_known = |name: &str| callables.iter().any(|callable| callable.name == name);
    let Some(unknown) = given.keys().filter(|name| !is_known(name)).min() else {
        return Ok(());
    };
    let names: Vec<&str> = callables.iter().map(|callable| callable.name.as_str()).collect();
    let known = match names.is_empty() {
        true => "none".to_owned(),
        false => names.join(", "),
    };
    Err(format!(
        "there is a signature of `{unknown}`, but the module has no such function; it has: {known}"
    ))
}

/// The signatures of the functions as JSON, as libraries contain them.
pub(super) fn json(callables: &[Callable]) -> String {
    let functions: Vec<_> = callables
        .iter()
        .filter(|callable| !callable.is_declaration)
        .filter_map(|callable| {
            let ty = callable.ty.as_ref().ok()?;
            Some(serde_json::json!({"name": callable.name, "signature": ty.to_string()}))
        })
        .collect();
    serde_json::json!({ "functions": functions }).to_string()
}
