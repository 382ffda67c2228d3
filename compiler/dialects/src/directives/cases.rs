//! The cases of `scf.index_switch` and of `emitc.switch`, which forms and directives read and print, and the other case of
//! `wasmssa.if`.

use tvmlike_define::Directive;
use tvmlike_ir::Region;
use tvmlike_text::{OperationParser, OperationPrinter, RegionStyle, Result};

use super::values::integer;
use crate::llvm::integers;

/// Reads `case 1 { … } case 2 { … }`.
pub(crate) fn parse(parser: &mut OperationParser<'_, '_, '_>) -> Result<(Vec<i64>, Vec<Region>)> {
    let (mut cases, mut regions) = (Vec::new(), Vec::new());
    while parser.take_word("case") {
        cases.push(integer(parser)?);
        regions.push(parser.parse_region()?);
    }
    Ok((cases, regions))
}

/// Prints what [`parse`] reads, each case on its own line.
pub(crate) fn print(printer: &mut OperationPrinter<'_>, cases: impl Iterator<Item = (i64, Region)>) {
    for (case, region) in cases {
        printer.write_newline();
        printer.write(format!("case {case} ").as_bytes());
        let style = RegionStyle {
            entry_arguments: false,
            ..RegionStyle::default()
        };
        printer.print_region(region, style);
    }
}

/// `custom<SwitchCases>($cases, $caseRegions)`: `case 1 { … } case 2 { … }`, each on its own line.
pub(super) const SWITCH: Directive = Directive {
    parse: |parser| {
        let (numbers, regions) = parse(parser)?;
        let numbers = parser.context().dense_i64_array(&numbers);
        parser.set_attribute(0, numbers);
        for region in regions {
            parser.add_region(1, region);
        }
        Ok(true)
    },
    print: |parts, printer| {
        let numbers = integers(parts.context(), parts.attribute(0)).unwrap_or_default();
        print(printer, numbers.into_iter().zip(parts.regions(1)));
    },
    fits: |parts| {
        let cases = integers(parts.context(), parts.attribute(0));
        cases.is_some_and(|cases| cases.len() == parts.regions(1).len())
    },
};

/// `custom<ElseRegion>($else)` of `wasmssa`: `else { … }`, if the region has blocks. The word can be in quotes. MLIR prints it
/// so that it cannot be read, as `"else "{ … }`.
pub(super) const ELSE: Directive = Directive {
    parse: |parser| {
        let region = match parser.take_word("else") || parser.take_word("\"else\"") {
            true => parser.parse_region()?,
            false => parser.create_open_region(),
        };
        parser.add_region(0, region);
        Ok(true)
    },
    print: |parts, printer| {
        let region = parts.regions(0).into_iter().next();
        if let Some(region) = region.filter(|region| region.first_block(parts.context()).is_some()) {
            printer.write(b"else ");
            printer.print_region(region, RegionStyle::default());
        }
    },
    fits: |parts| parts.regions(0).len() == 1,
};
