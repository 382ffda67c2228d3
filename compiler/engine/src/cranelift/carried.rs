//! Elements of memory that a loop reads and writes in each iteration, such as a sum.
//!
//! Cranelift does not forward a store to a load of the next iteration. So the value that such a loop stores is an argument of
//! its head, with a flag: whether it was stored yet. The first load takes the argument if it was, and reads memory if not. The
//! stores stay, so other reads of the memory see them. Invariant: nothing in the loop writes memory but stores of one type to
//! one address, which is the same in all iterations; then the argument is what the first load would read, whatever else
//! refers to the memory.

use tvmlike_ir::{Block, Context, Op, Value};

use super::loops::Loops;
use super::part::parts_of;
use crate::opcode::Opcode;
use crate::program::Program;
use crate::types::Scalar;

/// How deep expressions of addresses are compared.
const DEPTH: usize = 8;

/// An element that a loop reads, then writes, in each iteration.
#[derive(Clone, Copy)]
pub(super) struct Carried {
    /// The head of the loop.
    pub(super) head: Block,
    /// The block of the loop that branches back: the other one, or the head itself.
    pub(super) body: Block,
    /// The first read.
    pub(super) load: Op,
    /// The last write.
    pub(super) store: Op,
}

/// The elements that the loops of a function carry, at most one of each loop. Loops of one and of two blocks are considered,
/// which are what innermost loops of scf become.
pub(super) fn find(program: &Program<'_>, loops: &Loops, has_vectors: bool) -> Vec<Carried> {
    let pairs = loops.pairs();
    let found = pairs.filter_map(|pair| find_in(program, has_vectors, pair));
    found.collect()
}

fn find_in(program: &Program<'_>, has_vectors: bool, (head, body): (Block, Block)) -> Option<Carried> {
    let context = program.context;
    if head != body
        && (body.successors(context).any(|block| block != head) || !stores(program, head)?.is_empty())
    {
        return None;
    }
    let all = stores(program, body)?;
    let (first, last) = (*all.first()?, *all.last()?);
    let (value, address) = (first.operand(context, 0)?, first.operand(context, 1)?);
    let ty = value.ty(context);
    let is_one = all.iter().all(|store| {
        let [stored, to] = [0, 1].map(|index| store.operand(context, index));
        is_plain(program, *store)
            && stored.is_some_and(|stored| stored.ty(context) == ty)
            && to.is_some_and(|to| is_same(context, to, address, 0))
    });
    if !is_one || !is_one_part(program, value, has_vectors) {
        return None;
    }
    let is_invariant = |value| is_invariant(context, value, [head, body], 0);
    let load = body
        .operations(context)
        .take_while(|op| *op != first)
        .find(|op| {
            program.opcodes.get(op.name(context)) == Some(Opcode::Load)
                && is_plain(program, *op)
                && op
                    .result(context, 0)
                    .is_some_and(|result| result.ty(context) == ty)
                && op
                    .operand(context, 0)
                    .is_some_and(|from| is_same(context, from, address, 0))
        })?;
    is_invariant(address).then_some(Carried {
        head,
        body,
        load,
        store: last,
    })
}

/// The stores of a block; `None`: something else in it can write memory.
fn stores(program: &Program<'_>, block: Block) -> Option<Vec<Op>> {
    let context = program.context;
    let mut stores = Vec::new();
    for op in block.operations(context) {
        match program.opcodes.get(op.name(context)) {
            Some(Opcode::Store) => stores.push(op),
            Some(Opcode::Load) if is_plain(program, op) => {}
            Some(Opcode::Br | Opcode::CondBr) => {}
            _ if op.is_memory_effect_free(context) => {}
            _ => return None,
        }
    }
    Some(stores)
}

/// Whether an access is neither atomic nor volatile.
fn is_plain(program: &Program<'_>, op: Op) -> bool {
    program.flags(op, program.keys.ordering) == 0
        && op.property(program.context, program.keys.volatile).is_none()
}

/// Whether a value is one scalar or one vector that memory has as it is.
fn is_one_part(program: &Program<'_>, value: Value, has_vectors: bool) -> bool {
    let parts = parts_of(program, value.ty(program.context), has_vectors);
    parts.is_ok_and(|parts| matches!(&*parts, [part] if part.leaf.scalar != Scalar::Int(1)))
}

/// Whether a value is the same in all iterations of a loop.
fn is_invariant(context: &Context, value: Value, blocks: [Block; 2], depth: usize) -> bool {
    if value
        .parent_block(context)
        .is_none_or(|block| !blocks.contains(&block))
    {
        return true;
    }
    let Some(op) = value.defining_op(context).filter(|_| depth < DEPTH) else {
        return false;
    };
    op.is_memory_effect_free(context)
        && op
            .operands(context)
            .all(|operand| is_invariant(context, operand, blocks, depth + 1))
}

/// Whether two values are results of equal expressions, which have no effects.
fn is_same(context: &Context, a: Value, b: Value, depth: usize) -> bool {
    if a == b {
        return true;
    }
    let (Some(first), Some(second)) = (a.defining_op(context), b.defining_op(context)) else {
        return false;
    };
    depth < DEPTH
        && first.name(context) == second.name(context)
        && first.properties(context) == second.properties(context)
        && first.num_results(context) == 1
        && a.ty(context) == b.ty(context)
        && first.num_operands(context) == second.num_operands(context)
        && first.num_regions(context) == 0
        && first.is_memory_effect_free(context)
        && first
            .operands(context)
            .zip(second.operands(context))
            .all(|(a, b)| is_same(context, a, b, depth + 1))
}
