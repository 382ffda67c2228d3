//! Whether a type or an attribute is of one of MLIR's classes or interfaces, by the class's name.

use tvmlike_ir::{Attribute, AttributeKind, Context, SymbolInfo, Type, TypeKind};

use super::SymbolDefinition;

/// Whether the definition of a type or an attribute has a trait by its record.
fn has_trait(info: &SymbolInfo, name: &str) -> bool {
    let definition = info.extensions().get::<SymbolDefinition>();
    definition.is_none_or(|definition| definition.record().traits.iter().any(|each| &*each.name == name))
}

/// Whether a type is of a class of MLIR.
pub(super) fn type_has_class(context: &Context, ty: Type, class: &str) -> bool {
    match (class, ty.kind(context)) {
        (_, TypeKind::Opaque { .. }) => true,
        ("MemRefType", kind) => matches!(kind, TypeKind::MemRef { .. }),
        ("VectorType", kind) => matches!(kind, TypeKind::Vector { .. }),
        (_, TypeKind::Dialect { info, .. }) if class.ends_with("Interface") => has_trait(info, class),
        ("PtrLikeTypeInterface", kind) => {
            matches!(kind, TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. })
        }
        _ => true,
    }
}

/// Whether an attribute is of a class of MLIR.
pub(super) fn has_class(context: &Context, attribute: Attribute, class: &str) -> bool {
    use AttributeKind as A;
    match (class, attribute.kind(context)) {
        (_, A::Opaque { .. }) => true,
        ("StringAttr", kind) => matches!(kind, A::String { .. }),
        ("BoolAttr", kind) => matches!(kind, A::Integer { ty, .. } if ty == context.i1()),
        ("IntegerAttr", kind) => matches!(kind, A::Integer { .. }),
        ("FloatAttr", kind) => matches!(kind, A::Float { .. }),
        ("ArrayAttr", kind) => matches!(kind, A::Array(_)),
        ("DictionaryAttr", kind) => matches!(kind, A::Dictionary(_)),
        ("SymbolRefAttr", kind) => matches!(kind, A::SymbolRef { .. }),
        ("FlatSymbolRefAttr", kind) => matches!(kind, A::SymbolRef { nested, .. } if nested.is_empty()),
        ("TypeAttr", kind) => matches!(kind, A::Type(_)),
        ("DistinctAttr", kind) => matches!(kind, A::Distinct { .. }),
        (_, A::Dialect { info, .. }) if class.ends_with("Interface") => has_trait(info, class),
        ("MemorySpaceAttrInterface", _) => false,
        _ => true,
    }
}
