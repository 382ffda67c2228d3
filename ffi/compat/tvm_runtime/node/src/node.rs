//! `node.*`: functions on any object.
//!
//! Invariant: a missing attribute is an AttributeError, which front ends reword.

use tvmlike::convert::Mismatch;
use tvmlike::prelude::*;
use tvmlike::{IntoReturn, ToAny};

use crate::{json, keys, reflect, repr, structural, text};

/// Returns an object as text.
#[packed_func("node.AsRepr")]
fn as_repr(value: AnyView<'_>) -> Result<String> {
    repr::repr(&value)
}

/// Returns an object as text, under the older name.
#[packed_func("node.AsLegacyRepr")]
fn as_legacy_repr(value: AnyView<'_>) -> Result<String> {
    repr::repr(&value)
}

/// Returns an attribute of an object: `type_key`, a field, or a bound method.
#[packed_func("node.NodeGetAttr")]
fn get_attr(object: AnyView<'_>, name: &str) -> Result<Any> {
    let key = keys::name_of(object.kind());
    if name == "type_key" {
        return Ok(key.as_ref().to_any());
    }
    let member = match object.as_object() {
        // Names with this prefix are for the type's own front end.
        Some(_) if !name.starts_with("__") => reflect::member(object.kind(), name)?,
        _ => None,
    };
    match member {
        Some(field) if field.is_field() => text::outward(field.read(&object)?.view()),
        Some(method) if method.is_method() => Ok(method.bound(&object)?.into()),
        _ => Err(Error::attribute_error(format!("{key} has no attribute {name:?}"))),
    }
}

/// Returns a function over the names of an object's fields: -1 returns their number, an index a name.
#[packed_func("node.NodeListAttrNames")]
fn list_attr_names(object: AnyView<'_>) -> Result<PackedFunc> {
    let fields = match object.as_object() {
        Some(_) => reflect::members(object.kind())?,
        None => Vec::new(),
    };
    let fields = fields.into_iter().filter(reflect::Member::is_field);
    let names: Vec<String> = fields.map(|field| field.name).collect();
    Ok(PackedFunc::typed(
        "node.NodeListAttrNames(..)",
        move |index: i64| {
            let name = usize::try_from(index).ok().and_then(|index| names.get(index));
            match name {
                _ if index == -1 => names.len().into_return(),
                Some(name) => Ok(name.as_str().to_any()),
                None => Err(Error::index_error(format!(
                    "node.NodeListAttrNames(..): index {index} is out of range for {} names",
                    names.len()
                ))),
            }
        },
    ))
}

/// Saves an object, with all that it contains, as JSON text.
#[packed_func("node.SaveJSON")]
fn save_json(value: AnyView<'_>) -> Result<String> {
    json::save(&value).map_err(|why| about("node.SaveJSON", "value", why))
}

/// Loads an object from JSON text.
#[packed_func("node.LoadJSON")]
fn load_json(text: &str) -> Result<Any> {
    json::load(text).map_err(|why| about("node.LoadJSON", "text", why))
}

/// An error about the one argument of a function.
fn about(function: &str, argument: &str, why: Error) -> Error {
    Mismatch::Failed(why).into_argument_error(function, 0, Some(argument))
}

/// Returns a number that identifies an object while it lives: its address.
#[packed_func("runtime.ObjectPtrHash")]
fn object_ptr_hash(object: AnyView<'_>) -> i64 {
    object
        .as_object()
        .map_or(0, |object| object.as_ptr().addr().cast_signed() as i64)
}

/// Returns whether two values are structurally equal. With `assert_mode`, a difference is a ValueError. Values have no free
/// variables, so `map_free_vars` has no effect.
#[packed_func("node.StructuralEqual")]
fn structural_equal(
    lhs: AnyView<'_>,
    rhs: AnyView<'_>,
    #[default(false)] assert_mode: bool,
    #[default(false)] map_free_vars: bool,
) -> Result<bool> {
    let _ = map_free_vars;
    match structural::difference(&lhs, &rhs)? {
        None => Ok(true),
        Some(place) if assert_mode => Err(Error::value_error(format!(
            "node.StructuralEqual: the two values differ{place}"
        ))),
        Some(_) => Ok(false),
    }
}

/// Returns a hash that is the same for structurally equal values, in all processes.
#[packed_func("node.StructuralHash")]
fn structural_hash(value: AnyView<'_>, #[default(false)] map_free_vars: bool) -> Result<i64> {
    let _ = map_free_vars;
    structural::hash(&value)
}
