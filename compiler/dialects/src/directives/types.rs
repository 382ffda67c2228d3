//! Types that a format shows in a way of its own.

use tvmlike_define::Directive;
use tvmlike_ir::{Context, Type};
use tvmlike_syntax::TokenKind;

use super::always;

/// `custom<AwaitResultType>(type($operand), type($result))`: the result has the type in `!async.value<…>`.
pub(super) const AWAIT_RESULT: Directive = Directive {
    parse: |parser| {
        let ty = parser.parse_type()?;
        let result = awaited(parser.context(), ty);
        parser.set_types(0, &[ty]);
        parser.set_types(1, result.as_slice());
        Ok(true)
    },
    print: |parts, printer| {
        if let [ty, ..] = parts.types(0).as_slice() {
            printer.write_type(*ty);
        }
    },
    fits: |parts| match parts.types(0).as_slice() {
        [ty] => parts.types(1) == awaited(parts.context(), *ty).as_slice(),
        _ => false,
    },
};

/// The type of the value in `!async.value<…>`.
fn awaited(context: &Context, ty: Type) -> Option<Type> {
    let text = tvmlike_text::type_to_string(context, ty).ok()?;
    let value = text.strip_prefix("!async.value<")?.strip_suffix('>')?;
    tvmlike_text::parse_defined_type(context, value).ok()
}

/// `custom<RangeType>(ref(type($arguments)), type($result))`: `: !pdl.range<…>` if there are no arguments to infer it from.
pub(super) const RANGE: Directive = Directive {
    parse: |parser| {
        let result = match parser.types(0).first().copied() {
            Some(argument) => range_of(parser.context(), argument).ok_or_else(|| {
                let found = tvmlike_text::quote_type(parser.context(), argument);
                let message = format!("operand #0 must be variadic of pdl type, but got '{found}'");
                parser.op_error(parser.place(), message)
            })?,
            None => {
                parser.parse_token(TokenKind::Colon, "expected ':'")?;
                parser.parse_type()?
            }
        };
        parser.set_types(1, &[result]);
        Ok(true)
    },
    print: |parts, printer| {
        if let ([], [result, ..]) = (parts.types(0).as_slice(), parts.types(1).as_slice()) {
            printer.write(b": ");
            printer.write_type(*result);
        }
    },
    fits: always,
};

/// `!pdl.range<T>` for `!pdl.T` and for itself.
fn range_of(context: &Context, ty: Type) -> Option<Type> {
    let text = tvmlike_text::type_to_string(context, ty).ok()?;
    let name = text.strip_prefix("!pdl.")?;
    if name.starts_with("range<") {
        return Some(ty);
    }
    tvmlike_text::parse_defined_type(context, format!("!pdl.range<{name}>")).ok()
}
