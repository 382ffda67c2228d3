//! The custom forms of types and attributes of registered dialects: what stands behind `!dialect.name`.
//!
//! Crates above this one attach a [`SymbolForm`] to a definition, and [`SymbolHooks`] to a dialect.

use tvmlike_ir::{Attribute, Context, Identifier, Parameters, SymbolInfo, Type};
use tvmlike_syntax::TokenKind;

use crate::error::Result;
use crate::parser::Parser;
use crate::printer::{Elision, Printer};

/// Reads and prints the parameters of a type or an attribute.
pub trait SymbolSyntax: Send + Sync {
    /// Reads what follows the name: the parameters in the order of the definition. `ty` is the type that the text gives
    /// the attribute.
    ///
    /// # Errors
    /// The text is wrong.
    fn parse(
        &self,
        parser: &mut Parser<'_, '_>,
        info: &SymbolInfo,
        ty: Option<Type>,
    ) -> Result<Vec<Option<Attribute>>>;

    /// Writes what follows the name.
    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, parameters: Parameters<'_>);
}

/// The custom form of a definition, an extension of its [`SymbolInfo`].
pub struct SymbolForm {
    syntax: Box<dyn SymbolSyntax>,
    keeps_name: bool,
}

impl SymbolForm {
    /// The form that a syntax describes.
    pub fn new(syntax: impl SymbolSyntax + 'static) -> Self {
        Self {
            syntax: Box::new(syntax),
            keeps_name: false,
        }
    }

    /// Keeps `dialect.name` in the formats of operations that are about this type only, as for MLIR's types that the
    /// code of their dialect prints.
    #[must_use]
    pub fn with_name_kept(mut self) -> Self {
        self.keeps_name = true;
        self
    }

    /// Whether formats of operations keep `dialect.name`.
    pub fn keeps_name(&self) -> bool {
        self.keeps_name
    }
}

impl std::fmt::Debug for SymbolForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SymbolForm").finish_non_exhaustive()
    }
}

/// What a dialect does with names of types, or of attributes, that it does not define.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnknownSymbol {
    /// The dialect has no types, or no attributes.
    NoHook,
    /// The name is refused with this message, which the name follows; without one, with the usual message.
    Refused(Option<Box<str>>),
    /// The text is kept.
    Kept,
}

/// How a dialect reads its types and attributes, an extension of its [`Dialect`](tvmlike_ir::Dialect). Without it, text
/// with other names than those of definitions is kept.
#[derive(Debug, Clone)]
pub struct SymbolHooks {
    /// For types.
    pub types: UnknownSymbol,
    /// For attributes.
    pub attributes: UnknownSymbol,
}

/// The form of a definition; `None` if its text is not interpreted.
pub(super) enum Form<'c> {
    /// Only the name.
    Plain,
    Syntax(&'c dyn SymbolSyntax),
}

impl<'c> Form<'c> {
    pub(super) fn of(info: &'c SymbolInfo) -> Option<Self> {
        match info.extensions().get::<SymbolForm>() {
            Some(form) => Some(Self::Syntax(&*form.syntax)),
            None => info.parameters().is_empty().then_some(Self::Plain),
        }
    }
}

impl<'c> Parser<'c, '_> {
    /// Reads what follows the name of a type of a registered dialect.
    ///
    /// # Errors
    /// The text is wrong, or the definition refuses the parameters.
    pub fn parse_type_parameters(&mut self, info: &SymbolInfo) -> Result<Type> {
        let place = self.place();
        let parameters = self.parse_parameters(info, None)?;
        let ty = self.context().dialect_type(info, &parameters);
        ty.map_err(|error| self.symbol_error(place, error.message()))
    }

    /// Reads what follows the name of an attribute of a registered dialect.
    ///
    /// # Errors
    /// The text is wrong, or the definition refuses the parameters.
    pub fn parse_attribute_parameters(&mut self, info: &SymbolInfo, ty: Option<Type>) -> Result<Attribute> {
        let place = self.place();
        let parameters = self.parse_parameters(info, ty)?;
        let attribute = self.context().dialect_attribute(info, &parameters);
        attribute.map_err(|error| self.symbol_error(place, error.message()))
    }

    /// Runs code whose errors about parameters name an operation, or none.
    pub(crate) fn with_operation<T>(
        &mut self,
        operation: Option<Identifier>,
        run: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let outer = std::mem::replace(&mut self.operation, operation);
        let result = run(self);
        self.operation = outer;
        result
    }

    fn parse_parameters(&mut self, info: &SymbolInfo, ty: Option<Type>) -> Result<Vec<Option<Attribute>>> {
        match Form::of(info) {
            Some(Form::Syntax(syntax)) => syntax.parse(self, info, ty),
            Some(Form::Plain) => Ok(Vec::new()),
            None => {
                let (dialect, name) = (info.dialect(), info.name());
                let (dialect, name) = (dialect.text(self.context()), name.text(self.context()));
                Err(self.error(format!(
                    "the parameters of '{dialect}.{name}' cannot be read: it has no custom form"
                )))
            }
        }
    }

    /// Reads a type with a definition, which can stand without `!dialect.name`.
    ///
    /// # Errors
    /// The text is wrong, or a type with another definition.
    pub fn parse_stripped_type(&mut self, info: &SymbolInfo) -> Result<Type> {
        if !self.is_at(TokenKind::ExclamationId) {
            return self.nested(|parser| parser.parse_type_parameters(info));
        }
        let place = self.place();
        let ty = self.parse_type()?;
        match ty.symbol(self.context()) {
            Some((own, _)) if own == info => Ok(ty),
            _ => {
                let context = self.context();
                let (dialect, name) = (info.dialect().text(context), info.name().text(context));
                let found = crate::string::quote_type(context, ty);
                let message =
                    format!("invalid kind of type specified: expected {dialect}.{name}, but found '{found}'");
                Err(self.symbol_error(place, message))
            }
        }
    }

    /// Reads an attribute with a definition, which can stand without `#dialect.name`.
    ///
    /// # Errors
    /// The text is wrong, or an attribute with another definition.
    pub fn parse_stripped_attribute(&mut self, info: &SymbolInfo) -> Result<Attribute> {
        if !self.is_at(TokenKind::HashId) {
            return self.nested(|parser| parser.parse_attribute_parameters(info, None));
        }
        let place = self.place();
        let attribute = self.parse_attribute(None)?;
        match attribute.symbol(self.context()) {
            Some((own, _)) if own == info => Ok(attribute),
            _ => Err(self.symbol_error(place, "invalid kind of attribute specified")),
        }
    }
}

impl Printer<'_> {
    /// Writes what follows the name of a type or an attribute of a registered dialect.
    fn print_parameters(&mut self, out: &mut Vec<u8>, info: &SymbolInfo, parameters: Parameters<'_>) {
        match Form::of(info) {
            Some(Form::Plain) => {}
            Some(Form::Syntax(syntax)) => syntax.print(self, out, parameters),
            None => {
                out.push(b'<');
                for (index, parameter) in parameters.iter().flatten().enumerate() {
                    if index > 0 {
                        out.extend_from_slice(b", ");
                    }
                    self.print_attribute(out, parameter, Elision::May);
                }
                out.push(b'>');
            }
        }
    }

    /// Writes `name<…>` for `!dialect.name<…>`; a type of no registered dialect in full.
    pub fn print_type_without_dialect(&mut self, out: &mut Vec<u8>, ty: Type) {
        match ty.symbol(self.context()) {
            None => self.print_type(out, ty),
            Some((info, parameters)) => self.print_compound_part(out, |printer, out| {
                out.extend_from_slice(info.name().bytes(printer.context()));
                printer.print_parameters(out, info, parameters);
            }),
        }
    }

    /// Writes a type or an attribute of a registered dialect, but no alias for itself.
    pub(crate) fn print_symbol(
        &mut self,
        out: &mut Vec<u8>,
        sigil: u8,
        info: &SymbolInfo,
        parameters: Parameters<'_>,
    ) {
        let context: &Context = self.context();
        out.push(sigil);
        out.extend_from_slice(info.dialect().bytes(context));
        out.push(b'.');
        let start = out.len();
        out.extend_from_slice(info.name().bytes(context));
        let (body, mark) = (out.len(), self.bodies.begin());
        self.print_parameters(out, info, parameters);
        let mut bodies = self.bodies.since(mark, &raw const *out);
        let is_pretty = super::is_pretty_with(&out[start..], |at| Some(bodies.end_of(start + at)? - start));
        let group = (&raw const *out, body, out.len());
        self.bodies
            .end(mark, (is_pretty && body < out.len()).then_some(group));
        if !is_pretty {
            out[start - 1] = b'<';
            out.push(b'>');
        }
    }

    /// Writes a type, or its alias; one of a registered dialect without `!dialect.name`.
    pub fn print_stripped_type(&mut self, out: &mut Vec<u8>, ty: Type) {
        match (self.aliases.of_type(ty), ty.symbol(self.context())) {
            (None, Some((info, parameters))) => {
                let start = out.len();
                self.print_compound_part(out, |printer, out| {
                    printer.print_parameters(out, info, parameters);
                });
                // A type whose parameters have no text stands in full.
                if out.len() == start {
                    self.print_type(out, ty);
                }
            }
            _ => self.print_type(out, ty),
        }
    }

    /// Writes an attribute, or its alias; one of a registered dialect without `#dialect.name`.
    pub fn print_stripped_attribute(&mut self, out: &mut Vec<u8>, attribute: Attribute) {
        match (
            self.aliases.of_attribute(attribute),
            attribute.symbol(self.context()),
        ) {
            (None, Some((info, parameters))) => self.print_compound_part(out, |printer, out| {
                printer.print_parameters(out, info, parameters);
            }),
            _ => self.print_attribute(out, attribute, Elision::Never),
        }
    }
}
