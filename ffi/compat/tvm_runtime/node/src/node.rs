//! `node.*`: what front ends ask of any object.
//!
//! Invariant: an attribute that is not there is an AttributeError, which front ends reword.

use tvmlike::convert::Mismatch;
use tvmlike::prelude::*;
use tvmlike::{IntoReturn, ToAny};

use crate::{json, keys, reflect, repr, structural, text};

/// An object as text.
#[packed_func("node.AsRepr")]
fn as_repr(value: AnyView<'_>) -> Result<String> {
    repr::repr(&value)
}

/// An object as text, in the form that was once the only one.
#[packed_func("node.AsLegacyRepr")]
fn as_legacy_repr(value: AnyView<'_>) -> Result<String> {
    repr::repr(&value)
}

/// An attribute of an object: `type_key`, a field, or a method that remembers the object.
#[packed_func("node.NodeGetAttr")]
fn get_attr(object: AnyView<'_>, name: &str) -> Result<Any> {
    let key = keys::name_of(object.kind());
    if name == "type_key" {
        return Ok(key.as_ref().to_any());
    }
    let member = match object.as_object() {
        // What begins so is for the language of the type's own front end.
        Some(_) if !name.starts_with("__") => reflect::member(object.kind(), name)?,
        _ => None,
    };
    match member {
        Some(field) if field.is_field() => text::outward(field.read(&object)?.view()),
        Some(method) if method.is_method() => Ok(method.bound(&object)?.into()),
        _ => Err(Error::attribute_error(format!("{key} has no attribute {name:?}"))),
    }
}

/// The names of an object's fields, as a function: -1 gives how many there are, a position the name that stands there.
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

/// An object, with all that it holds, as JSON text.
#[packed_func("node.SaveJSON")]
fn save_json(value: AnyView<'_>) -> Result<String> {
    json::save(&value).map_err(|why| about("node.SaveJSON", "value", why))
}

/// The object that was saved as JSON text.
#[packed_func("node.LoadJSON")]
fn load_json(text: &str) -> Result<Any> {
    json::load(text).map_err(|why| about("node.LoadJSON", "text", why))
}

/// An error about the only argument of a function.
fn about(function: &str, argument: &str, why: Error) -> Error {
    Mismatch::Failed(why).into_argument_error(function, 0, Some(argument))
}

/// A number that is the same for one object, and for no other one while it lives: its address.
#[packed_func("runtime.ObjectPtrHash")]
fn object_ptr_hash(object: AnyView<'_>) -> i64 {
    object
        .as_object()
        .map_or(0, |object| object.as_ptr().addr().cast_signed() as i64)
}

/// Whether two values are built alike. With `assert_mode`, it is a ValueError where they are not. Values here have no free
/// variables, so `map_free_vars` makes no difference.
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

/// A number that is the same for values that are built alike, in this process and in others.
#[packed_func("node.StructuralHash")]
fn structural_hash(value: AnyView<'_>, #[default(false)] map_free_vars: bool) -> Result<i64> {
    let _ = map_free_vars;
    structural::hash(&value)
}
