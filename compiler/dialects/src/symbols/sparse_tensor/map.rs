//! The map of an encoding: `[s0] {l0, l1} (d0 = l0, d1 = l1 : #sparse_tensor<slice(0, 4, 1)>) -> (l0 = d0 : dense, l1 = d1 :
//! compressed)`, where symbols, levels, what follows `=`, and slices are optional.

use tvmlike_ir::{AffineExpr, AffineMap, Attribute, DYNAMIC};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Delimiter, Elision, Parser, Printer, Result};

use super::{LEVELS, SLICES, TO_LEVEL, affine_map, elements, integers, levels};

/// What was read.
#[derive(Default)]
pub(super) struct Map {
    pub(super) to_level: Option<AffineMap>,
    pub(super) to_dim: Option<AffineMap>,
    /// The types of the levels.
    pub(super) levels: Vec<i64>,
    /// The slices of the dimensions, or none.
    pub(super) slices: Vec<Attribute>,
}

/// Names with what they stand for.
type Names<'s> = Vec<(&'s str, AffineExpr)>;

/// Reads a name that none of `known` has.
fn parse_name<'s>(parser: &mut Parser<'_, 's>, known: &[&Names<'_>]) -> Result<&'s str> {
    let word = parser.word();
    if word.is_empty() {
        return Err(parser.wrong_token("expected bare identifier"));
    }
    if known
        .iter()
        .any(|names| names.iter().any(|(name, _)| *name == word))
    {
        return Err(parser.error(format!("redefinition of identifier '{word}'")));
    }
    parser.advance();
    Ok(word)
}

/// Reads names in brackets, if the bracket is there.
fn parse_names<'s>(
    parser: &mut Parser<'_, 's>,
    (open, delimiter, place): (TokenKind, Delimiter, &str),
    known: &Names<'_>,
    make: impl Fn(u32) -> AffineExpr,
) -> Result<Names<'s>> {
    let mut names = Names::new();
    if parser.is_at(open) {
        let mut more = parser.open_list(delimiter, place)?;
        while more {
            let name = parse_name(parser, &[known, &names])?;
            names.push((name, make(names.len() as u32)));
            more = parser.next_in_list(delimiter, place)?;
        }
    }
    Ok(names)
}

impl Map {
    /// Reads the map. As in MLIR, the types of levels follow those of a map before it.
    pub(super) fn read(&mut self, parser: &mut Parser<'_, '_>) -> Result<()> {
        let context = parser.context();
        let brackets = (
            TokenKind::LeftBracket,
            Delimiter::Square,
            " in symbol binding list",
        );
        let symbols = parse_names(parser, brackets, &Names::new(), |index| {
            context.affine_symbol(index)
        })?;
        let braces = (
            TokenKind::LeftBrace,
            Delimiter::Brace,
            " in level declaration list",
        );
        let declared = parse_names(parser, braces, &symbols, |index| context.affine_dim(index))?;

        const DIMENSIONS: &str = " in dimension-specifier list";
        let inputs = [declared.as_slice(), symbols.as_slice()].concat();
        let (mut dims, mut to_dim, mut slices) = (Names::new(), Vec::new(), Vec::new());
        let mut more = parser.open_list(Delimiter::Paren, DIMENSIONS)?;
        while more {
            let name = parse_name(parser, &[&symbols, &declared, &dims])?;
            dims.push((name, context.affine_dim(dims.len() as u32)));
            if parser.take(TokenKind::Equal) {
                to_dim.push(parser.parse_affine_expr_of(&inputs)?);
            }
            slices.push(parse_slice(parser)?);
            more = parser.next_in_list(Delimiter::Paren, DIMENSIONS)?;
        }
        parser.parse_token(TokenKind::Arrow, "expected '->'")?;
        let inputs = [dims.as_slice(), symbols.as_slice()].concat();
        let to_level = self.read_levels(parser, &declared, &inputs)?;

        let (place, symbols) = (parser.place(), symbols.len() as u32);
        let map = |inputs: usize, results: &[AffineExpr]| {
            let map = context.affine_map(inputs as u32, symbols, results);
            map.map_err(|error| parser.error_at(place, error.message()))
        };
        self.to_level = Some(map(dims.len(), &to_level)?);
        self.to_dim = match to_dim.is_empty() {
            true => None,
            false => Some(map(to_level.len(), &to_dim)?),
        };
        self.slices = match slices.iter().any(Option::is_some) {
            true => slices
                .into_iter()
                .map(|slice| slice.unwrap_or_else(|| whole(parser)))
                .collect(),
            false => Vec::new(),
        };
        Ok(())
    }

    /// Reads `(l0 = d0 : dense, …)`.
    fn read_levels<'s>(
        &mut self,
        parser: &mut Parser<'_, 's>,
        declared: &Names<'_>,
        inputs: &[(&'s str, AffineExpr)],
    ) -> Result<Vec<AffineExpr>> {
        const PLACE: &str = " in level-specifier list";
        let list = parser.place();
        let mut results = Vec::new();
        let mut more = parser.open_list(Delimiter::Paren, PLACE)?;
        while more {
            if !declared.is_empty() {
                parse_binding(parser, declared, results.len())?;
            }
            results.push(parser.parse_affine_expr_of(inputs)?);
            parser.parse_token(TokenKind::Colon, "expected ':'")?;
            self.levels.push(levels::parse(parser)?);
            more = parser.next_in_list(Delimiter::Paren, PLACE)?;
        }
        if !declared.is_empty() && results.len() != declared.len() {
            let message = format!(
                "Level-rank mismatch between forward-declarations and specifiers. Declared {} level-variables; but got {} \
                 level-specifiers.",
                declared.len(),
                results.len()
            );
            return Err(parser.symbol_error(list, message));
        }
        Ok(results)
    }
}

/// Reads `l0 =`, which names the level at an index.
fn parse_binding(parser: &mut Parser<'_, '_>, declared: &Names<'_>, index: usize) -> Result<()> {
    let place = parser.place();
    let word = parse_name(parser, &[])?;
    let Some(position) = declared.iter().position(|(name, _)| *name == word) else {
        return Err(parser.symbol_error(place, format!("use of undeclared identifier '{word}'")));
    };
    if position != index {
        let message = format!(
            "Level-variable ordering mismatch. The variable '{word}' was forward-declared as the {} level; but is bound by \
             the {} specification.",
            ordinal(position),
            ordinal(index)
        );
        return Err(parser.symbol_error(place, message));
    }
    parser.parse_token(TokenKind::Equal, "expected '='")
}

/// A number in MLIR's words, which have "3th".
fn ordinal(number: usize) -> String {
    match number {
        1 => "1st".to_owned(),
        2 => "2nd".to_owned(),
        _ => format!("{number}th"),
    }
}

/// Reads `: #sparse_tensor<slice(0, 4, 1)>`, if it is there.
fn parse_slice(parser: &mut Parser<'_, '_>) -> Result<Option<Attribute>> {
    if !parser.take(TokenKind::Colon) {
        return Ok(None);
    }
    let place = parser.place();
    let attribute = parser.parse_attribute(None)?;
    match attribute.is_symbol(parser.context(), "sparse_tensor", "slice") {
        true => Ok(Some(attribute)),
        false => Err(parser.symbol_error(place, "expected SparseTensorDimSliceAttr")),
    }
}

/// The slice that is the whole dimension.
fn whole(parser: &Parser<'_, '_>) -> Attribute {
    let context = parser.context();
    let info = context.attribute_info(context.identifier("sparse_tensor"), context.identifier("slice"));
    let values = [0, DYNAMIC, 1].map(|value| Some(context.i64_attribute(value)));
    let slice = info.and_then(|info| context.dialect_attribute(info, &values).ok());
    slice.unwrap_or_else(|| context.unit_attribute())
}

/// Prints the map of an encoding.
pub(super) fn print(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    let context = printer.context();
    let types = integers(context, values, LEVELS);
    let map = affine_map(context, values, TO_LEVEL)
        .unwrap_or_else(|| context.affine_identity_map(types.len() as u32));
    let slices = elements(context, values, SLICES);
    let list = |out: &mut Vec<u8>, letter: char, count: u32, after: &mut dyn FnMut(&mut Vec<u8>, usize)| {
        for index in 0..count {
            if index > 0 {
                out.extend_from_slice(b", ");
            }
            out.extend_from_slice(format!("{letter}{index}").as_bytes());
            after(out, index as usize);
        }
    };
    if map.num_symbols(context) > 0 {
        out.push(b'[');
        list(out, 's', map.num_symbols(context), &mut |_, _| {});
        out.push(b']');
    }
    out.push(b'(');
    list(out, 'd', map.num_dims(context), &mut |out, index| {
        if let Some(slice) = slices.get(index) {
            out.extend_from_slice(b" : ");
            printer.print_attribute(out, *slice, Elision::Never);
        }
    });
    out.extend_from_slice(b") -> (");
    for (index, (result, level)) in map.results(context).iter().zip(types).enumerate() {
        if index > 0 {
            out.extend_from_slice(b", ");
        }
        printer.print_affine_expr(out, result);
        out.extend_from_slice(b" : ");
        levels::print(out, level);
    }
    out.push(b')');
}
