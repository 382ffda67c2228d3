//! Attributes of a dialect that hold a case of an enum, by the case's keyword.

use tvmlike_ir::{Attribute, AttributeKind, Context, Signedness, SymbolInfo};

use super::SymbolDefinition;
use crate::record::{EnumRecord, ParameterKind};

/// The attribute `#dialect.symbol` that holds the case with a keyword; `None` if there is no such definition or case.
pub fn enum_attribute(context: &Context, dialect: &str, symbol: &str, keyword: &str) -> Option<Attribute> {
    let info = context.attribute_info(context.identifier(dialect), context.identifier(symbol))?;
    enum_case(context, info, keyword)
}

/// The attribute with a definition that holds the case with a keyword; `None` if there is no such case.
pub fn enum_case(context: &Context, info: &SymbolInfo, keyword: &str) -> Option<Attribute> {
    let record = cases(info)?;
    let case = record.cases.iter().find(|case| &*case.keyword == keyword)?;
    enum_value(context, info, record, case.value)
}

/// The attribute `#dialect.symbol` that holds a set of cases; `None` if there is no such definition.
pub fn enum_set(context: &Context, dialect: &str, symbol: &str, bits: u64) -> Option<Attribute> {
    let info = context.attribute_info(context.identifier(dialect), context.identifier(symbol))?;
    enum_value(context, info, cases(info)?, bits)
}

fn enum_value(context: &Context, info: &SymbolInfo, record: &EnumRecord, value: u64) -> Option<Attribute> {
    let ty = context.integer_type(record.width, Signedness::Signless).ok()?;
    let value = context.integer_attribute(ty, value as i64).ok()?;
    context.dialect_attribute(info, &[Some(value)]).ok()
}

/// The number of the case that an attribute `#dialect.symbol` holds.
pub fn enum_number(context: &Context, attribute: Attribute) -> Option<u64> {
    let (info, parameters) = attribute.symbol(context)?;
    let unused = 64_u32.saturating_sub(cases(info)?.width);
    match parameters.get(0)?.kind(context) {
        // The largest numbers are negative in the attribute.
        AttributeKind::Integer { value, .. } => {
            Some(value.to_i64()? as u64 & u64::MAX.checked_shr(unused).unwrap_or(0))
        }
        _ => None,
    }
}

/// The keyword of the case that an attribute `#dialect.symbol` holds.
pub fn enum_keyword(context: &Context, attribute: Attribute) -> Option<&str> {
    let record = cases(attribute.symbol(context)?.0)?;
    let number = enum_number(context, attribute)?;
    let case = record.cases.iter().find(|case| case.value == number)?;
    Some(&case.keyword)
}

/// The enum of a definition that has one case as its only parameter.
fn cases(info: &SymbolInfo) -> Option<&EnumRecord> {
    let definition = info.extensions().get::<SymbolDefinition>()?;
    let [parameter] = definition.record().parameters.as_slice() else {
        return None;
    };
    let (ParameterKind::Enum(name) | ParameterKind::Keyword(name)) = &parameter.kind else {
        return None;
    };
    let enums = &definition.dialect().enums;
    enums.iter().find(|record| record.name == *name)
}
