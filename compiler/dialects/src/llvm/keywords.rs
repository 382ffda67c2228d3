//! Enums whose keywords stand in forms: linkage, visibility, calling conventions.
//!
//! The first case of each stands for an absent keyword where a form can leave it out.

use tvmlike_define::{Definition, EnumRecord};
use tvmlike_ir::{Attribute, AttributeKind, Context, Op};
use tvmlike_text::{OpParts, OperationParser, OperationPrinter};

/// An enum that is a property of operations.
pub(crate) struct Keyword {
    property: &'static str,
    enumeration: &'static str,
    /// The attribute that has the value as its parameter; without one, the property is an integer.
    attribute: Option<&'static str>,
}

pub(crate) const LINKAGE: Keyword = Keyword {
    property: "linkage",
    enumeration: "Linkage",
    attribute: Some("linkage"),
};
pub(crate) const CALLING_CONVENTION: Keyword = Keyword {
    property: "CConv",
    enumeration: "CConv",
    attribute: Some("cconv"),
};
pub(crate) const TAIL_CALL: Keyword = Keyword {
    property: "TailCallKind",
    enumeration: "TailCallKind",
    attribute: Some("tailcallkind"),
};
pub(crate) const VISIBILITY: Keyword = Keyword {
    property: "visibility_",
    enumeration: "Visibility",
    attribute: None,
};
pub(crate) const UNNAMED_ADDRESS: Keyword = Keyword {
    property: "unnamed_addr",
    enumeration: "UnnamedAddr",
    attribute: None,
};

/// An enum of the dialect, which is loaded.
pub(crate) fn enumeration<'c>(context: &'c Context, name: &str) -> Option<&'c EnumRecord> {
    let info = context.op_info(context.identifier("llvm.func"))?;
    let definition = info.extensions().get::<Definition>()?;
    let mut enums = definition.dialect().enums.iter();
    enums.find(|each| *each.name == *name)
}

/// The value of a keyword.
pub(crate) fn value_of(enumeration: &EnumRecord, keyword: &[u8]) -> Option<u64> {
    let mut cases = enumeration.cases.iter();
    let case = cases.find(|case| case.keyword.as_bytes() == keyword)?;
    Some(case.value)
}

/// The keyword of a value.
pub(crate) fn keyword_of(enumeration: &EnumRecord, value: u64) -> Option<&str> {
    let mut cases = enumeration.cases.iter();
    cases.find(|case| case.value == value).map(|case| &*case.keyword)
}

/// The value of an integer attribute.
pub(crate) fn integer(context: &Context, attribute: Attribute) -> Option<u64> {
    match attribute.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_u64(),
        _ => None,
    }
}

impl Keyword {
    /// Reads the keyword, and sets the property; without a keyword, the first case.
    pub(crate) fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) {
        let value = self.parse_value(parser);
        super::set(parser.context(), parts, self.property, value);
    }

    /// The same, without setting anything.
    pub(crate) fn parse_value(&self, parser: &mut OperationParser<'_, '_, '_>) -> Attribute {
        let context = parser.context();
        let enumeration = enumeration(context, self.enumeration);
        let word = parser.word();
        let found = enumeration
            .filter(|_| !word.is_empty())
            .and_then(|all| value_of(all, word.as_bytes()));
        if found.is_some() {
            parser.advance();
        }
        let first = || {
            enumeration
                .and_then(|all| all.cases.first())
                .map(|case| case.value)
        };
        self.attribute(parser.context(), found.or_else(first).unwrap_or_default())
    }

    /// The property with a value.
    fn attribute(&self, context: &Context, value: u64) -> Attribute {
        let integer = context.integer_attribute(context.i64(), value as i64);
        let integer = integer.expect("64 bits contain every value");
        let Some(name) = self.attribute else {
            return integer;
        };
        let info = context.attribute_info(context.identifier("llvm"), context.identifier(name));
        let made = info.and_then(|info| context.dialect_attribute(info, &[Some(integer)]).ok());
        made.unwrap_or(integer)
    }

    /// The value of the property of an operation, which is the first case if it is absent; `None` if it is no case.
    fn value(&self, context: &Context, op: Op) -> Option<u64> {
        match op.property(context, context.identifier(self.property)) {
            Some(attribute) => self.value_in(context, attribute),
            None => enumeration(context, self.enumeration)?
                .cases
                .first()
                .map(|case| case.value),
        }
    }

    fn value_in(&self, context: &Context, attribute: Attribute) -> Option<u64> {
        match self.attribute {
            None => integer(context, attribute),
            Some(name) => {
                let (_, parameters) = attribute
                    .symbol(context)
                    .filter(|(info, _)| info.is_named(context, "llvm", name))?;
                integer(context, parameters.get(0)?)
            }
        }
    }

    /// The keyword of an attribute.
    pub(crate) fn keyword<'c>(&self, context: &'c Context, attribute: Attribute) -> Option<&'c str> {
        keyword_of(
            enumeration(context, self.enumeration)?,
            self.value_in(context, attribute)?,
        )
    }

    /// Whether a form can show the property.
    pub(crate) fn fits(&self, context: &Context, op: Op) -> bool {
        let value = self.value(context, op);
        enumeration(context, self.enumeration)
            .zip(value)
            .is_some_and(|(all, value)| keyword_of(all, value).is_some())
    }

    /// Prints the keyword and a blank, but nothing for the first case.
    pub(crate) fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) {
        let context = printer.context();
        let value = self.value(context, op);
        let Some((all, value)) = enumeration(context, self.enumeration).zip(value) else {
            return;
        };
        if all.cases.first().is_some_and(|case| case.value != value)
            && let Some(keyword) = keyword_of(all, value)
        {
            printer.write(keyword.as_bytes());
            printer.write(b" ");
        }
    }

    /// Prints the keyword and a blank, for the first case too.
    pub(crate) fn print_always(&self, printer: &mut OperationPrinter<'_>, op: Op) {
        let context = printer.context();
        let value = self.value(context, op);
        let keyword = enumeration(context, self.enumeration)
            .zip(value)
            .and_then(|(all, value)| keyword_of(all, value));
        printer.write(keyword.unwrap_or_default().as_bytes());
        printer.write(b" ");
    }
}
