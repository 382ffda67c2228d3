//! Truth values in a box, as TVM's 0.18 had them for a while.
//!
//! Invariant: containers never contain a box.

use tvmlike::Object;
use tvmlike::function::Argument;
use tvmlike::prelude::*;

/// A truth value as an object.
#[derive(Object, Debug)]
#[object(key = "runtime.BoxBool", repr, pickle)]
pub struct BoxBool {
    /// The truth value.
    #[field]
    value: bool,
}

/// Puts a truth value into a box.
#[packed_func("runtime.BoxBool")]
fn boxed(value: bool) -> ObjectPtr<BoxBool> {
    ObjectPtr::new(BoxBool { value })
}

/// Takes a truth value out of its box, where it is in one.
#[packed_func("runtime.UnBoxBool")]
fn unboxed_bool(value: AnyView<'_>) -> Result<bool> {
    unboxed(&value).convert()
}

/// A value, without a box around it.
pub(super) fn unboxed<'a>(value: &AnyView<'a>) -> AnyView<'a> {
    match value.downcast_ref::<BoxBool>() {
        Some(boxed) => if boxed.value { &true } else { &false }.view(&()),
        None => *value,
    }
}
