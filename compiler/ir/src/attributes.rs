//! Attributes: constructors on [`Context`] and views of them.
//!
//! Invariant: an attribute that exists passed MLIR's checks. Values that MLIR prints alike and compares equal are one
//! attribute here, too: dictionaries are sorted, unused bits of integers are zero.

mod dense;
mod dense_array;
mod dictionary;
mod distinct;
mod elements;
mod float;
mod integer;
mod layout;
mod resource;
mod simple;
mod sparse;

pub use dense::{DenseElements, DenseStrings, Element, ElementFormat};
pub use dense_array::DenseArray;
pub use dictionary::{NamedAttribute, NamedAttributes};
pub use float::FloatValue;
pub use integer::IntegerValue;

use crate::context::Context;
use crate::context::symbol_info::SymbolInfo;
use crate::id::{AffineMap, Attribute, Identifier, IntegerSet, Location, Type};
use crate::list::{Attributes, Dims, Identifiers, Parameters, int};
use crate::unique::Kind;

/// The kind of an attribute with its contents, borrowed from its context.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AttributeKind<'a> {
    /// `4 : i32`, `true`, `-1 : index`.
    Integer {
        /// The value, in the width of the type, 64 bits for `index`.
        value: IntegerValue<'a>,
        /// An integer type or `index`.
        ty: Type,
    },
    /// `1.0 : f32`.
    Float {
        /// The value.
        value: FloatValue,
        /// A float type.
        ty: Type,
    },
    /// `"text"`.
    String {
        /// The bytes, which need not be UTF-8.
        bytes: &'a [u8],
        /// `none` unless the string has a type.
        ty: Type,
    },
    /// `[1, 2]`.
    Array(Attributes<'a>),
    /// `{a = 1}`, sorted by name.
    Dictionary(NamedAttributes<'a>),
    /// `@root::@nested`.
    SymbolRef {
        /// The first symbol.
        root: Identifier,
        /// The symbols below it.
        nested: Identifiers<'a>,
    },
    /// A type as an attribute.
    Type(Type),
    /// `unit`.
    Unit,
    /// `affine_map<…>`.
    AffineMap(AffineMap),
    /// `affine_set<…>`.
    IntegerSet(IntegerSet),
    /// `dense<…>` of integers, floats and complex numbers.
    DenseElements(DenseElements<'a>),
    /// `dense<…>` of strings.
    DenseStrings(DenseStrings<'a>),
    /// `array<i32: 1, 2>`.
    DenseArray(DenseArray<'a>),
    /// `dense_resource<key>`.
    DenseResource {
        /// The name of the blob in the resources of `dialect`.
        key: Identifier,
        /// The dialect that owns the blob: `builtin`.
        dialect: Identifier,
        /// A shaped type.
        ty: Type,
    },
    /// `sparse<indices, values>`.
    Sparse {
        /// Dense `i64` elements of the shape `[count, rank]`.
        indices: Attribute,
        /// Dense elements of the shape `[count]`.
        values: Attribute,
        /// The type of the whole.
        ty: Type,
    },
    /// `strided<[?, 1], offset: 3>`.
    StridedLayout {
        /// The offset, which can be [`DYNAMIC`](crate::DYNAMIC).
        offset: i64,
        /// The strides, each of which can be [`DYNAMIC`](crate::DYNAMIC).
        strides: Dims<'a>,
    },
    /// `#dialect.data`, `#dialect<data>`: an attribute of a dialect that is not known, kept verbatim.
    Opaque {
        /// The dialect's namespace.
        dialect: Identifier,
        /// What follows the namespace, without the surrounding `<>` of the long form.
        data: &'a [u8],
        /// `none` unless the attribute has a type.
        ty: Type,
    },
    /// `#dialect.name<parameters>`: an attribute that a registered dialect defines.
    Dialect {
        /// The definition.
        info: &'a SymbolInfo,
        /// The values of the definition's parameters.
        parameters: Parameters<'a>,
    },
    /// `distinct[0]<referenced>`: unequal to all others, whatever they refer to.
    Distinct {
        /// The number within the context, in the order of creation.
        id: u32,
        /// What it refers to; [`AttributeKind::Unit`] if nothing.
        referenced: Attribute,
    },
    /// A location as an attribute.
    Location(Location),
}

impl Attribute {
    /// The kind of the attribute, with its contents.
    ///
    /// # Panics
    /// Can panic if the attribute is of another context.
    #[inline]
    pub fn kind(self, context: &Context) -> AttributeKind<'_> {
        if Location::is_lazy(self.raw()) {
            return AttributeKind::Location(Location::new(self.raw()));
        }
        let node = context.uniquer.node(self.raw());
        let words = node.words();
        match node.kind() {
            Kind::IntegerAttribute => AttributeKind::Integer {
                value: IntegerValue::new(node.bytes(), words[1]),
                ty: Type::new(words[0]),
            },
            Kind::FloatAttribute => AttributeKind::Float {
                value: FloatValue::from_words(words),
                ty: Type::new(words[0]),
            },
            Kind::StringAttribute => AttributeKind::String {
                bytes: node.bytes(),
                ty: Type::new(words[0]),
            },
            Kind::ArrayAttribute => AttributeKind::Array(Attributes::new(words)),
            Kind::DictionaryAttribute => AttributeKind::Dictionary(NamedAttributes::new(words)),
            Kind::SymbolRefAttribute => AttributeKind::SymbolRef {
                root: Identifier::new(words[0]),
                nested: Identifiers::new(&words[1..]),
            },
            Kind::TypeAttribute => AttributeKind::Type(Type::new(words[0])),
            Kind::UnitAttribute => AttributeKind::Unit,
            Kind::AffineMapAttribute => AttributeKind::AffineMap(AffineMap::new(words[0])),
            Kind::IntegerSetAttribute => AttributeKind::IntegerSet(IntegerSet::new(words[0])),
            Kind::DenseElements => AttributeKind::DenseElements(DenseElements::new(words, node.bytes())),
            Kind::DenseStrings => AttributeKind::DenseStrings(DenseStrings::new(words, node.bytes())),
            Kind::DenseArray => AttributeKind::DenseArray(DenseArray::new(words, node.bytes())),
            Kind::DenseResource => AttributeKind::DenseResource {
                key: Identifier::new(words[0]),
                dialect: Identifier::new(words[1]),
                ty: Type::new(words[2]),
            },
            Kind::SparseElements => AttributeKind::Sparse {
                indices: Attribute::new(words[0]),
                values: Attribute::new(words[1]),
                ty: Type::new(words[2]),
            },
            Kind::StridedLayout => AttributeKind::StridedLayout {
                offset: int(words),
                strides: Dims::new(&words[2..]),
            },
            Kind::OpaqueAttribute => AttributeKind::Opaque {
                dialect: Identifier::new(words[0]),
                data: node.bytes(),
                ty: Type::new(words[1]),
            },
            Kind::DialectAttribute => AttributeKind::Dialect {
                info: context.symbol_info(words[0]),
                parameters: Parameters::new(&words[1..]),
            },
            Kind::DistinctAttribute => AttributeKind::Distinct {
                id: words[0],
                referenced: Attribute::new(words[1]),
            },
            Kind::UnknownLocation
            | Kind::FileRangeLocation
            | Kind::NameLocation
            | Kind::CallSiteLocation
            | Kind::FusedLocation
            | Kind::OpaqueLocation => AttributeKind::Location(Location::new(self.raw())),
            other => {
                panic!("the attribute is of another context: here its number is a node of kind {other:?}")
            }
        }
    }

    /// The type of an attribute that has one, as `IntegerAttr`, `FloatAttr`, `StringAttr` and elements have; `none`
    /// for the others.
    pub fn ty(self, context: &Context) -> Type {
        if !Location::is_lazy(self.raw()) {
            let node = context.uniquer.node(self.raw());
            if node.kind() == Kind::IntegerAttribute {
                return Type::new(node.words()[0]);
            }
        }
        match self.kind(context) {
            AttributeKind::Integer { ty, .. }
            | AttributeKind::Float { ty, .. }
            | AttributeKind::String { ty, .. }
            | AttributeKind::DenseResource { ty, .. }
            | AttributeKind::Sparse { ty, .. }
            | AttributeKind::Opaque { ty, .. } => ty,
            AttributeKind::DenseElements(elements) => elements.ty(),
            AttributeKind::DenseStrings(strings) => strings.ty(),
            AttributeKind::Dialect { info, parameters } => {
                let own = info.own_type().and_then(|index| parameters.get(index));
                match own.map(|own| own.kind(context)) {
                    Some(AttributeKind::Type(ty)) => ty,
                    _ => context.none_type(),
                }
            }
            _ => context.none_type(),
        }
    }
}

impl Context {
    pub(crate) fn make_attribute(&self, kind: Kind, words: &[u32], bytes: &[u8]) -> Attribute {
        Attribute::new(self.uniquer.intern(kind, words, bytes))
    }
}
