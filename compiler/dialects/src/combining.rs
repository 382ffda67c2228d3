//! How the kinds of `#vector.kind` combine elements.

use tvmlike_ir::{Context, Op, Type};

/// Kinds with the operations on integers and on floats; a kind for which there is none has no name there.
const OPERATIONS: [(&str, &str, &str); 13] = [
    ("add", "arith.addi", "arith.addf"),
    ("mul", "arith.muli", "arith.mulf"),
    ("and", "arith.andi", ""),
    ("or", "arith.ori", ""),
    ("xor", "arith.xori", ""),
    ("minui", "arith.minui", ""),
    ("minsi", "arith.minsi", ""),
    ("maxui", "arith.maxui", ""),
    ("maxsi", "arith.maxsi", ""),
    ("minnumf", "", "arith.minnumf"),
    ("maxnumf", "", "arith.maxnumf"),
    ("minimumf", "", "arith.minimumf"),
    ("maximumf", "", "arith.maximumf"),
];

/// The name of the kind of an operation: "add" of `#vector.kind<add>`.
pub fn combining_kind(context: &Context, op: Op) -> Option<String> {
    let kind = op.property(context, context.identifier("kind"))?;
    let text = tvmlike_text::attribute_to_string(context, kind).ok()?;
    Some(text.strip_prefix("#vector.kind<")?.strip_suffix('>')?.to_owned())
}

/// The operation that combines two values of a type, or the elements of two vectors, as an operation does; `None`: its kind is
/// not for them.
pub fn combining_operation(context: &Context, op: Op, ty: Type) -> Option<&'static str> {
    let kind = combining_kind(context, op)?;
    let (_, integers, floats) = OPERATIONS.iter().find(|known| known.0 == kind)?;
    let is_float = ty
        .element_type(context)
        .unwrap_or(ty)
        .float_kind(context)
        .is_some();
    let name = if is_float { *floats } else { *integers };
    (!name.is_empty()).then_some(name)
}
