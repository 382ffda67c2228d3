//! The types, attributes and locations that every context has, so that the constructors of common ones look up nothing.

use crate::id::{Attribute, Location, Type};
use crate::types::float_kind::FloatKind;
use crate::types::signedness::Signedness;
use crate::unique::{Kind, Uniquer};

/// Ids of what most programs use.
pub(crate) struct Common {
    pub(crate) i1: Type,
    pub(crate) i8: Type,
    pub(crate) i16: Type,
    pub(crate) i32: Type,
    pub(crate) i64: Type,
    pub(crate) index: Type,
    pub(crate) none: Type,
    pub(crate) f32: Type,
    pub(crate) f64: Type,
    pub(crate) true_: Attribute,
    pub(crate) false_: Attribute,
    pub(crate) unit: Attribute,
    pub(crate) empty_dictionary: Attribute,
    pub(crate) unknown_location: Location,
}

impl Common {
    pub(crate) fn new(uniquer: &Uniquer) -> Self {
        let ty = |kind, words: &[u32]| Type::new(uniquer.intern(kind, words, &[]));
        let integer = |width| ty(Kind::IntegerType, &[width, Signedness::Signless as u32]);
        let float = |kind: FloatKind| ty(Kind::FloatType, &[kind as u32]);
        let attribute =
            |kind, words: &[u32], bytes: &[u8]| Attribute::new(uniquer.intern(kind, words, bytes));
        let i1 = integer(1);
        Self {
            i1,
            i8: integer(8),
            i16: integer(16),
            i32: integer(32),
            i64: integer(64),
            index: ty(Kind::IndexType, &[]),
            none: ty(Kind::NoneType, &[]),
            f32: float(FloatKind::F32),
            f64: float(FloatKind::F64),
            true_: attribute(Kind::IntegerAttribute, &[i1.raw(), 1], &[1]),
            false_: attribute(Kind::IntegerAttribute, &[i1.raw(), 1], &[0]),
            unit: attribute(Kind::UnitAttribute, &[], &[]),
            empty_dictionary: attribute(Kind::DictionaryAttribute, &[], &[]),
            unknown_location: Location::new(uniquer.intern(Kind::UnknownLocation, &[], &[])),
        }
    }
}
