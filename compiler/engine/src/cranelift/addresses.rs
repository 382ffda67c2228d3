//! Addresses of elements: sums of products, the parts that change least first.
//!
//! The lowering of memrefs computes one index, `i * stride + j`, and scales it. Here the sum is taken apart, and each product is
//! added to the address in bytes, those of outer loops first: then Cranelift hoists the address of a row out of the loop over
//! it, and an access is `[row + j * 4]`. Invariant: the arithmetic of 64 bits wraps, so sums and products of bytes are exactly
//! the scaled index.

use cranelift_codegen::ir::{InstBuilder, Value, types};
use tvmlike_ir::{AttributeKind, Op};

use super::function::{Leaves, Translator};
use crate::address;
use crate::error::Result;
use crate::opcode::Opcode;

/// The deepest sum that is taken apart.
const DEPTH: usize = 6;

/// A product of bytes.
struct Term {
    /// The loops around the definition of the factor that changes most.
    depth: usize,
    /// The factor that changes most.
    inner: tvmlike_ir::Value,
    /// The other factor, if there is one.
    outer: Option<tvmlike_ir::Value>,
    /// The bytes of one.
    scale: i64,
}

/// A sum of products.
#[derive(Default)]
struct Sum {
    terms: Vec<Term>,
    constant: i64,
}

impl Translator<'_, '_, '_> {
    /// Translates the computation of an address.
    pub(super) fn gep(&mut self, op: Op) -> Result<()> {
        let offset = address::offset_of(self.program, op)?;
        let mut address = self.scalar_operand(op, 0)?;
        let mut sum = Sum {
            terms: Vec::new(),
            constant: offset.constant,
        };
        for (index, size) in offset.dynamic {
            self.collect(index, size, 0, &mut sum);
        }
        sum.terms.sort_by_key(|term| term.depth);
        for term in &sum.terms {
            let bytes = self.bytes_of(op, term)?;
            address = self.builder.ins().iadd(address, bytes);
        }
        let address = self.add_constant(address, sum.constant);
        self.define(op, Leaves::from_slice(&[address]))
    }

    /// Adds the products of an index to a sum.
    fn collect(&self, index: tvmlike_ir::Value, scale: i64, depth: usize, sum: &mut Sum) {
        let context = self.program.context;
        let definition = index.defining_op(context).filter(|_| {
            // The arithmetic of other widths wraps elsewhere.
            depth < DEPTH && index.ty(context).is_signless_integer(context, 64)
        });
        let opcode = definition.and_then(|op| self.program.opcodes.get(op.name(context)));
        if let (Some(op), Some(opcode)) = (definition, opcode) {
            match (opcode, op.operand(context, 0), op.operand(context, 1)) {
                (Opcode::Add, Some(left), Some(right)) => {
                    self.collect(left, scale, depth + 1, sum);
                    self.collect(right, scale, depth + 1, sum);
                    return;
                }
                (Opcode::Sub, Some(left), Some(right)) => {
                    self.collect(left, scale, depth + 1, sum);
                    self.collect(right, scale.wrapping_neg(), depth + 1, sum);
                    return;
                }
                (Opcode::Mul, Some(left), Some(right)) => {
                    let (a, b) = (self.loops_around(left), self.loops_around(right));
                    let (inner, outer) = if a >= b { (left, right) } else { (right, left) };
                    // The products of the iterations of an unrolled loop differ by what the loop does not change.
                    let (inner, constant) = self.without_constant(inner);
                    if constant != 0 {
                        sum.terms.push(Term {
                            depth: self.loops_around(outer),
                            inner: outer,
                            outer: None,
                            scale: scale.wrapping_mul(constant),
                        });
                    }
                    sum.terms.push(Term {
                        depth: a.max(b),
                        inner,
                        outer: Some(outer),
                        scale,
                    });
                    return;
                }
                (Opcode::Constant, ..) => {
                    if let Some(number) = self.constant_number(index) {
                        sum.constant = sum.constant.wrapping_add(number.wrapping_mul(scale));
                        return;
                    }
                }
                _ => {}
            }
        }
        sum.terms.push(Term {
            depth: self.loops_around(index),
            inner: index,
            outer: None,
            scale,
        });
    }

    /// A value of 64 bits as one to which a constant is added.
    fn without_constant(&self, value: tvmlike_ir::Value) -> (tvmlike_ir::Value, i64) {
        let context = self.program.context;
        let sum = value.defining_op(context).filter(|op| {
            value.ty(context).is_signless_integer(context, 64)
                && self.program.opcodes.get(op.name(context)) == Some(Opcode::Add)
        });
        let parts = sum.and_then(|op| Some((op.operand(context, 0)?, op.operand(context, 1)?)));
        match parts.and_then(|(rest, added)| Some((rest, self.constant_number(added)?))) {
            Some((rest, constant)) => (rest, constant),
            None => (value, 0),
        }
    }

    /// The number that a constant is.
    fn constant_number(&self, value: tvmlike_ir::Value) -> Option<i64> {
        let context = self.program.context;
        let op = value.defining_op(context)?;
        if self.program.opcodes.get(op.name(context)) != Some(Opcode::Constant) {
            return None;
        }
        match op.property(context, self.program.keys.value)?.kind(context) {
            AttributeKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        }
    }

    fn loops_around(&self, value: tvmlike_ir::Value) -> usize {
        let block = value.parent_block(self.program.context);
        block.map_or(0, |block| self.loops.depth(block))
    }

    /// The bytes of a product.
    fn bytes_of(&mut self, op: Op, term: &Term) -> Result<Value> {
        let inner = self.index_value(op, term.inner)?;
        let Some(outer) = term.outer else {
            return Ok(self.scaled(inner, term.scale));
        };
        let outer = self.index_value(op, outer)?;
        let bytes = self.scaled(outer, term.scale);
        Ok(self.builder.ins().imul(inner, bytes))
    }

    fn index_value(&mut self, op: Op, value: tvmlike_ir::Value) -> Result<Value> {
        match *self.value(op, value)? {
            [index] => Ok(self.sign_extend(types::I64, index)),
            _ => Err(self.about(op, "addresses of vectors are not supported by Cranelift")),
        }
    }

    /// `value * scale`
    fn scaled(&mut self, value: Value, scale: i64) -> Value {
        match scale {
            1 => value,
            scale if scale > 0 && (scale as u64).is_power_of_two() => {
                self.shift_left(value, scale.trailing_zeros())
            }
            scale => {
                let scale = self.constant(types::I64, scale as u128);
                self.builder.ins().imul(value, scale)
            }
        }
    }
}
