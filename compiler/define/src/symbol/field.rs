//! How one parameter of a type or an attribute stands in text.

use tvmlike_ir::{Attribute, AttributeKind, Context, Identifier, Type, TypeKind};
use tvmlike_text::{Elision, Printer, is_bare_identifier, print_keyword_or_string, print_string};

use super::classes::{has_class, type_has_class};
use crate::enumeration::Enumeration;

/// The form of a parameter. The value is an attribute: a type attribute for a type, an array for a list.
#[derive(Debug)]
pub(super) enum Field {
    Type,
    /// A type with a definition, without `!dialect.name`.
    DefinedType(Identifier, Identifier),
    /// A type of a class or an interface of MLIR.
    TypeOfClass(Box<str>),
    Attribute,
    /// An attribute with a definition, without `#dialect.name`.
    DefinedAttribute(Identifier, Identifier),
    /// An attribute of a class or an interface of MLIR.
    AttributeOfClass(Box<str>),
    /// The elements of a dense array: `[1, 2]`.
    DenseArray(Type),
    Integer {
        ty: Type,
        width: u32,
        is_signed: bool,
    },
    Bool,
    String,
    AffineMap,
    IntegerSet,
    Enum {
        cases: Enumeration,
        ty: Type,
        /// Whether MLIR's reader of keywords reads it, which has other messages.
        is_keyword: bool,
    },
    /// A keyword with a prefix, as a string.
    Dwarf(Box<str>),
    /// The type behind the attribute.
    OwnType,
    Array(Box<Self>),
    /// A list in braces.
    Braces(Box<Self>),
    Option(Box<Self>),
}

impl Field {
    /// Prints a value.
    pub(super) fn print(
        &self,
        printer: &mut Printer<'_>,
        out: &mut Vec<u8>,
        value: Attribute,
        is_qualified: bool,
    ) {
        let context = printer.context();
        match (self, value.kind(context)) {
            (Self::Option(inner), _) => inner.print(printer, out, value, is_qualified),
            (Self::Braces(inner), _) => {
                out.push(b'{');
                inner.print(printer, out, value, is_qualified);
                out.push(b'}');
            }
            (Self::Array(element), AttributeKind::Array(values)) => {
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        out.extend_from_slice(b", ");
                    }
                    element.print(printer, out, value, is_qualified);
                }
            }
            (Self::DefinedType(..), AttributeKind::Type(ty)) if !is_qualified => {
                printer.print_stripped_type(out, ty);
            }
            (Self::DefinedAttribute(..), _) if !is_qualified => printer.print_stripped_attribute(out, value),
            (Self::DenseArray(_), _) if !is_qualified => printer.print_dense_array_elements(out, value),
            (Self::Integer { is_signed, .. }, AttributeKind::Integer { value, .. }) => {
                out.extend_from_slice(value.to_decimal(*is_signed).as_bytes());
            }
            (Self::String, AttributeKind::String { bytes, .. }) => print_string(out, bytes),
            (Self::AffineMap, AttributeKind::AffineMap(map)) => printer.print_map(out, map),
            (Self::IntegerSet, AttributeKind::IntegerSet(set)) => printer.print_set(out, set),
            (
                Self::Enum {
                    cases, is_keyword, ..
                },
                AttributeKind::Integer { value, .. },
            ) => {
                let value = value.to_u64().or_else(|| value.to_i64().map(i64::cast_unsigned));
                let text = value.and_then(|value| cases.text_of(value)).unwrap_or_default();
                let is_list =
                    || text.contains(',') && text.split(", ").all(|word| is_bare_identifier(word.as_bytes()));
                match *is_keyword && !is_list() {
                    true => print_keyword_or_string(out, text.as_bytes()),
                    false => out.extend_from_slice(text.as_bytes()),
                }
            }
            (Self::Dwarf(_), AttributeKind::String { bytes, .. }) => out.extend_from_slice(bytes),
            _ => printer.print_attribute(out, value, Elision::Never),
        }
    }

    /// Checks a value that does not come from text.
    pub(super) fn accepts(&self, context: &Context, value: Attribute) -> bool {
        let kind = value.kind(context);
        let is_type = |test: &dyn Fn(Type) -> bool| matches!(kind, AttributeKind::Type(ty) if test(ty));
        match self {
            Self::Type | Self::OwnType => is_type(&|_| true),
            Self::DefinedType(dialect, name) => is_type(&|ty| match ty.kind(context) {
                TypeKind::Opaque { .. } => true,
                TypeKind::Dialect { info, .. } => info.dialect() == *dialect && info.name() == *name,
                _ => false,
            }),
            Self::TypeOfClass(class) => is_type(&|ty| type_has_class(context, ty, class)),
            Self::Attribute => true,
            Self::DefinedAttribute(dialect, name) => match kind {
                AttributeKind::Opaque { .. } => true,
                AttributeKind::Dialect { info, .. } => info.dialect() == *dialect && info.name() == *name,
                _ => false,
            },
            Self::AttributeOfClass(class) => has_class(context, value, class),
            Self::DenseArray(element) => {
                matches!(kind, AttributeKind::DenseArray(array) if array.element_type() == *element)
            }
            Self::Integer { ty, .. } | Self::Enum { ty, .. } => {
                matches!(kind, AttributeKind::Integer { ty: own, .. } if own == *ty)
            }
            Self::Bool => matches!(kind, AttributeKind::Integer { ty, .. } if ty == context.i1()),
            Self::String | Self::Dwarf(_) => matches!(kind, AttributeKind::String { .. }),
            Self::AffineMap => matches!(kind, AttributeKind::AffineMap(_)),
            Self::IntegerSet => matches!(kind, AttributeKind::IntegerSet(_)),
            Self::Array(inner) => {
                matches!(kind, AttributeKind::Array(values) if values.iter().all(|each| inner.accepts(context, each)))
            }
            Self::Option(inner) | Self::Braces(inner) => inner.accepts(context, value),
        }
    }
}
