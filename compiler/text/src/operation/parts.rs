//! The parts of an operation in custom form, while it is read.

use tvmlike_ir::{Attribute, Block, NamedAttribute, Region, Type, Value};

use super::values::UnresolvedOperand;

/// The parts of an operation that is being read. The lists keep their memory from one operation to the next.
#[derive(Default)]
pub struct OpParts {
    /// The operands.
    pub operands: Vec<Value>,
    /// The types of the results.
    pub results: Vec<Type>,
    /// The properties that the form reads.
    pub properties: Vec<NamedAttribute>,
    /// All properties, if `properties` is empty.
    pub property_dictionary: Option<Attribute>,
    /// The entries of the dictionary of attributes. Those that are properties of the operation become properties.
    pub attributes: Vec<NamedAttribute>,
    /// The successors.
    pub successors: Vec<Block>,
    /// The regions.
    pub regions: Vec<Region>,
    /// For the form: operands whose types are not known yet.
    pub unresolved: Vec<UnresolvedOperand>,
    /// For the form: types that were read.
    pub types: Vec<Type>,
    /// For the form: ranges of these lists, or other numbers.
    pub numbers: Vec<u32>,
}

impl OpParts {
    pub(super) fn clear(&mut self) {
        self.operands.clear();
        self.results.clear();
        self.properties.clear();
        self.property_dictionary = None;
        self.attributes.clear();
        self.successors.clear();
        self.regions.clear();
        self.unresolved.clear();
        self.types.clear();
        self.numbers.clear();
    }
}
