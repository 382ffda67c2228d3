//! Printing affine expressions, maps and integer sets.

use tvmlike_ir::{AffineExpr, AffineExprKind, AffineMap, AffineOp, Context, IntegerSet};

use crate::integer::push_decimal;

/// Writes `(d0)[s0] -> (results)`.
pub(crate) fn print_map(out: &mut Vec<u8>, context: &Context, map: AffineMap) {
    print_inputs(out, map.num_dims(context), map.num_symbols(context));
    out.extend_from_slice(b" -> (");
    for (index, result) in map.results(context).iter().enumerate() {
        separate(out, index);
        print_expr(out, context, result, false);
    }
    out.push(b')');
}

/// Writes `(d0)[s0] : (constraints)`.
pub(crate) fn print_set(out: &mut Vec<u8>, context: &Context, set: IntegerSet) {
    print_inputs(out, set.num_dims(context), set.num_symbols(context));
    out.extend_from_slice(b" : (");
    for (index, constraint) in set.constraints(context).iter().enumerate() {
        separate(out, index);
        print_expr(out, context, constraint, false);
        let relation: &[u8] = if set.is_equality(context, index) {
            b" == 0"
        } else {
            b" >= 0"
        };
        out.extend_from_slice(relation);
    }
    out.push(b')');
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

/// Writes an expression; `strong` puts parentheses around operations.
pub(crate) fn print_expr(out: &mut Vec<u8>, context: &Context, expr: AffineExpr, strong: bool) {
    let (op, lhs, rhs) = match expr.kind(context) {
        AffineExprKind::Dim(position) => return name(out, b'd', position),
        AffineExprKind::Symbol(position) => return name(out, b's', position),
        AffineExprKind::Constant(value) => return push_decimal(out, value),
        AffineExprKind::Binary { op, lhs, rhs } => (op, lhs, rhs),
    };
    if strong {
        out.push(b'(');
    }
    match op {
        AffineOp::Add => print_sum(out, context, lhs, rhs),
        AffineOp::Mul if rhs.constant(context) == Some(-1) => {
            out.push(b'-');
            print_expr(out, context, lhs, true);
        }
        _ => {
            let spelling: &[u8] = match op {
                AffineOp::Mul => b" * ",
                AffineOp::FloorDiv => b" floordiv ",
                AffineOp::CeilDiv => b" ceildiv ",
                AffineOp::Mod | AffineOp::Add => b" mod ",
            };
            print_expr(out, context, lhs, true);
            out.extend_from_slice(spelling);
            print_expr(out, context, rhs, true);
        }
    }
    if strong {
        out.push(b')');
    }
}

/// Writes a sum; negative right sides become differences.
fn print_sum(out: &mut Vec<u8>, context: &Context, lhs: AffineExpr, rhs: AffineExpr) {
    print_expr(out, context, lhs, false);
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
                print_expr(out, context, factor, is_sum);
            } else {
                print_expr(out, context, factor, true);
                out.extend_from_slice(b" * ");
                push_decimal(out, times.wrapping_neg());
            }
        }
        _ => {
            out.extend_from_slice(b" + ");
            print_expr(out, context, rhs, false);
        }
    }
}

fn name(out: &mut Vec<u8>, letter: u8, position: u32) {
    out.push(letter);
    push_decimal(out, position);
}
