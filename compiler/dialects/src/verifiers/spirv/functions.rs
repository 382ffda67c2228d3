//! Functions, and how their arguments that are physical pointers are decorated.

use tvmlike_define::{Instance, enum_keyword};
use tvmlike_ir::{Attribute, Failure, Type};

use super::super::function;
use crate::spirv::{element_of, is, pointee};

/// The storage class of physical pointers.
const PHYSICAL: &str = "PhysicalStorageBuffer";

/// Checks the signature of a function and the arguments of its body.
pub(super) fn interface(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    if let Some((inputs, results)) = function::signature(context, instance.op) {
        if results.len() > 1 {
            return instance.refuse("cannot have more than one result");
        }
        let attributes = instance.elements("arg_attrs");
        for (index, input) in inputs.iter().enumerate() {
            verify_argument(instance, input, attributes.get(index).copied())?;
        }
    }
    function::verify(instance, false)
}

/// Checks that an argument with a physical pointer says whether others point to the same.
fn verify_argument(instance: &Instance<'_>, ty: Type, attributes: Option<Attribute>) -> Result<(), Failure> {
    let context = instance.context;
    let is_physical = |ty: Type| {
        let class = pointee(context, ty).map(|(_, class)| class);
        class.and_then(|class| enum_keyword(context, class)) == Some(PHYSICAL)
    };
    let Some((inner, _)) = pointee(context, ty) else {
        return Ok(());
    };
    let decoration = attributes.and_then(|attributes| {
        let entries = attributes.entries(context)?;
        entries.get(context, context.identifier("spirv.decoration"))
    });
    let decoration = decoration.and_then(|decoration| enum_keyword(context, decoration));
    let is_decorated = |names: [&str; 2]| decoration.is_some_and(|name| names.contains(&name));
    if pointee(context, inner).is_some() {
        return match is_physical(inner) && !is_decorated(["AliasedPointer", "RestrictPointer"]) {
            true => instance.refuse(
                "with a pointer points to a physical buffer pointer must be decorated either 'AliasedPointer' or \
                 'RestrictPointer'",
            ),
            false => Ok(()),
        };
    }
    // MLIR looks at the elements of an array in place of the pointer to it.
    let pointer = match is(context, inner, "array") {
        true => element_of(context, inner, 0).unwrap_or(inner),
        false => ty,
    };
    match is_physical(pointer) && !is_decorated(["Aliased", "Restrict"]) {
        true => {
            instance.refuse("with physical buffer pointer must be decorated either 'Aliased' or 'Restrict'")
        }
        false => Ok(()),
    }
}
