//! The class that a type in a format has to be of, and how such a type stands in text.
//!
//! MLIR reads `type($x)` as the C++ class of the constraint. A class with a text of its own, of a dialect's definition, is
//! read and printed without `!dialect.name`.

use tvmlike_ir::{Context, Identifier, Type};
use tvmlike_text::{OperationParser, OperationPrinter, Result, SymbolForm, quote_type};

use crate::constraint::{Argument, Constraint, Predicate};
use crate::test::{Subject, Test};

/// A class of types.
#[derive(Debug)]
pub(crate) struct TypeClass {
    test: Test,
    /// MLIR's name for types of the class, "builtin.tensor", if there is only one.
    name: Option<Box<str>>,
    /// `dialect` and `name`, if the type is shown without them.
    symbol: Option<(Identifier, Identifier)>,
}

impl TypeClass {
    /// The class of a constraint; `None`: any type.
    ///
    /// # Errors
    /// The constraint names a test that does not exist.
    pub(crate) fn of(
        context: &Context,
        constraint: &Constraint,
    ) -> std::result::Result<Option<Self>, String> {
        let Some(storage) = &constraint.storage else {
            return Ok(None);
        };
        let name = static_name(storage);
        let symbol = name.as_deref().and_then(|name| stripped(context, name));
        Ok(Some(Self {
            test: Test::new(storage)?,
            name,
            symbol,
        }))
    }

    /// Whether its types are shown without `!dialect.name`.
    pub(super) fn is_stripped(&self) -> bool {
        self.symbol.is_some()
    }

    /// Reads a type of the class.
    ///
    /// # Errors
    /// The text is wrong, or a type of another class.
    pub(super) fn parse(&self, parser: &mut OperationParser<'_, '_, '_>) -> Result<Type> {
        let context = parser.context();
        if let Some((dialect, name)) = self.symbol
            && let Some(info) = context.type_info(dialect, name)
        {
            return parser.parse_symbol_type(info);
        }
        let place = parser.place();
        let ty = parser.parse_type()?;
        if self.test.passes(context, Subject::Type(ty)) {
            return Ok(ty);
        }
        let mut message = "invalid kind of type specified".to_owned();
        if let Some(name) = &self.name {
            message += &format!(": expected {name}, but found '{}'", quote_type(context, ty));
        }
        Err(parser.op_error(place, message))
    }

    /// Prints a type, which can be of another class.
    pub(super) fn print(&self, printer: &mut OperationPrinter<'_>, ty: Type) {
        let context = printer.context();
        match self.symbol {
            Some(_) if self.test.passes(context, Subject::Type(ty)) => printer.write_symbol_type(ty),
            _ => printer.write_type(ty),
        }
    }
}

/// MLIR's name for the only types that pass a test of a class.
fn static_name(storage: &Predicate) -> Option<Box<str>> {
    let Predicate::Test(test, arguments) = storage else {
        return None;
    };
    let argument = || match &arguments[..] {
        [Argument::Text(text)] => Some(&**text),
        _ => None,
    };
    Some(match &**test {
        "type" => argument()?.into(),
        "float" => format!("builtin.{}", argument()?).into(),
        "ranked_tensor" => "builtin.tensor".into(),
        "fixed_vector" | "scalable_vector" => "builtin.vector".into(),
        "complex" | "function" | "graph" | "index" | "integer" | "memref" | "none" | "tuple"
        | "unranked_memref" | "unranked_tensor" | "vector" => format!("builtin.{test}").into(),
        _ => return None,
    })
}

/// `dialect.name` in parts, if its definition says what follows the name.
fn stripped(context: &Context, name: &str) -> Option<(Identifier, Identifier)> {
    let (dialect, name) = name.split_once('.')?;
    let (dialect, name) = (context.identifier(dialect), context.identifier(name));
    let info = context.type_info(dialect, name)?;
    let form = info.extensions().get::<SymbolForm>()?;
    (!form.keeps_name()).then_some((dialect, name))
}
