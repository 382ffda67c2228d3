//! Constants: the bytes of a value in memory, with the addresses of symbols in it.

use std::collections::HashMap;

use tvmlike_ir::{Attribute, AttributeKind, DenseElements, Element, Op, Region, Type, Value};

use crate::address;
use crate::error::Result;
use crate::opcode::Opcode;
use crate::program::{Program, Symbol};
use crate::types::{Scalar, Shape};

/// The largest global that can be defined, in bytes.
const MAX_GLOBAL: u64 = 1 << 32;

/// The bytes of a constant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Image {
    /// The bytes, little-endian, padding zero.
    pub bytes: Vec<u8>,
    /// Where the address of a symbol stands: the offset, the symbol and what is added to its address.
    pub addresses: Vec<(usize, Symbol, i64)>,
}

impl Image {
    /// Zeros of a type.
    fn zeros(program: &Program<'_>, op: Op, ty: Type) -> Result<Self> {
        let layout = program.types.layout(ty).map_err(|error| program.at(op, error))?;
        if layout.size > MAX_GLOBAL {
            return Err(program.about(op, "the constant exceeds 4 GiB"));
        }
        Ok(Self {
            bytes: vec![0; layout.size as usize],
            addresses: Vec::new(),
        })
    }

    /// Writes another image into this one.
    fn insert(&mut self, at: usize, part: &Self) {
        self.bytes[at..at + part.bytes.len()].copy_from_slice(&part.bytes);
        let inside = at..at + part.bytes.len();
        self.addresses.retain(|(offset, ..)| !inside.contains(offset));
        let moved = part.addresses.iter();
        self.addresses
            .extend(moved.map(|(offset, symbol, addend)| (offset + at, *symbol, *addend)));
    }

    /// The bits of a scalar.
    pub(crate) fn bits(&self, offset: u64, scalar: Scalar) -> u128 {
        let bytes = &self.bytes[offset as usize..][..scalar.size() as usize];
        bytes
            .iter()
            .rev()
            .fold(0, |bits, byte| bits << 8 | u128::from(*byte))
    }
}

/// Writes attributes into an image.
struct Writer<'a, 'c> {
    program: &'a Program<'c>,
    op: Op,
    image: Image,
}

fn integer_bytes(value: tvmlike_ir::IntegerValue<'_>, size: usize) -> Vec<u8> {
    let mut bytes = value.bytes().to_vec();
    bytes.truncate(size);
    // Booleans of one bit stay 0 or 1; wider numbers are extended by their sign.
    let fill = if value.width() > 1 && value.sign_bit() {
        0xff
    } else {
        0
    };
    bytes.resize(size, fill);
    bytes
}

impl Writer<'_, '_> {
    fn refuse<T>(&self, what: &str) -> Result<T> {
        Err(self.program.about(self.op, what))
    }

    fn scalar(&mut self, scalar: Scalar, offset: usize, element: Element<'_>) -> Result<()> {
        let size = scalar.size() as usize;
        let bytes = match element {
            Element::Integer(value) => {
                let mut bytes = integer_bytes(value, size);
                if let Scalar::Int(width) = scalar
                    && width % 8 != 0
                {
                    // The unused bits of a narrow number are zero.
                    let last = (width / 8) as usize;
                    bytes[last] &= ((1u16 << (width % 8)) - 1) as u8;
                    bytes[last + 1..].fill(0);
                }
                bytes
            }
            Element::Float(value) => value.bits().to_le_bytes()[..size].to_vec(),
            Element::ComplexInteger(_) | Element::ComplexFloat(_) => {
                return self.refuse("constants with complex elements are not supported");
            }
        };
        self.image.bytes[offset..offset + size].copy_from_slice(&bytes);
        Ok(())
    }

    /// Writes an attribute as a value of a type.
    fn attribute(&mut self, attribute: Attribute, ty: Type, offset: usize) -> Result<()> {
        let context = self.program.context;
        match attribute.kind(context) {
            AttributeKind::Integer { value, .. } => {
                let scalar = self.scalar_of(ty)?;
                self.scalar(scalar, offset, Element::Integer(value))
            }
            AttributeKind::Float { value, .. } => {
                let scalar = self.scalar_of(ty)?;
                self.scalar(scalar, offset, Element::Float(value))
            }
            AttributeKind::DenseElements(elements) => {
                let mut next = 0;
                self.dense(elements, ty, offset, &mut next)
            }
            AttributeKind::String { bytes, .. } => {
                let end = offset + bytes.len();
                if end > self.image.bytes.len() {
                    return self.refuse("the string is longer than its array");
                }
                self.image.bytes[offset..end].copy_from_slice(bytes);
                Ok(())
            }
            AttributeKind::Array(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let (field, at) = self
                        .program
                        .types
                        .part(ty, index as u64)
                        .map_err(|error| self.program.at(self.op, error))?;
                    self.attribute(part, field, offset + at as usize)?;
                }
                Ok(())
            }
            AttributeKind::SymbolRef { root, .. } => match self.program.lookup(root.bytes(context)) {
                Some(symbol) => {
                    self.image.addresses.push((offset, symbol, 0));
                    Ok(())
                }
                None => self.refuse("refers to a symbol that the module does not have"),
            },
            AttributeKind::Unit => Ok(()),
            AttributeKind::Dialect { info, .. }
                if ["zero", "undef", "poison"]
                    .iter()
                    .any(|name| info.is_named(context, "llvm", name)) =>
            {
                Ok(())
            }
            _ => self.refuse("constants of this kind are not supported"),
        }
    }

    fn scalar_of(&self, ty: Type) -> Result<Scalar> {
        let scalar = self.program.types.scalar(ty);
        scalar.map_err(|error| self.program.at(self.op, error))
    }

    /// Writes elements in order, from number `next` on, as a value of a type.
    fn dense(
        &mut self,
        elements: DenseElements<'_>,
        ty: Type,
        offset: usize,
        next: &mut usize,
    ) -> Result<()> {
        let types = &self.program.types;
        let shape = types.shape(ty).map_err(|error| self.program.at(self.op, error))?;
        let (element, count) = match &*shape {
            Shape::Scalar(scalar) => {
                let found = elements.get(self.program.context, *next);
                *next += 1;
                return match found {
                    Some(element) => self.scalar(*scalar, offset, element),
                    None => self.refuse("the constant has fewer elements than its type"),
                };
            }
            Shape::Array { element, count } | Shape::Vector { element, count } => (*element, *count),
            _ => return self.refuse("dense constants are values of arrays and vectors"),
        };
        let size = types
            .layout(element)
            .map_err(|error| self.program.at(self.op, error))?
            .size as usize;
        if self.copy_whole(elements, element, offset, count as usize * size, next)? {
            return Ok(());
        }
        for index in 0..count as usize {
            self.dense(elements, element, offset + index * size, next)?;
        }
        Ok(())
    }

    /// Copies the elements at once if they lie in memory as in the attribute. Whether it did.
    fn copy_whole(
        &mut self,
        elements: DenseElements<'_>,
        element: Type,
        offset: usize,
        bytes: usize,
        next: &mut usize,
    ) -> Result<bool> {
        let Ok(scalar) = self.program.types.scalar(element) else {
            return Ok(false);
        };
        let size = scalar.size() as usize;
        let format = elements.format(self.program.context);
        if elements.is_splat() || format.is_packed() || format.size() != size {
            return Ok(false);
        }
        let start = *next * size;
        let Some(source) = elements.bytes().get(start..start + bytes) else {
            return self.refuse("the constant has fewer elements than its type");
        };
        self.image.bytes[offset..offset + bytes].copy_from_slice(source);
        *next += bytes / size;
        Ok(true)
    }
}

/// The image of the value of an `llvm.mlir.constant`, or of the attribute of a global.
///
/// # Errors
/// The attribute is not a constant of the type, or of a kind that is not supported.
pub(crate) fn image_of(program: &Program<'_>, op: Op, attribute: Attribute, ty: Type) -> Result<Image> {
    let mut writer = Writer {
        program,
        op,
        image: Image::zeros(program, op, ty)?,
    };
    writer.attribute(attribute, ty, 0)?;
    Ok(writer.image)
}

/// The image of a global that the module defines.
///
/// # Errors
/// Its value or an operation of its initializer is not supported.
pub(crate) fn global_image(program: &Program<'_>, op: Op, ty: Type) -> Result<Image> {
    if let Some(value) = op.property(program.context, program.keys.value) {
        return image_of(program, op, value, ty);
    }
    match op.region(program.context, 0) {
        Some(body) if !body.is_empty(program.context) => initializer(program, op, body),
        _ => Image::zeros(program, op, ty),
    }
}

/// Evaluates the body of a global.
fn initializer(program: &Program<'_>, global: Op, body: Region) -> Result<Image> {
    let mut values: HashMap<Value, Image> = HashMap::new();
    let block = body.first_block(program.context);
    let operations = block.map(|block| block.operations(program.context));
    for op in operations.into_iter().flatten() {
        let operand = |index: usize| -> Result<Image> {
            let value = op.operand(program.context, index);
            let found = value.and_then(|value| values.get(&value));
            found
                .cloned()
                .ok_or_else(|| program.about(op, "has no such operand"))
        };
        if program.opcode(op)? == Opcode::Return {
            return operand(0);
        }
        let Some(result) = op.result(program.context, 0) else {
            return Err(program.about(op, "is not supported in the initializer of a global"));
        };
        let image = evaluate(program, op, result.ty(program.context), &operand)?;
        values.insert(result, image);
    }
    Err(program.about(global, "the initializer returns no value"))
}

/// Evaluates an operation of an initializer.
fn evaluate(
    program: &Program<'_>,
    op: Op,
    ty: Type,
    operand: &dyn Fn(usize) -> Result<Image>,
) -> Result<Image> {
    match program.opcode(op)? {
        Opcode::Constant => match op.property(program.context, program.keys.value) {
            Some(value) => image_of(program, op, value, ty),
            None => Err(program.about(op, "has no value")),
        },
        Opcode::Zero | Opcode::Undef | Opcode::Poison => Image::zeros(program, op, ty),
        Opcode::AddressOf => {
            let mut image = Image::zeros(program, op, ty)?;
            let symbol = program.reference(op, program.keys.global_name)?;
            let symbol = symbol.ok_or_else(|| program.about(op, "refers to no symbol"))?;
            image.addresses.push((0, symbol, 0));
            Ok(image)
        }
        Opcode::InsertValue => {
            let mut whole = operand(0)?;
            let at = part_offset(program, op, ty)?;
            whole.insert(at, &operand(1)?);
            Ok(whole)
        }
        Opcode::Gep => {
            let mut base = operand(0)?;
            let offset = address::offset_of(program, op)?;
            match (&mut *base.addresses, offset.dynamic.is_empty()) {
                ([(_, _, addend)], true) => *addend += offset.constant,
                _ => return Err(program.about(op, "is not a constant address")),
            }
            Ok(base)
        }
        Opcode::IntToPtr | Opcode::PtrToInt | Opcode::BitCast | Opcode::AddrSpaceCast => {
            let mut image = operand(0)?;
            let size = Image::zeros(program, op, ty)?.bytes.len();
            image.bytes.resize(size, 0);
            Ok(image)
        }
        _ => Err(program.about(op, "is not supported in the initializer of a global")),
    }
}

fn part_offset(program: &Program<'_>, op: Op, ty: Type) -> Result<usize> {
    let (mut at, mut offset) = (ty, 0);
    for index in program.integers(op, program.keys.position) {
        let part = program.types.part(at, u64::try_from(index).unwrap_or(u64::MAX));
        let (part, bytes) = part.map_err(|error| program.at(op, error))?;
        at = part;
        offset += bytes as usize;
    }
    Ok(offset)
}
