//! The text of constants, exact to the bit.

use std::fmt::Write as _;

use tvmlike_ir::{Op, Type};

use super::Writer;
use crate::constant::Image;
use crate::error::Result;
use crate::types::{Scalar, Shape};

impl Writer<'_, '_> {
    /// The text of the value of a type at an offset of an image.
    pub(crate) fn constant_text(&self, op: Op, ty: Type, image: &Image, offset: u64) -> Result<String> {
        let at = |error| self.program.at(op, error);
        let shape = self.program.types.shape(ty).map_err(at)?;
        if let Shape::Scalar(scalar) = &*shape {
            return Ok(self.scalar_constant(*scalar, image, offset));
        }
        let layout = self.program.types.layout(ty).map_err(at)?;
        let bytes = &image.bytes[offset as usize..][..layout.size as usize];
        let inside = offset as usize..(offset + layout.size) as usize;
        let has_address = image.addresses.iter().any(|(place, ..)| inside.contains(place));
        if !has_address && bytes.iter().all(|byte| *byte == 0) {
            return Ok("zeroinitializer".to_owned());
        }
        let count = match &*shape {
            Shape::Array { element, count } => {
                if self
                    .program
                    .types
                    .scalar(*element)
                    .is_ok_and(|scalar| scalar == Scalar::Int(8))
                {
                    return Ok(text_constant(bytes));
                }
                *count
            }
            Shape::Vector { count, .. } => *count,
            Shape::Struct { fields, .. } => fields.len() as u64,
            _ => return Err(self.program.about(op, "constants of this type are not supported")),
        };
        let mut parts = Vec::new();
        for index in 0..count {
            let (part, inside) = self.program.types.part(ty, index).map_err(at)?;
            let text = self.constant_text(op, part, image, offset + inside)?;
            parts.push(format!("{} {text}", self.type_text(op, part)?));
        }
        let parts = parts.join(", ");
        Ok(match &*shape {
            Shape::Array { .. } => format!("[{parts}]"),
            Shape::Vector { .. } => format!("<{parts}>"),
            Shape::Struct { packed: true, .. } => format!("<{{ {parts} }}>"),
            _ => format!("{{ {parts} }}"),
        })
    }

    fn scalar_constant(&self, scalar: Scalar, image: &Image, offset: u64) -> String {
        let address = image.addresses.iter().find(|(place, ..)| *place as u64 == offset);
        if let Some((_, symbol, addend)) = address {
            let name = self.symbol_name(*symbol);
            return match addend {
                0 => format!("@{name}"),
                _ => format!("getelementptr (i8, ptr @{name}, i64 {addend})"),
            };
        }
        let bits = image.bits(offset, scalar);
        match scalar {
            Scalar::Int(1) => if bits & 1 == 1 { "true" } else { "false" }.to_owned(),
            Scalar::Int(width) => {
                let unused = 128 - width;
                ((bits as i128) << unused >> unused).to_string()
            }
            Scalar::F16 => format!("0xH{bits:04X}"),
            Scalar::BF16 => format!("0xR{bits:04X}"),
            // The text has the bits of the double with the same value; the bits of a NaN are widened as they are.
            Scalar::F32 => format!("0x{:016X}", widened(bits as u32)),
            Scalar::F64 => format!("0x{bits:016X}"),
            Scalar::Ptr if bits == 0 => "null".to_owned(),
            Scalar::Ptr => format!("inttoptr (i64 {bits} to ptr)"),
        }
    }
}

/// The bits of the double with the value of a float.
fn widened(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    match value.is_nan() {
        false => f64::from(value).to_bits(),
        true => {
            let sign = u64::from(bits >> 31) << 63;
            sign | 0x7ff << 52 | u64::from(bits & 0x007f_ffff) << 29
        }
    }
}

/// `c"text\00"`
fn text_constant(bytes: &[u8]) -> String {
    let mut text = String::from("c\"");
    for byte in bytes {
        match byte {
            b' '..=b'~' if *byte != b'"' && *byte != b'\\' => text.push(char::from(*byte)),
            _ => {
                let _ = write!(text, "\\{byte:02X}");
            }
        }
    }
    text.push('"');
    text
}
