//! The context: the owner of everything that types, attributes and operations are made of.

use crate::id::Identifier;
use crate::unique::{Kind, Uniquer};

/// Owns uniqued types, attributes, locations and names, and the memory of all operations.
///
/// Reading needs a shared reference and takes no lock. Everything that an id of this context names is freed with it.
pub struct Context {
    pub(crate) uniquer: Uniquer,
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

impl Context {
    /// A context with the builtin types and attributes and no dialect but `builtin`.
    pub fn new() -> Self {
        Self {
            uniquer: Uniquer::new(),
        }
    }

    /// The id of a name. Names are bytes: MLIR's quoted names can contain any.
    pub fn identifier(&self, name: impl AsRef<[u8]>) -> Identifier {
        Identifier::new(self.uniquer.intern(Kind::Identifier, &[], name.as_ref()))
    }
}

impl Identifier {
    /// The bytes of the name.
    pub fn bytes(self, context: &Context) -> &[u8] {
        context.uniquer.node(self.raw()).bytes()
    }

    /// The name as text, with U+FFFD for what is not UTF-8.
    pub fn text(self, context: &Context) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(context))
    }
}
