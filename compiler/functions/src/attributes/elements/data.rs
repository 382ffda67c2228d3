//! The bytes of dense elements, from arrays and attributes and to arrays.

use tvmlike_ir::{self as ir, AttributeKind, Element, ElementFormat, FloatKind, Signedness, TypeKind};
use tvmlike_runtime::DataType;

use crate::api::*;
use crate::errors;
use crate::handles::Attribute;

/// The elements of an array in C order, as their bytes.
pub(super) fn bytes_of(array: &Tensor) -> Result<Vec<u8>> {
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

/// The alignment that the elements of an array need.
pub(super) fn alignment_of(array: &Tensor) -> u32 {
    let size = array.view().dtype().bytes_of(1).unwrap_or(1);
    u32::try_from(size).map_or(1, |size| size.next_power_of_two())
}

/// The type of elements for those of an array.
pub(super) fn element_type(core: &ir::Context, dtype: DataType, signless: bool) -> Result<ir::Type> {
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
pub(super) fn buffer_of(core: &ir::Context, array: &Tensor, element: ir::Type) -> Result<Vec<u8>> {
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

/// Dense elements from an attribute for each, or one for all.
pub(super) fn dense(
    core: &ir::Context,
    shaped: ir::Type,
    attributes: &[ir::Attribute],
) -> Result<ir::Attribute> {
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

/// A tensor with the shape and the elements of dense elements.
pub(super) fn tensor_of(of: &Attribute) -> Result<Tensor> {
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
                tvmlike_text::quote_type(core, element)
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
