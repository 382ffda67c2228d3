//! Types without a shape: integers, floats, index, none, complex, tuple, function, graph and opaque types.

use crate::context::Context;
use crate::dialect_text;
use crate::error::Error;
use crate::id::{Identifier, Type};
use crate::list::Words;
use crate::types::{FloatKind, Signedness, TypeKind};
use crate::unique::Kind;

/// The largest width of an integer type, as in MLIR.
pub const MAX_INTEGER_WIDTH: u32 = (1 << 24) - 1;

impl Context {
    /// The integer type of a width.
    ///
    /// # Errors
    /// If the width exceeds [`MAX_INTEGER_WIDTH`].
    pub fn integer_type(&self, width: u32, signedness: Signedness) -> Result<Type, Error> {
        if width > MAX_INTEGER_WIDTH {
            return Err(Error::new(format!(
                "integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits"
            )));
        }
        Ok(self.make_type(Kind::IntegerType, &[width, signedness as u32], &[]))
    }

    /// `i1`, the type of conditions.
    #[inline]
    pub fn i1(&self) -> Type {
        self.common.i1
    }

    /// `i8`.
    #[inline]
    pub fn i8(&self) -> Type {
        self.common.i8
    }

    /// `i16`.
    #[inline]
    pub fn i16(&self) -> Type {
        self.common.i16
    }

    /// `i32`.
    #[inline]
    pub fn i32(&self) -> Type {
        self.common.i32
    }

    /// `i64`.
    #[inline]
    pub fn i64(&self) -> Type {
        self.common.i64
    }

    /// `index`.
    #[inline]
    pub fn index_type(&self) -> Type {
        self.common.index
    }

    /// `none`.
    #[inline]
    pub fn none_type(&self) -> Type {
        self.common.none
    }

    /// `f32`.
    #[inline]
    pub fn f32(&self) -> Type {
        self.common.f32
    }

    /// `f64`.
    #[inline]
    pub fn f64(&self) -> Type {
        self.common.f64
    }

    /// The type of a float format.
    pub fn float_type(&self, kind: FloatKind) -> Type {
        self.make_type(Kind::FloatType, &[kind as u32], &[])
    }

    /// `complex<element>`.
    ///
    /// # Errors
    /// If the element is neither an integer nor a float.
    pub fn complex_type(&self, element: Type) -> Result<Type, Error> {
        match element.kind(self) {
            TypeKind::Integer { .. } | TypeKind::Float(_) => {
                Ok(self.make_type(Kind::ComplexType, &[element.raw()], &[]))
            }
            _ => Err(Error::new("invalid element type for complex")),
        }
    }

    /// `tuple<…>`.
    pub fn tuple_type(&self, elements: &[Type]) -> Type {
        let words = Words::new().words(elements.iter().map(|ty| ty.raw()));
        self.make_type(Kind::TupleType, words.as_slice(), &[])
    }

    /// `(inputs) -> results`.
    pub fn function_type(&self, inputs: &[Type], results: &[Type]) -> Type {
        self.signature_type(Kind::FunctionType, inputs, results)
    }

    /// The signature of a graph.
    pub fn graph_type(&self, inputs: &[Type], results: &[Type]) -> Type {
        self.signature_type(Kind::GraphType, inputs, results)
    }

    fn signature_type(&self, kind: Kind, inputs: &[Type], results: &[Type]) -> Type {
        let words = Words::new()
            .word(u32::try_from(inputs.len()).expect("a function has fewer than 2^32 arguments"))
            .words(inputs.iter().chain(results).map(|ty| ty.raw()));
        self.make_type(kind, words.as_slice(), &[])
    }

    /// A type of a dialect that is not known: `!dialect.data` or `!dialect<data>`.
    ///
    /// # Errors
    /// If the dialect's namespace is invalid, or the text could not be read again: brackets and strings must be closed.
    pub fn opaque_type(&self, dialect: Identifier, data: impl AsRef<[u8]>) -> Result<Type, Error> {
        self.check_namespace(dialect)?;
        dialect_text::check(data.as_ref())?;
        Ok(self.make_type(Kind::OpaqueType, &[dialect.raw()], data.as_ref()))
    }

    /// Checks that a name can be a dialect's namespace.
    pub(crate) fn check_namespace(&self, dialect: Identifier) -> Result<(), Error> {
        let name = dialect.bytes(self);
        let start = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
        let rest = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
        match name {
            [first, others @ ..] if start(first) && others.iter().all(rest) => Ok(()),
            _ => Err(Error::new(format!(
                "invalid dialect namespace '\"{}\"'",
                dialect.text(self)
            ))),
        }
    }

    pub(crate) fn make_type(&self, kind: Kind, words: &[u32], bytes: &[u8]) -> Type {
        Type::new(self.uniquer.intern(kind, words, bytes))
    }
}
