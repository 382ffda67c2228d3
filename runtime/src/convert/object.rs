//! Functions, tensors, errors and user objects.

use super::{FromArg, Mismatch, ToAny};
use crate::error::{Error, Result};
use crate::function::PackedFunc;
use crate::object::{ObjectPtr, ObjectType};
use crate::result_slot::ResultSlot;
use crate::signature::record::TypeRecord;
use crate::tensor::{Tensor, TensorView};
use crate::type_index::TypeIndex;
use crate::value::{Any, AnyView};

macro_rules! from_object {
    ($($type:ident),*) => {$(
        impl<'a> FromArg<'a> for &'a $type {
            const TYPE: TypeRecord = TypeRecord::$type;

            #[inline]
            fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
                if value.kind() != $type::KIND {
                    return Err(Mismatch::wrong_type(TypeRecord::$type, value));
                }
                // SAFETY: the object is of this kind, and the type is transparent over a pointer to one.
                Ok(unsafe { value.pointer::<$type>() })
            }
        }

        impl FromArg<'_> for $type {
            const TYPE: TypeRecord = TypeRecord::$type;

            #[inline]
            fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
                <&Self>::from_arg(value).cloned()
            }
        }

        impl ToAny for $type {
            const TYPE: TypeRecord = TypeRecord::$type;

            #[inline]
            fn to_any(self) -> Any {
                self.into()
            }

            #[inline(always)]
            fn put_into(self, slot: ResultSlot<'_>) {
                slot.put(self.into());
            }
        }
    )*};
}

from_object!(PackedFunc, Tensor, Error);

/// The kind of object that each of these types points to.
trait Kind {
    const KIND: TypeIndex;
}

impl Kind for PackedFunc {
    const KIND: TypeIndex = TypeIndex::FUNCTION;
}

impl Kind for Tensor {
    const KIND: TypeIndex = TypeIndex::TENSOR;
}

impl Kind for Error {
    const KIND: TypeIndex = TypeIndex::ERROR;
}

impl<'a> FromArg<'a> for TensorView<'a> {
    const TYPE: TypeRecord = TypeRecord::Tensor;

    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        TensorView::of(value).unwrap_or_else(|| Err(Mismatch::wrong_type(TypeRecord::Tensor, value)))
    }
}

impl<T: ObjectType> FromArg<'_> for ObjectPtr<T> {
    const TYPE: TypeRecord = TypeRecord::Object(T::TYPE_KEY);

    fn from_arg(value: &AnyView<'_>) -> Result<Self, Mismatch> {
        let object = value.downcast_ref::<T>().cloned();
        object.ok_or_else(|| Mismatch::wrong_type(<Self as FromArg<'_>>::TYPE, value))
    }
}

impl<T: ObjectType> ToAny for ObjectPtr<T> {
    const TYPE: TypeRecord = TypeRecord::Object(T::TYPE_KEY);

    fn to_any(self) -> Any {
        // SAFETY: the reference is moved into the value.
        unsafe { Any::from_owned_object(self.into_raw()) }
    }

    #[inline(always)]
    fn put_into(self, slot: ResultSlot<'_>) {
        slot.put(self.to_any());
    }
}
