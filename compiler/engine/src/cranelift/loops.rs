//! The blocks of a function in reverse postorder, and the loops that they form.
//!
//! Cranelift hoists code out of a loop while it walks the dominator tree, and forgets the loop as soon as it visits a block
//! behind it. So a branch that leaves a loop names the block behind it first, which is visited last. Invariant: a loop is the
//! set of blocks from which its head is reached without passing it, for a head that dominates them.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use tvmlike_ir::{AttributeKind, Block, Op, Region};

use crate::opcode::Opcode;
use crate::program::Program;

/// The largest slot of a frame.
const MAX_SLOT: u64 = 1 << 20;

/// The number of elements of an `alloca` if it is a constant.
pub(super) fn constant_count(program: &Program<'_>, op: Op) -> Option<u64> {
    let count = op.operand(program.context, 0)?.defining_op(program.context)?;
    if program.opcodes.get(count.name(program.context)) != Some(Opcode::Constant) {
        return None;
    }
    let value = count.property(program.context, program.keys.value)?;
    let AttributeKind::Integer { value, .. } = value.kind(program.context) else {
        return None;
    };
    let elem = program.type_property(op, program.keys.elem_type).ok()?;
    let bytes = value
        .to_u64()?
        .checked_mul(program.types.layout(elem).ok()?.size)?;
    (bytes <= MAX_SLOT).then(|| value.to_u64())?
}

/// The order and the loops of a function.
pub(super) struct Loops {
    order: Vec<Block>,
    numbers: HashMap<Block, usize, FixedState>,
    /// The blocks of each loop by number, the head first.
    loops: Vec<Vec<usize>>,
    /// The loops around each block.
    around: Vec<Vec<usize>>,
    needs_heap: bool,
}

impl Loops {
    /// Analyses a body, which has a block.
    pub(super) fn of(program: &Program<'_>, body: Region, first: Block) -> Self {
        let order = reverse_postorder(program, first);
        let numbers: HashMap<_, _, FixedState> = order
            .iter()
            .enumerate()
            .map(|(index, block)| (*block, index))
            .collect();
        let mut found = Self {
            order,
            numbers,
            loops: Vec::new(),
            around: Vec::new(),
            needs_heap: false,
        };
        found.find_loops(program);
        found.needs_heap = found.has_heap(program, body);
        found
    }

    /// The blocks that can be reached, the first one first.
    pub(super) fn order(&self) -> &[Block] {
        &self.order
    }

    /// The loops of one or two blocks: the head, and the block that branches back to it.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (Block, Block)> + '_ {
        self.loops.iter().filter_map(|blocks| match blocks[..] {
            [head] => Some((self.order[head], self.order[head])),
            [head, body] => Some((self.order[head], self.order[body])),
            _ => None,
        })
    }

    /// Whether an `alloca` of the function can need memory of the heap.
    pub(super) fn needs_heap(&self) -> bool {
        self.needs_heap
    }

    /// Whether a block is in a loop.
    pub(super) fn is_in_loop(&self, block: Block) -> bool {
        self.depth(block) > 0
    }

    /// The number of loops around a block.
    pub(super) fn depth(&self, block: Block) -> usize {
        let number = self.numbers.get(&block);
        number.map_or(0, |number| self.around[*number].len())
    }

    /// Whether a branch from a block to another one leaves a loop.
    pub(super) fn leaves(&self, from: Block, to: Block) -> bool {
        let (Some(from), Some(to)) = (self.numbers.get(&from), self.numbers.get(&to)) else {
            return false;
        };
        let (from, to) = (&self.around[*from], &self.around[*to]);
        from.iter().any(|each| !to.contains(each))
    }

    fn successors(&self, program: &Program<'_>, number: usize) -> Vec<usize> {
        let successors = self.order[number].successors(program.context);
        successors.map(|block| self.numbers[&block]).collect()
    }

    fn find_loops(&mut self, program: &Program<'_>) {
        let count = self.order.len();
        let mut predecessors = vec![Vec::new(); count];
        for number in 0..count {
            for successor in self.successors(program, number) {
                predecessors[successor].push(number);
            }
        }
        let dominators = dominators(&predecessors);
        self.around = vec![Vec::new(); count];
        for head in 0..count {
            let back = predecessors[head].iter().copied();
            let mut work: Vec<usize> = back.filter(|back| dominates(&dominators, head, *back)).collect();
            if work.is_empty() {
                continue;
            }
            let number = self.loops.len();
            let mut blocks = vec![head];
            self.around[head].push(number);
            while let Some(block) = work.pop() {
                // The loop that is being found is the last one around a block.
                if self.around[block].last() != Some(&number) {
                    self.around[block].push(number);
                    blocks.push(block);
                    work.extend(&predecessors[block]);
                }
            }
            self.loops.push(blocks);
        }
    }

    /// Whether there is an `alloca` of unknown size, or in a loop.
    fn has_heap(&self, program: &Program<'_>, body: Region) -> bool {
        let context = program.context;
        body.blocks(context).any(|block| {
            block.operations(context).any(|op| {
                program.opcodes.get(op.name(context)) == Some(Opcode::Alloca)
                    && (self.is_in_loop(block) || constant_count(program, op).is_none())
            })
        })
    }
}

/// The blocks that can be reached from a block, each before its successors where there is no loop.
fn reverse_postorder(program: &Program<'_>, first: Block) -> Vec<Block> {
    let context = program.context;
    let mut seen: std::collections::HashSet<Block, FixedState> = std::collections::HashSet::default();
    let mut order = Vec::new();
    seen.insert(first);
    let successors = |block: Block| -> Vec<Block> { block.successors(context).collect() };
    let mut stack = vec![(first, successors(first))];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) => {
                if seen.insert(next) {
                    stack.push((next, successors(next)));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The immediate dominators by number, in reverse postorder; the first block is its own.
fn dominators(predecessors: &[Vec<usize>]) -> Vec<usize> {
    const UNKNOWN: usize = usize::MAX;
    let mut found = vec![UNKNOWN; predecessors.len()];
    if let Some(first) = found.first_mut() {
        *first = 0;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for number in 1..predecessors.len() {
            let mut new = UNKNOWN;
            for &predecessor in &predecessors[number] {
                if found[predecessor] == UNKNOWN {
                    continue;
                }
                new = if new == UNKNOWN {
                    predecessor
                } else {
                    common(&found, new, predecessor)
                };
            }
            if new != found[number] {
                found[number] = new;
                changed = true;
            }
        }
    }
    found
}

fn common(dominators: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a > b {
            a = dominators[a];
        }
        while b > a {
            b = dominators[b];
        }
    }
    a
}

fn dominates(dominators: &[usize], a: usize, mut b: usize) -> bool {
    while b > a {
        b = dominators[b];
    }
    a == b
}
