//! The directives of `pdl` and `pdl_interp`: attributes by name, and the types of results.

use tvmlike_define::Directive;
use tvmlike_ir::{AttributeKind, Context, Type};
use tvmlike_syntax::TokenKind;

/// `custom<OperationOpAttributes>($values, $names)`: `{"a" = %0, "b" = %1}`, or nothing.
pub(super) const ATTRIBUTES: Directive = Directive {
    parse: |parser| {
        let (mut values, mut names) = (Vec::new(), Vec::new());
        if parser.take(TokenKind::LeftBrace) {
            loop {
                let place = parser.place();
                let name = parser.parse_attribute(None)?;
                if !matches!(name.kind(parser.context()), AttributeKind::String { .. }) {
                    return Err(parser.op_error(place, "invalid kind of attribute specified"));
                }
                names.push(name);
                parser.parse_token(TokenKind::Equal, "expected '='")?;
                values.push(parser.parse_operand()?);
                if !parser.take(TokenKind::Comma) {
                    break;
                }
            }
            parser.parse_token(TokenKind::RightBrace, "expected '}'")?;
        }
        parser.set_operands(0, &values);
        let names = parser.context().array_attribute(&names);
        parser.set_attribute(1, names);
        Ok(true)
    },
    print: |parts, printer| {
        let names = parts.attribute(1).map(|names| names.kind(parts.context()));
        let Some(AttributeKind::Array(names)) = names.filter(|_| !parts.operands(0).is_empty()) else {
            return;
        };
        for (index, (name, value)) in names.iter().zip(parts.operands(0)).enumerate() {
            printer.write(if index > 0 { b", " } else { b" {" });
            printer.write_attribute(name);
            printer.write(b" = ");
            printer.write_value(value);
        }
        printer.write(b"}");
    },
    fits: |parts| match parts.attribute(1).map(|names| names.kind(parts.context())) {
        Some(AttributeKind::Array(names)) => names.len() == parts.operands(0).len(),
        _ => false,
    },
};

/// `custom<ResultsValueType>(ref($index), type($val))`: `-> !pdl.value` if there is an index; else it is a range.
pub(super) const RESULTS_TYPE: Directive = Directive {
    parse: |parser| {
        let ty = match parser.attribute(0) {
            Some(_) => {
                parser.parse_token(TokenKind::Arrow, "expected '->'")?;
                Some(parser.parse_type()?)
            }
            None => values(parser.context()),
        };
        parser.set_types(1, ty.as_slice());
        Ok(true)
    },
    print: |parts, printer| {
        if let (Some(_), [ty, ..]) = (parts.attribute(0), parts.types(1).as_slice()) {
            printer.write(b" -> ");
            printer.write_type(*ty);
        }
    },
    fits: |parts| parts.attribute(0).is_some() || parts.types(1) == values(parts.context()).as_slice(),
};

/// `!pdl.range<value>`.
fn values(context: &Context) -> Option<Type> {
    tvmlike_text::parse_defined_type(context, "!pdl.range<value>").ok()
}

/// `custom<CreateOperationOpResults>($operands, type($operands), $inferred)`: `-> <inferred>`, `-> (%0 : !pdl.type)` or
/// nothing.
pub(super) const CREATED_RESULTS: Directive = Directive {
    parse: |parser| {
        if !parser.take(TokenKind::Arrow) {
            return Ok(true);
        }
        if parser.take(TokenKind::Less) {
            parser.parse_keyword("inferred")?;
            parser.parse_token(TokenKind::Greater, "expected '>'")?;
            let unit = parser.context().unit_attribute();
            parser.set_attribute(2, unit);
            return Ok(true);
        }
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        let (mut operands, mut types) = (Vec::new(), Vec::new());
        parser.parse_operand_list(&mut operands)?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        loop {
            types.push(parser.parse_type()?);
            if !parser.take(TokenKind::Comma) {
                break;
            }
        }
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        parser.set_operands(0, &operands);
        parser.set_types(1, &types);
        Ok(true)
    },
    print: |parts, printer| {
        if parts.attribute(2).is_some() {
            printer.write(b" -> <inferred>");
            return;
        }
        let operands = parts.operands(0);
        if operands.is_empty() {
            return;
        }
        for (index, operand) in operands.into_iter().enumerate() {
            printer.write(if index > 0 { b", " } else { b" -> (" });
            printer.write_value(operand);
        }
        for (index, ty) in parts.types(1).into_iter().enumerate() {
            printer.write(if index > 0 { b", " } else { b" : " });
            printer.write_type(ty);
        }
        printer.write(b")");
    },
    fits: |parts| parts.attribute(2).is_none() || parts.operands(0).is_empty(),
};
