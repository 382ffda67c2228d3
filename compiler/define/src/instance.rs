//! An operation with its record, for checks written by hand: its parts by the record's names.
//!
//! Invariant: the constraints of the record hold, so a part that the record requires is there.

use std::fmt::Display;

use tvmlike_ir::{Attribute, AttributeKind, Context, Failure, Identifier, Op, Region, Type, Value};

use crate::record::OpRecord;
use crate::test::integers;
use crate::verify::{OpVerifier, Values};

/// An operation whose numbers and constraints were checked.
#[derive(Clone, Copy)]
pub struct Instance<'a> {
    /// The context of the operation.
    pub context: &'a Context,
    /// The operation.
    pub op: Op,
    record: &'a OpRecord,
    verifier: &'a OpVerifier,
}

impl<'a> Instance<'a> {
    pub(crate) fn new(context: &'a Context, op: Op, record: &'a OpRecord, verifier: &'a OpVerifier) -> Self {
        Self {
            context,
            op,
            record,
            verifier,
        }
    }

    /// The record.
    pub fn record(&self) -> &'a OpRecord {
        self.record
    }

    /// The values of a group, of which the operation has `all` in all groups.
    fn group(&self, groups: &Values, group: usize, all: usize) -> std::ops::Range<usize> {
        let (start, end) = groups.span(self.context, self.op, all, group);
        start..end
    }

    /// The operands of a name.
    ///
    /// # Panics
    /// The record has no such operand.
    pub fn operands(&self, name: &str) -> impl ExactSizeIterator<Item = Value> + Clone + use<'a> {
        let group = Values::find(&self.record.operands, name);
        let group = group.unwrap_or_else(|| panic!("'{}' has no operand '{name}'", self.record.name));
        let all = self.op.operands(self.context);
        let range = self.group(&self.verifier.operands, group, all.len());
        all.skip(range.start).take(range.len())
    }

    /// The operands of a name with their numbers among all operands.
    ///
    /// # Panics
    /// The record has no such operand.
    pub fn numbered_operands(&self, name: &str) -> impl Iterator<Item = (usize, Value)> + use<'a> {
        let group = Values::find(&self.record.operands, name);
        let group = group.unwrap_or_else(|| panic!("'{}' has no operand '{name}'", self.record.name));
        let all = self.op.operands(self.context);
        let range = self.group(&self.verifier.operands, group, all.len());
        all.enumerate().skip(range.start).take(range.len())
    }

    /// The operand of a name; `None`: it is optional and absent.
    ///
    /// # Panics
    /// The record has no such operand.
    pub fn optional_operand(&self, name: &str) -> Option<Value> {
        self.operands(name).next()
    }

    /// The operand of a name that every operation has.
    ///
    /// # Panics
    /// The record does not require such an operand.
    pub fn operand(&self, name: &str) -> Value {
        let operand = self.optional_operand(name);
        operand.unwrap_or_else(|| panic!("'{}' can be without an operand '{name}'", self.record.name))
    }

    /// The type of an operand that every operation has.
    ///
    /// # Panics
    /// The record does not require such an operand.
    pub fn operand_type(&self, name: &str) -> Type {
        self.operand(name).ty(self.context)
    }

    /// The results of a name.
    ///
    /// # Panics
    /// The record has no such result.
    pub fn results(&self, name: &str) -> impl ExactSizeIterator<Item = Value> + Clone + use<'a> {
        let group = Values::find(&self.record.results, name);
        let group = group.unwrap_or_else(|| panic!("'{}' has no result '{name}'", self.record.name));
        let all = self.op.results(self.context);
        let range = self.group(&self.verifier.results, group, all.len());
        all.skip(range.start).take(range.len())
    }

    /// The type of a result that every operation has.
    ///
    /// # Panics
    /// The record does not require such a result.
    pub fn result_type(&self, name: &str) -> Type {
        let result = self.results(name).next();
        let result =
            result.unwrap_or_else(|| panic!("'{}' can be without a result '{name}'", self.record.name));
        result.ty(self.context)
    }

    /// The regions of a name.
    ///
    /// # Panics
    /// The record has no such region.
    pub fn regions(&self, name: &str) -> impl Iterator<Item = Region> + Clone + use<'a> {
        let regions = &self.record.regions;
        let index = regions.iter().position(|region| *region.name == *name);
        let index = index.unwrap_or_else(|| panic!("'{}' has no region '{name}'", self.record.name));
        let count = match regions[index].arity {
            crate::record::Arity::One => 1,
            _ => usize::MAX,
        };
        self.op.regions(self.context).skip(index).take(count)
    }

    /// The name of an inherent attribute.
    fn attribute_name(&self, name: &str) -> Identifier {
        let index = self.record.attributes.iter().position(|each| *each.name == *name);
        let index = index.unwrap_or_else(|| panic!("'{}' has no attribute '{name}'", self.record.name));
        self.verifier.attributes[index].name
    }

    /// An inherent attribute; `None`: it is absent.
    ///
    /// # Panics
    /// The record has no such attribute.
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        self.op.property(self.context, self.attribute_name(name))
    }

    /// Whether an inherent attribute is present: a unit attribute that is a flag.
    ///
    /// # Panics
    /// The record has no such attribute.
    pub fn has(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    /// The value of an inherent attribute that is an integer of up to 64 bits.
    ///
    /// # Panics
    /// The record has no such attribute.
    pub fn integer(&self, name: &str) -> Option<i64> {
        match self.attribute(name)?.kind(self.context) {
            AttributeKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        }
    }

    /// The values of an inherent attribute that is a list of integers; none if it is absent.
    ///
    /// # Panics
    /// The record has no such attribute.
    pub fn integers(&self, name: &str) -> Vec<i64> {
        let value = self.attribute(name);
        let values = value.and_then(|value| integers(self.context, value.kind(self.context)));
        values.map(|values| values.to_vec()).unwrap_or_default()
    }

    /// The elements of an inherent attribute that is an array; none if it is absent.
    ///
    /// # Panics
    /// The record has no such attribute.
    pub fn elements(&self, name: &str) -> Vec<Attribute> {
        match self.attribute(name).map(|value| value.kind(self.context)) {
            Some(AttributeKind::Array(elements)) => elements.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The type in an inherent attribute.
    ///
    /// # Panics
    /// The record has no such attribute.
    pub fn type_in(&self, name: &str) -> Option<Type> {
        match self.attribute(name)?.kind(self.context) {
            AttributeKind::Type(ty) => Some(ty),
            _ => None,
        }
    }

    /// Emits an error about the operation, after its name: "'arith.trunci' op …".
    ///
    /// # Errors
    /// Always: the error that was emitted.
    #[cold]
    pub fn refuse(&self, message: impl Display) -> Result<(), Failure> {
        Err(self.op.emit_op_error(self.context, message).emit())
    }

    /// Emits an error about the operation without its name.
    ///
    /// # Errors
    /// Always: the error that was emitted.
    #[cold]
    pub fn refuse_plainly(&self, message: impl Display) -> Result<(), Failure> {
        Err(self.op.emit_error(self.context, message.to_string()).emit())
    }

    /// A type in quotes, as messages show it.
    pub fn quote(&self, ty: Type) -> String {
        format!("'{}'", tvmlike_text::quote_type(self.context, ty))
    }
}
