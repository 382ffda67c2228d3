//! Identified structs, which can contain references to themselves.
//!
//! The first parameters of a struct are its name and its body; a reference has no body. A context has one body for a name.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tvmlike_ir::{Attribute, Context, Identifier, Type, TypeKind};

use super::values::{ty, types};

/// The parameters behind the name.
type Body = Box<[Option<Attribute>]>;

/// The bodies of the identified structs of a context, by dialect and name.
#[derive(Default)]
struct Bodies(Mutex<HashMap<(Identifier, Attribute), Body>>);

/// Whether an identified struct has the body that its name had before. It passes if it has no body, no name, or a reference
/// to a struct around it: then the body depends on where it stands.
pub(super) fn is_first_body(context: &Context, dialect: &str, parameters: &[Option<Attribute>]) -> bool {
    let [Some(name), body @ ..] = parameters else {
        return true;
    };
    let elements = types(context, parameters, 1);
    if body[0].is_none() || elements.iter().any(|ty| has_reference(context, dialect, *ty)) {
        return true;
    }
    let bodies = context.extensions().get_or_insert_with(Bodies::default);
    let mut bodies = bodies.0.lock().unwrap_or_else(PoisonError::into_inner);
    let first = bodies.entry((context.identifier(dialect), *name));
    **first.or_insert_with(|| body.into()) == *body
}

/// Whether a type contains a reference to a struct around it.
fn has_reference(context: &Context, dialect: &str, part: Type) -> bool {
    let TypeKind::Dialect { info, parameters } = part.kind(context) else {
        return false;
    };
    if info.is_named(context, dialect, "struct") && parameters.get(1).is_none() {
        // The last parameter of a struct of `llvm` says whether it is opaque.
        return parameters.get(3) != Some(context.bool_attribute(true));
    }
    let parameters = parameters.to_vec();
    let inner = (0..parameters.len()).flat_map(|index| {
        let one = ty(context, &parameters, index);
        one.into_iter().chain(types(context, &parameters, index))
    });
    inner.into_iter().any(|ty| has_reference(context, dialect, ty))
}
