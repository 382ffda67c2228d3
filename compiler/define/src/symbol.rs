//! The types and attributes of a dialect: definitions made of records, read and printed by their formats.
//!
//! | module | what |
//! |---|---|
//! | `ambiguity` | formats in which the reader could not tell parts apart |
//! | `cases` | attributes that hold a case of an enum |
//! | `classes` | MLIR's classes of types and attributes |
//! | `field`, `parse` | how one parameter stands in text |
//! | `program`, `compile` | a format for one context; looking up names |
//! | `read`, `write` | reading and printing parameters |

mod ambiguity;
mod cases;
mod classes;
mod compile;
mod field;
mod parse;
mod program;
mod read;
mod write;

use std::sync::{Arc, OnceLock};

use tvmlike_ir::{Attribute, Context, Dialect, Identifier, NormalForm, Parameters, SymbolInfo, Type};
use tvmlike_text::{
    BareParameters, Parser, Printer, Result, SymbolForm, SymbolHooks, SymbolSyntax, UnknownSymbol,
};

use crate::record::{Body, Default, DialectRecord, ParameterKind, SymbolReader, SymbolRecord};
pub use cases::{enum_attribute, enum_case, enum_keyword, enum_number, enum_set};
use program::Program;

/// Finds the records of other dialects.
pub type FindDialect = fn(&str) -> Option<Arc<DialectRecord>>;

/// A directive `custom<…>` in the formats of types and attributes. The values are those of its arguments, in order.
pub trait ParameterDirective: Sync {
    /// Reads the arguments that no `ref` surrounds.
    ///
    /// # Errors
    /// The text is wrong.
    fn parse(&self, parser: &mut Parser<'_, '_>, values: &mut [Option<Attribute>]) -> Result<()>;

    /// Prints the arguments.
    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]);
}

/// Finds directives by name.
pub type FindDirective = fn(&str) -> Option<&'static dyn ParameterDirective>;

/// Checks the parameters of a type or an attribute; the error says what is wrong.
pub type SymbolCheck = fn(&Context, &[Option<Attribute>]) -> std::result::Result<(), String>;

/// What the records of types and attributes refer to.
#[derive(Clone, Copy, Default)]
pub struct SymbolSources {
    /// Finds the records of other dialects, whose enums they use.
    pub dialects: Option<FindDialect>,
    /// Finds directives by name.
    pub directives: Option<FindDirective>,
    /// Finds hand-written checks by `!dialect.name` or `#dialect.name`.
    pub checks: Option<fn(&str) -> Option<SymbolCheck>>,
    /// Finds normal forms by the same names.
    pub normal_forms: Option<fn(&str) -> Option<NormalForm>>,
}

impl std::fmt::Debug for SymbolSources {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SymbolSources").finish_non_exhaustive()
    }
}

/// The record of a type or an attribute, an extension of its [`SymbolInfo`].
#[derive(Clone, Debug)]
pub struct SymbolDefinition {
    dialect: Arc<DialectRecord>,
    index: usize,
    is_type: bool,
}

impl SymbolDefinition {
    /// The dialect.
    pub fn dialect(&self) -> &Arc<DialectRecord> {
        &self.dialect
    }

    /// The record.
    pub fn record(&self) -> &SymbolRecord {
        match self.is_type {
            true => &self.dialect.types[self.index],
            false => &self.dialect.attributes[self.index],
        }
    }
}

/// The form by a record, compiled when it is used first.
struct RecordForm {
    definition: SymbolDefinition,
    sources: SymbolSources,
    /// A hand-written check.
    check: Option<SymbolCheck>,
    compiled: OnceLock<std::result::Result<Program, String>>,
}

impl RecordForm {
    /// The compiled format, or why there is none.
    fn program(&self, context: &Context) -> std::result::Result<&Program, &str> {
        let compiled = self
            .compiled
            .get_or_init(|| compile::compile(context, &self.definition, self.sources));
        compiled.as_ref().map_err(String::as_str)
    }
}

impl RecordForm {
    /// Checks parameters that need not come from text.
    fn check(&self, context: &Context, values: &[Option<Attribute>]) -> std::result::Result<(), String> {
        let program = self.program(context)?;
        for (parameter, value) in program.parameters.iter().zip(values) {
            let fits = match value {
                Some(value) => parameter.field.accepts(context, *value),
                None => parameter.is_optional && parameter.default.is_none(),
            };
            if !fits {
                let shown = value.map(|value| tvmlike_text::quote_attribute(context, value));
                return Err(format!(
                    "invalid parameter '{}' of '{}.{}': {}",
                    parameter.name,
                    self.definition.dialect.name,
                    self.definition.record().name,
                    shown.as_deref().unwrap_or("it is absent")
                ));
            }
        }
        self.check.map_or(Ok(()), |check| check(context, values))
    }
}

/// The form of a definition, which its check shares.
struct Shared(Arc<RecordForm>);

impl SymbolSyntax for Shared {
    fn parse(
        &self,
        parser: &mut Parser<'_, '_>,
        _: &SymbolInfo,
        ty: Option<Type>,
    ) -> Result<Vec<Option<Attribute>>> {
        match self.0.program(parser.context()) {
            Ok(program) => read::read(program, parser, ty),
            Err(reason) => Err(parser.error(reason)),
        }
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, parameters: Parameters<'_>) {
        if let Ok(program) = self.0.program(printer.context()) {
            write::write(program, printer, out, parameters);
        }
    }
}

/// Whether a record says all that is needed to read and print it.
fn has_form(record: &SymbolRecord, sources: SymbolSources) -> bool {
    fn is_known(kind: &ParameterKind) -> bool {
        match kind {
            ParameterKind::Other(_) => false,
            ParameterKind::Array(inner) | ParameterKind::Braces(inner) | ParameterKind::Option(inner) => {
                is_known(inner)
            }
            _ => true,
        }
    }
    match &record.body {
        Body::None => record.parameters.is_empty(),
        Body::Format(format) => {
            record
                .parameters
                .iter()
                .all(|parameter| is_known(&parameter.kind))
                && compile::has_code(format, sources)
        }
        Body::ByHand => false,
    }
}

/// Compiles the format of a type or an attribute.
///
/// # Errors
/// The format is wrong.
pub(crate) fn check_symbol(
    context: &Context,
    dialect: &Arc<DialectRecord>,
    is_type: bool,
    index: usize,
    sources: SymbolSources,
) -> std::result::Result<(), String> {
    let definition = SymbolDefinition {
        dialect: Arc::clone(dialect),
        index,
        is_type,
    };
    let record = definition.record();
    let sigil = if is_type { '!' } else { '#' };
    let in_symbol = |message: String| format!("'{sigil}{}.{}': {message}", dialect.name, record.name);
    if let Body::Format(format) = &record.body {
        if !has_form(record, sources) {
            let message = format!("the format has a directive or a parameter without code: {format}");
            return Err(in_symbol(message));
        }
        let program = compile::compile(context, &definition, sources).map_err(in_symbol)?;
        for (parameter, compiled) in record.parameters.iter().zip(&program.parameters) {
            if let (Default::Text(text), None) = (&parameter.default, compiled.default) {
                let name = &parameter.name;
                return Err(in_symbol(format!(
                    "'{text}' is no default value of the parameter '{name}'"
                )));
            }
        }
        ambiguity::check(&program).map_err(in_symbol)?;
    }
    Ok(())
}

/// Registers the types and attributes of a dialect, and how it reads those that it does not define. Names that are
/// registered keep their definition.
///
/// # Errors
/// A record is defined twice.
pub fn register_symbols(
    context: &Context,
    dialect_info: &Dialect,
    dialect: &Arc<DialectRecord>,
    sources: SymbolSources,
) -> std::result::Result<(), String> {
    let namespace = context.identifier(&*dialect.name);
    for (is_type, records) in [(true, &dialect.types), (false, &dialect.attributes)] {
        for (index, record) in records.iter().enumerate() {
            let definition = SymbolDefinition {
                dialect: Arc::clone(dialect),
                index,
                is_type,
            };
            let name = context.identifier(&*record.name);
            let known = match is_type {
                true => context.type_info(namespace, name),
                false => context.attribute_info(namespace, name),
            };
            let sigil = if is_type { '!' } else { '#' };
            let symbol = format!("{sigil}{}.{}", dialect.name, record.name);
            let form = (has_form(record, sources) && !matches!(record.body, Body::None)).then(|| {
                Arc::new(RecordForm {
                    definition: definition.clone(),
                    sources,
                    check: sources.checks.and_then(|find| find(&symbol)),
                    compiled: OnceLock::new(),
                })
            });
            let info = match known {
                Some(info) => info,
                None => {
                    let mut info = symbol_info(context, namespace, record, is_type);
                    if let Some(form) = form.clone() {
                        info = info.with_check(Arc::new(move |context, values| form.check(context, values)));
                    }
                    if let Some(normal_form) = sources.normal_forms.and_then(|find| find(&symbol)) {
                        info = info.with_normal_form(normal_form);
                    }
                    let info = context.register_symbol(info);
                    info.map_err(|error| error.to_string())?
                }
            };
            info.extensions().get_or_insert_with(|| definition);
            let is_bare =
                |kind: &ParameterKind| matches!(kind, ParameterKind::AffineMap | ParameterKind::IntegerSet);
            let bare: Box<[usize]> = (0..record.parameters.len())
                .filter(|index| is_bare(&record.parameters[*index].kind))
                .collect();
            if !bare.is_empty() {
                info.extensions().get_or_insert_with(|| BareParameters(bare));
            }
            if let Some(form) = form {
                info.extensions()
                    .get_or_insert_with(|| SymbolForm::new(Shared(form)));
            }
        }
    }
    let unknown = |reader| match reader {
        SymbolReader::None => UnknownSymbol::NoHook,
        SymbolReader::Declared => UnknownSymbol::Refused(None),
        SymbolReader::ByHand => UnknownSymbol::Kept,
    };
    dialect_info.extensions().get_or_insert_with(|| SymbolHooks {
        types: unknown(dialect.type_reader),
        attributes: unknown(dialect.attribute_reader),
    });
    Ok(())
}

fn symbol_info(context: &Context, dialect: Identifier, record: &SymbolRecord, is_type: bool) -> SymbolInfo {
    let name = context.identifier(&*record.name);
    let names = record.parameters.iter();
    let names: Vec<Identifier> = names.map(|each| context.identifier(&*each.name)).collect();
    let mut info = match is_type {
        true => SymbolInfo::new_type(dialect, name),
        false => SymbolInfo::new_attribute(dialect, name),
    };
    info = info.with_parameters(names);
    let mut kinds = record.parameters.iter().map(|each| &each.kind);
    if let Some(index) = kinds.position(|kind| *kind == ParameterKind::OwnType) {
        info = info.with_own_type(index);
    }
    let has = |name: &str| record.traits.iter().any(|each| &*each.name == name);
    info.with_element_of(
        has("VectorElementTypeInterface"),
        has("MemRefElementTypeInterface"),
    )
}
