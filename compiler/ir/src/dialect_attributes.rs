//! Discardable attributes with a dialect's prefix, such as `llvm.noalias`: the dialect checks them wherever they are.

use std::fmt;

use crate::attributes::NamedAttribute;
use crate::context::Context;
use crate::context::diagnostic::Failure;
use crate::id::{Op, Type};

/// What has a discardable attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeOwner {
    /// The operation.
    Operation,
    /// An argument of a function, of this type.
    Argument(Type),
    /// A result of a function, of this type.
    Result(Type),
}

type Check = dyn Fn(&Context, Op, AttributeOwner, NamedAttribute) -> Result<(), Failure> + Send + Sync;

/// Checks the discardable attributes with the prefix of a dialect: an extension of its record.
pub struct AttributeVerifier(Box<Check>);

impl fmt::Debug for AttributeVerifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AttributeVerifier").finish_non_exhaustive()
    }
}

impl AttributeVerifier {
    /// A check, which emits the error that it returns.
    pub fn new(
        check: impl Fn(&Context, Op, AttributeOwner, NamedAttribute) -> Result<(), Failure>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        Self(Box::new(check))
    }
}

impl Context {
    /// Checks a discardable attribute by the dialect whose prefix it has, which is loaded if there is a source that has it.
    ///
    /// # Errors
    /// The dialect refuses it; the error was emitted.
    pub fn verify_dialect_attribute(
        &self,
        op: Op,
        owner: AttributeOwner,
        entry: NamedAttribute,
    ) -> Result<(), Failure> {
        let Some(namespace) = entry.name.dialect_namespace(self) else {
            return Ok(());
        };
        let dialect = self.dialect(namespace).or_else(|| self.load_dialect(namespace));
        match dialect.and_then(|dialect| dialect.extensions().get::<AttributeVerifier>()) {
            Some(verifier) => (verifier.0)(self, op, owner, entry),
            None => Ok(()),
        }
    }
}
