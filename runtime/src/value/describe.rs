//! Values in messages: the names of their types, and `Debug`.
//!
//! It is above most other modules, because the text of a value depends on what it is: a device, a tensor, a Python object,
//! for whose class Python is called.

use std::borrow::Cow;
use std::fmt;

use super::{Any, AnyView};
use crate::convert::FromArg;
use crate::device::Device;
use crate::dtype::DataType;
use crate::tensor::Tensor;
use crate::type_index::TypeIndex;
use crate::{python_class, refined};

impl AnyView<'_> {
    /// The value's type in error messages: for objects the type key, for Python objects the name of their class, for
    /// which Python is called.
    pub fn type_name(&self) -> Cow<'static, str> {
        if self.kind() == TypeIndex::OPAQUE_PY_OBJECT
            && let Some(name) = self.downcast_ref().and_then(python_class::name_of)
        {
            return name.into();
        }
        self.own_type_name()
    }

    /// The value's type as the runtime knows it, without a call into a front end.
    fn own_type_name(&self) -> Cow<'static, str> {
        match self.downcast_ref() {
            Some(object) => refined::name_of(object),
            None => self.kind().name(),
        }
    }
}

impl fmt::Debug for AnyView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            TypeIndex::NONE => f.write_str("None"),
            TypeIndex::INT => write!(f, "{}", self.bits()),
            TypeIndex::BOOL => write!(f, "{}", self.bits() != 0),
            TypeIndex::FLOAT => write!(f, "{:?}", self.float_bits()),
            TypeIndex::DATA_TYPE => match DataType::from_arg(self) {
                Ok(dtype) => write!(f, "{dtype}"),
                Err(_) => f.write_str("DataType"),
            },
            TypeIndex::DEVICE => match Device::from_arg(self) {
                Ok(device) => write!(f, "{device}"),
                Err(_) => f.write_str("Device"),
            },
            TypeIndex::RAW_STR | TypeIndex::SMALL_STR | TypeIndex::STR => match self.as_str() {
                Some(Ok(text)) => write!(f, "{text:?}"),
                _ => f.write_str("str"),
            },
            TypeIndex::TENSOR => match Tensor::from_arg(self) {
                Ok(tensor) => write!(f, "{tensor:?}"),
                Err(_) => f.write_str("Tensor"),
            },
            _ => match self.as_object() {
                Some(object) => write!(f, "{}({object:p})", self.own_type_name()),
                None => write!(f, "{}({:#x})", self.own_type_name(), self.bits()),
            },
        }
    }
}

impl fmt::Debug for Any {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.view(), f)
    }
}
