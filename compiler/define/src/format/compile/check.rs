//! What a format has to contain, and what the reader could not tell apart.

use super::attributes::test_name;
use super::{Compiler, Result, error};
use crate::format::ast::{Element, Optional};
use crate::format::error::FormatError;
use crate::record::{Arity, AttributeRecord, Default};

impl Compiler<'_> {
    /// What can be read only if it is there has to come first in a group.
    pub(super) fn check_group(&self, group: &Optional) -> Result<()> {
        let parseable = |element: &&Element| !matches!(element, Element::Space(_));
        for elements in [&group.then, &group.otherwise] {
            let Some(first) = elements.iter().find(parseable) else {
                continue;
            };
            match first {
                Element::Variable(name) => {
                    let operand = self.op.operands.iter().find(|operand| operand.name == *name);
                    if operand.is_some_and(|operand| operand.arity == Arity::One) {
                        return error("only variable length operands can be used within an optional group");
                    }
                }
                Element::Literal(_) | Element::Custom(..) | Element::Qualified(_) => {}
                _ => {
                    return error(
                        "first parsable element of an optional group must be a literal, variable, or custom directive",
                    );
                }
            }
            for element in elements.iter() {
                if let Element::Variable(name) = element
                    && self
                        .op
                        .operands
                        .iter()
                        .any(|operand| operand.name == *name && operand.arity == Arity::One)
                {
                    return error("only variable length operands can be used within an optional group");
                }
            }
        }
        if let Element::Variable(name) = group.anchor_element()
            && let Some(attribute) = self
                .op
                .attributes
                .iter()
                .find(|attribute| attribute.name == *name)
            && !attribute.is_optional
            && attribute.default == Default::None
        {
            return error(
                "only optional or default-valued attributes can be used to anchor an optional group",
            );
        }
        Ok(())
    }

    /// Refuses orders in which the reader could not tell elements apart.
    pub(super) fn check_order(&self, elements: &[Element]) -> Result<()> {
        for pair in elements.windows(2) {
            match (&pair[0], &pair[1]) {
                (Element::AttrDict { with_keyword: false }, Element::Variable(name))
                    if self.op.regions.iter().any(|region| region.name == *name) =>
                {
                    return Err(FormatError::about_all(format!(
                        "format ambiguity caused by `attr-dict` directive followed by region `{name}`"
                    ))
                    .with_remedy("try using `attr-dict-with-keyword` instead"));
                }
                (Element::Variable(name), Element::Literal(colon)) if &**colon == ":" => {
                    let attribute = self
                        .op
                        .attributes
                        .iter()
                        .find(|attribute| attribute.name == *name);
                    let is_any = |attribute: &&AttributeRecord| {
                        let constraint = self.constraint(attribute.constraint);
                        test_name(&constraint.predicate) == Some("anything")
                            && constraint.value_type.is_none()
                    };
                    if attribute.filter(is_any).is_some() {
                        return error(format!(
                            "format ambiguity caused by `:` literal found after attribute `{name}` which does not have a buildable type"
                        ));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks that everything is in the format.
    pub(super) fn check_parts(&self) -> Result<()> {
        if !self.has_attr_dict {
            return error("'attr-dict' directive not found in custom assembly format");
        }
        let missing = |kind: &str, index: usize, name: &str| {
            Err(
                FormatError::about_all(format!("{kind} #{index}, named '{name}', not found")).with_remedy(
                    format!("suggest adding a '${name}' directive to the custom assembly format"),
                ),
            )
        };
        for (index, operand) in self.op.operands.iter().enumerate() {
            if !self.all_operands && !self.operands.contains(&index) {
                return missing("operand", index, &operand.name);
            }
        }
        for (index, region) in self.op.regions.iter().enumerate() {
            if !self.all_regions && !self.regions.contains(&index) {
                return missing("region", index, &region.name);
            }
        }
        for (index, successor) in self.op.successors.iter().enumerate() {
            if !self.all_successors && !self.successors.contains(&index) {
                return missing("successor", index, &successor.name);
            }
        }
        Ok(())
    }
}
