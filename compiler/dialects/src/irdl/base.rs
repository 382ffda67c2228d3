//! The names of kinds of types and attributes, "builtin.integer", "cmath.complex", and their parameters.

use tvmlike_ir::{Attribute, AttributeKind, Context, Parameters, Type, TypeKind};

/// The kinds of builtin types.
const TYPES: &[&str] = &[
    "complex",
    "function",
    "graph",
    "index",
    "integer",
    "memref",
    "none",
    "opaque",
    "tensor",
    "tuple",
    "unranked_memref",
    "unranked_tensor",
    "vector",
];

/// The kinds of builtin attributes.
const ATTRIBUTES: &[&str] = &[
    "affine_map",
    "array",
    "dense_array",
    "dense_resource_elements",
    "dense_typed_elements",
    "dictionary",
    "distinct",
    "float",
    "integer",
    "integer_set",
    "opaque",
    "sparse_elements",
    "strided_layout",
    "string",
    "symbol_ref",
    "type",
    "unit",
];

/// Whether there is a kind of builtin types, or attributes, of a name.
pub(super) fn is_builtin(is_type: bool, name: &str) -> bool {
    match is_type {
        true => TYPES.contains(&name) || tvmlike_ir::FloatKind::from_name(name).is_some(),
        false => ATTRIBUTES.contains(&name),
    }
}

/// The kind of a type.
pub(super) fn of_type(context: &Context, ty: Type) -> String {
    let builtin = match ty.kind(context) {
        TypeKind::Integer { .. } => "integer",
        TypeKind::Float(kind) => return format!("builtin.{}", kind.name()),
        TypeKind::Index => "index",
        TypeKind::None => "none",
        TypeKind::Complex(_) => "complex",
        TypeKind::Tuple(_) => "tuple",
        TypeKind::Vector { .. } => "vector",
        TypeKind::RankedTensor { .. } => "tensor",
        TypeKind::UnrankedTensor(_) => "unranked_tensor",
        TypeKind::MemRef { .. } => "memref",
        TypeKind::UnrankedMemRef { .. } => "unranked_memref",
        TypeKind::Function { .. } => "function",
        TypeKind::Graph { .. } => "graph",
        _ => return of_dialect(&tvmlike_text::quote_type(context, ty).to_string()).unwrap_or_else(opaque),
    };
    format!("builtin.{builtin}")
}

/// The kind of an attribute.
pub(super) fn of_attribute(context: &Context, attribute: Attribute) -> String {
    let builtin = match attribute.kind(context) {
        AttributeKind::Integer { .. } => "integer",
        AttributeKind::Float { .. } => "float",
        AttributeKind::String { .. } => "string",
        AttributeKind::Array(_) => "array",
        AttributeKind::Dictionary(_) => "dictionary",
        AttributeKind::SymbolRef { .. } => "symbol_ref",
        AttributeKind::Type(_) => "type",
        AttributeKind::Unit => "unit",
        AttributeKind::AffineMap(_) => "affine_map",
        AttributeKind::IntegerSet(_) => "integer_set",
        AttributeKind::DenseElements(_) => "dense_typed_elements",
        AttributeKind::DenseArray(_) => "dense_array",
        AttributeKind::DenseResource { .. } => "dense_resource_elements",
        AttributeKind::Sparse { .. } => "sparse_elements",
        AttributeKind::StridedLayout { .. } => "strided_layout",
        AttributeKind::Distinct { .. } => "distinct",
        _ => {
            let text = tvmlike_text::quote_attribute(context, attribute);
            return of_dialect(&text).unwrap_or_else(opaque);
        }
    };
    format!("builtin.{builtin}")
}

/// The parameters of a type, which stands in a type attribute, or of an attribute.
pub(super) fn parameters(context: &Context, value: Attribute) -> Vec<Attribute> {
    let symbol = match value.kind(context) {
        AttributeKind::Type(ty) => ty.symbol(context),
        _ => value.symbol(context),
    };
    let parameters = symbol.map(|(_, parameters)| parameters);
    parameters
        .into_iter()
        .flat_map(Parameters::iter)
        .flatten()
        .collect()
}

fn opaque() -> String {
    "builtin.opaque".to_owned()
}

/// The name in `!dialect.name<…>` or `#dialect<name …>`.
fn of_dialect(text: &str) -> Option<String> {
    let text = text.strip_prefix(['!', '#'])?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.' || c == '$';
    let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    match rest.strip_prefix('<').filter(|_| !name.contains('.')) {
        Some(rest) => {
            let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            Some(format!("{name}.{}", &rest[..end]))
        }
        None => Some(name.to_owned()),
    }
}
