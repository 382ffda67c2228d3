//! Questions that many users of types ask.

use crate::context::Context;
use crate::id::Type;
use crate::list::Dims;
use crate::types::{FloatKind, Signedness, TypeKind};

impl Type {
    /// Whether the type is an integer, of whatever signedness.
    pub fn is_integer(self, context: &Context) -> bool {
        matches!(self.kind(context), TypeKind::Integer { .. })
    }

    /// Whether the type is an integer of one bit, of whatever signedness.
    pub fn is_bit(self, context: &Context) -> bool {
        matches!(self.kind(context), TypeKind::Integer { width: 1, .. })
    }

    /// Whether the type is a signless integer of a width.
    pub fn is_signless_integer(self, context: &Context, width: u32) -> bool {
        self.kind(context)
            == TypeKind::Integer {
                width,
                signedness: Signedness::Signless,
            }
    }

    /// Whether the type is `index`.
    pub fn is_index(self, context: &Context) -> bool {
        self == context.index_type()
    }

    /// The format of a float type.
    pub fn float_kind(self, context: &Context) -> Option<FloatKind> {
        match self.kind(context) {
            TypeKind::Float(kind) => Some(kind),
            _ => None,
        }
    }

    /// The width of an integer or float type in bits.
    pub fn bit_width(self, context: &Context) -> Option<u32> {
        match self.kind(context) {
            TypeKind::Integer { width, .. } => Some(width),
            TypeKind::Float(kind) => Some(kind.width()),
            _ => None,
        }
    }

    /// Whether the type is a vector, a tensor or a memref.
    pub fn is_shaped(self, context: &Context) -> bool {
        matches!(
            self.kind(context),
            TypeKind::Vector { .. }
                | TypeKind::RankedTensor { .. }
                | TypeKind::UnrankedTensor(_)
                | TypeKind::MemRef { .. }
                | TypeKind::UnrankedMemRef { .. }
        )
    }

    /// The element type of a shaped or complex type.
    pub fn element_type(self, context: &Context) -> Option<Type> {
        match self.kind(context) {
            TypeKind::Vector { element, .. }
            | TypeKind::RankedTensor { element, .. }
            | TypeKind::UnrankedTensor(element)
            | TypeKind::MemRef { element, .. }
            | TypeKind::UnrankedMemRef { element, .. }
            | TypeKind::Complex(element) => Some(element),
            _ => None,
        }
    }

    /// The shape of a shaped type with a rank.
    pub fn shape(self, context: &Context) -> Option<Dims<'_>> {
        match self.kind(context) {
            TypeKind::Vector { shape, .. }
            | TypeKind::RankedTensor { shape, .. }
            | TypeKind::MemRef { shape, .. } => Some(shape),
            _ => None,
        }
    }

    /// The rank of a shaped type that has one.
    pub fn rank(self, context: &Context) -> Option<usize> {
        self.shape(context).map(Dims::len)
    }

    /// Whether the type has a rank and only sizes that are known.
    pub fn has_static_shape(self, context: &Context) -> bool {
        self.shape(context).is_some_and(Dims::is_static)
    }

    /// The number of elements of a shaped type with a static shape; `None` if it exceeds an `i64`.
    pub fn num_elements(self, context: &Context) -> Option<i64> {
        self.shape(context)?.product()
    }
}
