//! Prints operations by their program.

use std::ops::Range;

use tvmlike_ir::{Attribute, Context, NamedAttribute, Op, Region, Traits, Type, TypeKind, Value};
use tvmlike_text::{OperationPrinter, RegionStyle};

use super::directive::DirectiveParts;
use super::program::{Anchor, Clause, Program, Step, TypeOf, What};
use crate::layout::{Layout, sizes};
use crate::record::Arity;

/// Prints what follows the name of an operation, if the operation has the parts that the format shows: whether it did.
pub(super) fn write(program: &Program, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
    let writer = Writer {
        program,
        context: printer.context(),
        op,
    };
    let fits = writer.fits();
    if fits {
        writer.steps(printer, &program.steps);
    }
    fits
}

pub(super) struct Writer<'w, 'c> {
    program: &'w Program,
    pub(super) context: &'c Context,
    pub(super) op: Op,
}

impl Writer<'_, '_> {
    fn fits(&self) -> bool {
        let (context, op, program) = (self.context, self.op, self.program);
        let fits = |layout: &Layout, total: usize| layout.fits(context, op, total);
        fits(&program.operands, op.num_operands(context))
            && fits(&program.results, op.num_results(context))
            && fits(&program.regions, op.num_regions(context))
            && fits(&program.successors, op.num_successors(context))
            && self.customs_fit(&program.steps)
            && program
                .required
                .iter()
                .all(|index| self.attribute(*index).is_some())
            && program.attributes.iter().all(|slot| {
                op.property(context, slot.name)
                    .is_none_or(|value| slot.form.fits(context, value))
            })
    }

    /// Whether the custom directives can print what the operation has.
    fn customs_fit(&self, steps: &[Step]) -> bool {
        steps.iter().all(|step| match &step.what {
            What::Custom { directive, arguments } => (directive.fits)(&DirectiveParts {
                writer: self,
                arguments,
            }),
            What::Optional(group) => match self.is_present(&group.anchor) != group.is_inverted {
                true => self.customs_fit(&group.then),
                false => self.customs_fit(&group.otherwise),
            },
            What::Clauses(clauses) => clauses
                .iter()
                .all(|clause| !self.is_shown(clause) || self.customs_fit(&clause.steps)),
            _ => true,
        })
    }

    pub(super) fn attribute(&self, index: usize) -> Option<Attribute> {
        let slot = &self.program.attributes[index];
        self.op.property(self.context, slot.name).or(slot.default)
    }

    pub(super) fn group_sizes(&self, index: usize) -> Option<Attribute> {
        match self.program.operands.arities[index] {
            Arity::Groups(attribute) => self.attribute(attribute as usize),
            _ => None,
        }
    }

    fn operands(&self, index: usize) -> Range<usize> {
        let (layout, total) = (&self.program.operands, self.op.num_operands(self.context));
        layout.range(self.context, self.op, total, index)
    }

    fn results(&self, index: usize) -> Range<usize> {
        let (layout, total) = (&self.program.results, self.op.num_results(self.context));
        layout.range(self.context, self.op, total, index)
    }

    pub(super) fn regions(&self, index: usize) -> impl Iterator<Item = Region> {
        let (layout, total) = (&self.program.regions, self.op.num_regions(self.context));
        let range = layout.range(self.context, self.op, total, index);
        range.filter_map(|at| self.op.region(self.context, at))
    }

    fn steps(&self, printer: &mut OperationPrinter<'_>, steps: &[Step]) {
        for step in steps {
            self.step(printer, step);
        }
    }

    fn step(&self, printer: &mut OperationPrinter<'_>, step: &Step) {
        if step.space {
            printer.write(b" ");
        }
        match &step.what {
            What::Space => {}
            What::Newline => printer.write_newline(),
            What::Keyword(word) => printer.write(word.as_bytes()),
            What::Token(kind) => printer.write(kind.spelling().unwrap_or_default().as_bytes()),
            What::Operand(index) => self.operand(printer, *index),
            What::AllOperands => self.values(printer, 0..self.op.num_operands(self.context)),
            What::Region(index) => self.region_list(printer, self.regions(*index)),
            What::AllRegions => self.region_list(printer, self.op.regions(self.context)),
            What::Successor(index) => self.successors(printer, self.successor_range(*index)),
            What::AllSuccessors => self.successors(printer, 0..self.op.num_successors(self.context)),
            What::Attribute(index) => {
                if let Some(value) = self.attribute(*index) {
                    self.program.attributes[*index].form.print(printer, value);
                }
            }
            What::Type(of, None) => self.types(printer, *of),
            What::Type(of, Some(class)) => {
                for ty in self.types_of(*of) {
                    class.print(printer, ty);
                }
            }
            What::FunctionalType(inputs, results) => self.functional_type(printer, *inputs, *results),
            What::AttrDict { with_keyword } => self.attr_dict(printer, *with_keyword),
            What::PropDict => {
                let entries = self.entries(self.op.properties(self.context), true);
                if let (false, Ok(all)) = (entries.is_empty(), self.context.dictionary_attribute(&entries)) {
                    printer.write(b"<");
                    printer.write_attribute(all);
                    printer.write(b">");
                }
            }
            What::Custom { directive, arguments } => {
                let parts = DirectiveParts {
                    writer: self,
                    arguments,
                };
                (directive.print)(&parts, printer);
            }
            What::Clauses(clauses) => {
                for clause in clauses {
                    if self.is_shown(clause) {
                        self.step(printer, &clause.literal);
                        self.steps(printer, &clause.steps);
                    }
                }
            }
            What::Optional(group) => match self.is_present(&group.anchor) != group.is_inverted {
                true => self.steps(printer, &group.then),
                false => self.steps(printer, &group.otherwise),
            },
        }
    }

    pub(super) fn successor_range(&self, index: usize) -> Range<usize> {
        let (layout, total) = (&self.program.successors, self.op.num_successors(self.context));
        layout.range(self.context, self.op, total, index)
    }

    pub(super) fn operand_values(&self, index: usize) -> Vec<Value> {
        let range = self.operands(index);
        range.filter_map(|at| self.op.operand(self.context, at)).collect()
    }

    fn is_present(&self, anchor: &Anchor) -> bool {
        match *anchor {
            Anchor::Operand(index) => !self.operands(index).is_empty(),
            Anchor::Result(index) => !self.results(index).is_empty(),
            Anchor::Region(index) => self.regions(index).any(|region| !region.is_empty(self.context)),
            Anchor::Attribute(index) => {
                let slot = &self.program.attributes[index];
                let value = self.op.property(self.context, slot.name);
                value.is_some() && value != slot.default
            }
            Anchor::Operands => self.op.num_operands(self.context) > 0,
            Anchor::Results => self.op.num_results(self.context) > 0,
            Anchor::Any(ref all) => all.iter().any(|anchor| self.is_present(anchor)),
        }
    }

    fn is_shown(&self, clause: &Clause) -> bool {
        clause.anchors.iter().any(|anchor| self.is_present(anchor))
    }

    fn values(&self, printer: &mut OperationPrinter<'_>, range: Range<usize>) {
        let first = range.start;
        for index in range {
            if index > first {
                printer.write(b", ");
            }
            if let Some(value) = self.op.operand(self.context, index) {
                printer.write_value(value);
            }
        }
    }

    fn operand(&self, printer: &mut OperationPrinter<'_>, index: usize) {
        let range = self.operands(index);
        let Arity::Groups(_) = self.program.operands.arities[index] else {
            return self.values(printer, range);
        };
        for (at, group) in self.groups(index, range).into_iter().enumerate() {
            printer.write(if at > 0 { b", (".as_slice() } else { b"(" });
            self.values(printer, group);
            printer.write(b")");
        }
    }

    /// The groups of an entry of groups.
    fn groups(&self, index: usize, range: Range<usize>) -> Vec<Range<usize>> {
        let Arity::Groups(attribute) = self.program.operands.arities[index] else {
            return Vec::new();
        };
        let name = self.program.attributes[attribute as usize].name;
        let mut start = range.start;
        let sizes = sizes(self.context, self.op.property(self.context, name));
        let groups = sizes.into_iter().flatten().map(|size| {
            let end = (start + usize::try_from(size).unwrap_or_default()).min(range.end);
            let group = start..end;
            start = end;
            group
        });
        groups.collect()
    }

    fn region_list(&self, printer: &mut OperationPrinter<'_>, regions: impl Iterator<Item = Region>) {
        for (index, region) in regions.enumerate() {
            if index > 0 {
                printer.write(b", ");
            }
            printer.print_region(region, self.style(region));
        }
    }

    /// The terminator that the form leaves out is not printed, unless there is something to see.
    fn style(&self, region: Region) -> RegionStyle {
        let mut style = RegionStyle::default();
        if self.program.implicit_terminator.is_some() {
            let context = self.context;
            let last = region
                .first_block(context)
                .and_then(|block| block.last_op(context));
            style.terminator = last.is_none_or(|op| {
                op.attributes(context).is_some()
                    || op.properties(context).is_some()
                    || op.num_operands(context) > 0
                    || op.num_results(context) > 0
                    || !op.has_trait(context, Traits::TERMINATOR)
            });
        }
        style
    }

    fn successors(&self, printer: &mut OperationPrinter<'_>, range: Range<usize>) {
        let first = range.start;
        for index in range {
            if index > first {
                printer.write(b", ");
            }
            if let Some(block) = self.op.successor(self.context, index) {
                printer.write_block_name(block);
            }
        }
    }

    /// The types of operands or results.
    pub(super) fn types_of(&self, of: TypeOf) -> impl Iterator<Item = Type> {
        let (is_operand, range) = match of {
            TypeOf::Operand(index) => (true, self.operands(index)),
            TypeOf::Operands => (true, 0..self.op.num_operands(self.context)),
            TypeOf::Result(index) => (false, self.results(index)),
            TypeOf::Results => (false, 0..self.op.num_results(self.context)),
        };
        range.filter_map(move |index| {
            let value: Option<Value> = match is_operand {
                true => self.op.operand(self.context, index),
                false => self.op.result(self.context, index),
            };
            value.map(|value| value.ty(self.context))
        })
    }

    fn types(&self, printer: &mut OperationPrinter<'_>, of: TypeOf) {
        if let TypeOf::Operand(index) = of
            && let Arity::Groups(_) = self.program.operands.arities[index]
        {
            for (at, group) in self.groups(index, self.operands(index)).into_iter().enumerate() {
                printer.write(if at > 0 { b", (".as_slice() } else { b"(" });
                let types = group.filter_map(|index| self.op.operand(self.context, index));
                type_list(printer, types.map(|value| value.ty(self.context)));
                printer.write(b")");
            }
            return;
        }
        type_list(printer, self.types_of(of));
    }

    fn functional_type(&self, printer: &mut OperationPrinter<'_>, inputs: TypeOf, results: TypeOf) {
        printer.write(b"(");
        type_list(printer, self.types_of(inputs));
        printer.write(b") -> ");
        let mut types = self.types_of(results);
        let bare = match (types.next(), types.next()) {
            (Some(only), None) => !matches!(only.kind(self.context), TypeKind::Function { .. }),
            _ => false,
        };
        if !bare {
            printer.write(b"(");
        }
        type_list(printer, self.types_of(results));
        if !bare {
            printer.write(b")");
        }
    }

    /// The entries of a dictionary that the format does not show elsewhere; default values on request.
    fn entries(&self, dictionary: Option<Attribute>, with_defaults: bool) -> Vec<NamedAttribute> {
        let (context, program) = (self.context, self.program);
        let entries = dictionary.and_then(|dictionary| dictionary.entries(context));
        let is_shown = |entry: &NamedAttribute| {
            !program.elided.contains(&entry.name)
                && (with_defaults || !program.defaults.contains(&(entry.name, entry.value)))
        };
        let entries = entries.into_iter().flat_map(|entries| entries.iter());
        entries.filter(is_shown).collect()
    }

    fn attr_dict(&self, printer: &mut OperationPrinter<'_>, with_keyword: bool) {
        let (context, op, program) = (self.context, self.op, self.program);
        if op.attributes(context).is_none() && op.properties(context).is_none() {
            return;
        }
        let properties = op.properties(context).filter(|_| !program.has_prop_dict);
        let mut entries = self.entries(op.attributes(context), false);
        entries.extend(self.entries(properties, false));
        if entries.is_empty() {
            return;
        }
        entries.sort_by(|a, b| a.name.bytes(context).cmp(b.name.bytes(context)));
        match with_keyword {
            true => printer.write_attr_dict_with_keyword(&entries),
            false => printer.write_attr_dict(&entries),
        }
    }
}

fn type_list(printer: &mut OperationPrinter<'_>, types: impl Iterator<Item = Type>) {
    for (index, ty) in types.enumerate() {
        if index > 0 {
            printer.write(b", ");
        }
        printer.write_type(ty);
    }
}
