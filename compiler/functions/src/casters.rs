//! Classes that front ends register for the types of dialects, and for values by the kind of their type.
//!
//! They are refinements of `ir.Type`, `ir.OpResult` and `ir.BlockArgument`. Until one is registered for values, their type is
//! not read to find their class.

use std::sync::atomic::Ordering;

use tvmlike::{ClassBuilder, packed_func};
use tvmlike_runtime::type_table;

use crate::api::*;
use crate::handles::{Attribute, Type, Value};
use crate::type_id::TypeId;
use crate::value::BY_TYPE;

/// Registers a refinement unless its key is registered already. Returns the key.
fn register(key: String, refined: &str, predicate: impl FnOnce() -> PackedFunc) -> Result<String> {
    if type_table::index_of(&key).is_none() {
        ClassBuilder::new(&*key)
            .refines(refined, predicate())
            .register()?;
    }
    Ok(key)
}

/// Registers the class of the types of a definition, `!dialect.name` with any parameters. Returns its type key.
#[packed_func("ir._register_type_class")]
fn register_type_class(dialect: String, name: String) -> Result<String> {
    let key = format!("ir_type.{dialect}.{name}");
    register(key, "ir.Type", || {
        PackedFunc::typed("is_of", move |ty: ObjectPtr<Type>| {
            ty.id.is_symbol(ty.core(), &dialect, &name)
        })
    })
}

/// Registers the class of the attributes of a definition, `#dialect.name` with any parameters. Returns its type key.
#[packed_func("ir._register_attribute_class")]
fn register_attribute_class(dialect: String, name: String) -> Result<String> {
    let key = format!("ir_attribute.{dialect}.{name}");
    register(key, "ir.Attribute", || {
        PackedFunc::typed("is_of", move |attribute: ObjectPtr<Attribute>| {
            attribute.id.is_symbol(attribute.core(), &dialect, &name)
        })
    })
}

/// A type or an attribute.
#[derive(Union)]
enum Symbol {
    Type(ObjectPtr<Type>),
    Attribute(ObjectPtr<Attribute>),
}

/// The parameters of a type or attribute of a registered dialect, None for those that are absent; None for any other type
/// or attribute.
#[packed_func("ir._parameters")]
fn parameters(symbol: Symbol) -> Option<Vec<Option<ObjectPtr<Attribute>>>> {
    let (context, found) = match &symbol {
        Symbol::Type(ty) => (&ty.context, ty.id.symbol(ty.core())),
        Symbol::Attribute(attribute) => (&attribute.context, attribute.id.symbol(attribute.core())),
    };
    let make = |id| Attribute::make(context, id);
    found.map(|(_, parameters)| parameters.iter().map(|id| id.map(make)).collect())
}

/// Registers the classes of the results and of the arguments whose type is of a kind. Returns their type keys.
#[packed_func("ir._register_value_classes")]
fn register_value_classes(typeid: &TypeId) -> Result<(String, String)> {
    BY_TYPE.store(true, Ordering::Relaxed);
    let of_part = |part: &str, class: &str| {
        let kind = typeid.name().to_owned();
        register(format!("ir_value.{part}.{kind}"), class, || {
            PackedFunc::typed("is_of", move |value: ObjectPtr<Value>| {
                value.ty().is_ok_and(|ty| ty.kind_name() == kind)
            })
        })
    };
    Ok((
        of_part("result", "ir.OpResult")?,
        of_part("argument", "ir.BlockArgument")?,
    ))
}
