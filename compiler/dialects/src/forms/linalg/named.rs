//! The forms of named structured operations, whose bodies the text does not show.

use tvmlike_ir::{Attribute, Context, NamedAttribute, Op};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::{groups, maps};
use crate::forms::lists;
use crate::structured::{self, Body, Named};

/// Where MLIR keeps the maps of an operation after it has computed them.
const COMPUTED_MAPS: &str = "linalg.memoized_indexing_maps";
/// The property with the function of `linalg.elementwise`.
const KIND: &str = "kind";

/// How the text shows indexing maps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Maps {
    Never,
    Required,
    /// As one attribute, unless they are the usual ones.
    Array(&'static Named),
    /// One by one, unless they are the usual ones.
    List(&'static Named),
}

impl Maps {
    fn usual(self, context: &Context) -> Option<Vec<Attribute>> {
        let (Self::Array(named) | Self::List(named)) = self else {
            return None;
        };
        let maps = structured::default_maps(context, named)?;
        Some(
            maps.into_iter()
                .map(|map| context.affine_map_attribute(map))
                .collect(),
        )
    }
}

impl PartialEq for Named {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Named {}

/// `indexing_maps = […] {…} ins(…) outs(…) {…} -> type`.
pub(super) struct Structured {
    arguments: usize,
    computation: &'static str,
    maps: Maps,
}

impl Structured {
    /// The form of a named operation.
    pub(super) fn named(named: &'static Named) -> Self {
        Self {
            arguments: named.arguments,
            computation: named.computation,
            maps: match named.name {
                "matmul" => Maps::Array(named),
                "batch_matmul" | "batch_reduce_matmul" => Maps::List(named),
                _ => Maps::Never,
            },
        }
    }

    /// The form of `linalg.contract`.
    pub(super) fn contract() -> Self {
        Self {
            arguments: 3,
            computation: structured::CONTRACTION,
            maps: Maps::Required,
        }
    }
}

impl OpSyntax for Structured {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let given = match self.maps {
            Maps::Never => None,
            Maps::Required | Maps::Array(_) => maps::parse_array(parser)?,
            Maps::List(_) => maps::parse_list(parser)?,
        };
        if self.maps == Maps::Required && given.is_none() {
            return Err(parser.op_error(parser.place(), "expected 'indexing_maps' attribute"));
        }
        let usual = || {
            self.maps
                .usual(context)
                .map(|maps| context.array_attribute(&maps))
        };
        parts
            .attributes
            .extend(given.or_else(usual).map(|value| NamedAttribute {
                name: context.identifier(maps::NAME),
                value,
            }));
        parse_rest(parser, parts, self.arguments, self.computation)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some([inputs, _]) = lists::segments(context, op) else {
            return false;
        };
        if !lists::has_only_regions(context, op, 1) {
            return false;
        }
        let mut hidden = vec![lists::SEGMENTS];
        if self.maps != Maps::Required {
            hidden.push(COMPUTED_MAPS);
        }
        if self.maps != Maps::Never {
            let given = maps::of(context, op);
            if let Some(given) = given.filter(|given| self.maps.usual(context).as_ref() != Some(given)) {
                maps::print(printer, &given);
            }
            hidden.push(maps::NAME);
        }
        print_rest(printer, op, inputs, &hidden);
        true
    }
}

/// Reads `{…} ins(…) outs(…) {…} -> type`, and builds the body.
fn parse_rest(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    arguments: usize,
    computation: &str,
) -> Result<()> {
    let context = parser.context();
    let place = parser.place();
    let types = groups::parse(parser, parts, true)?;
    parser.parse_optional_attr_dict(&mut parts.attributes)?;
    parts.results = lists::optional_arrow_types(parser)?;
    let all: Vec<_> = types
        .inputs
        .iter()
        .chain(&types.outputs)
        .map(|ty| groups::argument_type(context, *ty))
        .collect();
    if all.len() != arguments {
        let message = format!(
            "[parseNamedStructuredOpRegion] ods-gen generated region expects {arguments} args, got {}",
            all.len()
        );
        return Err(parser.op_error(parser.place(), message));
    }
    let cast = structured::cast_of(context, &parts.attributes);
    let region = parser.create_open_region();
    let block = structured::create_block(parser.edit(), region, &all);
    Body::new(parser.edit(), block, cast)
        .build(computation)
        .map_err(|message| parser.op_error(place, message))?;
    parts.regions.push(region);
    parser.refuse_duplicates(parts)
}

fn print_rest(printer: &mut OperationPrinter<'_>, op: Op, inputs: usize, hidden: &[&str]) {
    printer.write_attr_dict(&lists::entries(printer.context(), op, hidden));
    groups::print(printer, op, inputs);
    lists::print_optional_arrow_types(printer, op);
}

/// `kind=#linalg.elementwise_kind<add> indexing_maps = […] {…} ins(…) outs(…) -> type`.
pub(super) struct Elementwise;

/// An identity map for each operand.
fn identities(context: &Context, rank: usize, count: usize) -> Vec<Attribute> {
    let map = context.affine_identity_map(rank as u32);
    vec![context.affine_map_attribute(map); count]
}

impl OpSyntax for Elementwise {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        parser.parse_keyword(KIND)?;
        parser.parse_token(TokenKind::Equal, "expected '='")?;
        let kind = parser.parse_attribute(None)?;
        let Some(function) = structured::function(context, kind) else {
            return Err(parser.op_error(parser.place(), "expected ElementwiseKind attribute"));
        };
        let entry = |name: &str, value| NamedAttribute {
            name: context.identifier(name),
            value,
        };
        parts.attributes.push(entry(KIND, kind));
        let given = maps::parse_list(parser)?;
        let (computation, inputs) = structured::elementwise_computation(&function);
        parse_rest(parser, parts, inputs + 1, &computation)?;
        let maps = match given {
            Some(maps) => maps,
            None => {
                let output = parts.operands.last().map(|output| output.ty(context));
                let Some(output) = output.filter(|output| output.is_shaped(context)) else {
                    return Err(parser.op_error(parser.place(), "return type needs to be shaped type"));
                };
                context.array_attribute(&identities(
                    context,
                    output.rank(context).unwrap_or(0),
                    inputs + 1,
                ))
            }
        };
        parts.attributes.push(entry(maps::NAME, maps));
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let kind = op.property(context, context.identifier(KIND));
        let kind = kind.and_then(|kind| Some((kind, structured::function(context, kind)?)));
        let rank = structured::inputs(context, op)
            .and_then(|index| op.operand(context, index)?.ty(context).rank(context));
        let (Some((kind, function)), Some(rank), Some([inputs, _])) =
            (kind, rank, lists::segments(context, op))
        else {
            return false;
        };
        if !lists::has_only_regions(context, op, 1) {
            return false;
        }
        printer.write(b" kind=");
        printer.write_attribute(kind);
        let (_, arguments) = structured::elementwise_computation(&function);
        let given = maps::of(context, op).unwrap_or_default();
        if given != identities(context, rank, arguments + 1) {
            maps::print(printer, &given);
        }
        print_rest(printer, op, inputs, &[lists::SEGMENTS, KIND, maps::NAME]);
        true
    }
}
