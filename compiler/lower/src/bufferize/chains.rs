//! Following values back to where their contents come from, and on to where they are read.

use std::collections::HashSet;
use std::rc::Rc;

use tvmlike_ir::{Region, Value};

use super::analysis::State;
use super::kinds::Kind;
use super::values::{Use, position};

impl State<'_> {
    /// The uses of a value.
    pub(super) fn uses(&self, value: Value) -> Vec<Use> {
        let context = self.context;
        value
            .uses(context)
            .map(|at| (at.owner(context), at.index(context)))
            .collect()
    }

    /// The value of an operand.
    pub(super) fn value(&self, (op, index): Use) -> Value {
        op.operand(self.context, index)
            .expect("an operand that was found exists")
    }

    /// Whether the contents of a value are read, also through operations that only pass its memory on.
    pub(super) fn is_read(&self, value: Value) -> bool {
        self.memo
            .of(|memo| &memo.is_read, value, || self.find_read(value))
    }

    fn find_read(&self, value: Value) -> bool {
        let mut work = self.uses(value);
        let mut seen = HashSet::new();
        while let Some(at) = work.pop() {
            if !seen.insert(at) {
                continue;
            }
            if self.reads(at) {
                return true;
            }
            if !self.writes(at) {
                for alias in self.values_of(at).iter() {
                    work.extend(self.uses(alias.of));
                }
            }
        }
        false
    }

    /// The first values on the way back from an operand for which a condition holds. With `leaves`, the ends of the other
    /// ways as well.
    pub(super) fn find_before(
        &self,
        from: Use,
        condition: &dyn Fn(Value) -> bool,
        leaves: bool,
    ) -> Vec<Value> {
        let mut found: Vec<Value> = Vec::new();
        let mut add = |value: Value| {
            if !found.contains(&value) {
                found.push(value);
            }
        };
        let mut seen = HashSet::new();
        let mut work = vec![self.value(from)];
        while let Some(value) = work.pop() {
            if !seen.insert(value) {
                if leaves {
                    add(value);
                }
                continue;
            }
            if condition(value) {
                add(value);
                continue;
            }
            let operands = self.operands_of(value);
            if operands.is_empty() && leaves {
                add(value);
            }
            for alias in operands.iter() {
                work.push(self.value(alias.of));
            }
        }
        found
    }

    /// Where the contents of an operand were written.
    pub(super) fn definitions(&self, at: Use) -> Rc<[Value]> {
        let find = || self.find_before(at, &|value| self.is_written_where_defined(value), false);
        self.memo.of(|memo| &memo.definitions, at, || find().into())
    }

    /// Whether an operand's memory is that of a value, if all equivalent operands between them are in place.
    pub(super) fn comes_from(&self, at: Use, value: Value) -> bool {
        let mut seen = HashSet::new();
        let mut work = vec![at];
        while let Some(at) = work.pop() {
            let from = self.value(at);
            if from == value {
                return true;
            }
            if !seen.insert(at) {
                continue;
            }
            let ty = from.ty(self.context);
            let is_cast = from
                .defining_op(self.context)
                .is_some_and(|op| self.kind(op) == Some(Kind::Cast));
            for alias in self.operands_of(from).iter() {
                if alias.is_equivalent && (is_cast || self.value(alias.of).ty(self.context) == ty) {
                    work.push(alias.of);
                }
            }
        }
        false
    }

    /// Whether a value shares memory with nothing outside of a region, its arguments among them, but with one value.
    pub(super) fn stays_inside(&self, value: Value, region: Region, exception: Option<Value>) -> bool {
        let context = self.context;
        self.aliases.members(&value).iter().all(|alias| {
            let block = alias.parent_block(context);
            let Some(around) = block.and_then(|block| block.region(context)) else {
                return false;
            };
            let (is_result, _) = position(context, *alias);
            Some(*alias) == exception || around.is_inside(context, region) && (is_result || around != region)
        })
    }

    /// Whether the copy of an operand may have any contents.
    pub(super) fn can_omit_copy(&self, at: Use) -> bool {
        if self.undefined.contains(&at) {
            return true;
        }
        let (reads, writes) = (self.reads(at), self.writes(at));
        !reads && (writes || !self.values_of(at).iter().any(|alias| self.is_read(alias.of)))
    }

    /// Whether an operand is used where it lies.
    pub(super) fn is_in_place(&self, at: Use) -> bool {
        match self.options.copy_before_write || self.is_plain {
            true => self.kind(at.0) == Some(Kind::ToBuffer) || !self.writes(at),
            false => self.in_place.contains(&at),
        }
    }
}
