//! Sizes and alignments of types in memory, by the data layout around an operation.
//!
//! Invariant: they are those of MLIR's default layout, changed by the entries of the layout.

use std::cell::RefCell;
use std::collections::HashMap;
use std::slice;

use tvmlike_ir::{Attribute, AttributeKind, Context, Op, Type, TypeKind};

use crate::common::number;
use crate::data_layout::{Entry, combined, key_type, numbers};

/// How a type lies in memory.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// The size.
    bits: u64,
    /// The alignment in bytes that the binary interface requires, at least 1.
    alignment: u64,
}

impl Layout {
    const fn bytes(self) -> u64 {
        self.bits.div_ceil(8)
    }
}

/// A pointer, without an entry.
const POINTER: Layout = Layout {
    bits: 64,
    alignment: 8,
};

/// The alignment of an integer without an entry.
const fn default_alignment(width: u64) -> u64 {
    if width < 64 {
        width.div_ceil(8).next_power_of_two()
    } else {
        4
    }
}

/// Sizes of types; those of types in others are found once.
pub(crate) struct TypeSizes<'c> {
    context: &'c Context,
    entries: Vec<Entry>,
    known: RefCell<HashMap<Type, Option<Layout>>>,
}

/// What a type consists of.
enum Parts {
    /// No other types.
    None,
    /// Two of a type.
    Complex(Type),
    /// Elements, of which the number is a power of two.
    Vector(Type, u64),
    /// Elements.
    Array(Type, u64),
    /// Fields, and whether there is no padding.
    Structure(Vec<Type>, bool),
}

impl Parts {
    fn of(context: &Context, ty: Type) -> Self {
        match ty.kind(context) {
            TypeKind::Complex(element) => Self::Complex(element),
            TypeKind::Vector { shape, element, .. } => {
                let shape: Vec<u64> = shape.iter().map(i64::unsigned_abs).collect();
                let count = shape.split_last().and_then(|(last, outer)| {
                    let mut outer = outer.iter();
                    outer.try_fold(last.checked_next_power_of_two()?, |count, size| {
                        count.checked_mul(*size)
                    })
                });
                count.map_or(Self::None, |count| Self::Vector(element, count))
            }
            _ => match (array_parts(context, ty), structure_parts(context, ty)) {
                (Some((element, count)), _) => Self::Array(element, count),
                (None, Some((body, packed))) => Self::Structure(body, packed),
                (None, None) => Self::None,
            },
        }
    }

    fn types(&self) -> &[Type] {
        match self {
            Self::None => &[],
            Self::Complex(ty) | Self::Vector(ty, _) | Self::Array(ty, _) => slice::from_ref(ty),
            Self::Structure(body, _) => body,
        }
    }

    /// The layout, of those of the types and of the least alignment of a structure. `None`: one has none, or the size is no number.
    fn layout(
        &self,
        of: &mut impl FnMut(Type) -> Option<Layout>,
        structure_alignment: u64,
    ) -> Option<Layout> {
        match self {
            Self::None => None,
            Self::Complex(element) => {
                let Layout { bits, alignment } = of(*element)?;
                let second = bits.checked_next_multiple_of(alignment.checked_mul(8)?)?;
                Some(Layout {
                    bits: second.checked_add(bits)?,
                    alignment,
                })
            }
            Self::Vector(element, count) => {
                let bytes = count.checked_mul(of(*element)?.bytes())?;
                Some(Layout {
                    bits: bytes.checked_mul(8)?,
                    alignment: bytes.checked_next_power_of_two()?,
                })
            }
            Self::Array(element, count) => {
                let element = of(*element)?;
                let stride = element.bytes().checked_next_multiple_of(element.alignment)?;
                Some(Layout {
                    bits: stride.checked_mul(*count)?.checked_mul(8)?,
                    alignment: element.alignment,
                })
            }
            Self::Structure(body, packed) => {
                let mut end = 0_u64;
                let mut alignment = if *packed { 1 } else { structure_alignment };
                for field in body {
                    let field = of(*field)?;
                    if !packed {
                        alignment = alignment.max(field.alignment);
                        end = end.checked_next_multiple_of(field.alignment)?;
                    }
                    end = end.checked_add(field.bytes())?;
                }
                let bits = end.checked_next_multiple_of(alignment)?.checked_mul(8)?;
                Some(Layout { bits, alignment })
            }
        }
    }
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
            known: RefCell::default(),
        }
    }

    /// The size in bytes. `None`: it is not known, or no number can be it.
    pub(crate) fn bytes(&self, ty: Type) -> Option<u64> {
        Some(self.layout(ty)?.bytes())
    }

    /// The size in bits. `None`: it is not known, or no number can be it.
    pub(crate) fn bits(&self, ty: Type) -> Option<u64> {
        Some(self.layout(ty)?.bits)
    }

    /// The offset of a field behind others that end at an offset.
    pub(crate) fn field_start(&self, end: u64, field: Type, packed: bool) -> Option<u64> {
        match packed {
            true => Some(end),
            false => end.checked_next_multiple_of(self.layout(field)?.alignment),
        }
    }

    /// The layout of a type, after those of the types in it, which can be nested deeper than a stack allows.
    fn layout(&self, ty: Type) -> Option<Layout> {
        if let Some(layout) = self.scalar(ty) {
            return Some(layout);
        }
        if let Some(layout) = self.known.borrow().get(&ty) {
            return *layout;
        }
        let least = self.structure_alignment();
        let parts = Parts::of(self.context, ty);
        let scalars: Option<Vec<Layout>> = parts.types().iter().map(|part| self.scalar(*part)).collect();
        if let Some(scalars) = scalars {
            // Each is asked for once, in order.
            let mut scalars = scalars.into_iter();
            let layout = parts.layout(&mut |_| scalars.next(), least);
            self.known.borrow_mut().insert(ty, layout);
            return layout;
        }
        let mut pending = vec![ty];
        while let Some(ty) = pending.last().copied() {
            let parts = Parts::of(self.context, ty);
            let mut known = self.known.borrow_mut();
            let count = pending.len();
            let is_open = |part: &&Type| !known.contains_key(part) && self.scalar(**part).is_none();
            pending.extend(parts.types().iter().filter(is_open));
            if pending.len() == count {
                pending.pop();
                let mut of = |part: Type| self.scalar(part).or_else(|| known.get(&part).copied().flatten());
                let layout = parts.layout(&mut of, least);
                known.insert(ty, layout);
            }
        }
        self.known.borrow().get(&ty).copied().flatten()
    }

    /// The layout of a type without types in it.
    fn scalar(&self, ty: Type) -> Option<Layout> {
        let context = self.context;
        match ty.kind(context) {
            TypeKind::Index => Some(self.integer(self.index_bits())),
            TypeKind::Integer { .. } => Some(self.integer(u64::from(ty.bit_width(context)?))),
            TypeKind::Float(_) => {
                let bits = u64::from(ty.bit_width(context)?);
                let entry = self.entry(|key| key == ty).and_then(|all| all.first().copied());
                let alignment = match entry {
                    Some(bits) => (bits / 8).max(1),
                    None => bits.div_ceil(8).next_power_of_two(),
                };
                Some(Layout { bits, alignment })
            }
            _ => ty.is_symbol(context, "llvm", "ptr").then(|| self.pointer(ty)),
        }
    }

    /// The least alignment of a structure with padding.
    fn structure_alignment(&self) -> u64 {
        let entry = self.entry(|key| key.is_symbol(self.context, "llvm", "struct"));
        let bits = entry.and_then(|all| all.first().copied());
        (bits.unwrap_or(8) / 8).max(1)
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
        if self.entries.is_empty() {
            return default_alignment(width);
        }
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
            None => default_alignment(width),
        }
    }

    fn integer(&self, width: u64) -> Layout {
        Layout {
            bits: width,
            alignment: self.integer_alignment(width),
        }
    }

    fn pointer(&self, ty: Type) -> Layout {
        let context = self.context;
        let space = |ty: Type| {
            let space = ty.parameter(context, context.identifier("addressSpace"));
            space.and_then(|space| number(context, space)).unwrap_or(0)
        };
        let entry = |wanted: i64| {
            self.entry(|key| key.is_symbol(context, "llvm", "ptr") && space(key) == wanted)
                .filter(|all| all.len() >= 2)
                .map(|all| Layout {
                    bits: all[0],
                    alignment: (all[1] / 8).max(1),
                })
        };
        entry(space(ty)).or_else(|| entry(0)).unwrap_or(POINTER)
    }
}
