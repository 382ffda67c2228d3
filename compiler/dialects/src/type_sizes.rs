//! Sizes and alignments of types in memory, by the data layout around an operation.
//!
//! Invariant: they are those of MLIR's default layout, changed by the entries of the layout.

use tvmlike_ir::{Attribute, AttributeKind, Context, Op, Type, TypeKind};

use crate::common::number;
use crate::data_layout::{Entry, combined, key_type, numbers};

/// The size and the alignment of a pointer, without an entry.
const POINTER: [u64; 2] = [64, 8];

pub(crate) struct TypeSizes<'c> {
    context: &'c Context,
    entries: Vec<Entry>,
}

/// The types in the body of `!llvm.struct`, and whether there is no padding. `None`: it has no body.
pub(crate) fn structure_parts(context: &Context, ty: Type) -> Option<(Vec<Type>, bool)> {
    let TypeKind::Dialect { info, parameters } = ty.kind(context) else {
        return None;
    };
    if !info.is_named(context, "llvm", "struct") {
        return None;
    }
    let AttributeKind::Array(body) = parameters.get(1)?.kind(context) else {
        return None;
    };
    let body: Option<Vec<Type>> = body.iter().map(|ty| key_type(context, ty)).collect();
    let packed = parameters.get(2).and_then(|packed| number(context, packed));
    Some((body?, packed.is_some_and(|packed| packed != 0)))
}

/// The type and the number of the elements of `!llvm.array`.
pub(crate) fn array_parts(context: &Context, ty: Type) -> Option<(Type, u64)> {
    let TypeKind::Dialect { info, parameters } = ty.kind(context) else {
        return None;
    };
    if !info.is_named(context, "llvm", "array") {
        return None;
    }
    let count = match parameters.get(1)?.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_u64()?,
        _ => return None,
    };
    Some((key_type(context, parameters.get(0)?)?, count))
}

impl<'c> TypeSizes<'c> {
    /// The sizes that hold in an operation.
    pub(crate) fn at(context: &'c Context, op: Op) -> Self {
        Self {
            context,
            entries: combined(context, op),
        }
    }

    /// The size in bytes. `None`: the type has no size that is known.
    pub(crate) fn bytes(&self, ty: Type) -> Option<u64> {
        Some(self.bits(ty)?.div_ceil(8))
    }

    fn bits(&self, ty: Type) -> Option<u64> {
        let context = self.context;
        match ty.kind(context) {
            TypeKind::Index => Some(self.index_bits()),
            TypeKind::Integer { .. } | TypeKind::Float(_) => ty.bit_width(context).map(u64::from),
            TypeKind::Complex(element) => {
                let size = self.bits(element)?;
                Some(size.next_multiple_of(self.alignment(element)? * 8) + size)
            }
            TypeKind::Vector { shape, element, .. } => {
                let (last, outer) = shape
                    .iter()
                    .collect::<Vec<_>>()
                    .split_last()
                    .map(|(last, outer)| {
                        let outer: u64 = outer.iter().map(|size| size.unsigned_abs()).product();
                        (last.unsigned_abs(), outer)
                    })?;
                Some(outer * last.next_power_of_two() * self.bytes(element)? * 8)
            }
            _ => {
                if let Some((element, count)) = array_parts(context, ty) {
                    let size = self.bytes(element)?.next_multiple_of(self.alignment(element)?);
                    return size.checked_mul(count)?.checked_mul(8);
                }
                if let Some((body, packed)) = structure_parts(context, ty) {
                    let size = self.field_end(&body, packed)?;
                    let alignment = if packed { 1 } else { self.alignment(ty)? };
                    return size.next_multiple_of(alignment).checked_mul(8);
                }
                ty.is_symbol(context, "llvm", "ptr").then(|| self.pointer(ty)[0])
            }
        }
    }

    /// The offset of what follows the fields of a structure.
    fn field_end(&self, body: &[Type], packed: bool) -> Option<u64> {
        body.iter().try_fold(0_u64, |end, field| {
            let start = self.field_start(end, *field, packed)?;
            start.checked_add(self.bytes(*field)?)
        })
    }

    /// The offset of a field behind others that end at an offset.
    pub(crate) fn field_start(&self, end: u64, field: Type, packed: bool) -> Option<u64> {
        match packed {
            true => Some(end),
            false => Some(end.next_multiple_of(self.alignment(field)?)),
        }
    }

    /// The alignment in bytes that the binary interface requires.
    pub(crate) fn alignment(&self, ty: Type) -> Option<u64> {
        let context = self.context;
        match ty.kind(context) {
            TypeKind::Index => Some(self.integer_alignment(self.index_bits())),
            TypeKind::Integer { .. } => Some(self.integer_alignment(u64::from(ty.bit_width(context)?))),
            TypeKind::Float(_) => match self.entry(|key| key == ty).and_then(|all| all.first().copied()) {
                Some(bits) => Some((bits / 8).max(1)),
                None => Some(self.bytes(ty)?.next_power_of_two()),
            },
            TypeKind::Complex(element) => self.alignment(element),
            TypeKind::Vector { .. } => Some(self.bytes(ty)?.next_power_of_two()),
            _ => {
                if let Some((element, _)) = array_parts(context, ty) {
                    return self.alignment(element);
                }
                if let Some((body, packed)) = structure_parts(context, ty) {
                    if packed {
                        return Some(1);
                    }
                    let least = self.entry(|key| key.is_symbol(context, "llvm", "struct"));
                    let least = least.and_then(|all| all.first().copied()).unwrap_or(8) / 8;
                    let fields = body
                        .iter()
                        .map(|field| self.alignment(*field))
                        .collect::<Option<Vec<u64>>>()?;
                    return Some(fields.into_iter().fold(least.max(1), u64::max));
                }
                let is_pointer = ty.is_symbol(context, "llvm", "ptr");
                is_pointer.then(|| self.pointer(ty)[1].max(1))
            }
        }
    }

    /// The numbers of the entry for a type.
    fn entry(&self, is_wanted: impl Fn(Type) -> bool) -> Option<Vec<u64>> {
        let mut entries = self.entries.iter();
        let (_, value) = entries.find(|(key, _)| key_type(self.context, *key).is_some_and(&is_wanted))?;
        numbers(self.context, *value)
    }

    fn index_bits(&self) -> u64 {
        let is_index =
            |key: &Attribute| key_type(self.context, *key).is_some_and(|ty| ty.is_index(self.context));
        let entry = self.entries.iter().find(|(key, _)| is_index(key));
        let bits = entry.and_then(|(_, value)| number(self.context, *value));
        bits.and_then(|bits| u64::try_from(bits).ok()).unwrap_or(64)
    }

    /// The alignment of an integer: that of the next wider one with an entry, or else of the widest.
    fn integer_alignment(&self, width: u64) -> u64 {
        let context = self.context;
        let mut known: Vec<(u64, Attribute)> = self
            .entries
            .iter()
            .filter_map(|(key, value)| {
                let ty = key_type(context, *key).filter(|ty| ty.is_integer(context))?;
                Some((u64::from(ty.bit_width(context)?), *value))
            })
            .collect();
        known.sort_by_key(|(width, _)| *width);
        let found = known.iter().find(|(other, _)| *other >= width).or(known.last());
        let bits = found.and_then(|(_, value)| numbers(context, *value)?.first().copied());
        match bits {
            Some(bits) => (bits / 8).max(1),
            None if width < 64 => width.div_ceil(8).next_power_of_two(),
            None => 4,
        }
    }

    /// The size in bits and the alignment in bytes of a pointer.
    fn pointer(&self, ty: Type) -> [u64; 2] {
        let context = self.context;
        let space = |ty: Type| {
            let space = ty.parameter(context, context.identifier("addressSpace"));
            space.and_then(|space| number(context, space)).unwrap_or(0)
        };
        let entry = |wanted: i64| {
            self.entry(|key| key.is_symbol(context, "llvm", "ptr") && space(key) == wanted)
                .filter(|all| all.len() >= 2)
                .map(|all| [all[0], all[1] / 8])
        };
        entry(space(ty)).or_else(|| entry(0)).unwrap_or(POINTER)
    }
}
