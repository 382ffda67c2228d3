//! The bodies of operations that exist already, and what attributes say about bodies.

use tvmlike_ir::{Attribute, Context, Exclusive, NamedAttribute, Op};
use tvmlike_text::quote_attribute;

use super::append::create_block;
use super::body::{Body, elementwise_computation};
use super::cast::Cast;
use super::description::{all, find};

/// What `linalg.contract` computes.
pub(crate) const CONTRACTION: &str = "add 2 mul cast 0 cast 1";

/// What the attribute `cast` says.
pub(crate) fn cast_of(context: &Context, attributes: &[NamedAttribute]) -> Cast {
    let given = attributes
        .iter()
        .find(|entry| entry.name.bytes(context) == b"cast");
    let is_unsigned =
        given.is_some_and(|entry| quote_attribute(context, entry.value) == "#linalg.type_fn<cast_unsigned>");
    if is_unsigned { Cast::Unsigned } else { Cast::Signed }
}

/// The function in an attribute `#linalg.elementwise_kind<…>`.
pub(crate) fn function(context: &Context, kind: Attribute) -> Option<String> {
    let text = quote_attribute(context, kind);
    let function = text
        .strip_prefix("#linalg.elementwise_kind<")?
        .strip_suffix('>')?;
    Some(function.to_owned())
}

/// The operations of linalg whose operands are inputs and outputs, and whose body follows from their name, sorted.
pub fn structured_operations() -> impl Iterator<Item = &'static str> {
    all().iter().map(|named| named.name)
}

/// Builds the body of a structured operation of linalg whose name, attributes and operands tell what it is.
///
/// # Errors
/// The operation has a body, or no name that tells its body; or the body is not defined for the elements of the operands.
pub fn fill_structured_region(edit: &mut Exclusive<'_>, op: Op) -> Result<(), String> {
    let context = edit.context();
    let name = op.name(context).text(context);
    let no_body = || format!("'{name}' has no body that follows from its name");
    let attribute = |name: &str| op.property(context, context.identifier(name));
    let (computation, arguments) = match name.strip_prefix("linalg.").ok_or_else(no_body)? {
        "contract" => (CONTRACTION.to_owned(), 3),
        "transpose" | "broadcast" => ("0".to_owned(), 2),
        "elementwise" => {
            let function = attribute("kind").and_then(|kind| function(context, kind));
            let (computation, inputs) = elementwise_computation(&function.ok_or_else(no_body)?);
            (computation, inputs + 1)
        }
        name => {
            let named = find(name).ok_or_else(no_body)?;
            (named.computation.to_owned(), named.arguments)
        }
    };
    let given = op.num_operands(context);
    if given != arguments {
        return Err(format!("'{name}': expected {arguments} operands, got {given}"));
    }
    let region = op.region(context, 0).filter(|region| region.is_empty(context));
    let region = region.ok_or_else(|| format!("'{name}' has a body already"))?;
    let element = |ty: tvmlike_ir::Type| {
        ty.element_type(context)
            .filter(|_| ty.is_shaped(context))
            .unwrap_or(ty)
    };
    let types: Vec<_> = op
        .operands(context)
        .map(|value| element(value.ty(context)))
        .collect();
    let cast = attribute("cast").map(|value| NamedAttribute {
        name: context.identifier("cast"),
        value,
    });
    let cast = cast_of(context, &Vec::from_iter(cast));
    let block = create_block(edit, region, &types);
    let built = Body::new(edit, block, cast).build(&computation);
    if built.is_err() {
        block
            .erase(edit)
            .expect("nothing uses the arguments of a block that was not finished");
    }
    built
}
