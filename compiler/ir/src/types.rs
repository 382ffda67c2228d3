//! Types: constructors on [`Context`] and views of them.
//!
//! Invariant: a type that exists passed MLIR's checks, so readers need none. Constructors whose arguments cannot be
//! combined wrongly return the type; the others return MLIR's message.

pub(crate) mod float_kind;
mod queries;
mod scalar;
mod shaped;
pub(crate) mod signedness;

pub use float_kind::{FloatKind, Unpacked};
pub use scalar::MAX_INTEGER_WIDTH;
pub use shaped::ScalableDims;
pub use signedness::Signedness;

use crate::context::Context;
use crate::context::symbol_info::SymbolInfo;
use crate::id::{Attribute, Identifier, Type};
use crate::list::{Dims, Parameters, Types};
use crate::unique::Kind;

/// The kind of a type with its parameters, borrowed from its context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeKind<'a> {
    /// `i32`, `si8`, `ui16`.
    Integer {
        /// The number of bits, 0 to [`MAX_INTEGER_WIDTH`].
        width: u32,
        /// How the bits are read.
        signedness: Signedness,
    },
    /// `f32`, `bf16`, `f8E4M3FN`.
    Float(FloatKind),
    /// `index`: an integer of the target's pointer width.
    Index,
    /// `none`: a type with one value.
    None,
    /// `complex<f32>`.
    Complex(Type),
    /// `tuple<i32, f32>`.
    Tuple(Types<'a>),
    /// `vector<4x[8]xf32>`.
    Vector {
        /// Static sizes, at least 1.
        shape: Dims<'a>,
        /// Which sizes are multiples of the target's vector scale.
        scalable: ScalableDims<'a>,
        /// An integer, index or float type.
        element: Type,
    },
    /// `tensor<4x?xf32, #encoding>`.
    RankedTensor {
        /// Sizes, at least 0 or [`DYNAMIC`](crate::DYNAMIC).
        shape: Dims<'a>,
        /// The type of the elements.
        element: Type,
        /// The encoding: a layout that a dialect defines.
        encoding: Option<Attribute>,
    },
    /// `tensor<*xf32>`.
    UnrankedTensor(Type),
    /// `memref<4x?xf32, strided<[?, 1]>, 3>`.
    MemRef {
        /// Sizes, at least 0 or [`DYNAMIC`](crate::DYNAMIC).
        shape: Dims<'a>,
        /// The type of the elements.
        element: Type,
        /// An affine map or a strided layout; the identity map if none was given.
        layout: Attribute,
        /// The memory space; `None` is the default one, which the integer 0 is, too.
        space: Option<Attribute>,
    },
    /// `memref<*xf32, 3>`.
    UnrankedMemRef {
        /// The type of the elements.
        element: Type,
        /// The memory space.
        space: Option<Attribute>,
    },
    /// `(i32) -> f32`.
    Function {
        /// The types of the arguments.
        inputs: Types<'a>,
        /// The types of the results.
        results: Types<'a>,
    },
    /// The signature of a graph region, `(i32) -> f32`.
    Graph {
        /// The types of the arguments.
        inputs: Types<'a>,
        /// The types of the results.
        results: Types<'a>,
    },
    /// `!dialect.body`, `!dialect<body>`: a type of a dialect that is not known, kept verbatim.
    Opaque {
        /// The dialect's namespace.
        dialect: Identifier,
        /// What follows the namespace, without the surrounding `<>` of the long form.
        data: &'a [u8],
    },
    /// `!dialect.name<parameters>`: a type that a registered dialect defines.
    Dialect {
        /// The definition.
        info: &'a SymbolInfo,
        /// The values of the definition's parameters.
        parameters: Parameters<'a>,
    },
}

impl Type {
    /// The kind of the type, with its parameters.
    ///
    /// # Panics
    /// Can panic if the type is of another context.
    #[inline]
    pub fn kind(self, context: &Context) -> TypeKind<'_> {
        let node = context.uniquer.node(self.raw());
        let words = node.words();
        match node.kind() {
            Kind::IntegerType => TypeKind::Integer {
                width: words[0],
                signedness: Signedness::from_word(words[1]),
            },
            Kind::FloatType => TypeKind::Float(FloatKind::from_word(words[0])),
            Kind::IndexType => TypeKind::Index,
            Kind::NoneType => TypeKind::None,
            Kind::ComplexType => TypeKind::Complex(Type::new(words[0])),
            Kind::TupleType => TypeKind::Tuple(Types::new(words)),
            Kind::VectorType => TypeKind::Vector {
                shape: Dims::new(&words[1..]),
                scalable: ScalableDims::new(node.bytes()),
                element: Type::new(words[0]),
            },
            Kind::RankedTensorType => TypeKind::RankedTensor {
                shape: Dims::new(&words[2..]),
                element: Type::new(words[0]),
                encoding: Attribute::from_raw(words[1]),
            },
            Kind::UnrankedTensorType => TypeKind::UnrankedTensor(Type::new(words[0])),
            Kind::MemRefType => TypeKind::MemRef {
                shape: Dims::new(&words[3..]),
                element: Type::new(words[0]),
                layout: Attribute::new(words[1]),
                space: Attribute::from_raw(words[2]),
            },
            Kind::UnrankedMemRefType => TypeKind::UnrankedMemRef {
                element: Type::new(words[0]),
                space: Attribute::from_raw(words[1]),
            },
            Kind::FunctionType => {
                let (inputs, results) = signature(words);
                TypeKind::Function { inputs, results }
            }
            Kind::GraphType => {
                let (inputs, results) = signature(words);
                TypeKind::Graph { inputs, results }
            }
            Kind::OpaqueType => TypeKind::Opaque {
                dialect: Identifier::new(words[0]),
                data: node.bytes(),
            },
            Kind::DialectType => TypeKind::Dialect {
                info: context.symbol_info(words[0]),
                parameters: Parameters::new(&words[1..]),
            },
            other => panic!("the type is of another context: here its number is a node of kind {other:?}"),
        }
    }
}

/// The inputs and results in the words of a function or graph type.
fn signature(words: &[u32]) -> (Types<'_>, Types<'_>) {
    let (inputs, results) = words[1..].split_at(words[0] as usize);
    (Types::new(inputs), Types::new(results))
}
