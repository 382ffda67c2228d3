//! `ir.Type` and its kinds. A type is never erased, so its handle never becomes stale.

mod floats;
mod scalar;
mod shaped;

use std::borrow::Cow;

use tvmlike_ir::TypeKind;

use crate::api::*;
use crate::handles::{Context, Type};
use crate::type_id::{TypeId, refinement_key, symbol_name};
use crate::{current, parse, text};

impl Type {
    /// The name of the class, and MLIR's name of the kind.
    fn names(&self) -> (&'static str, &'static str) {
        match self.kind() {
            TypeKind::Integer { .. } => ("IntegerType", "builtin.integer"),
            TypeKind::Float(kind) => floats::names(kind),
            TypeKind::Index => ("IndexType", "builtin.index"),
            TypeKind::None => ("NoneType", "builtin.none"),
            TypeKind::Complex(_) => ("ComplexType", "builtin.complex"),
            TypeKind::Tuple(_) => ("TupleType", "builtin.tuple"),
            TypeKind::Vector { .. } => ("VectorType", "builtin.vector"),
            TypeKind::RankedTensor { .. } => ("RankedTensorType", "builtin.tensor"),
            TypeKind::UnrankedTensor(_) => ("UnrankedTensorType", "builtin.unranked_tensor"),
            TypeKind::MemRef { .. } => ("MemRefType", "builtin.memref"),
            TypeKind::UnrankedMemRef { .. } => ("UnrankedMemRefType", "builtin.unranked_memref"),
            TypeKind::Function { .. } => ("FunctionType", "builtin.function"),
            TypeKind::Graph { .. } => ("Type", "builtin.graph"),
            TypeKind::Opaque { .. } => ("OpaqueType", "builtin.opaque"),
            TypeKind::Dialect { .. } => ("Type", "dialect"),
        }
    }

    /// The name of the kind; that of the definition for types of dialects.
    pub(crate) fn kind_name(&self) -> Cow<'static, str> {
        let core = self.core();
        match self.id.symbol(core) {
            Some((info, _)) => Cow::Owned(symbol_name(core, info)),
            None => Cow::Borrowed(self.names().1),
        }
    }
}

#[methods]
impl Type {
    /// Makes another handle of a type.
    #[init]
    fn cast(cast_from_type: &Type) -> Self {
        Self::new(&cast_from_type.context, cast_from_type.id)
    }

    /// Parses a type.
    fn parse(asm: &str, #[implicit] context: Option<ObjectPtr<Context>>) -> Result<ObjectPtr<Self>> {
        let context = current::context(context)?;
        let id = parse::ty(&context, asm)?;
        Ok(Self::make(&context, id))
    }

    /// The context of the type.
    #[getter]
    fn context(&self) -> ObjectPtr<Context> {
        self.context.clone()
    }

    /// Identifies the kind of the type.
    #[getter]
    fn typeid(&self) -> TypeId {
        TypeId::new(self.kind_name())
    }

    /// The type as an object of the class of its kind.
    fn maybe_downcast(&self) -> ObjectPtr<Self> {
        self.sibling(self.id)
    }

    /// Prints the type to the standard error stream.
    fn dump(&self) -> Result<()> {
        eprintln!("{}", self.text()?);
        Ok(())
    }

    #[name("__str__")]
    fn text(&self) -> Result<String> {
        text::ty(self.core(), self.id)
    }

    #[name("__repr__")]
    fn repr(&self) -> Result<String> {
        Ok(format!("{}({})", self.names().0, self.text()?))
    }

    #[name("__refinement_key__")]
    fn refinement_key(&self) -> i64 {
        match self.kind() {
            TypeKind::Integer { .. } => 0,
            TypeKind::Index => 1,
            TypeKind::None => 2,
            TypeKind::Complex(_) => 3,
            TypeKind::Tuple(_) => 4,
            TypeKind::Vector { .. } => 5,
            TypeKind::RankedTensor { .. } => 6,
            TypeKind::UnrankedTensor(_) => 7,
            TypeKind::MemRef { .. } => 8,
            TypeKind::UnrankedMemRef { .. } => 9,
            TypeKind::Function { .. } => 10,
            TypeKind::Graph { .. } => 11,
            TypeKind::Opaque { .. } => 12,
            TypeKind::Float(kind) => 100 + kind as i64,
            TypeKind::Dialect { .. } => refinement_key(self.kind_name().as_bytes()),
        }
    }
}

/// Defines a class of types: a refinement of `ir.Type`, or of another one, by a pattern of the kind.
macro_rules! type_class {
    (
        $(#[$doc:meta])*
        $name:ident($base:ident) = $key:tt, $class:tt, $mlir:expr, [$pattern:pat]
        { $($body:tt)* }
    ) => {
        $(#[$doc])*
        #[derive(Object)]
        #[object(key = $key, when = |ty: &$base| matches!(ty.kind(), $pattern))]
        #[repr(transparent)]
        pub(crate) struct $name($base);

        impl $name {
            pub(super) fn of(ty: Type) -> Self {
                Self($base::of(ty))
            }
        }

        #[methods]
        impl $name {
            /// Casts a type.
            #[init]
            fn cast(cast_from_type: &Type) -> Result<Self> {
                if !matches!(cast_from_type.kind(), $pattern) {
                    return Err(errors::value_error(format!(
                        "Cannot cast type to {} (from {})", $class, cast_from_type.repr()?
                    )));
                }
                Ok(Self::of(Type::new(&cast_from_type.context, cast_from_type.id)))
            }

            /// Identifies this kind of types.
            #[getter]
            fn static_typeid() -> TypeId {
                TypeId::new($mlir)
            }

            /// MLIR's name of this kind of types.
            #[constant]
            #[name("type_name")]
            const TYPE_NAME: &str = $mlir;

            $($body)*
        }
    };
}
use type_class;
