//! Types and attributes of registered dialects: a reference to their definition, and parameters.
//!
//! Every parameter is an attribute: a type is a type attribute, a number an integer attribute, a list an array. Words of
//! a node: the number of the definition, then the parameters, 0 for an absent one.

use smallvec::SmallVec;

use crate::attributes::AttributeKind;
use crate::context::Context;
use crate::context::symbol_info::{EncodingCheck, SymbolInfo};
use crate::error::Error;
use crate::id::{Attribute, Identifier, Location, Type, raw};
use crate::list::Parameters;
use crate::types::TypeKind;
use crate::unique::Kind;

impl Context {
    /// The type with a definition and parameters.
    ///
    /// # Errors
    /// The number of parameters is wrong, or the definition's check refuses them.
    ///
    /// # Panics
    /// The definition is one of an attribute, or not registered in this context.
    pub fn dialect_type(&self, info: &SymbolInfo, parameters: &[Option<Attribute>]) -> Result<Type, Error> {
        assert!(info.is_type(), "the definition is one of an attribute");
        let id = self.make_symbol(Kind::DialectType, info, parameters)?;
        Ok(Type::new(id))
    }

    /// The attribute with a definition and parameters.
    ///
    /// # Errors
    /// The number of parameters is wrong, or the definition's check refuses them.
    ///
    /// # Panics
    /// The definition is one of a type, or not registered in this context.
    pub fn dialect_attribute(
        &self,
        info: &SymbolInfo,
        parameters: &[Option<Attribute>],
    ) -> Result<Attribute, Error> {
        assert!(!info.is_type(), "the definition is one of a type");
        let id = self.make_symbol(Kind::DialectAttribute, info, parameters)?;
        Ok(Attribute::new(id))
    }

    fn make_symbol(
        &self,
        kind: Kind,
        info: &SymbolInfo,
        parameters: &[Option<Attribute>],
    ) -> Result<u32, Error> {
        assert!(
            std::ptr::eq(self.symbol_info(info.number), info),
            "the definition is of another context"
        );
        let expected = info.parameters().len();
        if parameters.len() != expected {
            return Err(Error::new(format!(
                "'{}.{}' has {expected} parameters, got {}",
                info.dialect().text(self),
                info.name().text(self),
                parameters.len()
            )));
        }
        if let Some(check) = info.check() {
            check(self, parameters).map_err(Error::new)?;
        }
        let mut words: SmallVec<[u32; 8]> = SmallVec::new();
        words.push(info.number);
        match info.normal_form() {
            Some(normalize) => {
                let mut parameters = parameters.to_vec();
                normalize(self, &mut parameters);
                words.extend(parameters.iter().map(|parameter| raw(*parameter)));
            }
            None => words.extend(parameters.iter().map(|parameter| raw(*parameter))),
        }
        Ok(self.uniquer.intern(kind, &words, &[]))
    }
}

impl Type {
    /// The definition and the parameters of a type of a registered dialect.
    pub fn symbol(self, context: &Context) -> Option<(&SymbolInfo, Parameters<'_>)> {
        match self.kind(context) {
            TypeKind::Dialect { info, parameters } => Some((info, parameters)),
            _ => None,
        }
    }

    /// Whether the type has a definition: `!dialect.name` with any parameters.
    pub fn is_symbol(self, context: &Context, dialect: &str, name: &str) -> bool {
        self.symbol(context)
            .is_some_and(|(info, _)| info.is_named(context, dialect, name))
    }

    /// The value of a parameter that is present.
    pub fn parameter(self, context: &Context, name: Identifier) -> Option<Attribute> {
        let (info, parameters) = self.symbol(context)?;
        parameters.get(info.parameter_index(name)?)
    }
}

impl Attribute {
    /// Checks the tensor of which the attribute is the encoding; no shape is that of a tensor without a rank.
    ///
    /// # Errors
    /// The definition of the attribute refuses it.
    pub fn check_as_encoding(self, context: &Context, shape: &[i64], element: Type) -> Result<(), Error> {
        let definition = self.symbol(context).map(|(info, _)| info.extensions());
        match definition.and_then(|extensions| extensions.get::<EncodingCheck>()) {
            Some(check) => check.0(context, self, shape, element).map_err(Error::new),
            None => Ok(()),
        }
    }

    /// The definition and the parameters of an attribute of a registered dialect.
    pub fn symbol(self, context: &Context) -> Option<(&SymbolInfo, Parameters<'_>)> {
        match self.kind(context) {
            AttributeKind::Dialect { info, parameters } => Some((info, parameters)),
            _ => None,
        }
    }

    /// Whether the attribute has a definition: `#dialect.name` with any parameters.
    pub fn is_symbol(self, context: &Context, dialect: &str, name: &str) -> bool {
        // Most attributes are not of a dialect.
        if Location::is_lazy(self.raw()) || context.uniquer.node(self.raw()).kind() != Kind::DialectAttribute
        {
            return false;
        }
        self.symbol(context)
            .is_some_and(|(info, _)| info.is_named(context, dialect, name))
    }

    /// The value of a parameter that is present.
    pub fn parameter(self, context: &Context, name: Identifier) -> Option<Attribute> {
        let (info, parameters) = self.symbol(context)?;
        parameters.get(info.parameter_index(name)?)
    }
}
