//! The custom form of `gpu.launch`:
//!
//! ```text
//! async [%t] clusters(%cx, …) in (%dx = %0, …) blocks(%bx, …) in (%gx = %1, …) threads(%tx, …) in (%sx = %2, …)
//!     dynamic_shared_memory_size %3 module(@m) function(@f) workgroup(%a : memref<4xf32, 3>) { … } {…}
//! ```
//!
//! The body's arguments are the ids and then the sizes, of blocks and then of threads, then those of clusters, then the
//! attributions.

use tvmlike_ir::{Attribute, AttributeKind, Op, Value};
use tvmlike_syntax::{Span, TokenKind};
use tvmlike_text::{
    Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, RegionArgument, Result,
    UnresolvedOperand,
};

use super::super::lists;
use super::attributions;
use crate::llvm::set;

/// A kernel with the code that it executes.
pub(super) struct Launch;

const SHARED: &str = "dynamic_shared_memory_size";
const NAMES: [&str; 2] = ["module", "function"];
/// How many values there are for each dimension of a kind.
const DIMENSIONS: usize = 3;

/// What the text has for blocks, threads or clusters.
#[derive(Default)]
struct Dimensions {
    ids: Vec<Span>,
    sizes: Vec<Span>,
    operands: Vec<UnresolvedOperand>,
}

impl Dimensions {
    /// Reads `(%x, %y, %z) in (%sx = %0, %sy = %1, %sz = %2)`.
    fn parse(parser: &mut OperationParser<'_, '_, '_>) -> Result<Self> {
        let place = parser.place();
        let mut read = Self {
            ids: lists::arguments_in(parser, " in operand list")?,
            ..Self::default()
        };
        parser.parse_keyword("in")?;
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        for index in 0..DIMENSIONS {
            if index > 0 {
                parser.parse_token(TokenKind::Comma, "expected ','")?;
            }
            read.sizes.push(parser.parse_argument_name()?);
            parser.parse_token(TokenKind::Equal, "expected '='")?;
            read.operands.push(parser.parse_operand()?);
        }
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        match read.ids.len() {
            DIMENSIONS => Ok(read),
            count => Err(parser.op_error(place, format!("expected {DIMENSIONS} names, got {count}"))),
        }
    }
}

impl OpSyntax for Launch {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let token = |parser: &OperationParser<'_, '_, '_>| {
            let token = tvmlike_text::parse_defined_type(context, "!gpu.async.token");
            token.map_err(|error| parser.op_error(parser.place(), error.message()))
        };
        let place = parser.place();
        let is_named = parser.num_named_results() > 0;
        match parser.take_word("async") {
            true if !is_named => {
                return Err(parser.op_error(place, "needs to be named when marked 'async'"));
            }
            false if is_named => {
                let message = "requires 'async' keyword to return a value";
                return Err(parser.op_error(parser.op_place(), message));
            }
            true => parts.results.push(token(parser)?),
            false => {}
        }
        if parser.is_at(TokenKind::LeftBracket) {
            let mut dependencies = Vec::new();
            lists::operands_in(parser, Delimiter::Square, &mut dependencies)?;
            let token = token(parser)?;
            for dependency in dependencies {
                parts.operands.push(parser.resolve_operand(dependency, token)?);
            }
        }
        let dependencies = parts.operands.len();
        let clusters = match parser.take_word("clusters") {
            true => Some(Dimensions::parse(parser)?),
            false => None,
        };
        parser.parse_keyword("blocks")?;
        let blocks = Dimensions::parse(parser)?;
        parser.parse_keyword("threads")?;
        let threads = Dimensions::parse(parser)?;
        let index = context.index_type();
        for of in [Some(&blocks), Some(&threads), clusters.as_ref()]
            .into_iter()
            .flatten()
        {
            for operand in &of.operands {
                parts.operands.push(parser.resolve_operand(*operand, index)?);
            }
        }
        let mut segments = vec![dependencies];
        segments.extend([1; 2 * DIMENSIONS]);
        segments.extend([usize::from(clusters.is_some()); DIMENSIONS]);
        let has_shared = parser.take_word(SHARED);
        if has_shared {
            let size = parser.parse_operand()?;
            parts.operands.push(parser.resolve_operand(size, context.i32())?);
        }
        segments.push(usize::from(has_shared));
        for name in NAMES {
            if parser.take_word(name) {
                parser.parse_token(TokenKind::LeftParen, "expected '('")?;
                let symbol = parse_flat_symbol(parser)?;
                set(context, parts, name, symbol);
                parser.parse_token(TokenKind::RightParen, "expected ')'")?;
            }
        }
        let names = [&blocks.ids, &threads.ids, &blocks.sizes, &threads.sizes];
        let of_clusters = clusters
            .iter()
            .flat_map(|clusters| [&clusters.ids, &clusters.sizes]);
        let names = names.into_iter().chain(of_clusters).flatten();
        let mut arguments: Vec<RegionArgument<'_>> =
            names.map(|name| RegionArgument::new(*name, index)).collect();
        attributions::parse(parser, parts, &mut arguments, false)?;
        let region = parser.parse_region_with_arguments(&arguments)?;
        parts.regions.push(region);
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        lists::set_segments(context, parts, &segments);
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let body = op.region(context, 0);
        let entry = body.and_then(|body| body.first_block(context));
        let segments = lists::segments::<11>(context, op);
        let (Some(body), Some(entry), Some(segments)) = (body, entry, segments) else {
            return false;
        };
        let (dependencies, shared) = (segments[0], segments[10]);
        let has_clusters = segments[7] == 1;
        let values: Vec<Value> = entry.arguments(context).collect();
        let num_dimensions = DIMENSIONS * if has_clusters { 6 } else { 4 };
        let workgroup = attributions::num_workgroup(context, op, values.len().saturating_sub(num_dimensions));
        let fits = segments[1..7] == [1; 6]
            && segments[7..10] == [usize::from(has_clusters); 3]
            && shared <= 1
            && values.len() >= num_dimensions
            && op.num_results(context) <= 1
            && lists::has_only_regions(context, op, 1);
        let Some(workgroup) = workgroup.filter(|_| fits) else {
            return false;
        };
        let operands: Vec<Value> = op.operands(context).collect();
        if op.num_results(context) > 0 {
            printer.write(b" async");
        }
        if dependencies > 0 {
            printer.write(b" [");
            lists::print_values(printer, operands[..dependencies].iter().copied());
            printer.write(b"]");
        }
        let sizes = &operands[dependencies..];
        let mut kinds = vec![("blocks", 0, 6, 0), ("threads", 3, 9, 3)];
        if has_clusters {
            kinds.insert(0, ("clusters", 12, 15, 6));
        }
        for (word, ids, names, first) in kinds {
            printer.write(format!(" {word}(").as_bytes());
            lists::print_values(printer, values[ids..ids + DIMENSIONS].iter().copied());
            printer.write(b")");
            let names = values[names..names + DIMENSIONS].iter().copied();
            let sizes = sizes[first..first + DIMENSIONS].iter().copied();
            lists::print_assignments(printer, b" in ", names.zip(sizes));
        }
        if shared > 0 {
            printer.write(format!(" {SHARED} ").as_bytes());
            printer.write_value(operands[operands.len() - 1]);
        }
        for name in NAMES {
            if let Some(symbol) = op.property(context, context.identifier(name)) {
                printer.write(format!(" {name}(").as_bytes());
                printer.write_attribute(symbol);
                printer.write(b")");
            }
        }
        attributions::print(printer, op, &values[num_dimensions..], workgroup);
        printer.write(b" ");
        lists::print_region(printer, body, true);
        let shown = [lists::SEGMENTS, attributions::COUNT, "module", "function"];
        printer.write_attr_dict(&lists::entries(context, op, &shown));
        true
    }
}

/// Reads `@name`.
fn parse_flat_symbol(parser: &mut OperationParser<'_, '_, '_>) -> Result<Attribute> {
    let place = parser.place();
    let value = parser.parse_attribute(None)?;
    match value.kind(parser.context()) {
        AttributeKind::SymbolRef { nested, .. } if nested.is_empty() => Ok(value),
        _ => Err(parser.op_error(place, "invalid kind of attribute specified")),
    }
}
