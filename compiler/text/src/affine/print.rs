//! Printing affine expressions, maps and integer sets.
//!
//! Expressions that share parts can have more text than any memory holds, as types and attributes can.

use tvmlike_ir::{AffineExpr, AffineExprKind, AffineMap, AffineOp, IntegerSet};

use crate::integer::push_decimal;
use crate::printer::Printer;

/// Writes a dimension or a symbol.
pub(crate) type WriteInput<'a> = &'a dyn Fn(&mut Vec<u8>, AffineExprKind);

impl Printer<'_> {
    /// Writes `(d0)[s0] -> (results)`.
    pub fn print_map(&mut self, out: &mut Vec<u8>, map: AffineMap) {
        let context = self.context();
        print_inputs(out, map.num_dims(context), map.num_symbols(context));
        out.extend_from_slice(b" -> (");
        for (index, result) in map.results(context).iter().enumerate() {
            separate(out, index);
            self.print_affine_expr(out, result);
        }
        out.push(b')');
    }

    /// Writes `(d0)[s0] : (constraints)`.
    pub fn print_set(&mut self, out: &mut Vec<u8>, set: IntegerSet) {
        let context = self.context();
        print_inputs(out, set.num_dims(context), set.num_symbols(context));
        out.extend_from_slice(b" : (");
        for (index, constraint) in set.constraints(context).iter().enumerate() {
            separate(out, index);
            self.print_affine_expr(out, constraint);
            let relation: &[u8] = if set.is_equality(context, index) {
                b" == 0"
            } else {
                b" >= 0"
            };
            out.extend_from_slice(relation);
        }
        out.push(b')');
    }

    /// Writes an expression whose inputs have their usual names.
    pub fn print_affine_expr(&mut self, out: &mut Vec<u8>, expr: AffineExpr) {
        self.print_expr(out, expr, false, &plain_input);
    }

    /// Writes an expression; `strong` puts parentheses around operations.
    pub(crate) fn print_expr(
        &mut self,
        out: &mut Vec<u8>,
        expr: AffineExpr,
        strong: bool,
        inputs: WriteInput<'_>,
    ) {
        let (op, lhs, rhs) = match expr.kind(self.context()) {
            input @ (AffineExprKind::Dim(_) | AffineExprKind::Symbol(_)) => return inputs(out, input),
            AffineExprKind::Constant(value) => return push_decimal(out, value),
            AffineExprKind::Binary { op, lhs, rhs } => (op, lhs, rhs),
        };
        self.print_compound_part(out, |printer, out| {
            printer.print_binary(out, (op, lhs, rhs), strong, inputs)
        });
    }

    fn print_binary(
        &mut self,
        out: &mut Vec<u8>,
        (op, lhs, rhs): (AffineOp, AffineExpr, AffineExpr),
        strong: bool,
        inputs: WriteInput<'_>,
    ) {
        let context = self.context();
        if strong {
            out.push(b'(');
        }
        match op {
            AffineOp::Add => self.print_sum(out, lhs, rhs, inputs),
            AffineOp::Mul if rhs.constant(context) == Some(-1) => {
                out.push(b'-');
                self.print_expr(out, lhs, true, inputs);
            }
            _ => {
                let spelling: &[u8] = match op {
                    AffineOp::Mul => b" * ",
                    AffineOp::FloorDiv => b" floordiv ",
                    AffineOp::CeilDiv => b" ceildiv ",
                    AffineOp::Mod | AffineOp::Add => b" mod ",
                };
                self.print_expr(out, lhs, true, inputs);
                out.extend_from_slice(spelling);
                self.print_expr(out, rhs, true, inputs);
            }
        }
        if strong {
            out.push(b')');
        }
    }

    /// Writes a sum; negative right sides become differences.
    fn print_sum(&mut self, out: &mut Vec<u8>, lhs: AffineExpr, rhs: AffineExpr, inputs: WriteInput<'_>) {
        let context = self.context();
        self.print_expr(out, lhs, false, inputs);
        match rhs.kind(context) {
            AffineExprKind::Constant(value) if value < 0 => {
                out.extend_from_slice(b" - ");
                // MLIR writes the least integer with its sign here.
                push_decimal(out, value.wrapping_neg());
            }
            AffineExprKind::Binary {
                op: AffineOp::Mul,
                lhs: factor,
                rhs: times,
            } if times.constant(context).is_some_and(|times| times < 0) => {
                out.extend_from_slice(b" - ");
                let times = times.constant(context).unwrap_or(-1);
                if times == -1 {
                    let is_sum = matches!(
                        factor.kind(context),
                        AffineExprKind::Binary {
                            op: AffineOp::Add,
                            ..
                        }
                    );
                    self.print_expr(out, factor, is_sum, inputs);
                } else {
                    self.print_expr(out, factor, true, inputs);
                    out.extend_from_slice(b" * ");
                    push_decimal(out, times.wrapping_neg());
                }
            }
            _ => {
                out.extend_from_slice(b" + ");
                self.print_expr(out, rhs, false, inputs);
            }
        }
    }
}

/// Writes an input by its position: `d0`, `s0`.
pub(crate) fn plain_input(out: &mut Vec<u8>, input: AffineExprKind) {
    match input {
        AffineExprKind::Symbol(position) => name(out, b's', position),
        AffineExprKind::Dim(position) => name(out, b'd', position),
        // Only inputs are written in this way.
        AffineExprKind::Constant(_) | AffineExprKind::Binary { .. } => {}
    }
}

fn separate(out: &mut Vec<u8>, index: usize) {
    if index > 0 {
        out.extend_from_slice(b", ");
    }
}

fn print_inputs(out: &mut Vec<u8>, dims: u32, symbols: u32) {
    out.push(b'(');
    print_names(out, b'd', dims);
    out.push(b')');
    if symbols > 0 {
        out.push(b'[');
        print_names(out, b's', symbols);
        out.push(b']');
    }
}

fn print_names(out: &mut Vec<u8>, letter: u8, count: u32) {
    for position in 0..count {
        separate(out, position as usize);
        name(out, letter, position);
    }
}

fn name(out: &mut Vec<u8>, letter: u8, position: u32) {
    out.push(letter);
    push_decimal(out, position);
}
