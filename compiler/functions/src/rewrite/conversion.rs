//! Conversion patterns that are functions of front ends.

use std::rc::Rc;

use smallvec::SmallVec;
use tvmlike_ir as ir;
use tvmlike_transform as transform;
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::pattern::{PatternRewriter, context_of, has_matched};
use super::types::TypeConverter;
use crate::api::*;
use crate::handles::{OperationBase, Ref, Region, Value, in_pattern};
use crate::pass_manager::fail_with;
use crate::shared_function::SharedFunction;
use crate::{defined, errors};

/// Changes the IR in a conversion pattern.
#[derive(Object)]
#[object(key = "rewrite.ConversionPatternRewriter", parent = base: PatternRewriter)]
#[repr(C)]
pub(crate) struct ConversionPatternRewriter {
    base: PatternRewriter,
}

impl ConversionPatternRewriter {
    pub(super) fn new(base: PatternRewriter) -> Self {
        Self { base }
    }
}

#[methods]
impl ConversionPatternRewriter {
    /// Gives the blocks of a region arguments of the types that a converter has for theirs. Handles of the blocks before are
    /// stale when the conversion has succeeded.
    fn convert_region_types(&self, region: &Region, type_converter: ObjectPtr<TypeConverter>) -> Result<()> {
        let context = self.base.context();
        self.base.in_conversion(|rewriter| {
            let region = region.in_context(context)?;
            let owner = region
                .parent_op(rewriter.context())
                .ok_or_else(|| errors::value_error("the region belongs to no operation"))?;
            let root = rewriter.context().op_handle(owner);
            let converter = TypeConverter::build(&type_converter, root);
            let before = rewriter.replace_converter(Some(converter));
            let converted = rewriter.convert_region(region, None);
            rewriter.replace_converter(before);
            converted.map(|_| ()).ok_or_else(|| {
                errors::value_error("convert_region_types: the type of a block argument cannot be converted")
            })
        })
    }
}

/// A conversion pattern that calls a function, or a plain one, which has no converter.
pub(super) struct ForeignConversion {
    pub(super) name: String,
    pub(super) root: String,
    pub(super) benefit: u16,
    pub(super) function: SharedFunction,
    pub(super) converter: Option<ObjectPtr<TypeConverter>>,
    /// The operation to be converted.
    pub(super) tree: ir::Handle,
}

/// The values that stand for operands: a value each, or a list where it is not one.
fn operand_list(near: &Ref, operands: &ConvertedOperands) -> Vec<Any> {
    let group = |values: &SmallVec<[ir::Value; 1]>| match values.as_slice() {
        [one] => Value::make(near, *one).to_any(),
        many => many
            .iter()
            .map(|value| Value::make(near, *value))
            .collect::<Vec<_>>()
            .to_any(),
    };
    operands.groups().iter().map(group).collect()
}

impl ForeignConversion {
    /// Calls the function. Whether the operation matched.
    fn call(
        &self,
        core: &ir::Context,
        state: &mut transform::SuspendedConversion,
        op: ir::Op,
        operands: &ConvertedOperands,
    ) -> Result<bool> {
        let context = context_of(core)?;
        let operation = OperationBase::lent(&context, op);
        let near = operation.part();
        in_pattern(&context, self.tree, state, |number| {
            let base = PatternRewriter::new(&context, &near, Some(number));
            let Some(base) = base else {
                return Ok(false);
            };
            let rewriter = ObjectPtr::new(ConversionPatternRewriter::new(base));
            let _scopes = defined::enter(&context, op.location(core))?;
            let view = operation.into_view(&context);
            let answer = match &self.converter {
                Some(converter) => {
                    let operands = operand_list(&near, operands);
                    self.function
                        .call((view, operands, converter.clone(), rewriter))?
                }
                None => self.function.call((view, rewriter))?,
            };
            has_matched(&self.root, &answer)
        })
    }
}

impl transform::ConversionPattern for ForeignConversion {
    fn name(&self) -> &str {
        &self.name
    }

    fn root(&self) -> Option<&str> {
        Some(&self.root)
    }

    fn benefit(&self) -> u16 {
        self.benefit
    }

    fn rewrite(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: ir::Op,
        operands: &ConvertedOperands,
    ) -> Option<()> {
        let called = rewriter.released(|core, state| self.call(core, state, op, operands));
        let answer = called.unwrap_or_else(|refused| Err(errors::value_error(refused)));
        match answer {
            Ok(matched) => matched.then_some(()),
            Err(error) => {
                fail_with(error);
                None
            }
        }
    }
}

/// The converters of a conversion, each built once.
#[derive(Default)]
pub(super) struct Converters(Vec<(ObjectPtr<TypeConverter>, Rc<transform::TypeConverter>)>);

impl Converters {
    pub(super) fn get(
        &mut self,
        converter: &ObjectPtr<TypeConverter>,
        tree: ir::Handle,
    ) -> Rc<transform::TypeConverter> {
        if let Some((_, built)) = self.0.iter().find(|(known, _)| known.same_as(converter)) {
            return Rc::clone(built);
        }
        let built = TypeConverter::build(converter, tree);
        self.0.push((converter.clone(), Rc::clone(&built)));
        built
    }
}
