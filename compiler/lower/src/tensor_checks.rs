//! Checks of what operations on tensors require of sizes that their types do not tell: `tensor.concat`, `tensor.reshape`,
//! `linalg.pack`.
//!
//! Invariant: one `cf.assert` before the operation, and none if the sizes are known, which the verifier compares.

use tvmlike_ir::{Context, DYNAMIC, InsertionPoint, Op, Rewriter, Value};

use crate::allocation_checks::Checks;
use crate::linalg_decompose::Tiles;
use crate::make::{Make, build, detached_for, index_constant, property};
use crate::number;

/// Predicates of `arith.cmpi`.
const EQUAL: i64 = 0;
const NOT_LESS: i64 = 5;

/// Whether an operation is one of those that are checked.
pub(crate) fn is_checked(context: &Context, op: Op) -> bool {
    ["tensor.concat", "tensor.reshape", "linalg.pack"]
        .iter()
        .any(|name| op.is_named(context, name))
}

/// Adds the check of an operation; `None`: there is nothing to check.
pub(crate) fn check(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut checks = SizeChecks {
        all: None,
        checks: Checks::new(rewriter, op),
    };
    let reason = match op.name(context).bytes(context) {
        b"tensor.concat" => {
            checks.concat(op)?;
            "the sizes of the parts do not fit each other, or the result"
        }
        b"tensor.reshape" => {
            checks.reshape(op)?;
            "the shape has another number of elements than the source"
        }
        _ => {
            checks.pack(op)?;
            "the tiles are not those of the source"
        }
    };
    let all = checks.all?;
    checks.checks.assert(all, reason);
    Some(())
}

fn shape(context: &Context, value: Value) -> Option<Vec<i64>> {
    Some(value.ty(context).shape(context)?.to_vec())
}

/// What all has to hold.
struct SizeChecks<'r, 'e, 'c> {
    checks: Checks<'r, 'e, 'c>,
    all: Option<Value>,
}

impl SizeChecks<'_, '_, '_> {
    fn constant(&mut self, value: i64) -> Value {
        index_constant(self.checks.rewriter, self.checks.location, value)
    }

    fn size(&mut self, tensor: Value, dim: usize) -> Option<Value> {
        let context = self.checks.context();
        Some(match *shape(context, tensor)?.get(dim)? {
            DYNAMIC => {
                let dim = self.constant(i64::try_from(dim).ok()?);
                let index = context.index_type();
                Make::new("tensor.dim", &[tensor, dim], &[index])
                    .value(self.checks.rewriter, self.checks.location)
            }
            size => self.constant(size),
        })
    }

    fn require(&mut self, holds: Value) {
        self.all = Some(match self.all {
            Some(all) => self.checks.binary("arith.andi", all, holds),
            None => holds,
        });
    }

    fn require_equal(&mut self, lhs: Value, rhs: Value) {
        let holds = self.checks.compare(EQUAL, lhs, rhs);
        self.require(holds);
    }

    /// The parts are alike but in one dimension, whose sum is the size of the result.
    fn concat(&mut self, op: Op) -> Option<()> {
        let context = self.checks.context();
        let along = usize::try_from(number::of(context, property(context, op, "dim")?)?).ok()?;
        let result = shape(context, op.result(context, 0)?)?;
        let parts: Vec<Value> = op.operands(context).collect();
        let sizes: Option<Vec<Vec<i64>>> = parts.iter().map(|part| shape(context, *part)).collect();
        let sizes = sizes?;
        for (dim, known) in result.iter().enumerate() {
            let is_open = |sizes: &Vec<i64>| sizes[dim] == DYNAMIC;
            if !sizes.iter().any(is_open) {
                continue;
            }
            if dim != along {
                let expected = match *known {
                    DYNAMIC => self.size(parts[0], dim)?,
                    known => self.constant(known),
                };
                let rest = if *known == DYNAMIC { 1.. } else { 0.. };
                for part in &parts[rest] {
                    let size = self.size(*part, dim)?;
                    self.require_equal(expected, size);
                }
            } else if *known != DYNAMIC {
                let mut sum = self.constant(0);
                for part in &parts {
                    let size = self.size(*part, dim)?;
                    sum = self.checks.binary("arith.addi", sum, size);
                }
                let expected = self.constant(*known);
                self.require_equal(expected, sum);
            }
        }
        Some(())
    }

    /// As many elements as before, none of the sizes negative, and those that the type tells.
    fn reshape(&mut self, op: Op) -> Option<()> {
        let context = self.checks.context();
        let (source, sizes) = (op.operand(context, 0)?, op.operand(context, 1)?);
        let known = shape(context, op.result(context, 0)?);
        let rank = usize::try_from(*shape(context, sizes)?.first()?)
            .ok()
            .filter(|rank| *rank <= 64 || known.is_some())?;
        let (zero, mut count) = (self.constant(0), self.constant(1));
        let index = context.index_type();
        for dim in 0..rank {
            let at = self.constant(i64::try_from(dim).ok()?);
            let element = sizes.ty(context).element_type(context)?;
            let mut size = Make::new("tensor.extract", &[sizes, at], &[element])
                .value(self.checks.rewriter, self.checks.location);
            if element != index {
                size = Make::new("arith.index_cast", &[size], &[index])
                    .value(self.checks.rewriter, self.checks.location);
            }
            let is_size = self.checks.compare(NOT_LESS, size, zero);
            self.require(is_size);
            if let Some(known) = known.as_ref().and_then(|known| known.get(dim))
                && *known != DYNAMIC
            {
                let known = self.constant(*known);
                self.require_equal(known, size);
            }
            let product = Make::new("arith.mului_extended", &[count, size], &[index, index])
                .at(self.checks.rewriter, self.checks.location);
            let (low, high) = (product.result(context, 0)?, product.result(context, 1)?);
            self.require_equal(high, zero);
            count = low;
        }
        let before = self.elements(source)?;
        self.require_equal(before, count);
        Some(())
    }

    /// The number of elements of a tensor.
    fn elements(&mut self, tensor: Value) -> Option<Value> {
        let mut count = self.constant(1);
        let Some(shape) = shape(self.checks.context(), tensor) else {
            return self.elements_of_unranked(tensor, count);
        };
        for dim in 0..shape.len() {
            let size = self.size(tensor, dim)?;
            count = self.checks.binary("arith.muli", count, size);
        }
        Some(count)
    }

    /// The number of elements of a tensor of unknown rank, by a loop over its dimensions.
    fn elements_of_unranked(&mut self, tensor: Value, one: Value) -> Option<Value> {
        let (zero, location) = (self.constant(0), self.checks.location);
        let rewriter = &mut *self.checks.rewriter;
        let index = rewriter.context().index_type();
        let rank = Make::new("tensor.rank", &[tensor], &[index]).value(rewriter, location);
        let (made, body) = detached_for(rewriter.edit(), location, [zero, rank, one], &[one])?;
        rewriter.at(Some(InsertionPoint::at_end(body)), |rewriter| {
            let mut arguments = body.arguments(rewriter.context());
            let (dim, count) = (arguments.next()?, arguments.next()?);
            let size = Make::new("tensor.dim", &[tensor, dim], &[index]).value(rewriter, location);
            let count = Make::new("arith.muli", &[count, size], &[index]).value(rewriter, location);
            Make::new("scf.yield", &[count], &[]).at(rewriter, location);
            Some(())
        })?;
        build(rewriter, made, location).result(rewriter.context(), 0)
    }

    /// As many tiles as the source has, the last of which can be filled up.
    fn pack(&mut self, op: Op) -> Option<()> {
        let context = self.checks.context();
        let (source, target) = (op.operand(context, 0)?, op.operand(context, 1)?);
        let (from, to) = (shape(context, source)?, shape(context, target)?);
        let tiles = Tiles::of(context, op, from.len())?;
        for (dim, tile, outer) in tiles.iter() {
            if from[dim] != DYNAMIC && to[outer] != DYNAMIC {
                continue;
            }
            let (size, count) = (self.size(source, dim)?, self.size(target, outer)?);
            let tile = self.constant(tile);
            let expected = self.checks.binary("arith.ceildivui", size, tile);
            self.require_equal(expected, count);
        }
        Some(())
    }
}
