//! Strings, types, `unit`, maps, integer sets, strided layouts and opaque attributes.

use tvmlike_ir::AttributeKind;

use super::attribute_class;
use crate::api::*;
use crate::handles::{AffineMap, Attribute, Context, IntegerSet, Type};
use crate::slices::check_size;
use crate::type_id::TypeId;
use crate::{current, errors};

/// A string attribute.
pub(crate) fn string(context: &ObjectPtr<Context>, text: impl AsRef<[u8]>) -> StringAttr {
    StringAttr::of(Attribute::new(context, context.core.string_attribute(text)))
}

attribute_class! {
    /// Text or bytes.
    StringAttr(Attribute) = "ir.StringAttr", "StringAttr", "builtin.string",
        |one: &Attribute| matches!(one.kind(), AttributeKind::String { .. });
    {
        /// The text.
        #[overload]
        #[name("get")]
        fn get(value: &str, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            Ok(string(&current::context(context)?, value))
        }

        /// The bytes.
        #[overload]
        #[name("get")]
        fn get_bytes(value: &[u8], #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            Ok(string(&current::context(context)?, value))
        }

        /// The text with a type.
        fn get_typed(r#type: &Type, value: &str) -> Self {
            let id = r#type.core().typed_string_attribute(value, r#type.id);
            Self::of(Attribute::new(&r#type.context, id))
        }

        /// The text, which must be UTF-8; `value_bytes` is what others have.
        #[getter]
        fn value(&self) -> Result<String> {
            let text = std::str::from_utf8(self.bytes()).map_err(|error| {
                errors::value_error(format!("StringAttr.value: the text is not UTF-8 ({error}); read value_bytes"))
            })?;
            Ok(text.to_owned())
        }

        /// The bytes.
        #[getter]
        fn value_bytes(&self) -> Bytes {
            Bytes::from(self.bytes())
        }
    }
}

impl StringAttr {
    fn bytes(&self) -> &[u8] {
        match self.kind() {
            AttributeKind::String { bytes, .. } => bytes,
            _ => &[],
        }
    }
}

attribute_class! {
    /// A type as an attribute.
    TypeAttr(Attribute) = "ir.TypeAttr", "TypeAttr", "builtin.type",
        |one: &Attribute| matches!(one.kind(), AttributeKind::Type(_));
    {
        /// The type as an attribute.
        fn get(value: &Type, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            let context = current::context(context.or_else(|| Some(value.context.clone())))?;
            let id = context.core.type_attribute(value.in_context(&context)?);
            Ok(Self::of(Attribute::new(&context, id)))
        }

        /// The type.
        #[getter]
        fn value(&self) -> Result<ObjectPtr<Type>> {
            match self.kind() {
                AttributeKind::Type(ty) => Ok(Type::make(&self.context, ty)),
                _ => Err(errors::value_error("not a type")),
            }
        }
    }
}

attribute_class! {
    /// An attribute whose presence is all that it says.
    UnitAttr(Attribute) = "ir.UnitAttr", "UnitAttr", "builtin.unit",
        |one: &Attribute| matches!(one.kind(), AttributeKind::Unit);
    {
        /// The attribute.
        fn get(#[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            let context = current::context(context)?;
            Ok(Self::of(Attribute::new(&context, context.core.unit_attribute())))
        }
    }
}

attribute_class! {
    /// An affine map as an attribute.
    AffineMapAttr(Attribute) = "ir.AffineMapAttr", "AffineMapAttr", "builtin.affine_map",
        |one: &Attribute| matches!(one.kind(), AttributeKind::AffineMap(_));
    {
        /// The map as an attribute.
        fn get(affine_map: &AffineMap) -> Self {
            let id = affine_map.context.core.affine_map_attribute(affine_map.id);
            Self::of(Attribute::new(&affine_map.context, id))
        }

        /// The map.
        #[getter]
        fn value(&self) -> Result<AffineMap> {
            match self.kind() {
                AttributeKind::AffineMap(map) => Ok(AffineMap::new(&self.context, map)),
                _ => Err(errors::value_error("not an affine map")),
            }
        }
    }
}

attribute_class! {
    /// An integer set as an attribute.
    IntegerSetAttr(Attribute) = "ir.IntegerSetAttr", "IntegerSetAttr", "builtin.integer_set",
        |one: &Attribute| matches!(one.kind(), AttributeKind::IntegerSet(_));
    {
        /// The set as an attribute.
        fn get(integer_set: &IntegerSet) -> Self {
            let id = integer_set.context.core.integer_set_attribute(integer_set.id);
            Self::of(Attribute::new(&integer_set.context, id))
        }
    }
}

attribute_class! {
    /// The layout of a memref: a stride for each dimension, and an offset.
    StridedLayoutAttr(Attribute) = "ir.StridedLayoutAttr", "StridedLayoutAttr", "builtin.strided_layout",
        |one: &Attribute| matches!(one.kind(), AttributeKind::StridedLayout { .. });
    {
        /// The layout with an offset and strides.
        fn get(
            offset: i64,
            strides: Vec<i64>,
            #[implicit] context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            let context = current::context(context)?;
            let id = context.core.strided_layout_attribute(offset, &strides);
            Ok(Self::of(Attribute::new(&context, id)))
        }

        /// The layout whose offset and strides are unknown.
        fn get_fully_dynamic(rank: usize, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
            check_size("strides", rank)?;
            Self::get(tvmlike_ir::DYNAMIC, vec![tvmlike_ir::DYNAMIC; rank], context)
        }

        /// The offset.
        #[getter]
        fn offset(&self) -> i64 {
            match self.kind() {
                AttributeKind::StridedLayout { offset, .. } => offset,
                _ => 0,
            }
        }

        /// The strides.
        #[getter]
        fn strides(&self) -> List<i64> {
            match self.kind() {
                AttributeKind::StridedLayout { strides, .. } => strides.to_vec().into(),
                _ => List::default(),
            }
        }
    }
}

attribute_class! {
    /// An attribute of a dialect that is not loaded.
    OpaqueAttr(Attribute) = "ir.OpaqueAttr", "OpaqueAttr", "builtin.opaque",
        |one: &Attribute| matches!(one.kind(), AttributeKind::Opaque { .. });
    {
        /// The attribute with a text in a dialect, and a type.
        fn get(
            dialect_namespace: &str,
            buffer: std::borrow::Cow<'_, [u8]>,
            r#type: &Type,
            #[implicit] context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            let context = current::context(context)?;
            let dialect = context.core.identifier(dialect_namespace);
            let ty = r#type.in_context(&context)?;
            let id = context
                .core
                .opaque_attribute(dialect, buffer, ty)
                .map_err(errors::value_error)?;
            Ok(Self::of(Attribute::new(&context, id)))
        }

        /// The namespace of the dialect.
        #[getter]
        fn dialect_namespace(&self) -> String {
            match self.kind() {
                AttributeKind::Opaque { dialect, .. } => dialect.text(self.core()).into_owned(),
                _ => String::new(),
            }
        }

        /// The text of the attribute.
        #[getter]
        fn data(&self) -> Bytes {
            match self.kind() {
                AttributeKind::Opaque { data, .. } => Bytes::from(data),
                _ => Bytes::from(&[][..]),
            }
        }
    }
}
