//! `ir.Attribute` and its kinds. An attribute is never erased, so its handle never becomes stale.

mod arrays;
pub(crate) mod collections;
mod elements;
mod numbers;
pub(crate) mod simple;
mod symbols;

use std::borrow::Cow;

use tvmlike_ir as ir;
use tvmlike_ir::AttributeKind;

use crate::api::*;
use crate::handles::{Attribute, Context, Type};
use crate::type_id::{TypeId, refinement_key, symbol_name};
use crate::{current, parse, text};

use arrays::dense_array_key;

impl Attribute {
    /// The name of the class, and MLIR's name of the kind.
    fn names(&self) -> (&'static str, &'static str) {
        match self.kind() {
            _ if self.is_bool() => ("BoolAttr", "builtin.integer"),
            AttributeKind::Integer { .. } => ("IntegerAttr", "builtin.integer"),
            AttributeKind::Float { .. } => ("FloatAttr", "builtin.float"),
            AttributeKind::String { .. } => ("StringAttr", "builtin.string"),
            AttributeKind::Array(_) => ("ArrayAttr", "builtin.array"),
            AttributeKind::Dictionary(_) => ("DictAttr", "builtin.dictionary"),
            AttributeKind::SymbolRef { nested, .. } if nested.is_empty() => {
                ("FlatSymbolRefAttr", "builtin.symbol_ref")
            }
            AttributeKind::SymbolRef { .. } => ("SymbolRefAttr", "builtin.symbol_ref"),
            AttributeKind::Type(_) => ("TypeAttr", "builtin.type"),
            AttributeKind::Unit => ("UnitAttr", "builtin.unit"),
            AttributeKind::AffineMap(_) => ("AffineMapAttr", "builtin.affine_map"),
            AttributeKind::IntegerSet(_) => ("IntegerSetAttr", "builtin.integer_set"),
            AttributeKind::DenseElements(_) => match self.elements_kind() {
                Some(false) => ("DenseIntElementsAttr", "builtin.dense_intorfp_elements"),
                Some(true) => ("DenseFPElementsAttr", "builtin.dense_intorfp_elements"),
                None => ("DenseElementsAttr", "builtin.dense_intorfp_elements"),
            },
            AttributeKind::DenseStrings(_) => ("DenseElementsAttr", "builtin.dense_string_elements"),
            AttributeKind::DenseArray(_) => (
                dense_array_key(self).map_or("Attribute", |(name, _)| name),
                "builtin.dense_array",
            ),
            AttributeKind::DenseResource { .. } => {
                ("DenseResourceElementsAttr", "builtin.dense_resource_elements")
            }
            AttributeKind::Sparse { .. } => ("Attribute", "builtin.sparse_elements"),
            AttributeKind::StridedLayout { .. } => ("StridedLayoutAttr", "builtin.strided_layout"),
            AttributeKind::Opaque { .. } => ("OpaqueAttr", "builtin.opaque"),
            AttributeKind::Dialect { .. } => ("Attribute", "dialect"),
            AttributeKind::Distinct { .. } => ("Attribute", "builtin.distinct"),
            AttributeKind::Location(_) => ("Attribute", "builtin.location"),
        }
    }

    /// The name of the kind; that of the definition for attributes of dialects.
    fn kind_name(&self) -> Cow<'static, str> {
        match self.id.symbol(self.core()) {
            Some((info, _)) => Cow::Owned(symbol_name(self.core(), info)),
            None => Cow::Borrowed(self.names().1),
        }
    }

    /// Whether it is `true` or `false`.
    fn is_bool(&self) -> bool {
        matches!(self.kind(), AttributeKind::Integer { ty, .. } if ty.is_signless_integer(self.core(), 1))
    }

    /// Whether dense elements are floats or else integers; `None` for others.
    fn elements_kind(&self) -> Option<bool> {
        let AttributeKind::DenseElements(elements) = self.kind() else {
            return None;
        };
        match elements.format(self.core()) {
            ir::ElementFormat::Integer(_) => Some(false),
            ir::ElementFormat::Float(_) => Some(true),
            _ => None,
        }
    }
}

/// An attribute with a name.
#[derive(Object)]
#[object(key = "ir.NamedAttribute")]
pub(crate) struct NamedAttribute {
    /// The name.
    #[field]
    name: String,
    /// The attribute.
    #[field]
    attr: ObjectPtr<Attribute>,
}

impl NamedAttribute {
    fn of(context: &ObjectPtr<Context>, entry: ir::NamedAttribute) -> Self {
        Self {
            name: entry.name.text(&context.core).into_owned(),
            attr: Attribute::make(context, entry.value),
        }
    }
}

#[methods]
impl NamedAttribute {
    #[name("__repr__")]
    fn repr(&self) -> Result<String> {
        Ok(format!("NamedAttribute({}={})", self.name, self.attr.text()?))
    }
}

#[methods]
impl Attribute {
    /// Makes another handle of an attribute.
    #[init]
    fn cast(cast_from_type: &Attribute) -> Self {
        Self::new(&cast_from_type.context, cast_from_type.id)
    }

    /// Parses an attribute.
    fn parse(asm: &str, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<ObjectPtr<Self>> {
        let context = current::context(context)?;
        let id = parse::attribute(&context, asm)?;
        Ok(Self::make(&context, id))
    }

    /// The context of the attribute.
    #[getter]
    fn context(&self) -> ObjectPtr<Context> {
        self.context.clone()
    }

    /// The type of the attribute; `none` for attributes without one.
    #[getter]
    #[name("type")]
    fn ty(&self) -> ObjectPtr<Type> {
        Type::make(&self.context, self.id.ty(self.core()))
    }

    /// Identifies the kind of the attribute.
    #[getter]
    fn typeid(&self) -> TypeId {
        TypeId::new(self.kind_name())
    }

    /// The attribute with a name.
    fn get_named(this: &ObjectPtr<Self>, name: String) -> NamedAttribute {
        NamedAttribute {
            name,
            attr: this.clone(),
        }
    }

    /// The attribute as an object of the class of its kind.
    fn maybe_downcast(&self) -> ObjectPtr<Self> {
        self.sibling(self.id)
    }

    /// Prints the attribute to the standard error stream.
    fn dump(&self) -> Result<()> {
        eprintln!("{}", self.text()?);
        Ok(())
    }

    #[name("__str__")]
    fn text(&self) -> Result<String> {
        text::attribute(self.core(), self.id)
    }

    #[name("__repr__")]
    fn repr(&self) -> Result<String> {
        Ok(format!("{}({})", self.names().0, self.text()?))
    }

    #[name("__refinement_key__")]
    fn refinement_key(&self) -> i64 {
        match self.kind() {
            _ if self.is_bool() => 0,
            AttributeKind::Integer { .. } => 1,
            AttributeKind::Float { .. } => 2,
            AttributeKind::String { .. } => 3,
            AttributeKind::Array(_) => 4,
            AttributeKind::Dictionary(_) => 5,
            AttributeKind::SymbolRef { nested, .. } => 6 + i64::from(nested.is_empty()),
            AttributeKind::Type(_) => 8,
            AttributeKind::Unit => 9,
            AttributeKind::AffineMap(_) => 10,
            AttributeKind::IntegerSet(_) => 11,
            AttributeKind::DenseElements(_) => match self.elements_kind() {
                Some(false) => 12,
                Some(true) => 13,
                None => 14,
            },
            AttributeKind::DenseStrings(_) => 15,
            AttributeKind::DenseArray(_) => 100 + dense_array_key(self).map_or(-1, |(_, key)| key),
            AttributeKind::DenseResource { .. } => 16,
            AttributeKind::Sparse { .. } => 17,
            AttributeKind::StridedLayout { .. } => 18,
            AttributeKind::Opaque { .. } => 19,
            AttributeKind::Distinct { .. } => 20,
            AttributeKind::Location(_) => 21,
            AttributeKind::Dialect { .. } => refinement_key(self.kind_name().as_bytes()),
        }
    }
}

/// Defines a class of attributes: a refinement of `ir.Attribute`, or of another one, by a predicate.
macro_rules! attribute_class {
    (
        $(#[$doc:meta])*
        $name:ident($base:ident) = $key:tt, $class:tt, $mlir:tt, $holds:expr;
        { $($body:tt)* }
    ) => {
        $(#[$doc])*
        #[derive(Object)]
        #[object(key = $key, when = $holds)]
        #[repr(transparent)]
        pub(crate) struct $name($base);

        impl $name {
            pub(crate) fn of(attribute: Attribute) -> Self {
                Self($base::of(attribute))
            }

            fn holds(one: &$base) -> bool {
                let holds: fn(&$base) -> bool = $holds;
                holds(one)
            }
        }

        #[methods]
        impl $name {
            /// Casts an attribute.
            #[init]
            fn cast(cast_from_attr: &Attribute) -> Result<Self> {
                let candidate = Attribute::new(&cast_from_attr.context, cast_from_attr.id);
                if !Self::holds(&$base::of(candidate)) {
                    return Err(errors::value_error(format!(
                        "Cannot cast attribute to {} (from {})", $class, cast_from_attr.repr()?
                    )));
                }
                Ok(Self::of(Attribute::new(&cast_from_attr.context, cast_from_attr.id)))
            }

            /// Identifies this kind of attributes.
            #[getter]
            fn static_typeid() -> TypeId {
                TypeId::new($mlir)
            }

            /// MLIR's name of this kind of attributes.
            #[constant]
            #[name("attr_name")]
            const ATTR_NAME: &str = $mlir;

            $($body)*
        }
    };
}
pub(crate) use attribute_class;
