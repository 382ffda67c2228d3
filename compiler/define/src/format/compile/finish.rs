//! Puts a program together.

use tvmlike_ir::{Attribute, Identifier, NamedAttribute};

use super::types::TypeSources;
use super::{Compiler, Result};
use crate::format::attribute::AttributeForm;
use crate::format::error::FormatError;
use crate::format::program::{AttributeSlot, Program, Step, TypeSource, What};
use crate::layout::Layout;
use crate::record::{Arity, Default};

impl Compiler<'_> {
    pub(super) fn finish(self, steps: Box<[Step]>, types: TypeSources) -> Result<Program> {
        let (context, op) = (self.context, self.op);
        let has_trait = |name: &str| op.traits.iter().any(|one| &*one.name == name);
        let operands = Layout::of_operands(context, op);
        let results = Layout::of_results(context, op);
        let attributes = self.attribute_slots()?;
        let required = steps
            .iter()
            .filter_map(|step| match step.what {
                What::Attribute(index) if !attributes[index].is_optional => Some(index),
                _ => None,
            })
            .collect();
        let mut elided: Vec<Identifier> = self
            .attributes
            .iter()
            .map(|index| attributes[*index].name)
            .collect();
        let group_sizes = op.operands.iter().filter_map(|operand| match operand.arity {
            Arity::Groups(attribute) => attributes.get(attribute as usize),
            _ => None,
        });
        elided.extend(group_sizes.map(|slot| slot.name));
        elided.extend(operands.segments.into_iter().chain(results.segments));
        let required_keys = self.required_keys(&attributes, &elided);
        let defaults: Vec<(Identifier, Attribute)> = attributes
            .iter()
            .filter(|slot| !slot.is_optional)
            .filter_map(|slot| Some((slot.name, slot.default?)))
            .collect();
        let entries: Vec<NamedAttribute> = defaults
            .iter()
            .map(|(name, value)| NamedAttribute {
                name: *name,
                value: *value,
            })
            .collect();
        let only_defaults = match entries.as_slice() {
            [] => None,
            entries => context.dictionary_attribute(entries).ok(),
        };
        let implicit = op
            .traits
            .iter()
            .find(|one| one.name.starts_with("SingleBlockImplicitTerminator"));
        let is_inferred = |source: &TypeSource| matches!(source, TypeSource::Inferred);
        let is_plain = op.regions.is_empty() && op.successors.is_empty() && steps.iter().all(Step::is_plain);
        // A rule by hand can look at what defines the operands.
        let reads_by_text = is_plain && !types.results.iter().any(is_inferred);
        Ok(Program {
            name: context.identifier(&*op.name),
            steps,
            operands,
            results,
            regions: Layout::new(op.regions.iter().map(|one| one.arity), None),
            successors: Layout::new(op.successors.iter().map(|one| one.arity), None),
            attributes: attributes.into(),
            required,
            elided: elided.into(),
            operand_types: types.operands,
            result_types: types.results,
            checked: types.checked,
            all_operands: self.all_operands,
            all_operand_types: self.all_operand_types,
            all_result_types: self.all_result_types,
            defaults: defaults.into(),
            only_defaults,
            has_prop_dict: self.has_prop_dict,
            required_keys,
            implicit_terminator: implicit
                .and_then(|one| one.arguments.first())
                .map(|name| context.identifier(&**name)),
            single_block: has_trait("SingleBlock") || implicit.is_some(),
            reads_by_text,
            prints_by_parts: is_plain,
        })
    }

    /// The properties that a dictionary of properties must have: what the format does not show.
    fn required_keys(&self, slots: &[AttributeSlot], shown: &[Identifier]) -> Box<[Identifier]> {
        let all = self.op.attributes.iter().zip(slots);
        let required = all.filter(|(record, slot)| {
            !record.is_optional && record.default == Default::None && !shown.contains(&slot.name)
        });
        match self.has_prop_dict {
            true => required.map(|(_, slot)| slot.name).collect(),
            false => Box::default(),
        }
    }

    fn attribute_slots(&self) -> Result<Vec<AttributeSlot>> {
        let mut attributes = Vec::new();
        for (index, record) in self.op.attributes.iter().enumerate() {
            let default = match &record.default {
                Default::Text(text) => Some(
                    tvmlike_text::parse_defined_attribute(self.context, &**text).map_err(|error| {
                        FormatError::about_all(format!(
                            "the default value of '{}' is no attribute: {}",
                            record.name,
                            error.message()
                        ))
                    })?,
                ),
                Default::None | Default::Unknown => None,
            };
            attributes.push(AttributeSlot {
                name: self.context.identifier(&*record.name),
                form: match self.qualified.contains(&index) {
                    true => AttributeForm::Plain(self.plain_form(self.constraint(record.constraint))),
                    false => self.attribute_form(&record.name, self.constraint(record.constraint)),
                },
                default,
                is_optional: record.is_optional,
            });
        }
        Ok(attributes)
    }
}
