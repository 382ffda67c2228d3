//! Regions whose arguments stand for operands of clauses: `private(@p %0 -> %a : i32) { … }`.
//!
//! The arguments of the region are in the order of the clauses here, and each clause has one for each of its operands.

use tvmlike_define::{Directive, DirectiveParts};
use tvmlike_ir::{Attribute, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OperationPrinter, RegionArgument, RegionStyle, Result, UnresolvedOperand};

use crate::directives::index_list::numbers;
use crate::directives::values::{
    Parser, case, elements, flags, integer, keyword, parse_list, symbol, write_list,
};

/// The word of an index of a mapped variable, where there is none.
const NOT_MAPPED: i64 = -1;

/// The clauses in the order of the text.
const KEYWORDS: [&str; 9] = [
    "has_device_addr",
    "host_eval",
    "in_reduction",
    "map_entries",
    "private",
    "reduction",
    "task_reduction",
    "use_device_addr",
    "use_device_ptr",
];

/// A clause, with the positions of its parts among the arguments of the directive.
struct Clause {
    keyword: &'static str,
    /// The operands; their types follow.
    operands: usize,
    symbols: Option<usize>,
    by_reference: Option<usize>,
    modifier: Option<usize>,
    barrier: Option<usize>,
    maps: Option<usize>,
}

impl Clause {
    /// Operands alone: `map_entries(%0 -> %a : i32)`.
    const fn plain(keyword: &'static str, operands: usize) -> Self {
        Self {
            keyword,
            operands,
            symbols: None,
            by_reference: None,
            modifier: None,
            barrier: None,
            maps: None,
        }
    }

    /// `private(@p %0 -> %a : i32) private_barrier`.
    const fn private(operands: usize) -> Self {
        Self {
            symbols: Some(operands + 2),
            barrier: Some(operands + 3),
            ..Self::plain("private", operands)
        }
    }

    /// The same with indices: `private(@p %0 -> %a [map_idx=0] : i32)`.
    const fn mapped_private(operands: usize) -> Self {
        Self {
            maps: Some(operands + 4),
            ..Self::private(operands)
        }
    }

    /// `in_reduction(byref @r %0 -> %a : i32)`.
    const fn task(keyword: &'static str, operands: usize) -> Self {
        Self {
            by_reference: Some(operands + 2),
            symbols: Some(operands + 3),
            ..Self::plain(keyword, operands)
        }
    }

    /// `reduction(mod: inscan, @r %0 -> %a : i32)`. The modifier is before the operands.
    const fn reduction(modifier: usize) -> Self {
        Self {
            modifier: Some(modifier),
            ..Self::task("reduction", modifier + 1)
        }
    }
}

/// A directive for a region, its first argument, with clauses.
macro_rules! region {
    ($($clause:expr),+) => {
        Directive {
            parse: |parser| parse(parser, const { &[$($clause),+] }).map(|()| true),
            print: |parts, printer| print(parts, printer, const { &[$($clause),+] }),
            fits: |parts| fits(parts, const { &[$($clause),+] }),
        }
    };
}

pub(super) const PRIVATE: Directive = region![Clause::private(1)];
pub(super) const PRIVATE_REDUCTION: Directive = region![Clause::private(1), Clause::reduction(5)];
pub(super) const IN_REDUCTION_PRIVATE: Directive =
    region![Clause::task("in_reduction", 1), Clause::private(5)];
pub(super) const IN_REDUCTION_PRIVATE_REDUCTION: Directive = region![
    Clause::task("in_reduction", 1),
    Clause::private(5),
    Clause::reduction(9)
];
pub(super) const TASK_REDUCTION: Directive = region![Clause::task("task_reduction", 1)];
pub(super) const USE_DEVICE: Directive = region![
    Clause::plain("use_device_addr", 1),
    Clause::plain("use_device_ptr", 3)
];
pub(super) const TARGET: Directive = region![
    Clause::plain("has_device_addr", 1),
    Clause::plain("host_eval", 3),
    Clause::task("in_reduction", 5),
    Clause::plain("map_entries", 9),
    Clause::mapped_private(11)
];

fn parse(parser: &mut Parser<'_, '_, '_, '_, '_>, clauses: &[Clause]) -> Result<()> {
    let mut arguments = Vec::new();
    for keyword in KEYWORDS {
        if !parser.take_word(keyword) {
            continue;
        }
        match clauses.iter().find(|clause| clause.keyword == keyword) {
            Some(clause) => clause.parse(parser, &mut arguments)?,
            None => return Err(invalid(parser, keyword)),
        }
    }
    let region = parser.parse_region_with_arguments(&arguments)?;
    parser.add_region(0, region);
    Ok(())
}

/// The error that a clause is wrong.
#[cold]
fn invalid(parser: &Parser<'_, '_, '_, '_, '_>, keyword: &str) -> tvmlike_text::ParseError {
    parser.op_error(parser.place(), format!("invalid `{keyword}` format"))
}

/// The lists of a clause, in the order of its operands.
#[derive(Default)]
struct Lists {
    operands: Vec<UnresolvedOperand>,
    symbols: Vec<Attribute>,
    by_reference: Vec<bool>,
    maps: Vec<i64>,
}

impl Clause {
    /// Reads what follows the keyword, and adds arguments of the region.
    fn parse<'s>(
        &self,
        parser: &mut Parser<'_, '_, '_, '_, 's>,
        arguments: &mut Vec<RegionArgument<'s>>,
    ) -> Result<()> {
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        if let Some(modifier) = self.modifier
            && parser.take_word("mod")
        {
            parser.parse_token(TokenKind::Colon, "expected ':'")?;
            let (_, word) = keyword(parser)?;
            parser.parse_token(TokenKind::Comma, "expected ','")?;
            let value = case(parser, modifier, word);
            parser.set_attribute(modifier, value.ok_or_else(|| invalid(parser, self.keyword))?);
        }
        let (mut lists, first) = (Lists::default(), arguments.len());
        parse_list(parser, |parser| {
            if self.by_reference.is_some() {
                lists.by_reference.push(parser.take_word("byref"));
            }
            if self.symbols.is_some() {
                lists.symbols.push(symbol(parser)?);
            }
            lists.operands.push(parser.parse_operand()?);
            parser.parse_token(TokenKind::Arrow, "expected '->'")?;
            let unknown = parser.context().none_type();
            arguments.push(parser.parse_named_region_argument(unknown)?);
            if self.maps.is_some() {
                lists.maps.push(parse_map(parser)?);
            }
            Ok(())
        })?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let mut types = Vec::new();
        parse_list(parser, |parser| {
            types.push(parser.parse_type()?);
            Ok(())
        })?;
        if types.len() != lists.operands.len() {
            return Err(invalid(parser, self.keyword));
        }
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        for (argument, ty) in arguments[first..].iter_mut().zip(&types) {
            argument.ty = *ty;
        }
        parser.set_operands(self.operands, &lists.operands);
        parser.set_types(self.operands + 1, &types);
        self.set_properties(parser, &lists);
        Ok(())
    }

    fn set_properties(&self, parser: &mut Parser<'_, '_, '_, '_, '_>, lists: &Lists) {
        let context = parser.context();
        if let Some(barrier) = self.barrier
            && parser.take_word("private_barrier")
        {
            parser.set_attribute(barrier, context.unit_attribute());
        }
        if let Some(symbols) = self.symbols {
            parser.set_attribute(symbols, context.array_attribute(&lists.symbols));
        }
        if let Some(maps) = self.maps {
            parser.set_attribute(maps, context.dense_i64_array(&lists.maps));
        }
        if let Some(by_reference) = self.by_reference {
            parser.set_attribute(by_reference, context.dense_bool_array(&lists.by_reference));
        }
    }

    /// Whether the lists of an operation have an element for each operand.
    fn fits(&self, parts: &DirectiveParts<'_>) -> bool {
        let (context, count) = (parts.context(), parts.operands(self.operands).len());
        let fits = |argument: Option<usize>, length: fn(&DirectiveParts<'_>, usize) -> usize| {
            argument.is_none_or(|argument| {
                parts.attribute(argument).is_none() || length(parts, argument) == count
            })
        };
        let modifier = self.modifier.and_then(|modifier| parts.attribute(modifier));
        count == 0
            || fits(self.symbols, |parts, at| elements(parts, at).len())
                && fits(self.by_reference, |parts, at| {
                    flags(parts.context(), parts.attribute(at)).len()
                })
                && fits(self.maps, |parts, at| {
                    numbers(parts.context(), parts.attribute(at)).len()
                })
                && modifier.is_none_or(|value| tvmlike_define::enum_keyword(context, value).is_some())
    }

    /// Prints the clause, if it has operands.
    fn print(&self, parts: &DirectiveParts<'_>, printer: &mut OperationPrinter<'_>, arguments: &[Value]) {
        let context = parts.context();
        if arguments.is_empty() {
            return;
        }
        printer.write(self.keyword.as_bytes());
        printer.write(b"(");
        let modifier = self.modifier.and_then(|modifier| parts.attribute(modifier));
        if let Some(word) = modifier.and_then(|value| tvmlike_define::enum_keyword(context, value)) {
            printer.write(format!("mod: {word}, ").as_bytes());
        }
        let symbols = self.symbols.map_or_else(Vec::new, |at| elements(parts, at));
        let array = |argument: Option<usize>| argument.and_then(|argument| parts.attribute(argument));
        let by_reference = flags(context, array(self.by_reference));
        let maps = numbers(context, array(self.maps));
        let pairs = parts.operands(self.operands).into_iter().zip(arguments);
        write_list(
            printer,
            pairs.enumerate(),
            |printer, (index, (operand, argument))| {
                if by_reference.get(index) == Some(&true) {
                    printer.write(b"byref ");
                }
                if let Some(symbol) = symbols.get(index) {
                    printer.write_attribute(*symbol);
                    printer.write(b" ");
                }
                printer.write_value(operand);
                printer.write(b" -> ");
                printer.write_value(*argument);
                if let Some(map) = maps.get(index).filter(|map| **map != NOT_MAPPED) {
                    printer.write(format!(" [map_idx={map}]").as_bytes());
                }
            },
        );
        printer.write(b" : ");
        write_list(printer, parts.types(self.operands + 1), |printer, ty| {
            printer.write_type(ty)
        });
        printer.write(b") ");
        if array(self.barrier).is_some() {
            printer.write(b"private_barrier ");
        }
    }
}

/// Reads `[map_idx=1]`, if it is there.
fn parse_map(parser: &mut Parser<'_, '_, '_, '_, '_>) -> Result<i64> {
    if !parser.take(TokenKind::LeftBracket) {
        return Ok(NOT_MAPPED);
    }
    parser.parse_keyword("map_idx")?;
    parser.parse_token(TokenKind::Equal, "expected '='")?;
    let map = integer(parser)?;
    parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
    Ok(map)
}

/// The arguments of the region.
fn arguments(parts: &DirectiveParts<'_>) -> Vec<Value> {
    let context = parts.context();
    let region = parts.regions(0).into_iter().next();
    let entry = region.and_then(|region| region.first_block(context));
    entry.map_or_else(Vec::new, |entry| entry.arguments(context).collect())
}

fn fits(parts: &DirectiveParts<'_>, clauses: &[Clause]) -> bool {
    let wanted: usize = clauses
        .iter()
        .map(|clause| parts.operands(clause.operands).len())
        .sum();
    arguments(parts).len() >= wanted && clauses.iter().all(|clause| clause.fits(parts))
}

fn print(parts: &DirectiveParts<'_>, printer: &mut OperationPrinter<'_>, clauses: &[Clause]) {
    let arguments = arguments(parts);
    let mut rest = arguments.as_slice();
    for clause in clauses {
        let (own, others) = rest.split_at(parts.operands(clause.operands).len());
        clause.print(parts, printer, own);
        rest = others;
    }
    let style = RegionStyle {
        entry_arguments: false,
        ..RegionStyle::default()
    };
    for region in parts.regions(0) {
        printer.print_region(region, style);
    }
}
