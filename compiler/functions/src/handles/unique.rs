//! Handles of what a context never erases, so that they never become stale: types, attributes, locations, affine
//! expressions and maps, integer sets.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use tvmlike_ir as ir;
use tvmlike_ir::{AffineExprKind, AttributeKind, LocationKind, TypeKind};

use super::Context;
use crate::api::*;
use crate::{errors, text};

/// An object that is equal to itself only.
pub(crate) struct Same<T>(pub(crate) ObjectPtr<T>);

impl<T> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.same_as(&other.0)
    }
}

impl<T> Eq for Same<T> {}

impl<T> Hash for Same<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.as_raw() as usize).hash(state);
    }
}

impl<T> Deref for Same<T> {
    type Target = ObjectPtr<T>;

    fn deref(&self) -> &ObjectPtr<T> {
        &self.0
    }
}

/// A type.
#[derive(Object, PartialEq, Eq, Hash)]
#[object(key = "ir.Type", eq, hash)]
pub(crate) struct Type {
    pub(crate) id: ir::Type,
    pub(crate) context: Same<Context>,
}

impl Type {
    pub(crate) fn new(context: &ObjectPtr<Context>, id: ir::Type) -> Self {
        Self {
            id,
            context: Same(context.clone()),
        }
    }

    /// A handle of a type.
    #[inline]
    pub(crate) fn make(context: &ObjectPtr<Context>, id: ir::Type) -> ObjectPtr<Self> {
        ObjectPtr::new_in(&context.pools.types, Self::new(context, id))
    }

    pub(crate) fn core(&self) -> &ir::Context {
        &self.context.core
    }

    #[inline]
    pub(crate) fn kind(&self) -> TypeKind<'_> {
        self.id.kind(self.core())
    }

    /// The type, if it belongs to a context.
    pub(crate) fn in_context(&self, context: &ObjectPtr<Context>) -> Result<ir::Type> {
        if self.context.same_as(context) {
            return Ok(self.id);
        }
        Err(errors::value_error(format!(
            "the type {} belongs to another context",
            text::ty(self.core(), self.id)?
        )))
    }

    /// Another type of the context.
    pub(crate) fn sibling(&self, id: ir::Type) -> ObjectPtr<Self> {
        Self::make(&self.context, id)
    }

    /// The innermost of the structs that refine this one, as this one.
    pub(crate) fn of(self) -> Self {
        self
    }
}

/// The types of a list, if all belong to a context.
pub(crate) fn types_in(types: &[ObjectPtr<Type>], context: &ObjectPtr<Context>) -> Result<Vec<ir::Type>> {
    types.iter().map(|ty| ty.in_context(context)).collect()
}

/// An attribute.
#[derive(Object, PartialEq, Eq, Hash)]
#[object(key = "ir.Attribute", eq, hash)]
pub(crate) struct Attribute {
    pub(crate) id: ir::Attribute,
    pub(crate) context: Same<Context>,
}

impl Attribute {
    pub(crate) fn new(context: &ObjectPtr<Context>, id: ir::Attribute) -> Self {
        Self {
            id,
            context: Same(context.clone()),
        }
    }

    /// A handle of an attribute.
    #[inline]
    pub(crate) fn make(context: &ObjectPtr<Context>, id: ir::Attribute) -> ObjectPtr<Self> {
        ObjectPtr::new_in(&context.pools.attributes, Self::new(context, id))
    }

    pub(crate) fn core(&self) -> &ir::Context {
        &self.context.core
    }

    #[inline]
    pub(crate) fn kind(&self) -> AttributeKind<'_> {
        self.id.kind(self.core())
    }

    /// The attribute, if it belongs to a context.
    pub(crate) fn in_context(&self, context: &ObjectPtr<Context>) -> Result<ir::Attribute> {
        if self.context.same_as(context) {
            return Ok(self.id);
        }
        Err(errors::value_error(format!(
            "the attribute {} belongs to another context",
            text::attribute(self.core(), self.id)?
        )))
    }

    /// Another attribute of the context.
    pub(crate) fn sibling(&self, id: ir::Attribute) -> ObjectPtr<Self> {
        Self::make(&self.context, id)
    }

    /// The innermost of the structs that refine this one, as this one.
    pub(crate) fn of(self) -> Self {
        self
    }
}

/// The attributes of a list, if all belong to a context.
pub(crate) fn attributes_in(
    attributes: &[ObjectPtr<Attribute>],
    context: &ObjectPtr<Context>,
) -> Result<Vec<ir::Attribute>> {
    attributes.iter().map(|one| one.in_context(context)).collect()
}

/// A location: where an operation comes from.
#[derive(Object)]
#[object(key = "ir.Location", eq, hash)]
pub(crate) struct Location {
    pub(crate) context: ObjectPtr<Context>,
    pub(crate) id: ir::Location,
}

impl Location {
    pub(crate) fn new(context: &ObjectPtr<Context>, id: ir::Location) -> Self {
        Self {
            context: context.clone(),
            id,
        }
    }

    pub(crate) fn make(context: &ObjectPtr<Context>, id: ir::Location) -> ObjectPtr<Self> {
        ObjectPtr::new(Self::new(context, id))
    }

    /// The location, if it belongs to a context.
    pub(crate) fn in_context(&self, context: &ObjectPtr<Context>) -> Result<ir::Location> {
        if self.context.same_as(context) {
            Ok(self.id)
        } else {
            Err(errors::other_context("location"))
        }
    }

    pub(crate) fn kind(&self) -> LocationKind<'_> {
        self.id.kind(&self.context.core)
    }

    /// Another location of the context.
    pub(crate) fn at(&self, id: ir::Location) -> ObjectPtr<Self> {
        Self::make(&self.context, id)
    }
}

impl PartialEq for Location {
    fn eq(&self, other: &Self) -> bool {
        let core = &self.context.core;
        self.context.same_as(&other.context) && self.id.canonical(core) == other.id.canonical(core)
    }
}

impl Eq for Location {}

impl Hash for Location {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.canonical(&self.context.core).hash(state);
    }
}

/// An expression of dimensions, symbols and constants.
#[derive(Object, PartialEq, Eq, Hash)]
#[object(key = "ir.AffineExpr", eq, hash)]
pub(crate) struct AffineExpr {
    pub(crate) id: ir::AffineExpr,
    pub(crate) context: Same<Context>,
}

impl AffineExpr {
    pub(crate) fn new(context: &ObjectPtr<Context>, id: ir::AffineExpr) -> Self {
        Self {
            id,
            context: Same(context.clone()),
        }
    }

    pub(crate) fn make(context: &ObjectPtr<Context>, id: ir::AffineExpr) -> ObjectPtr<Self> {
        ObjectPtr::new(Self::new(context, id))
    }

    /// The expression, if it belongs to a context.
    pub(crate) fn in_context(&self, context: &ObjectPtr<Context>) -> Result<ir::AffineExpr> {
        if self.context.same_as(context) {
            Ok(self.id)
        } else {
            Err(errors::other_context("affine expression"))
        }
    }

    pub(crate) fn kind(&self) -> AffineExprKind {
        self.id.kind(&self.context.core)
    }

    pub(crate) fn of(self) -> Self {
        self
    }
}

/// The expressions of a list, if all belong to a context.
pub(crate) fn exprs_in(
    exprs: &[ObjectPtr<AffineExpr>],
    context: &ObjectPtr<Context>,
) -> Result<Vec<ir::AffineExpr>> {
    exprs.iter().map(|expr| expr.in_context(context)).collect()
}

/// A map from dimensions and symbols to expressions of them.
#[derive(Object, PartialEq, Eq, Hash)]
#[object(key = "ir.AffineMap", eq, hash)]
pub(crate) struct AffineMap {
    pub(crate) id: ir::AffineMap,
    pub(crate) context: Same<Context>,
}

impl AffineMap {
    pub(crate) fn new(context: &ObjectPtr<Context>, id: ir::AffineMap) -> Self {
        Self {
            id,
            context: Same(context.clone()),
        }
    }

    /// The map, if it belongs to a context.
    pub(crate) fn in_context(&self, context: &ObjectPtr<Context>) -> Result<ir::AffineMap> {
        if self.context.same_as(context) {
            Ok(self.id)
        } else {
            Err(errors::other_context("affine map"))
        }
    }
}

/// The points at which some expressions are 0 or at least 0.
#[derive(Object, PartialEq, Eq, Hash)]
#[object(key = "ir.IntegerSet", eq, hash)]
pub(crate) struct IntegerSet {
    pub(crate) id: ir::IntegerSet,
    pub(crate) context: Same<Context>,
}

impl IntegerSet {
    pub(crate) fn new(context: &ObjectPtr<Context>, id: ir::IntegerSet) -> Self {
        Self {
            id,
            context: Same(context.clone()),
        }
    }
}
