//! `ir.DenseElementsAttr` and its kinds, and `ir.DenseResourceElementsAttr`: elements of tensors and vectors.

mod data;

use tvmlike_ir::{self as ir, AttributeKind, Element};
use tvmlike_runtime::convert::Integer;

use super::attribute_class;
use super::numbers::number;
use crate::api::*;
use crate::handles::{Attribute, Context, Type, attributes_in};
use crate::slices::checked_index;
use crate::type_id::TypeId;
use crate::{current, errors};
use data::{alignment_of, buffer_of, bytes_of, dense, element_type, tensor_of};

fn of_array(
    array: &Tensor,
    signless: bool,
    ty: Option<&Type>,
    shape: Option<Vec<i64>>,
    context: Option<ObjectPtr<Context>>,
) -> Result<ObjectPtr<Attribute>> {
    let context = current::context(context.or_else(|| ty.map(|ty| ty.context.clone())))?;
    let core = &context.core;
    let given = ty.map(|ty| ty.in_context(&context)).transpose()?;
    let shaped = match given {
        Some(ty) if ty.is_shaped(core) => {
            if shape.is_some() {
                return Err(errors::value_error(
                    "Shape can only be specified explicitly when the type is not a shaped type.",
                ));
            }
            ty
        }
        _ => {
            let element = match given {
                Some(ty) => ty,
                None => element_type(core, array.dtype(), signless)?,
            };
            let shape = shape.unwrap_or_else(|| array.shape().to_vec());
            core.ranked_tensor_type(&shape, element, None)
                .map_err(errors::value_error)?
        }
    };
    let element = shaped
        .element_type(core)
        .ok_or_else(|| errors::value_error("the type has no elements"))?;
    let buffer = buffer_of(core, array, element)?;
    let id = core
        .dense_elements_attribute(shaped, &buffer)
        .map_err(errors::value_error)?;
    Ok(Attribute::make(&context, id))
}

fn of_attributes(
    attrs: &[ObjectPtr<Attribute>],
    ty: Option<&Type>,
    context: Option<ObjectPtr<Context>>,
) -> Result<ObjectPtr<Attribute>> {
    let Some(first) = attrs.first() else {
        return Err(errors::value_error("Attributes list must be non-empty."));
    };
    let context = current::context(context.or_else(|| Some(first.context.clone())))?;
    let core = &context.core;
    let attributes = attributes_in(attrs, &context)?;
    let element = attributes[0].ty(core);
    if attributes.iter().any(|one| one.ty(core) != element) {
        return Err(errors::value_error(
            "All attributes must be of the same type and match the type parameter",
        ));
    }
    let shaped = match ty {
        Some(ty) => ty.in_context(&context)?,
        None => core
            .ranked_tensor_type(&[attributes.len() as i64], element, None)
            .map_err(errors::value_error)?,
    };
    if shaped.element_type(core) != Some(element) || !shaped.has_static_shape(core) {
        return Err(errors::value_error(
            "Expected a static ShapedType for the shaped_type parameter.",
        ));
    }
    let id = dense(core, shaped, &attributes)?;
    Ok(Attribute::make(&context, id))
}

fn splat(shaped_type: &Type, element_attr: &Attribute) -> Result<ObjectPtr<Attribute>> {
    let (context, core) = (&shaped_type.context, shaped_type.core());
    let element = element_attr.in_context(context)?;
    if !shaped_type.id.has_static_shape(core) {
        return Err(errors::value_error(
            "Expected a static ShapedType for the shaped_type parameter.",
        ));
    }
    if shaped_type.id.element_type(core) != Some(element.ty(core)) {
        return Err(errors::value_error(
            "Shaped element type and attribute type must be equal",
        ));
    }
    let id = dense(core, shaped_type.id, &[element])?;
    Ok(Attribute::make(context, id))
}

fn is_dense(one: &Attribute) -> bool {
    matches!(
        one.kind(),
        AttributeKind::DenseElements(_) | AttributeKind::DenseStrings(_)
    )
}

/// The methods that make dense elements, which each of the three classes has.
macro_rules! dense_class {
    ($(#[$doc:meta])* $name:ident($base:ident) = $key:tt, $class:tt, $mlir:tt, $holds:expr; { $($body:tt)* }) => {
        attribute_class! {
            $(#[$doc])*
            $name($base) = $key, $class, $mlir, $holds; {
                /// Elements from those of an array. Integers are signless unless `signless` is False. `type` is the type
                /// of the whole or of an element, `shape` another shape than the array's.
                #[overload]
                #[name("get")]
                fn get(
                    array: Tensor,
                    #[default(true)] signless: bool,
                    #[default(None)] r#type: Option<&Type>,
                    #[default(None)] shape: Option<Vec<i64>>,
                    #[implicit] context: Option<ObjectPtr<Context>>,
                ) -> Result<ObjectPtr<Attribute>> {
                    of_array(&array, signless, r#type, shape, context)
                }

                /// Elements from an attribute for each.
                #[overload]
                #[name("get")]
                fn get_attributes(
                    attrs: Vec<ObjectPtr<Attribute>>,
                    #[default(None)] r#type: Option<&Type>,
                    #[implicit] context: Option<ObjectPtr<Context>>,
                ) -> Result<ObjectPtr<Attribute>> {
                    of_attributes(&attrs, r#type, context)
                }

                /// Elements that are all equal.
                fn get_splat(shaped_type: &Type, element_attr: &Attribute) -> Result<ObjectPtr<Attribute>> {
                    splat(shaped_type, element_attr)
                }

                $($body)*
            }
        }
    };
}

dense_class! {
    /// The elements of a tensor or vector.
    DenseElementsAttr(Attribute) = "ir.DenseElementsAttr", "DenseElementsAttr", "builtin.dense_elements", is_dense; {
        #[name("__len__")]
        fn len(&self) -> usize {
            match self.kind() {
                AttributeKind::DenseElements(elements) => elements.len(),
                AttributeKind::DenseStrings(elements) => elements.len(),
                _ => 0,
            }
        }

        /// Whether all elements are equal and one is stored.
        #[getter]
        fn is_splat(&self) -> bool {
            match self.kind() {
                AttributeKind::DenseElements(elements) => elements.is_splat(),
                AttributeKind::DenseStrings(elements) => elements.is_splat(),
                _ => false,
            }
        }

        /// The element that all are equal to.
        fn get_splat_value(&self) -> Result<ObjectPtr<Attribute>> {
            let core = self.core();
            let AttributeKind::DenseElements(elements) = self.kind() else {
                return Err(errors::value_error("the elements are not numbers"));
            };
            if !elements.is_splat() {
                return Err(errors::value_error("get_splat_value called on a non-splat attribute"));
            }
            let element = elements.stored(core).next();
            let ty = elements.ty().element_type(core).unwrap_or_else(|| elements.ty());
            let made = match element {
                Some(Element::Integer(value)) => core.integer_attribute_from_bytes(ty, value.bytes()),
                Some(Element::Float(value)) => core.float_attribute_from_bits(ty, value.bits()),
                _ => return Err(errors::value_error("complex elements have no attribute")),
            };
            Ok(self.sibling(made.map_err(errors::value_error)?))
        }

        /// The elements as a tensor: the memory of a copy.
        #[name("_tensor")]
        fn tensor(&self) -> Result<Tensor> {
            tensor_of(self)
        }
    }
}

dense_class! {
    /// Integer elements.
    DenseIntElementsAttr(DenseElementsAttr) = "ir.DenseIntElementsAttr", "DenseIntElementsAttr",
        "builtin.dense_intorfp_elements", |one| one.elements_kind() == Some(false);
    {
        #[name("__getitem__")]
        fn item(&self, index: i64) -> Result<Integer> {
            match element(self, index)? {
                Element::Integer(value) => {
                    let ty = self.id.ty(self.core());
                    number(&self.context, value, ty.element_type(self.core()).unwrap_or(ty))
                }
                _ => Err(errors::value_error("not an integer")),
            }
        }
    }
}

dense_class! {
    /// Floating-point elements.
    DenseFPElementsAttr(DenseElementsAttr) = "ir.DenseFPElementsAttr", "DenseFPElementsAttr",
        "builtin.dense_intorfp_elements", |one| one.elements_kind() == Some(true);
    {
        #[name("__getitem__")]
        fn item(&self, index: i64) -> Result<f64> {
            match element(self, index)? {
                Element::Float(value) => Ok(value.to_f64()),
                _ => Err(errors::value_error("not a float")),
            }
        }
    }
}

/// The element at an index, which can count from the end.
fn element(of: &Attribute, index: i64) -> Result<Element<'_>> {
    let AttributeKind::DenseElements(elements) = of.kind() else {
        return Err(errors::value_error("the elements are not numbers"));
    };
    let at = checked_index(index, elements.len(), "element")?;
    elements
        .get(of.core(), at)
        .ok_or_else(|| Error::index_error("attempt to access out of bounds element"))
}

attribute_class! {
    /// Elements in a resource of the context.
    DenseResourceElementsAttr(Attribute) = "ir.DenseResourceElementsAttr", "DenseResourceElementsAttr",
        "builtin.dense_resource_elements", |one: &Attribute| matches!(one.kind(), AttributeKind::DenseResource { .. });
    {
        /// Elements from the memory of an array, which is copied.
        fn get_from_buffer(
            array: Tensor,
            name: &str,
            r#type: &Type,
            #[default(None)] alignment: Option<u32>,
            #[default(false)] is_mutable: bool,
            #[implicit] context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            let context = current::context(context)?;
            let core = &context.core;
            let ty = r#type.in_context(&context)?;
            // Passes may change the bytes of a mutable resource in place; there is none that does.
            let _ = is_mutable;
            let alignment = alignment.unwrap_or_else(|| alignment_of(&array));
            if !alignment.is_power_of_two() {
                return Err(errors::value_error(format!("alignment {alignment} is not a power of two")));
            }
            let dialect = core.identifier("builtin");
            let bytes = bytes_of(&array)?;
            let key = core.declare_resource(dialect, name);
            core.set_resource(dialect, key, ir::Resource { bytes, alignment });
            let id = core.dense_resource_attribute(key, ty).map_err(errors::value_error)?;
            Ok(Self::of(Attribute::new(&context, id)))
        }
    }
}
