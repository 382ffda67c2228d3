//! Vectors, tensors and memrefs.

use tvmlike_ir::{self as ir, AttributeKind, DYNAMIC, TypeKind};

use super::type_class;
use crate::affine_map::of_layout;
use crate::api::*;
use crate::current::{self, GivenLocation};
use crate::handles::{AffineMap, Attribute, Context, Type};
use crate::type_id::TypeId;
use crate::{diagnostics, errors};

/// A type that was checked when it was built; the error names the location.
fn checked(element: &Type, location: GivenLocation, made: Result<ir::Type, ir::Error>) -> Result<Type> {
    let location = current::location(location)?;
    made.map(|id| Type::new(&element.context, id)).map_err(|error| {
        let mut message = error.message().to_owned();
        if message == "invalid tensor element type" {
            message = format!(
                "{message}: '{}'",
                tvmlike_text::quote_type(element.core(), element.id)
            );
        }
        diagnostics::error_at(&element.context, "Invalid type", location.id, message)
    })
}

/// A type that is built without a location for errors.
fn unchecked(element: &Type, made: Result<ir::Type, ir::Error>) -> Result<Type> {
    let id = made.map_err(errors::value_error)?;
    Ok(Type::new(&element.context, id))
}

/// The attribute, if it belongs to the context of a type.
fn optional(attribute: Option<&Attribute>, element: &Type) -> Result<Option<ir::Attribute>> {
    attribute
        .map(|attribute| attribute.in_context(&element.context))
        .transpose()
}

type_class! {
    /// A type with elements and, unless it is unranked, a shape.
    ShapedType(Type) = "ir.ShapedType", "ShapedType", "builtin.shaped",
        [TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_)
            | TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. }] {
        /// The type of the elements.
        #[getter]
        fn element_type(&self) -> ObjectPtr<Type> {
            self.sibling(self.id.element_type(self.core()).unwrap_or(self.id))
        }

        /// Whether the number of dimensions is known.
        #[getter]
        fn has_rank(&self) -> bool {
            self.id.rank(self.core()).is_some()
        }

        /// The number of dimensions.
        #[getter]
        fn rank(&self) -> Result<usize> {
            Ok(self.sizes()?.len())
        }

        /// Whether all sizes are known.
        #[getter]
        fn has_static_shape(&self) -> bool {
            self.id.has_static_shape(self.core())
        }

        /// The sizes; unknown ones are `get_dynamic_size()`.
        #[getter]
        fn shape(&self) -> Result<List<i64>> {
            self.sizes().map(List)
        }

        /// The size of a dimension.
        fn get_dim_size(&self, dim: usize) -> Result<i64> {
            let sizes = self.sizes()?;
            sizes.get(dim).copied().ok_or_else(|| {
                Error::index_error(format!("dimension {dim} is out of range for rank {}", sizes.len()))
            })
        }

        /// Whether the size of a dimension is unknown.
        fn is_dynamic_dim(&self, dim: usize) -> Result<bool> {
            Ok(self.get_dim_size(dim)? == DYNAMIC)
        }

        /// Whether the size of a dimension is known.
        fn is_static_dim(&self, dim: usize) -> Result<bool> {
            Ok(self.get_dim_size(dim)? != DYNAMIC)
        }

        /// Whether a number stands for an unknown size.
        fn is_dynamic_size(dim_size: i64) -> bool {
            dim_size == DYNAMIC
        }

        /// Whether a number is a size.
        fn is_static_size(dim_size: i64) -> bool {
            dim_size != DYNAMIC
        }

        /// Whether a number stands for an unknown stride or offset.
        fn is_dynamic_stride_or_offset(&self, dim_size: i64) -> Result<bool> {
            self.sizes()?;
            Ok(dim_size == DYNAMIC)
        }

        /// Whether a number is a stride or an offset.
        fn is_static_stride_or_offset(&self, dim_size: i64) -> Result<bool> {
            self.sizes()?;
            Ok(dim_size != DYNAMIC)
        }

        /// The number that stands for an unknown size.
        fn get_dynamic_size() -> i64 {
            DYNAMIC
        }

        /// The number that stands for an unknown stride or offset.
        fn get_dynamic_stride_or_offset() -> i64 {
            DYNAMIC
        }
    }
}

impl ShapedType {
    fn sizes(&self) -> Result<Vec<i64>> {
        let shape = self.id.shape(self.core());
        shape
            .map(ir::Dims::to_vec)
            .ok_or_else(|| errors::value_error("calling this method requires that the type has a rank."))
    }
}

/// Which dimensions are scalable, by flags or by positions.
fn scalable(rank: usize, flags: Option<Vec<bool>>, positions: Option<Vec<usize>>) -> Result<Vec<bool>> {
    match (flags, positions) {
        (Some(_), Some(_)) => Err(errors::value_error(
            "'scalable' and 'scalable_dims' kwargs are mutually exclusive.",
        )),
        (Some(flags), None) if flags.len() != rank => {
            Err(errors::value_error("Expected len(scalable) == len(shape)."))
        }
        (Some(flags), None) => Ok(flags),
        (None, positions) => {
            let mut flags = vec![false; rank];
            for position in positions.unwrap_or_default() {
                *flags
                    .get_mut(position)
                    .ok_or_else(|| errors::value_error("Scalable dimension index out of bounds."))? = true;
            }
            Ok(flags)
        }
    }
}

type_class! {
    /// A vector, whose sizes can be multiples of the target's vector scale.
    VectorType(ShapedType) = "ir.VectorType", "VectorType", "builtin.vector", [TypeKind::Vector { .. }] {
        /// A vector. `scalable` has a flag for each dimension, `scalable_dims` positions.
        fn get(
            shape: Vec<i64>,
            element_type: &Type,
            #[keyword_only] #[default(None)] scalable: Option<Vec<bool>>,
            #[keyword_only] #[default(None)] scalable_dims: Option<Vec<usize>>,
            #[keyword_only] #[implicit] loc: GivenLocation,
        ) -> Result<Self> {
            let flags = self::scalable(shape.len(), scalable, scalable_dims)?;
            let made = element_type.core().vector_type(&shape, element_type.id, &flags);
            checked(element_type, loc, made).map(Self::of)
        }

        /// A vector; an invalid one is an error without a location.
        fn get_unchecked(
            shape: Vec<i64>,
            element_type: &Type,
            #[keyword_only] #[default(None)] scalable: Option<Vec<bool>>,
            #[keyword_only] #[default(None)] scalable_dims: Option<Vec<usize>>,
            #[keyword_only] #[implicit] _context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            let flags = self::scalable(shape.len(), scalable, scalable_dims)?;
            let made = element_type.core().vector_type(&shape, element_type.id, &flags);
            unchecked(element_type, made).map(Self::of)
        }

        /// Whether a dimension is scalable.
        #[getter]
        fn scalable(&self) -> bool {
            self.flags().contains(&true)
        }

        /// Whether each dimension is scalable.
        #[getter]
        fn scalable_dims(&self) -> List<bool> {
            self.flags().into()
        }
    }
}

impl VectorType {
    fn flags(&self) -> Vec<bool> {
        match self.kind() {
            TypeKind::Vector { shape, scalable, .. } => (0..shape.len()).map(|at| scalable.get(at)).collect(),
            _ => Vec::new(),
        }
    }
}

type_class! {
    /// A tensor with a known number of dimensions.
    RankedTensorType(ShapedType) = "ir.RankedTensorType", "RankedTensorType", "builtin.tensor",
        [TypeKind::RankedTensor { .. }] {
        /// A tensor.
        fn get(
            shape: Vec<i64>,
            element_type: &Type,
            #[default(None)] encoding: Option<&Attribute>,
            #[implicit] loc: GivenLocation,
        ) -> Result<Self> {
            let encoding = optional(encoding, element_type)?;
            let made = element_type.core().ranked_tensor_type(&shape, element_type.id, encoding);
            checked(element_type, loc, made).map(Self::of)
        }

        /// A tensor; an invalid one is an error without a location.
        fn get_unchecked(
            shape: Vec<i64>,
            element_type: &Type,
            #[default(None)] encoding: Option<&Attribute>,
            #[implicit] _context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            let encoding = optional(encoding, element_type)?;
            let made = element_type.core().ranked_tensor_type(&shape, element_type.id, encoding);
            unchecked(element_type, made).map(Self::of)
        }

        /// What a dialect says about the layout; None if nothing.
        #[getter]
        fn encoding(&self) -> Option<ObjectPtr<Attribute>> {
            match self.kind() {
                TypeKind::RankedTensor { encoding, .. } => {
                    encoding.map(|one| Attribute::make(&self.context, one))
                }
                _ => None,
            }
        }
    }
}

type_class! {
    /// A tensor with an unknown number of dimensions.
    UnrankedTensorType(ShapedType) = "ir.UnrankedTensorType", "UnrankedTensorType", "builtin.unranked_tensor",
        [TypeKind::UnrankedTensor(_)] {
        /// A tensor.
        fn get(element_type: &Type, #[implicit] loc: GivenLocation) -> Result<Self> {
            let made = element_type.core().unranked_tensor_type(element_type.id);
            checked(element_type, loc, made).map(Self::of)
        }

        /// A tensor; an invalid one is an error without a location.
        fn get_unchecked(
            element_type: &Type,
            #[implicit] _context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            unchecked(element_type, element_type.core().unranked_tensor_type(element_type.id)).map(Self::of)
        }
    }
}

fn memref(
    shape: &[i64],
    element: &Type,
    layout: Option<&Attribute>,
    space: Option<&Attribute>,
) -> Result<Result<ir::Type, ir::Error>> {
    let (layout, space) = (optional(layout, element)?, optional(space, element)?);
    Ok(element.core().memref_type(shape, element.id, layout, space))
}

type_class! {
    /// A reference to memory with a known number of dimensions.
    MemRefType(ShapedType) = "ir.MemRefType", "MemRefType", "builtin.memref", [TypeKind::MemRef { .. }] {
        /// A memref.
        fn get(
            shape: Vec<i64>,
            element_type: &Type,
            #[default(None)] layout: Option<&Attribute>,
            #[default(None)] memory_space: Option<&Attribute>,
            #[implicit] loc: GivenLocation,
        ) -> Result<Self> {
            let made = memref(&shape, element_type, layout, memory_space)?;
            checked(element_type, loc, made).map(Self::of)
        }

        /// A memref; an invalid one is an error without a location.
        fn get_unchecked(
            shape: Vec<i64>,
            element_type: &Type,
            #[default(None)] layout: Option<&Attribute>,
            #[default(None)] memory_space: Option<&Attribute>,
            #[implicit] _context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            unchecked(element_type, memref(&shape, element_type, layout, memory_space)?).map(Self::of)
        }

        /// The layout.
        #[getter]
        fn layout(&self) -> Result<ObjectPtr<Attribute>> {
            Ok(Attribute::make(&self.context, self.layout_attribute()?))
        }

        /// The layout as a map from indices to places.
        #[getter]
        fn affine_map(&self) -> Result<AffineMap> {
            match self.layout_attribute()?.kind(self.core()) {
                AttributeKind::AffineMap(map) => Ok(AffineMap::new(&self.context, map)),
                AttributeKind::StridedLayout { offset, strides } => {
                    of_layout(&self.context, offset, &strides.to_vec())
                }
                _ => Err(errors::value_error("the layout is not an affine map")),
            }
        }

        /// The strides and the offset, in elements.
        fn get_strides_and_offset(&self) -> Result<(List<i64>, i64)> {
            let (strides, offset) = self.id.strides_and_offset(self.core()).ok_or_else(|| {
                errors::value_error("Failed to extract strides and offset from memref.")
            })?;
            Ok((strides.into(), offset))
        }

        /// The memory space; None for the default one.
        #[getter]
        fn memory_space(&self) -> Option<ObjectPtr<Attribute>> {
            match self.kind() {
                TypeKind::MemRef { space, .. } => space.map(|one| Attribute::make(&self.context, one)),
                _ => None,
            }
        }
    }
}

impl MemRefType {
    fn layout_attribute(&self) -> Result<ir::Attribute> {
        match self.kind() {
            TypeKind::MemRef { layout, .. } => Ok(layout),
            _ => Err(errors::value_error("not a memref")),
        }
    }
}

type_class! {
    /// A reference to memory with an unknown number of dimensions.
    UnrankedMemRefType(ShapedType) = "ir.UnrankedMemRefType", "UnrankedMemRefType", "builtin.unranked_memref",
        [TypeKind::UnrankedMemRef { .. }] {
        /// A memref.
        fn get(
            element_type: &Type,
            memory_space: Option<&Attribute>,
            #[implicit] loc: GivenLocation,
        ) -> Result<Self> {
            let space = optional(memory_space, element_type)?;
            let made = element_type.core().unranked_memref_type(element_type.id, space);
            checked(element_type, loc, made).map(Self::of)
        }

        /// A memref; an invalid one is an error without a location.
        fn get_unchecked(
            element_type: &Type,
            memory_space: Option<&Attribute>,
            #[implicit] _context: Option<ObjectPtr<Context>>,
        ) -> Result<Self> {
            let space = optional(memory_space, element_type)?;
            let made = element_type.core().unranked_memref_type(element_type.id, space);
            unchecked(element_type, made).map(Self::of)
        }

        /// The memory space; None for the default one.
        #[getter]
        fn memory_space(&self) -> Option<ObjectPtr<Attribute>> {
            match self.kind() {
                TypeKind::UnrankedMemRef { space, .. } => {
                    space.map(|one| Attribute::make(&self.context, one))
                }
                _ => None,
            }
        }
    }
}
