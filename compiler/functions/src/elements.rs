//! `ir.DenseElementsAttr` and its kinds, and `ir.DenseResourceElementsAttr`: elements of tensors and vectors.

use tvmlike_ir::{self as ir, AttributeKind, Element, ElementFormat, FloatKind, Signedness, TypeKind};
use tvmlike_runtime::DataType;
use tvmlike_runtime::convert::Integer;

use crate::api::*;
use crate::attributes::numbers::number;
use crate::attributes::{Attribute, attribute_class, attributes_in};
use crate::context::Context;
use crate::type_id::TypeId;
use crate::types::Type;
use crate::{current, errors};

/// The elements of an array in C order, as their bytes.
fn bytes_of(array: &Tensor) -> Result<Vec<u8>> {
    let view = array.view();
    if view.device().device_type != tvmlike_runtime::Device::CPU.device_type {
        return Err(errors::value_error(format!(
            "array is on {}; copy it to the CPU first",
            view.device()
        )));
    }
    let size = view
        .dtype()
        .bytes_of(1)
        .filter(|_| view.dtype().bits.is_multiple_of(8))
        .ok_or_else(|| errors::value_error(format!("elements of {} have no whole bytes", view.dtype())))?;
    let mut bytes = Vec::with_capacity(view.len().saturating_mul(size));
    let start = view.data_ptr().cast::<u8>().cast_const();
    for offset in view.offsets() {
        // SAFETY: the tensor has an element of this size at every offset; it is on the CPU. Every byte is a number.
        let element = unsafe { std::slice::from_raw_parts(start.offset(offset * size as isize), size) };
        bytes.extend_from_slice(element);
    }
    Ok(bytes)
}

/// The type of elements for those of an array.
fn element_type(core: &ir::Context, dtype: DataType, signless: bool) -> Result<ir::Type> {
    let integer = |signedness| {
        let signedness = if signless {
            Signedness::Signless
        } else {
            signedness
        };
        core.integer_type(u32::from(dtype.bits), signedness)
            .map_err(errors::value_error)
    };
    let float = |kind| Ok(core.float_type(kind));
    let text = dtype.to_string();
    match text.as_str() {
        "bool" => Ok(core.i1()),
        "float16" => float(FloatKind::F16),
        "bfloat16" => float(FloatKind::BF16),
        "float32" => float(FloatKind::F32),
        "float64" => float(FloatKind::F64),
        "float8_e5m2" => float(FloatKind::F8E5M2),
        "float8_e4m3fn" => float(FloatKind::F8E4M3FN),
        "complex64" => core.complex_type(core.f32()).map_err(errors::value_error),
        "complex128" => core.complex_type(core.f64()).map_err(errors::value_error),
        _ if text.starts_with("int") => integer(Signedness::Signed),
        _ if text.starts_with("uint") => integer(Signedness::Unsigned),
        _ => Err(errors::value_error(format!(
            "unimplemented array format conversion from format: {text}"
        ))),
    }
}

/// The buffer of dense elements of a type, from the elements of an array.
fn buffer_of(core: &ir::Context, array: &Tensor, element: ir::Type) -> Result<Vec<u8>> {
    let bytes = bytes_of(array)?;
    let is_bool = array.dtype().to_string() == "bool";
    let wanted = ElementFormat::of(core, element)
        .ok_or_else(|| errors::value_error("dense elements cannot have this element type"))?;
    if !wanted.is_packed() {
        let size = bytes.len() / array.view().len().max(1);
        if size != wanted.size() && !array.view().is_empty() {
            return Err(errors::value_error(format!(
                "elements of {} have {size} bytes, the type needs {}",
                array.dtype(),
                wanted.size()
            )));
        }
        return Ok(bytes);
    }
    if !is_bool {
        // Bits that are packed already, as NumPy's `packbits` with `bitorder="little"` makes them.
        return Ok(bytes);
    }
    let mut packed = vec![0u8; bytes.len().div_ceil(8)];
    for (at, byte) in bytes.iter().enumerate() {
        packed[at / 8] |= u8::from(*byte != 0) << (at % 8);
    }
    if bytes.len() == 1 {
        // One bit for all elements.
        packed[0] = if packed[0] == 0 { 0 } else { 0xff };
    }
    Ok(packed)
}

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

/// The bytes of one element from an attribute.
fn element_bytes(core: &ir::Context, attribute: ir::Attribute, bytes: &mut Vec<u8>) -> Result<()> {
    match attribute.kind(core) {
        AttributeKind::Integer { value, .. } => {
            bytes.extend_from_slice(value.bytes());
            Ok(())
        }
        AttributeKind::Float { value, .. } => {
            let size = (value.kind().width() as usize).div_ceil(8);
            bytes.extend_from_slice(&value.bits().to_le_bytes()[..size]);
            Ok(())
        }
        _ => Err(errors::value_error("dense elements are integers or floats")),
    }
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

/// Dense elements from an attribute for each, or one for all.
fn dense(core: &ir::Context, shaped: ir::Type, attributes: &[ir::Attribute]) -> Result<ir::Attribute> {
    let element = attributes[0].ty(core);
    let mut bytes = Vec::new();
    if element.is_signless_integer(core, 1) {
        bytes.resize(attributes.len().div_ceil(8), 0);
        for (at, one) in attributes.iter().enumerate() {
            if let AttributeKind::Integer { value, .. } = one.kind(core) {
                bytes[at / 8] |= u8::from(!value.is_zero()) << (at % 8);
            }
        }
        if let [byte] = &mut bytes[..]
            && attributes.len() == 1
        {
            *byte = if *byte == 0 { 0 } else { 0xff };
        }
    } else {
        for one in attributes {
            element_bytes(core, *one, &mut bytes)?;
        }
    }
    core.dense_elements_attribute(shaped, &bytes)
        .map_err(errors::value_error)
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
    let at = crate::lists::checked_index(index, elements.len(), "element")?;
    elements
        .get(of.core(), at)
        .ok_or_else(|| Error::index_error("attempt to access out of bounds element"))
}

/// A tensor with the shape and the elements of dense elements.
fn tensor_of(of: &Attribute) -> Result<Tensor> {
    let core = of.core();
    let AttributeKind::DenseElements(elements) = of.kind() else {
        return Err(errors::value_error("elements that are strings have no array"));
    };
    let element = elements.ty().element_type(core).unwrap_or_else(|| elements.ty());
    let dtype = match element.kind(core) {
        TypeKind::Integer { width: 1, .. } => "bool".to_owned(),
        TypeKind::Integer {
            width: width @ (8 | 16 | 32 | 64),
            signedness: Signedness::Unsigned,
        } => {
            format!("uint{width}")
        }
        TypeKind::Integer {
            width: width @ (8 | 16 | 32 | 64),
            ..
        } => format!("int{width}"),
        TypeKind::Index => "int64".to_owned(),
        TypeKind::Float(FloatKind::F16) => "float16".to_owned(),
        TypeKind::Float(FloatKind::BF16) => "bfloat16".to_owned(),
        TypeKind::Float(FloatKind::F32) => "float32".to_owned(),
        TypeKind::Float(FloatKind::F64) => "float64".to_owned(),
        TypeKind::Complex(part) if part == core.f32() => "complex64".to_owned(),
        TypeKind::Complex(part) if part == core.f64() => "complex128".to_owned(),
        _ => {
            return Err(errors::value_error(format!(
                "elements of the type {} have no array",
                crate::text::ty(core, element)
            )));
        }
    };
    let shape = elements
        .ty()
        .shape(core)
        .map(ir::Dims::to_vec)
        .unwrap_or_default();
    let dtype: DataType = dtype.parse()?;
    let tensor = Tensor::zeros(&shape, dtype, tvmlike_runtime::Device::CPU)?;
    let count = elements.len();
    let bytes: Vec<u8> = match elements.format(core) {
        ElementFormat::Integer(1) => (0..count)
            .map(|at| match elements.get(core, at) {
                Some(Element::Integer(value)) => u8::from(!value.is_zero()),
                _ => 0,
            })
            .collect(),
        _ if elements.is_splat() => elements.bytes().repeat(count),
        _ => elements.bytes().to_vec(),
    };
    let size = dtype.bytes_of(count).unwrap_or(0).min(bytes.len());
    // SAFETY: the tensor was made just now, with so many bytes, and nothing else refers to it.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), tensor.data_ptr().cast::<u8>(), size) };
    Ok(tensor)
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
            if is_mutable {
                return Err(Error::not_implemented("resources cannot be changed; leave out `is_mutable`"));
            }
            let alignment = alignment.unwrap_or(16);
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
