//! Whether a type or an attribute is of one of MLIR's classes or interfaces, by the class's name.

use tvmlike_ir::{Attribute, AttributeKind, Context, LocationKind, SymbolInfo, Type, TypeKind};

use super::SymbolDefinition;

/// The definitions of `llvm` that MLIR's classes without a definition of their own comprise.
const LLVM_CLASSES: &[(&str, &[&str])] = &[
    (
        "DIScopeAttr",
        &[
            "di_common_block",
            "di_compile_unit",
            "di_composite_type",
            "di_derived_type",
            "di_file",
            "di_lexical_block",
            "di_lexical_block_file",
            "di_module",
            "di_namespace",
            "di_subprogram",
        ],
    ),
    (
        "DITypeAttr",
        &[
            "di_basic_type",
            "di_composite_type",
            "di_derived_type",
            "di_null_type",
            "di_string_type",
            "di_subroutine_type",
        ],
    ),
    ("DIVariableAttr", &["di_global_variable", "di_local_variable"]),
    ("TBAANodeAttr", &["tbaa_root", "tbaa_type_desc"]),
];

/// The interface of layouts, whose name does not end with "Interface".
const LAYOUT: &str = "DistributeLayoutAttr";

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
        ("FusedLoc", A::Location(location)) => {
            matches!(location.kind(context), LocationKind::Fused { .. })
        }
        ("FusedLoc", _) => false,
        (class, kind) if LLVM_CLASSES.iter().any(|(name, _)| *name == class) => {
            let members = LLVM_CLASSES.iter().filter(|(name, _)| *name == class);
            let mut members = members.flat_map(|(_, members)| members.iter());
            matches!(kind, A::Dialect { info, .. } if members.any(|name| info.is_named(context, "llvm", name)))
        }
        (_, A::Dialect { info, .. }) if class.ends_with("Interface") || class == LAYOUT => {
            has_trait(info, class)
        }
        ("MemorySpaceAttrInterface" | LAYOUT, _) => false,
        _ => true,
    }
}
