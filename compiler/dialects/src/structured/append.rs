//! Appends operations to the body of a structured operation.

use tvmlike_ir::{Attribute, Block, Context, Exclusive, NamedAttribute, OpState, Region, Type, Value};

/// Makes the only block of a region, with an argument of each type.
pub(crate) fn create_block(edit: &mut Exclusive<'_>, region: Region, types: &[Type]) -> Block {
    let location = edit.unknown_location();
    let arguments: Vec<_> = types.iter().map(|ty| (*ty, location)).collect();
    let block = edit.create_block(&arguments);
    region
        .append(edit, block)
        .expect("a new block goes into a region that belongs to no operation");
    block
}

/// Appends an operation with one result, or none, to a block. Attributes of its record become properties.
pub(crate) fn append_op(
    edit: &mut Exclusive<'_>,
    block: Block,
    state: &OpState<'_>,
    attributes: &[NamedAttribute],
) -> Option<Value> {
    let context = edit.context();
    let (mut properties, mut others) = (Vec::new(), attributes.to_vec());
    if let Some(info) = context.load_op_info(state.name) {
        let defaults = info.default_properties().iter();
        let defaults = defaults.map(|&(name, value)| NamedAttribute { name, value });
        (properties, others) = others
            .into_iter()
            .partition(|entry| info.properties().contains(&entry.name));
        let is_absent = |entry: &NamedAttribute| attributes.iter().all(|given| given.name != entry.name);
        properties.extend(defaults.filter(is_absent));
    }
    let dictionary = |entries: &[NamedAttribute]| match entries {
        [] => None,
        entries => context.dictionary_attribute(entries).ok(),
    };
    let op = edit.create(&OpState {
        properties: dictionary(&properties),
        attributes: dictionary(&others),
        ..*state
    });
    block
        .append(edit, op)
        .expect("a new operation goes into a block that is not nested in it");
    op.result(edit, 0)
}

/// The end of a block.
pub(super) struct Appender<'e, 'c> {
    pub(super) edit: &'e mut Exclusive<'c>,
    pub(super) block: Block,
}

impl<'c> Appender<'_, 'c> {
    pub(super) fn context(&self) -> &'c Context {
        self.edit.context()
    }

    /// Appends an operation with one result.
    pub(super) fn op(
        &mut self,
        name: &str,
        operands: &[Value],
        result: Type,
        attributes: &[NamedAttribute],
    ) -> Value {
        let state = OpState {
            operands,
            results: &[result],
            ..OpState::new(self.context().identifier(name), self.edit.unknown_location())
        };
        append_op(self.edit, self.block, &state, attributes).expect("the operation has a result")
    }

    /// Appends a constant.
    pub(super) fn constant(&mut self, value: Attribute) -> Value {
        let context = self.context();
        let name = context.identifier("value");
        self.op(
            "arith.constant",
            &[],
            value.ty(context),
            &[NamedAttribute { name, value }],
        )
    }
}
