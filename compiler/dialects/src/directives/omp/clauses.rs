//! Clauses with operands, keywords and symbols.

use tvmlike_define::Directive;
use tvmlike_ir::{Attribute, AttributeKind, Context};
use tvmlike_syntax::TokenKind;
use tvmlike_text::Delimiter;

use crate::directives::always;
use crate::directives::values::{
    Typed, case, elements, keyword, operands_in, parse_list, symbol, write_list, write_typed,
};

/// `custom<ClauseAttr>($x)`: the keyword of a case.
pub(super) const KEYWORD: Directive = Directive {
    parse: |parser| {
        let (place, word) = keyword(parser)?;
        let Some(value) = case(parser, 0, word) else {
            return Err(parser.op_error(place, format!("invalid clause value: '{word}'")));
        };
        parser.set_attribute(0, value);
        Ok(true)
    },
    print: |parts, printer| {
        let word = parts
            .attribute(0)
            .and_then(|value| tvmlike_define::enum_keyword(parts.context(), value));
        printer.write(word.unwrap_or_default().as_bytes());
    },
    fits: |parts| {
        parts
            .attribute(0)
            .is_none_or(|value| tvmlike_define::enum_keyword(parts.context(), value).is_some())
    },
};

/// `custom<AllocateAndAllocator>($variables, type($variables), $allocators, type($allocators))`: `%0 : i64 -> %1 : i32, …`.
pub(super) const ALLOCATE: Directive = Directive {
    parse: |parser| {
        let (mut variables, mut allocators) = (Typed::default(), Typed::default());
        parse_list(parser, |parser| {
            allocators.parse(parser)?;
            parser.parse_token(TokenKind::Arrow, "expected '->'")?;
            variables.parse(parser)
        })?;
        variables.set(parser, 0);
        allocators.set(parser, 2);
        Ok(true)
    },
    print: |parts, printer| {
        let pairs = parts.operands(2).into_iter().zip(parts.operands(0));
        write_list(printer, pairs, |printer, (allocator, variable)| {
            write_typed(printer, allocator);
            printer.write(b" -> ");
            write_typed(printer, variable);
        });
    },
    fits: |parts| parts.operands(0).len() == parts.operands(2).len(),
};

/// `custom<LinearClause>($variables, type($variables), $steps)`: `%0 = %1 : i32, …`.
pub(super) const LINEAR: Directive = Directive {
    parse: |parser| {
        let (mut variables, mut steps) = (Typed::default(), Vec::new());
        parse_list(parser, |parser| {
            variables.operands.push(parser.parse_operand()?);
            parser.parse_token(TokenKind::Equal, "expected '='")?;
            steps.push(parser.parse_operand()?);
            variables.types.push(parser.parse_colon_type()?);
            Ok(())
        })?;
        variables.set(parser, 0);
        parser.set_operands(2, &steps);
        Ok(true)
    },
    print: |parts, printer| {
        let steps = parts.operands(2);
        let variables = parts.operands(0).into_iter().enumerate();
        write_list(printer, variables, |printer, (index, variable)| {
            printer.write_value(variable);
            if let Some(step) = steps.get(index) {
                printer.write(b" = ");
                printer.write_value(*step);
            }
            printer.write(b" : ");
            printer.write_type(variable.ty(printer.context()));
        });
    },
    fits: always,
};

/// `custom<AlignedClause>($variables, type($variables), $alignments)`: `%0 : memref<i32> -> 8 : i64, …`.
pub(super) const ALIGNED: Directive = Directive {
    parse: |parser| {
        let (mut variables, mut alignments) = (Typed::default(), Vec::new());
        parse_list(parser, |parser| {
            variables.parse(parser)?;
            parser.parse_token(TokenKind::Arrow, "expected '->'")?;
            alignments.push(parser.parse_attribute(None)?);
            Ok(())
        })?;
        variables.set(parser, 0);
        let alignments = parser.context().array_attribute(&alignments);
        parser.set_attribute(2, alignments);
        Ok(true)
    },
    print: |parts, printer| {
        let pairs = parts.operands(0).into_iter().zip(elements(parts, 2));
        write_list(printer, pairs, |printer, (variable, alignment)| {
            write_typed(printer, variable);
            printer.write(b" -> ");
            printer.write_attribute(alignment);
        });
    },
    fits: |parts| parts.operands(0).len() <= elements(parts, 2).len(),
};

/// `custom<Copyprivate>($variables, type($variables), $symbols)`: `%0 -> @copy : memref<i32>, …`.
pub(super) const COPYPRIVATE: Directive = Directive {
    parse: |parser| {
        let (mut variables, mut symbols) = (Typed::default(), Vec::new());
        parse_list(parser, |parser| {
            variables.operands.push(parser.parse_operand()?);
            parser.parse_token(TokenKind::Arrow, "expected '->'")?;
            symbols.push(symbol(parser)?);
            variables.types.push(parser.parse_colon_type()?);
            Ok(())
        })?;
        variables.set(parser, 0);
        let symbols = parser.context().array_attribute(&symbols);
        parser.set_attribute(2, symbols);
        Ok(true)
    },
    print: |parts, printer| {
        let pairs = parts.operands(0).into_iter().zip(elements(parts, 2));
        write_list(printer, pairs, |printer, (variable, symbol)| {
            printer.write_value(variable);
            printer.write(b" -> ");
            printer.write_attribute(symbol);
            printer.write(b" : ");
            printer.write_type(variable.ty(printer.context()));
        });
    },
    fits: always,
};

/// `custom<DependVarList>($variables, type($variables), $kinds)`: `taskdependin -> %0 : memref<i32>, …`.
pub(super) const DEPEND: Directive = Directive {
    parse: |parser| {
        let (mut variables, mut kinds) = (Typed::default(), Vec::new());
        parse_list(parser, |parser| {
            let (place, word) = keyword(parser)?;
            parser.parse_token(TokenKind::Arrow, "expected '->'")?;
            variables.parse(parser)?;
            let kind = tvmlike_define::enum_attribute(parser.context(), "omp", "clause_task_depend", word);
            let invalid = || parser.op_error(place, format!("invalid clause value: '{word}'"));
            kinds.push(kind.ok_or_else(invalid)?);
            Ok(())
        })?;
        variables.set(parser, 0);
        let kinds = parser.context().array_attribute(&kinds);
        parser.set_attribute(2, kinds);
        Ok(true)
    },
    print: |parts, printer| {
        let pairs = elements(parts, 2).into_iter().zip(parts.operands(0));
        write_list(printer, pairs, |printer, (kind, variable)| {
            let word = tvmlike_define::enum_keyword(printer.context(), kind);
            printer.write(word.unwrap_or_default().as_bytes());
            printer.write(b" -> ");
            write_typed(printer, variable);
        });
    },
    fits: |parts| {
        let kinds = elements(parts, 2);
        let is_kind = |kind: &Attribute| tvmlike_define::enum_keyword(parts.context(), *kind).is_some();
        parts.attribute(2).is_some() && kinds.len() <= parts.operands(0).len() && kinds.iter().all(is_kind)
    },
};

/// The bits of a hint.
const HINTS: [(&str, i64); 4] = [
    ("uncontended", 1),
    ("contended", 2),
    ("nonspeculative", 4),
    ("speculative", 8),
];

/// `custom<SynchronizationHint>($hint)`: `none` or `uncontended, speculative`.
pub(super) const HINT: Directive = Directive {
    parse: |parser| {
        let mut hint = 0;
        if !parser.take_word("none") {
            parse_list(parser, |parser| {
                let (_, word) = keyword(parser)?;
                let Some((_, bit)) = HINTS.iter().find(|(name, _)| *name == word) else {
                    return Err(parser.op_error(parser.place(), format!("{word} is not a valid hint")));
                };
                hint |= bit;
                Ok(())
            })?;
        }
        let hint = parser.context().i64_attribute(hint);
        parser.set_attribute(0, hint);
        Ok(true)
    },
    print: |parts, printer| {
        let bits = hint(parts.context(), parts.attribute(0)).unwrap_or_default();
        if bits == 0 {
            printer.write(b"none");
        }
        let named = HINTS.iter().filter(|(_, bit)| bits & bit != 0);
        write_list(printer, named, |printer, (word, _)| {
            printer.write(word.as_bytes())
        });
    },
    fits: |parts| parts.attribute(0).is_none() || hint(parts.context(), parts.attribute(0)).is_some(),
};

fn hint(context: &Context, value: Option<Attribute>) -> Option<i64> {
    match value?.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// `custom<LoopTransformClis>($generated, $transformed)`: `(%0, %1) <- (%2)` or `<- (%2)`.
pub(super) const TRANSFORMED_LOOPS: Directive = Directive {
    parse: |parser| {
        let (mut generated, mut transformed) = (Vec::new(), Vec::new());
        if !parser.take(TokenKind::Less) {
            operands_in(parser, Delimiter::Paren, &mut generated)?;
            parser.parse_token(TokenKind::Less, "expected '<'")?;
        }
        parser.parse_token(TokenKind::Minus, "expected '-'")?;
        operands_in(parser, Delimiter::Paren, &mut transformed)?;
        parser.set_operands(0, &generated);
        parser.set_operands(1, &transformed);
        Ok(true)
    },
    print: |parts, printer| {
        for (argument, prefix) in [(0, b"(".as_slice()), (1, b" <- (")] {
            let operands = parts.operands(argument);
            if !operands.is_empty() {
                printer.write(prefix);
                write_list(printer, operands, |printer, value| printer.write_value(value));
                printer.write(b")");
            }
        }
    },
    fits: always,
};
