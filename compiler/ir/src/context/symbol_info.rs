//! The definitions of types and attributes that dialects have: `!llvm.ptr`, `#arith.fastmath`.
//!
//! A definition is data: a name, names of parameters, and a check of their values. Invariant: a definition has its number
//! before any type or attribute refers to it.

use std::fmt;
use std::sync::Arc;

use crate::context::Context;
use crate::context::dialect::{Withdrawable, Withdrawal};
use crate::extension::Extensions;
use crate::id::{Attribute, Identifier, Type};

/// Checks the parameters of a type or an attribute, of which absent ones are `None`. The error says what is wrong.
pub type ParameterCheck = Arc<dyn Fn(&Context, &[Option<Attribute>]) -> Result<(), String> + Send + Sync>;

/// Makes the one order of parameters that can be given in several, such as a list that is sorted.
pub type NormalForm = fn(&Context, &mut [Option<Attribute>]);

/// Checks a tensor, by its shape and element type, that has an attribute of the definition as its encoding; no shape is that
/// of a tensor without a rank. An extension of [`SymbolInfo`].
#[derive(Debug, Clone, Copy)]
pub struct EncodingCheck(pub fn(&Context, Attribute, &[i64], Type) -> Result<(), String>);

/// The definition of a type or an attribute of a registered dialect.
pub struct SymbolInfo {
    dialect: Identifier,
    name: Identifier,
    is_type: bool,
    parameters: Box<[Identifier]>,
    /// The parameter that is the type of the attribute.
    own_type: Option<usize>,
    check: Option<ParameterCheck>,
    normal_form: Option<NormalForm>,
    /// Whether vectors, and memrefs, can have elements of the type.
    pub(crate) element_of: (bool, bool),
    /// One more than its index in the registry; 0 before it is registered.
    pub(crate) number: u32,
    withdrawal: Withdrawable,
    extensions: Extensions,
}

impl fmt::Debug for SymbolInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SymbolInfo")
            .field("dialect", &self.dialect)
            .field("name", &self.name)
            .field("is_type", &self.is_type)
            .finish_non_exhaustive()
    }
}

/// Two definitions are equal if they are the same one.
impl PartialEq for SymbolInfo {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for SymbolInfo {}

impl SymbolInfo {
    /// The definition of a type without parameters: `!dialect.name`.
    pub fn new_type(dialect: Identifier, name: Identifier) -> Self {
        Self {
            dialect,
            name,
            is_type: true,
            parameters: Box::default(),
            own_type: None,
            check: None,
            normal_form: None,
            element_of: (false, false),
            number: 0,
            withdrawal: Withdrawable::default(),
            extensions: Extensions::default(),
        }
    }

    /// The definition of an attribute without parameters: `#dialect.name`.
    pub fn new_attribute(dialect: Identifier, name: Identifier) -> Self {
        Self {
            is_type: false,
            ..Self::new_type(dialect, name)
        }
    }

    /// Sets the names of the parameters.
    pub fn with_parameters(mut self, names: impl Into<Box<[Identifier]>>) -> Self {
        self.parameters = names.into();
        self
    }

    /// Makes a parameter, whose value is a type attribute, the type of the attribute.
    pub fn with_own_type(mut self, parameter: usize) -> Self {
        self.own_type = Some(parameter);
        self
    }

    /// Sets whether vectors, and memrefs, can have elements of the type.
    pub fn with_element_of(mut self, vector: bool, memref: bool) -> Self {
        self.element_of = (vector, memref);
        self
    }

    /// Sets the check of the parameters.
    pub fn with_check(mut self, check: ParameterCheck) -> Self {
        self.check = Some(check);
        self
    }

    /// Sets what brings parameters that passed the check into their normal form.
    pub fn with_normal_form(mut self, normal_form: NormalForm) -> Self {
        self.normal_form = Some(normal_form);
        self
    }

    /// Makes the definition end with that of its dialect.
    pub fn bind(&self, withdrawal: &Withdrawal) {
        self.withdrawal.bind(withdrawal);
    }

    /// Why the definition of the dialect was withdrawn; `None` if it was not.
    pub fn withdrawn(&self) -> Option<&str> {
        self.withdrawal.reason()
    }

    /// The namespace of the dialect.
    pub fn dialect(&self) -> Identifier {
        self.dialect
    }

    /// The name without the dialect.
    pub fn name(&self) -> Identifier {
        self.name
    }

    /// Whether it defines a type, and not an attribute.
    pub fn is_type(&self) -> bool {
        self.is_type
    }

    /// The names of the parameters.
    pub fn parameters(&self) -> &[Identifier] {
        &self.parameters
    }

    /// The position of the parameter with a name.
    pub fn parameter_index(&self, name: Identifier) -> Option<usize> {
        self.parameters.iter().position(|each| *each == name)
    }

    /// The parameter that is the type of the attribute.
    pub fn own_type(&self) -> Option<usize> {
        self.own_type
    }

    /// The data that other crates attach to the definition.
    pub fn extensions(&self) -> &Extensions {
        &self.extensions
    }

    /// Whether it is the definition of a name in a dialect.
    pub fn is_named(&self, context: &Context, dialect: &str, name: &str) -> bool {
        self.name.bytes(context) == name.as_bytes() && self.dialect.bytes(context) == dialect.as_bytes()
    }

    /// What brings parameters into their normal form.
    pub(crate) fn normal_form(&self) -> Option<NormalForm> {
        self.normal_form
    }

    /// The check of the parameters.
    pub(crate) fn check(&self) -> Option<&ParameterCheck> {
        self.check.as_ref()
    }
}
