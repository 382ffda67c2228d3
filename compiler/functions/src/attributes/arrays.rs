//! Dense arrays of booleans and numbers.

use tvmlike_ir::{AttributeKind, Element, FloatKind, TypeKind};

use super::attribute_class;
use crate::api::*;
use crate::handles::{Attribute, Context};
use crate::iterators::{
    DenseBoolArrayIterator, DenseF32ArrayIterator, DenseF64ArrayIterator, DenseI8ArrayIterator,
    DenseI16ArrayIterator, DenseI32ArrayIterator, DenseI64ArrayIterator,
};
use crate::type_id::TypeId;
use crate::{current, errors};

/// The class of a dense array, and a number for it; `None` for elements that have no class.
pub(super) fn dense_array_key(one: &Attribute) -> Option<(&'static str, i64)> {
    let AttributeKind::DenseArray(array) = one.kind() else {
        return None;
    };
    Some(match array.element_type().kind(one.core()) {
        TypeKind::Integer { width: 1, .. } => ("DenseBoolArrayAttr", 0),
        TypeKind::Integer { width: 8, .. } => ("DenseI8ArrayAttr", 1),
        TypeKind::Integer { width: 16, .. } => ("DenseI16ArrayAttr", 2),
        TypeKind::Integer { width: 32, .. } => ("DenseI32ArrayAttr", 3),
        TypeKind::Integer { width: 64, .. } => ("DenseI64ArrayAttr", 4),
        TypeKind::Float(FloatKind::F32) => ("DenseF32ArrayAttr", 5),
        TypeKind::Float(FloatKind::F64) => ("DenseF64ArrayAttr", 6),
        _ => return None,
    })
}

fn as_bool(element: Element<'_>) -> bool {
    matches!(element, Element::Integer(value) if !value.is_zero())
}

fn as_int(element: Element<'_>) -> i64 {
    match element {
        Element::Integer(value) => value.to_i64().unwrap_or_default(),
        _ => 0,
    }
}

fn as_float(element: Element<'_>) -> f64 {
    match element {
        Element::Float(value) => value.to_f64(),
        _ => f64::NAN,
    }
}

macro_rules! dense_arrays {
    ($($name:ident = $key:tt, $class:tt, $number:literal, $item:ty, $given:ty, $make:ident, $read:ident, $iterator:ident;)*) => {$(
        attribute_class! {
            /// An array of numbers of one type.
            $name(Attribute) = $key, $class, "builtin.dense_array",
                |one: &Attribute| dense_array_key(one).is_some_and(|(_, key)| key == $number);
            {
                /// The array of some numbers.
                fn get(
                    values: Vec<$given>,
                    #[implicit] context: Option<ObjectPtr<Context>>,
                ) -> Result<Self> {
                    let context = current::context(context)?;
                    Ok(Self::of(Attribute::new(&context, context.core.$make(&values))))
                }

                #[name("__len__")]
                fn len(&self) -> usize {
                    match self.kind() {
                        AttributeKind::DenseArray(array) => array.len(),
                        _ => 0,
                    }
                }

                #[name("__getitem__")]
                fn item(&self, index: i64) -> Result<$item> {
                    let len = self.len();
                    let at = if index < 0 { index + len as i64 } else { index };
                    let found = match (self.kind(), usize::try_from(at)) {
                        (AttributeKind::DenseArray(array), Ok(at)) => array.get(self.core(), at),
                        _ => None,
                    };
                    found.map($read).ok_or_else(|| Error::index_error(format!(
                        "DenseArray index out of range: {index} for length {len}"
                    )))
                }

                #[name("__iter__")]
                fn iter(&self) -> $iterator {
                    $iterator::new(self.values())
                }

                /// The numbers of both.
                #[name("__add__")]
                fn add(&self, more: Vec<$given>) -> Result<Self> {
                    let mut all: Vec<_> = self.values().into_iter().map(|one| one as $given).collect();
                    all.extend(more);
                    Ok(Self::of(Attribute::new(&self.context, self.core().$make(&all))))
                }
            }
        }

        impl $name {
            fn values(&self) -> Vec<$item> {
                match self.kind() {
                    AttributeKind::DenseArray(array) => array.iter(self.core()).map($read).collect(),
                    _ => Vec::new(),
                }
            }
        }
    )*};
}

dense_arrays! {
    DenseBoolArrayAttr = "ir.DenseBoolArrayAttr", "DenseBoolArrayAttr", 0, bool, bool, dense_bool_array, as_bool, DenseBoolArrayIterator;
    DenseI8ArrayAttr = "ir.DenseI8ArrayAttr", "DenseI8ArrayAttr", 1, i64, i8, dense_i8_array, as_int, DenseI8ArrayIterator;
    DenseI16ArrayAttr = "ir.DenseI16ArrayAttr", "DenseI16ArrayAttr", 2, i64, i16, dense_i16_array, as_int, DenseI16ArrayIterator;
    DenseI32ArrayAttr = "ir.DenseI32ArrayAttr", "DenseI32ArrayAttr", 3, i64, i32, dense_i32_array, as_int, DenseI32ArrayIterator;
    DenseI64ArrayAttr = "ir.DenseI64ArrayAttr", "DenseI64ArrayAttr", 4, i64, i64, dense_i64_array, as_int, DenseI64ArrayIterator;
    DenseF32ArrayAttr = "ir.DenseF32ArrayAttr", "DenseF32ArrayAttr", 5, f64, f32, dense_f32_array, as_float, DenseF32ArrayIterator;
    DenseF64ArrayAttr = "ir.DenseF64ArrayAttr", "DenseF64ArrayAttr", 6, f64, f64, dense_f64_array, as_float, DenseF64ArrayIterator;
}
