//! Vectors and tensors, and which types can be elements. Memrefs are in the module `memref`, above attributes.

use std::fmt;

use crate::context::Context;
use crate::error::Error;
use crate::id::{Attribute, Type, raw};
use crate::list::{DYNAMIC, Words};
use crate::types::TypeKind;
use crate::unique::Kind;

/// Which dimensions of a vector are scalable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ScalableDims<'a>(&'a [u8]);

impl<'a> ScalableDims<'a> {
    /// One byte per dimension, or none if no dimension is scalable.
    pub(crate) const fn new(flags: &'a [u8]) -> Self {
        Self(flags)
    }

    /// Whether any dimension is scalable.
    #[inline]
    pub const fn any(self) -> bool {
        !self.0.is_empty()
    }

    /// Whether a dimension is scalable.
    #[inline]
    pub fn get(self, index: usize) -> bool {
        self.0.get(index).is_some_and(|flag| *flag != 0)
    }

    /// The number of scalable dimensions.
    pub fn count(self) -> usize {
        self.0.iter().filter(|flag| **flag != 0).count()
    }
}

impl fmt::Debug for ScalableDims<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|flag| *flag != 0))
            .finish()
    }
}

impl Context {
    /// A vector type. `scalable` is empty or has one flag per dimension.
    ///
    /// # Errors
    /// If a size is not positive, the element type is not an integer, index or float, or the flags do not match.
    pub fn vector_type(&self, shape: &[i64], element: Type, scalable: &[bool]) -> Result<Type, Error> {
        if !element.is_valid_vector_element(self) {
            return Err(Error::new(
                "failed to verify 'elementType': VectorElementTypeInterface instance",
            ));
        }
        if shape.iter().any(|size| *size <= 0) {
            let sizes: Vec<String> = shape.iter().map(i64::to_string).collect();
            return Err(Error::new(format!(
                "vector types must have positive constant sizes but got {}",
                sizes.join(", ")
            )));
        }
        if !scalable.is_empty() && scalable.len() != shape.len() {
            return Err(Error::new(format!(
                "number of dims must match, got {} and {}",
                scalable.len(),
                shape.len()
            )));
        }
        let words = Words::new().word(element.raw()).ints(shape.iter().copied());
        let flags: Vec<u8> = match scalable.contains(&true) {
            true => scalable.iter().map(|flag| u8::from(*flag)).collect(),
            false => Vec::new(),
        };
        Ok(self.make_type(Kind::VectorType, words.as_slice(), &flags))
    }

    /// A tensor type with a rank.
    ///
    /// # Errors
    /// If a size is negative and not [`DYNAMIC`], the element type cannot be an element of a tensor, or the encoding refuses
    /// the tensor.
    pub fn ranked_tensor_type(
        &self,
        shape: &[i64],
        element: Type,
        encoding: Option<Attribute>,
    ) -> Result<Type, Error> {
        if shape.iter().any(|size| *size < 0 && *size != DYNAMIC) {
            return Err(Error::new("invalid tensor dimension size"));
        }
        self.check_tensor_element(element)?;
        if let Some(encoding) = encoding {
            encoding.check_as_encoding(self, shape, element)?;
        }
        let words = Words::new()
            .word(element.raw())
            .word(raw(encoding))
            .ints(shape.iter().copied());
        Ok(self.make_type(Kind::RankedTensorType, words.as_slice(), &[]))
    }

    /// `tensor<*xelement>`.
    ///
    /// # Errors
    /// If the type cannot be an element of a tensor.
    pub fn unranked_tensor_type(&self, element: Type) -> Result<Type, Error> {
        self.check_tensor_element(element)?;
        Ok(self.make_type(Kind::UnrankedTensorType, &[element.raw()], &[]))
    }

    fn check_tensor_element(&self, element: Type) -> Result<(), Error> {
        match element.is_valid_tensor_element(self) {
            true => Ok(()),
            false => Err(Error::new("invalid tensor element type")),
        }
    }
}

impl Type {
    /// Whether a tensor can have elements of this type.
    pub fn is_valid_tensor_element(self, context: &Context) -> bool {
        matches!(
            self.kind(context),
            TypeKind::Integer { .. }
                | TypeKind::Float(_)
                | TypeKind::Index
                | TypeKind::Complex(_)
                | TypeKind::Vector { .. }
                | TypeKind::Opaque { .. }
                | TypeKind::Dialect { .. }
        )
    }

    /// Whether a memref can have elements of this type.
    pub fn is_valid_memref_element(self, context: &Context) -> bool {
        match self.kind(context) {
            TypeKind::Integer { .. }
            | TypeKind::Float(_)
            | TypeKind::Index
            | TypeKind::Complex(_)
            | TypeKind::Vector { .. }
            | TypeKind::MemRef { .. }
            | TypeKind::UnrankedMemRef { .. } => true,
            TypeKind::Dialect { info, .. } => info.element_of.1,
            _ => false,
        }
    }

    /// Whether a vector can have elements of this type.
    pub fn is_valid_vector_element(self, context: &Context) -> bool {
        match self.kind(context) {
            TypeKind::Integer { .. } | TypeKind::Float(_) | TypeKind::Index => true,
            TypeKind::Dialect { info, .. } => info.element_of.0,
            _ => false,
        }
    }
}
