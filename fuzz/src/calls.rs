//! Bytes as a sequence of calls, made on the IR and on a model of it, which must stay equal.

mod copy;
mod erase;

use tvmlike_ir::{
    Block, Context, DominanceInfo, Exclusive, Handle, Identifier, Mapping, Op, OpState, Region, Type, Value,
};
use tvmlike_text::PrintOptions;

use crate::model::{Model, OpModel};

/// With so many operations and blocks, none are made.
const MAX_SIZE: usize = 60;

/// What a handle was made for.
#[derive(Debug, Clone, Copy)]
enum Made {
    Op(Op, u64),
    Block(Block, u64),
    /// A region, with the serial number of the operation that has it, or its own.
    Region(Region, u64),
    Argument(Value, u64),
    Result(Value, Op, u64),
}

/// The bytes that choose the calls.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        let index = self.below(all.len());
        all.get(index).copied()
    }
}

struct Run<'e, 'c, 'a> {
    edit: &'e mut Exclusive<'c>,
    model: Model,
    choices: Choices<'a>,
    names: [Identifier; 3],
    types: [Type; 2],
    handles: Vec<(Handle, Made)>,
}

/// Makes the calls that the bytes choose, and compares with the model after each.
///
/// # Panics
/// The IR differs from its model.
pub fn run(bytes: &[u8]) {
    let context = Context::new();
    context.allow_unregistered_dialects(true);
    context.attach_diagnostic_handler(|context, diagnostic| {
        std::hint::black_box(context.render(diagnostic));
        true
    });
    let names = ["app.op", "app.other", "builtin.module"].map(|name| context.identifier(name));
    let types = [context.index_type(), context.none_type()];
    let mut edit = context.exclusive().expect("a new context");
    let mut run = Run {
        edit: &mut edit,
        model: Model::default(),
        choices: Choices(bytes),
        names,
        types,
        handles: Vec::new(),
    };
    while !run.choices.0.is_empty() {
        run.step();
        run.model.check(run.edit);
    }
    run.check_handles();
    run.erase_all();
}

impl Run<'_, '_, '_> {
    fn step(&mut self) {
        match self.choices.byte() % 28 {
            0..=3 => self.create(),
            4 => self.create_block(),
            5 => {
                let region = self.edit.create_region();
                self.model.add_region(region);
                self.handle_region(region);
            }
            6 | 7 => self.insert_op(),
            8 => self.insert_block(),
            9 => self.move_op(),
            10 => self.detach(),
            11 => self.set_operands(),
            12 => self.set_operand(),
            13 => self.replace_uses(),
            14 => self.insert_argument(),
            15 => self.erase_argument(),
            16 => self.set_successor(),
            17 => self.split(),
            18 => self.take_body(),
            19 => self.clone_op(),
            20 => self.clone_block(),
            21 => self.clone_region(),
            22 => self.erase_op(),
            23 => self.erase_block(),
            24 => self.erase_region(),
            25 => self.erase_unused(),
            26 => self.walk_and_erase(),
            _ => self.look(),
        }
    }

    /// Whether more can be made, or copied: a copy doubles the size at most.
    fn has_room(&self) -> bool {
        self.model.ops.len() + self.model.blocks.len() < MAX_SIZE
    }

    fn any_op(&mut self) -> Option<Op> {
        let ops: Vec<Op> = self.model.ops.keys().copied().collect();
        self.choices.of(&ops)
    }

    fn any_block(&mut self) -> Option<Block> {
        let blocks: Vec<Block> = self.model.blocks.keys().copied().collect();
        self.choices.of(&blocks)
    }

    fn any_region(&mut self) -> Option<Region> {
        let regions: Vec<Region> = self.model.regions.keys().copied().collect();
        self.choices.of(&regions)
    }

    fn any_values(&mut self, most: usize) -> Vec<Value> {
        let values = self.model.values();
        let count = self.choices.below(most + 1);
        (0..count).filter_map(|_| self.choices.of(&values)).collect()
    }

    fn handle_op(&mut self, op: Op) {
        let serial = self.model.ops[&op].serial;
        self.handles.push((self.edit.op_handle(op), Made::Op(op, serial)));
        for result in self.model.ops[&op].results.clone() {
            let handle = self.edit.value_handle(result);
            self.handles.push((handle, Made::Result(result, op, serial)));
        }
        for region in self.model.ops[&op].regions.clone() {
            self.handle_region(region);
        }
    }

    fn handle_block(&mut self, block: Block) {
        let serial = self.model.blocks[&block].serial;
        self.handles
            .push((self.edit.block_handle(block), Made::Block(block, serial)));
        for argument in self.model.blocks[&block].arguments.clone() {
            self.handle_argument(argument);
        }
    }

    fn handle_argument(&mut self, argument: Value) {
        let serial = self.model.arguments[&argument];
        let handle = self.edit.value_handle(argument);
        self.handles.push((handle, Made::Argument(argument, serial)));
    }

    fn handle_region(&mut self, region: Region) {
        let serial = self.model.regions[&region].serial;
        self.handles
            .push((self.edit.region_handle(region), Made::Region(region, serial)));
    }

    /// A handle leads to what it was made for, or says that this was erased.
    fn check_handles(&self) {
        for (handle, made) in &self.handles {
            match *made {
                Made::Op(op, serial) => {
                    let lives = self
                        .model
                        .ops
                        .get(&op)
                        .is_some_and(|model| model.serial == serial);
                    assert_eq!(self.edit.resolve_op(*handle).ok(), lives.then_some(op));
                    assert!(self.edit.resolve_value(*handle).is_err());
                }
                Made::Result(value, op, serial) => {
                    let lives = self
                        .model
                        .ops
                        .get(&op)
                        .is_some_and(|model| model.serial == serial);
                    assert_eq!(self.edit.resolve_value(*handle).ok(), lives.then_some(value));
                }
                Made::Block(block, serial) => {
                    let lives = self
                        .model
                        .blocks
                        .get(&block)
                        .is_some_and(|model| model.serial == serial);
                    assert_eq!(self.edit.resolve_block(*handle).ok(), lives.then_some(block));
                }
                Made::Argument(value, serial) => {
                    let lives = self.model.arguments.get(&value) == Some(&serial);
                    assert_eq!(self.edit.resolve_value(*handle).ok(), lives.then_some(value));
                }
                Made::Region(region, serial) => {
                    let lives = self
                        .model
                        .regions
                        .get(&region)
                        .is_some_and(|model| model.serial == serial);
                    assert_eq!(self.edit.resolve_region(*handle).ok(), lives.then_some(region));
                }
            }
        }
    }

    fn create(&mut self) {
        if !self.has_room() {
            return;
        }
        let shape = self.choices.byte();
        let operands = self.any_values(3);
        let name = self.names[usize::from(shape) % 3];
        let results = &self.types[..usize::from(shape >> 2) % 3];
        let mut regions: Vec<Option<Region>> = Vec::new();
        for _ in 0..(shape >> 4) % 3 {
            let free = self
                .model
                .regions
                .iter()
                .filter(|(_, model)| model.owner.is_none());
            let free: Vec<Region> = free.map(|(region, _)| *region).collect();
            let region = self
                .choices
                .of(&free)
                .filter(|region| !regions.contains(&Some(*region)));
            regions.push(region);
        }
        let blocks: Vec<Block> = self.model.blocks.keys().copied().collect();
        let count = usize::from(shape >> 6);
        let successors: Vec<Block> = (0..count).filter_map(|_| self.choices.of(&blocks)).collect();
        let state = OpState {
            operands: &operands,
            results,
            successors: &successors,
            regions: &regions,
            ..OpState::new(name, self.edit.unknown_location())
        };
        let op = self.edit.create(&state);
        let model = OpModel {
            serial: 0,
            name,
            operands,
            results: Vec::new(),
            successors,
            regions: Vec::new(),
            block: None,
        };
        self.model.add_op(self.edit, op, model, &regions);
        self.handle_op(op);
    }

    fn create_block(&mut self) {
        if !self.has_room() {
            return;
        }
        let location = self.edit.unknown_location();
        let count = self.choices.below(4);
        let arguments: Vec<_> = (0..count)
            .map(|index| (self.types[index % 2], location))
            .collect();
        let block = self.edit.create_block(&arguments);
        assert_eq!(block.num_arguments(self.edit), count);
        self.model.add_block(self.edit, block);
        self.handle_block(block);
    }

    fn insert_op(&mut self) {
        let (Some(op), Some(block)) = (self.any_op(), self.any_block()) else {
            return;
        };
        let before = match self.choices.below(3) {
            0 => self.any_op(),
            _ => None,
        };
        let allowed = self.model.ops[&op].block.is_none()
            && before.is_none_or(|before| self.model.ops[&before].block == Some(block))
            && self
                .model
                .block_parent(block)
                .is_none_or(|parent| !self.model.is_inside(parent, op));
        assert_eq!(block.insert(self.edit, op, before).is_ok(), allowed);
        if allowed {
            self.model.link_op(block, op, before);
        }
    }

    fn insert_block(&mut self) {
        let (Some(block), Some(region)) = (self.any_block(), self.any_region()) else {
            return;
        };
        let before = match self.choices.below(3) {
            0 => self.any_block(),
            _ => None,
        };
        let owner = self.model.regions[&region].owner;
        let mut part = crate::model::Part::default();
        self.model.collect_block(block, &mut part);
        let allowed = self.model.blocks[&block].region.is_none()
            && before.is_none_or(|before| self.model.blocks[&before].region == Some(region))
            && owner.is_none_or(|owner| !part.ops.contains(&owner));
        assert_eq!(region.insert(self.edit, block, before).is_ok(), allowed);
        if allowed {
            self.model.link_block(region, block, before);
        }
    }

    fn move_op(&mut self) {
        let (Some(op), Some(other)) = (self.any_op(), self.any_op()) else {
            return;
        };
        let behind = self.choices.below(2) == 1;
        let done = match behind {
            true => op.move_after(self.edit, other),
            false => op.move_before(self.edit, other),
        };
        let block = self.model.ops[&other].block;
        let allowed = block.is_some_and(|block| {
            self.model
                .block_parent(block)
                .is_none_or(|parent| !self.model.is_inside(parent, op))
        });
        assert_eq!(done.is_ok(), allowed);
        if let Some(block) = block.filter(|_| allowed && op != other) {
            self.model.unlink_op(op);
            let ops = &self.model.blocks[&block].ops;
            let at = ops.iter().position(|op| *op == other).expect("in its block");
            let before = ops.get(at + usize::from(behind)).copied();
            self.model.link_op(block, op, before);
        }
    }

    fn detach(&mut self) {
        if self.choices.below(2) == 0 {
            if let Some(op) = self.any_op() {
                op.detach(self.edit);
                self.model.unlink_op(op);
            }
        } else if let Some(block) = self.any_block() {
            block.detach(self.edit);
            self.model.unlink_block(block);
        }
    }

    fn set_operands(&mut self) {
        let Some(op) = self.any_op() else {
            return;
        };
        let values = self.any_values(9);
        op.set_operands(self.edit, &values);
        self.model.op_mut(op).operands = values;
    }

    fn set_operand(&mut self) {
        let (Some(op), Some(value)) = (self.any_op(), self.any_values(1).first().copied()) else {
            return;
        };
        let count = self.model.ops[&op].operands.len();
        if count > 0 {
            let index = self.choices.below(count);
            op.set_operand(self.edit, index, value);
            self.model.op_mut(op).operands[index] = value;
        }
    }

    fn replace_uses(&mut self) {
        let values = self.model.values();
        let (Some(from), Some(to)) = (self.choices.of(&values), self.choices.of(&values)) else {
            return;
        };
        let odd_only = self.choices.below(2) == 1;
        if odd_only {
            from.replace_uses_if(self.edit, to, |context, at| at.index(context) % 2 == 1);
        } else {
            from.replace_all_uses_with(self.edit, to);
        }
        for model in self.model.ops.values_mut() {
            for (index, operand) in model.operands.iter_mut().enumerate() {
                if *operand == from && (!odd_only || index % 2 == 1) {
                    *operand = to;
                }
            }
        }
    }

    fn insert_argument(&mut self) {
        let Some(block) = self.any_block() else {
            return;
        };
        let index = self.choices.below(self.model.blocks[&block].arguments.len() + 1);
        let location = self.edit.unknown_location();
        let argument = block.insert_argument(self.edit, index, self.types[0], location);
        self.model.add_argument(argument);
        self.model.block_mut(block).arguments.insert(index, argument);
        self.handle_argument(argument);
    }

    fn erase_argument(&mut self) {
        let Some(block) = self.any_block() else {
            return;
        };
        let arguments = &self.model.blocks[&block].arguments;
        let index = self.choices.below(arguments.len() + 1);
        let argument = arguments.get(index).copied();
        let is_used = |value| self.model.ops.values().any(|op| op.operands.contains(&value));
        let allowed = argument.is_some_and(|argument| !is_used(argument));
        assert_eq!(block.erase_argument(self.edit, index).is_ok(), allowed);
        if let Some(argument) = argument.filter(|_| allowed) {
            self.model.block_mut(block).arguments.remove(index);
            self.model.arguments.remove(&argument);
        }
    }

    fn set_successor(&mut self) {
        let (Some(op), Some(block)) = (self.any_op(), self.any_block()) else {
            return;
        };
        let count = self.model.ops[&op].successors.len();
        if count > 0 {
            let index = self.choices.below(count);
            op.set_successor(self.edit, index, block);
            self.model.op_mut(op).successors[index] = block;
        }
    }

    fn split(&mut self) {
        let (Some(op), Some(block)) = (self.any_op(), self.any_block()) else {
            return;
        };
        let block = match self.choices.below(2) {
            0 => self.model.ops[&op].block.unwrap_or(block),
            _ => block,
        };
        let done = block.split_before(self.edit, op);
        assert_eq!(done.is_ok(), self.model.ops[&op].block == Some(block));
        if let Ok(rest) = done {
            self.model.add_block(self.edit, rest);
            if let Some(region) = self.model.blocks[&block].region {
                let blocks = &self.model.regions[&region].blocks;
                let at = blocks
                    .iter()
                    .position(|other| *other == block)
                    .expect("in its region");
                let next = blocks.get(at + 1).copied();
                self.model.link_block(region, rest, next);
            }
            let ops = &self.model.blocks[&block].ops;
            let at = ops.iter().position(|other| *other == op).expect("in its block");
            let moved = ops[at..].to_vec();
            for op in moved {
                self.model.unlink_op(op);
                self.model.link_op(rest, op, None);
            }
            self.handle_block(rest);
        }
    }

    fn take_body(&mut self) {
        let (Some(to), Some(from)) = (self.any_region(), self.any_region()) else {
            return;
        };
        let mut part = crate::model::Part::default();
        self.model.collect_region(from, &mut part);
        let owner = self.model.regions[&to].owner;
        let allowed = to == from || owner.is_none_or(|owner| !part.ops.contains(&owner));
        assert_eq!(to.take_body(self.edit, from).is_ok(), allowed);
        if allowed && to != from {
            for block in self.model.regions[&from].blocks.clone() {
                self.model.unlink_block(block);
                self.model.link_block(to, block, None);
            }
        }
    }

    /// Asks what changes nothing: it must neither crash nor hang, whatever the IR contains.
    fn look(&mut self) {
        let (Some(op), Some(other)) = (self.any_op(), self.any_op()) else {
            return;
        };
        self.check_handles();
        let _ = self.edit.verify(op);
        let mut dominance = DominanceInfo::new();
        std::hint::black_box(dominance.op_dominates(self.edit, op, other));
        let bits = self.choices.byte();
        let options = PrintOptions {
            generic: bits & 1 != 0,
            local_scope: bits & 2 != 0,
            value_users: bits & 4 != 0,
            ..PrintOptions::default()
        };
        let mut out = Vec::new();
        tvmlike_text::print_op(self.edit, op, &options, &mut out).expect("small attributes");
        assert_eq!(op.is_inside(self.edit, other), self.model.is_inside(op, other));
        let copy = op.clone_op(self.edit, &mut Mapping::new());
        let flags = tvmlike_ir::Equivalence::NONE;
        assert!(op.is_structurally_equal(self.edit, copy, flags));
        assert_eq!(
            op.structural_hash(self.edit, flags),
            copy.structural_hash(self.edit, flags)
        );
        copy.erase(self.edit).expect("nothing uses a new copy");
    }
}
