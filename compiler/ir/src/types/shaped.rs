//! Types with a shape: vectors, tensors and memrefs.

use std::fmt;

use crate::attributes::AttributeKind;
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
    /// If a size is negative and not [`DYNAMIC`], or the element type cannot be an element of a tensor.
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

    /// A memref type. The layout is an affine map or a strided layout, by default the identity; an identity map is
    /// the default whatever its symbols, and the memory space `0` is the default one.
    ///
    /// # Errors
    /// If a size is negative and not [`DYNAMIC`], the element type cannot be in memory, the layout has another rank or
    /// is none, or the attribute cannot be a memory space.
    pub fn memref_type(
        &self,
        shape: &[i64],
        element: Type,
        layout: Option<Attribute>,
        space: Option<Attribute>,
    ) -> Result<Type, Error> {
        if !element.is_valid_memref_element(self) {
            return Err(Error::new("invalid memref element type"));
        }
        if shape.iter().any(|size| *size < 0 && *size != DYNAMIC) {
            return Err(Error::new("invalid memref size"));
        }
        let layout = self.memref_layout(shape.len(), layout)?;
        let space = self.memory_space(space)?;
        let words = Words::new()
            .word(element.raw())
            .word(layout.raw())
            .word(raw(space))
            .ints(shape.iter().copied());
        Ok(self.make_type(Kind::MemRefType, words.as_slice(), &[]))
    }

    fn memref_layout(&self, rank: usize, layout: Option<Attribute>) -> Result<Attribute, Error> {
        let dims = u32::try_from(rank).map_err(|_| Error::new("invalid memref size"))?;
        let identity = || self.affine_map_attribute(self.affine_identity_map(dims));
        let Some(layout) = layout else {
            return Ok(identity());
        };
        match layout.kind(self) {
            AttributeKind::AffineMap(map) if map.num_dims(self) != dims => Err(Error::new(format!(
                "memref layout mismatch between rank and affine map: {rank} != {}",
                map.num_dims(self)
            ))),
            AttributeKind::AffineMap(map) if map.is_identity(self) => Ok(identity()),
            AttributeKind::AffineMap(_) => Ok(layout),
            AttributeKind::StridedLayout { strides, .. } if strides.len() != rank => {
                Err(Error::new("expected the number of strides to match the rank"))
            }
            AttributeKind::StridedLayout { .. } => Ok(layout),
            _ => Err(Error::new(
                "memref layout: expected an affine map or a strided layout",
            )),
        }
    }

    /// `memref<*xelement, space>`.
    ///
    /// # Errors
    /// If the element type cannot be in memory, or the attribute cannot be a memory space.
    pub fn unranked_memref_type(&self, element: Type, space: Option<Attribute>) -> Result<Type, Error> {
        if !element.is_valid_memref_element(self) {
            return Err(Error::new("invalid memref element type"));
        }
        let space = self.memory_space(space)?;
        Ok(self.make_type(Kind::UnrankedMemRefType, &[element.raw(), raw(space)], &[]))
    }

    fn memory_space(&self, space: Option<Attribute>) -> Result<Option<Attribute>, Error> {
        let Some(space) = space else { return Ok(None) };
        match space.kind(self) {
            AttributeKind::Integer { value, .. } => Ok((!value.is_zero()).then_some(space)),
            AttributeKind::String { .. } | AttributeKind::Dictionary(_) => Ok(Some(space)),
            _ => Err(Error::new("unsupported memory space Attribute")),
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
        )
    }

    /// Whether a memref can have elements of this type.
    pub fn is_valid_memref_element(self, context: &Context) -> bool {
        matches!(
            self.kind(context),
            TypeKind::Integer { .. }
                | TypeKind::Float(_)
                | TypeKind::Index
                | TypeKind::Complex(_)
                | TypeKind::Vector { .. }
                | TypeKind::MemRef { .. }
                | TypeKind::UnrankedMemRef { .. }
        )
    }

    /// Whether a vector can have elements of this type.
    pub fn is_valid_vector_element(self, context: &Context) -> bool {
        matches!(
            self.kind(context),
            TypeKind::Integer { .. } | TypeKind::Float(_) | TypeKind::Index
        )
    }
}
