//! Classes that front ends register for the types of dialects, and for values by the kind of their type.
//!
//! They are refinements of `ir.Type`, `ir.OpResult` and `ir.BlockArgument`. Until one is registered for values, their type is
//! not read to find their class.

use std::sync::atomic::Ordering;

use tvmlike::{ClassBuilder, packed_func};
use tvmlike_runtime::type_table;

use crate::api::*;
use crate::handles::{Type, Value};
use crate::type_id::TypeId;
use crate::value::BY_TYPE;

/// Registers the class of the types of a definition, `!dialect.name` with any parameters. Returns its type key.
#[packed_func("ir._register_type_class")]
fn register_type_class(dialect: String, name: String) -> Result<String> {
    let key = format!("ir_type.{dialect}.{name}");
    if type_table::index_of(&key).is_none() {
        let is_of = PackedFunc::typed("is_of", move |ty: ObjectPtr<Type>| {
            ty.id.is_symbol(ty.core(), &dialect, &name)
        });
        ClassBuilder::new(&*key).refines("ir.Type", is_of).register()?;
    }
    Ok(key)
}

/// Registers the classes of the results and of the arguments whose type is of a kind. Returns their type keys.
#[packed_func("ir._register_value_classes")]
fn register_value_classes(typeid: &TypeId) -> Result<(String, String)> {
    BY_TYPE.store(true, Ordering::Relaxed);
    let register = |part: &str, class: &str| -> Result<String> {
        let kind = typeid.name().to_owned();
        let key = format!("ir_value.{part}.{kind}");
        if type_table::index_of(&key).is_none() {
            let is_of = PackedFunc::typed("is_of", move |value: ObjectPtr<Value>| {
                value.ty().is_ok_and(|ty| ty.kind_name() == kind)
            });
            ClassBuilder::new(&*key).refines(class, is_of).register()?;
        }
        Ok(key)
    };
    Ok((
        register("result", "ir.OpResult")?,
        register("argument", "ir.BlockArgument")?,
    ))
}
