//! Affine maps and expressions of values, as operations of the dialect affine show them: `[%i + symbol(%n), 0]`.

use tvmlike_ir::{AffineExpr, AffineExprKind, AffineMap, Value};
use tvmlike_syntax::Span;

use super::parser::OperationParser;
use super::print::OperationPrinter;
use super::values::UnresolvedOperand;
use crate::affine::{ValueInputs, plain_input};
use crate::error::Result;
use crate::parser::Delimiter;

/// The values that an expression or a map is of.
#[derive(Debug, Default)]
pub struct AffineOperands {
    /// The dimensions.
    pub dims: Vec<UnresolvedOperand>,
    /// The symbols.
    pub symbols: Vec<UnresolvedOperand>,
}

impl AffineOperands {
    /// The dimensions, then the symbols.
    pub fn all(&self) -> impl Iterator<Item = UnresolvedOperand> + '_ {
        self.dims.iter().chain(&self.symbols).copied()
    }
}

impl<'s> OperationParser<'_, '_, 's> {
    /// Reads `[%i + 1, symbol(%n)]` as a map of values, which the first use of a value makes a dimension or a symbol.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_affine_map_of_values(
        &mut self,
        delimiter: Delimiter,
    ) -> Result<(AffineMap, AffineOperands)> {
        let (map, values) = self.parser.parse_map_of_values(delimiter)?;
        Ok((map, self.affine_operands(&values)))
    }

    /// Reads `%i + symbol(%n)` as an expression of values.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_affine_expr_of_values(&mut self) -> Result<(AffineExpr, AffineOperands)> {
        let (expr, values) = self.parser.parse_expr_of_values()?;
        Ok((expr, self.affine_operands(&values)))
    }

    fn affine_operands(&mut self, values: &ValueInputs<'s>) -> AffineOperands {
        let mut unresolved = |names: &[(Span, u32)]| -> Vec<UnresolvedOperand> {
            let operand = |&(span, number): &(Span, u32)| UnresolvedOperand {
                name: self.values.name(&self.parser.bytes(span)[1..]),
                number,
                span,
            };
            names.iter().map(operand).collect()
        };
        AffineOperands {
            dims: unresolved(&values.dims),
            symbols: unresolved(&values.symbols),
        }
    }
}

impl OperationPrinter<'_> {
    /// Writes an affine expression of values. An input without a value gets its usual name.
    pub fn write_affine_expr_of_values(&mut self, expr: AffineExpr, dims: &[Value], symbols: &[Value]) {
        let numbering = &self.numbering;
        let write = |out: &mut Vec<u8>, input: AffineExprKind| {
            let value = match input {
                AffineExprKind::Dim(position) => dims.get(position as usize),
                AffineExprKind::Symbol(position) => symbols.get(position as usize),
                _ => None,
            };
            match (input, value) {
                (AffineExprKind::Dim(_), Some(value)) => numbering.write_value(out, *value, true),
                (_, Some(value)) => {
                    out.extend_from_slice(b"symbol(");
                    numbering.write_value(out, *value, true);
                    out.push(b')');
                }
                (input, None) => plain_input(out, input),
            }
        };
        self.printer.print_expr(&mut self.out, expr, false, &write);
    }

    /// Writes an argument of a region with its location: `%a loc(…)`.
    pub fn write_named_region_argument(&mut self, argument: Value) {
        self.write_value(argument);
        self.print_argument_location(argument.location(self.context));
    }

    /// Writes the results of an affine map of values, without brackets.
    pub fn write_affine_map_of_values(&mut self, map: AffineMap, operands: &[Value]) {
        let context = self.context();
        let dims = map.num_dims(context) as usize;
        let (dims, symbols) = operands.split_at(dims.min(operands.len()));
        for (index, result) in map.results(context).iter().enumerate() {
            if index > 0 {
                self.write(b", ");
            }
            self.write_affine_expr_of_values(result, dims, symbols);
        }
    }
}
