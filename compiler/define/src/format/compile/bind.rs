//! What the names in a format refer to; each part of an operation can be shown once.

use super::{Compiler, Result, error};
use crate::format::ast::{Element, Kind};
use crate::format::program::{TypeOf, What};
use crate::record::ValueRecord;

impl Compiler<'_> {
    /// What a name refers to.
    pub(super) fn find(&self, name: &str) -> Result<What> {
        let op = self.op;
        if let Some(index) = op
            .attributes
            .iter()
            .position(|attribute| &*attribute.name == name)
        {
            return Ok(What::Attribute(index));
        }
        if let Some(index) = op.operands.iter().position(|operand| &*operand.name == name) {
            return Ok(What::Operand(index));
        }
        if let Some(index) = op.regions.iter().position(|region| &*region.name == name) {
            return Ok(What::Region(index));
        }
        if let Some(index) = op
            .successors
            .iter()
            .position(|successor| &*successor.name == name)
        {
            return Ok(What::Successor(index));
        }
        match op.results.iter().any(|result| &*result.name == name) {
            true => error("result variables can can only be used as a child to a 'type' directive"),
            false => error("expected variable to refer to an argument, region, result, or successor"),
        }
    }

    /// What a type directive is about, without binding it.
    pub(super) fn find_type(&self, element: &Element) -> Result<TypeOf> {
        let named = |name: &str| {
            let is = |value: &ValueRecord| &*value.name == name;
            let operand = self.op.operands.iter().position(is).map(TypeOf::Operand);
            operand.or_else(|| self.op.results.iter().position(is).map(TypeOf::Result))
        };
        let found = match element {
            Element::All(Kind::Operands) => Some(TypeOf::Operands),
            Element::All(Kind::Results) => Some(TypeOf::Results),
            Element::Variable(name) => named(name),
            _ => None,
        };
        match found {
            Some(of) => Ok(of),
            None => error("'type' directive operand expects variable or directive operand"),
        }
    }

    /// Binds a variable at the top level.
    pub(super) fn variable(&mut self, name: &str) -> Result<What> {
        let what = self.find(name)?;
        let (is_new, kind) = match what {
            What::Attribute(index) => (self.attributes.insert(index), "attribute"),
            What::Operand(index) => (!self.all_operands && self.operands.insert(index), "operand"),
            What::Region(index) => (!self.all_regions && self.regions.insert(index), "region"),
            What::Successor(index) => (!self.all_successors && self.successors.insert(index), "successor"),
            _ => (true, ""),
        };
        match is_new {
            true => Ok(what),
            false => error(format!("{kind} '{name}' is already bound")),
        }
    }

    pub(super) fn all(&mut self, kind: Kind) -> Result<What> {
        let (is_new, what) = match kind {
            Kind::Operands => (
                self.operands.is_empty() && !std::mem::replace(&mut self.all_operands, true),
                What::AllOperands,
            ),
            Kind::Regions => (
                self.regions.is_empty() && !std::mem::replace(&mut self.all_regions, true),
                What::AllRegions,
            ),
            Kind::Successors => (
                self.successors.is_empty() && !std::mem::replace(&mut self.all_successors, true),
                What::AllSuccessors,
            ),
            Kind::Results => {
                return error("'results' directive can can only be used as a child to a 'type' directive");
            }
        };
        match is_new {
            true => Ok(what),
            false => error(format!("'{}' directive creates overlap in format", kind.word())),
        }
    }

    /// What a type directive is about; binds it if `bind`.
    pub(super) fn type_of(&mut self, element: &Element, bind: bool) -> Result<TypeOf> {
        let (of, is_new, shown) = match element {
            Element::All(Kind::Operands) => {
                let is_new = self.operand_types.is_empty() && !self.all_operand_types;
                self.all_operand_types |= bind;
                (TypeOf::Operands, is_new, "'operands' 'type'".to_owned())
            }
            Element::All(Kind::Results) => {
                let is_new = self.result_types.is_empty() && !self.all_result_types;
                self.all_result_types |= bind;
                (TypeOf::Results, is_new, "'results' 'type'".to_owned())
            }
            Element::Variable(name) => {
                let shown = format!("'type' of '{name}'");
                let named = |value: &ValueRecord| value.name == *name;
                if let Some(index) = self.op.operands.iter().position(named) {
                    let is_new = !self.all_operand_types && !self.operand_types.contains(&index);
                    if bind {
                        self.operand_types.insert(index);
                    }
                    (TypeOf::Operand(index), is_new, shown)
                } else if let Some(index) = self.op.results.iter().position(named) {
                    let is_new = !self.all_result_types && !self.result_types.contains(&index);
                    if bind {
                        self.result_types.insert(index);
                    }
                    (TypeOf::Result(index), is_new, shown)
                } else if self.op.attributes.iter().any(|attribute| attribute.name == *name) {
                    return error("attributes cannot be used as children to a `type` directive");
                } else {
                    return error("'type' directive operand expects variable or directive operand");
                }
            }
            _ => return error("'type' directive operand expects variable or directive operand"),
        };
        match is_new || !bind {
            true => Ok(of),
            false => error(format!("{shown} is already bound")),
        }
    }

    /// Binds what a custom directive reads.
    pub(super) fn argument(&mut self, element: &Element) -> Result<()> {
        match element {
            Element::Variable(name) => self.variable(name).map(|_| ()),
            Element::Type(inner) => self.type_of(inner, true).map(|_| ()),
            Element::All(kind) => self.all(*kind).map(|_| ()),
            Element::AttrDict { .. } => {
                self.has_attr_dict = true;
                Ok(())
            }
            Element::Ref(inner) => self.reference(inner),
            _ => Ok(()),
        }
    }

    /// Checks that what a `ref` names was read before.
    fn reference(&mut self, element: &Element) -> Result<()> {
        let Element::Variable(name) = element else {
            return Ok(());
        };
        let (is_bound, kind) = match self.find(name)? {
            What::Operand(index) => (self.all_operands || self.operands.contains(&index), "operand"),
            What::Attribute(index) => (self.attributes.contains(&index), "attribute"),
            What::Region(index) => (self.all_regions || self.regions.contains(&index), "region"),
            What::Successor(index) => (
                self.all_successors || self.successors.contains(&index),
                "successor",
            ),
            _ => (true, ""),
        };
        match is_bound {
            true => Ok(()),
            false => error(format!("{kind} '{name}' must be bound before it is referenced")),
        }
    }
}
