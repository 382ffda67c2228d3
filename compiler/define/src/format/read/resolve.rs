//! After the text of an operation was read: its operands, the types of its results, and the properties that follow.

use tvmlike_ir::{NamedAttribute, OpState, Region, Type, Value};
use tvmlike_syntax::Span;
use tvmlike_text::Result;

use super::{Reader, Slots};
use crate::format::program::{Argument, TypeOf, TypeSource};
use crate::infer::infer_result_types;
use crate::record::Arity;
use crate::test::Subject;
use crate::transform::Transform;

/// Types for an entry: the same for all, or a range of the types that were read.
enum Types {
    One(Type),
    Range(usize, usize),
}

impl Reader<'_, '_, '_, '_> {
    /// Resolves operands and types, in MLIR's order.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.order_regions();
        self.order_successors();
        self.add_segments();
        self.add_defaults();
        self.check_types()?;
        let has = |wanted: fn(&TypeSource) -> bool| self.program.result_types.iter().any(wanted);
        let from_operand = has(|source| matches!(source, TypeSource::FirstOperand));
        let inferred = has(|source| matches!(source, TypeSource::Inferred));
        if !from_operand && !inferred {
            self.add_results()?;
        }
        self.resolve_operands()?;
        if inferred {
            self.infer_results()?;
        } else if from_operand {
            let first = self.parts.operands.first().copied();
            let Some(ty) = first.map(|operand: Value| operand.ty(self.parser.context())) else {
                let place = self.parser.op_place();
                return Err(self
                    .parser
                    .op_error(place, "has no operand to infer the types of results from"));
            };
            self.parts.results.resize(self.program.results.len(), ty);
        }
        Ok(())
    }

    /// Checks the types that others are made of.
    fn check_types(&mut self) -> Result<()> {
        let (context, program) = (self.parser.context(), self.program);
        for check in &program.checked {
            let (start, end) = self.range(check.of);
            let fails = |ty: &&Type| !check.test.passes(context, Subject::Type(**ty));
            if let Some(ty) = self.parts.types[start..end].iter().find(fails) {
                let (name, summary) = (&check.name, &check.summary);
                let found = tvmlike_text::quote_type(context, *ty);
                let message = format!("'{name}' must be {summary}, but got '{found}'");
                return Err(self.parser.op_error(self.parser.op_place(), message));
            }
        }
        Ok(())
    }

    /// Infers the types of results from all other parts.
    fn infer_results(&mut self) -> Result<()> {
        let context = self.parser.context();
        let dictionary = |entries: &[NamedAttribute]| context.dictionary_attribute(entries).ok();
        let regions: Vec<Option<Region>> = self.parts.regions.iter().copied().map(Some).collect();
        let state = OpState {
            operands: &self.parts.operands,
            attributes: dictionary(&self.parts.attributes),
            properties: self
                .parts
                .property_dictionary
                .or(dictionary(&self.parts.properties)),
            regions: &regions,
            ..OpState::new(self.program.name, context.unknown_location())
        };
        match infer_result_types(context, &state) {
            Ok(types) => self.parts.results.extend(types),
            Err(error) => {
                let place = self.parser.op_place();
                return Err(self.parser.op_error(place, error.to_string()));
            }
        }
        Ok(())
    }

    /// Puts regions into the order of the record, with empty ones where none was read.
    fn order_regions(&mut self) {
        for (index, arity) in self.program.regions.arities.iter().enumerate() {
            if *arity == Arity::One && !self.region_entries.contains(&index) {
                let region = self.parser.create_open_region();
                self.add_region(index, region);
            }
        }
        if !self.region_entries.is_sorted() {
            let mut order: Vec<(usize, Region)> = self
                .region_entries
                .iter()
                .copied()
                .zip(self.parts.regions.drain(..))
                .collect();
            order.sort_by_key(|(index, _)| *index);
            self.parts
                .regions
                .extend(order.into_iter().map(|(_, region)| region));
        }
    }

    fn order_successors(&mut self) {
        if !self.successor_entries.is_sorted() {
            let mut order: Vec<_> = self
                .successor_entries
                .iter()
                .copied()
                .zip(self.parts.successors.drain(..))
                .collect();
            order.sort_by_key(|(index, _)| *index);
            self.parts
                .successors
                .extend(order.into_iter().map(|(_, block)| block));
        }
    }

    /// Adds the sizes of the entries of operands and results as properties.
    fn add_segments(&mut self) {
        if let Some(name) = self.program.operands.segments {
            let sizes: Vec<i32> = (0..self.program.operands.len())
                .map(|index| self.parts.numbers[Slots::operand(index) + 1] as i32)
                .collect();
            let value = self.parser.context().dense_i32_array(&sizes);
            self.set(name, value);
        }
        if let Some(name) = self.program.results.segments {
            let sizes: Vec<i32> = (0..self.program.results.len())
                .map(|index| match self.program.results.arities[index] {
                    Arity::One => 1,
                    _ => self.parts.numbers[self.slots.types(TypeOf::Result(index)) + 1] as i32,
                })
                .collect();
            let value = self.parser.context().dense_i32_array(&sizes);
            self.set(name, value);
        }
    }

    fn add_defaults(&mut self) {
        if self.program.defaults.is_empty() {
            return;
        }
        if self.parts.properties.is_empty() && self.parts.attributes.is_empty() {
            self.parts.property_dictionary = self.program.only_defaults;
            return;
        }
        for (name, value) in &self.program.defaults {
            let given = |entries: &[NamedAttribute]| entries.iter().any(|entry| entry.name == *name);
            if !given(&self.parts.properties) && !given(&self.parts.attributes) {
                self.set(*name, *value);
            }
        }
    }

    fn add_results(&mut self) -> Result<()> {
        if self.program.all_result_types {
            let (start, end) = self.range(TypeOf::Results);
            self.parts
                .results
                .extend_from_slice(&self.parts.types[start..end]);
            return Ok(());
        }
        let program = self.program;
        for (index, source) in program.result_types.iter().enumerate() {
            match self.types(source, TypeOf::Result(index))? {
                Types::One(ty) => self.parts.results.push(ty),
                Types::Range(start, end) => {
                    self.parts
                        .results
                        .extend_from_slice(&self.parts.types[start..end]);
                }
            }
        }
        Ok(())
    }

    /// The types that a source gives.
    #[inline]
    fn types(&mut self, source: &TypeSource, own: TypeOf) -> Result<Types> {
        Ok(match source {
            TypeSource::Only(ty) => Types::One(*ty),
            TypeSource::Read | TypeSource::All | TypeSource::FirstOperand | TypeSource::Inferred => {
                let (start, end) = self.range(own);
                Types::Range(start, end)
            }
            TypeSource::Of(argument, Transform::Same)
                if let Some(from) = argument.values()
                    && self.is_variable(own)
                    && self.is_variable(from) =>
            {
                let (start, end) = self.range(from);
                Types::Range(start, end)
            }
            TypeSource::Of(argument, transform) => {
                let context = self.parser.context();
                let from = match *argument {
                    Argument::Operand(index) => self.first_type(TypeOf::Operand(index)),
                    Argument::Result(index) => self.first_type(TypeOf::Result(index)),
                    Argument::Attribute(index) => {
                        let name = self.program.attributes[index].name;
                        let entries = &self.parts.properties;
                        let found = entries.iter().find(|entry| entry.name == name);
                        found.map(|entry| entry.value.ty(context))
                    }
                };
                let start = self.parts.types.len();
                let Some(from) = from else {
                    return Ok(Types::Range(start, start));
                };
                if transform.apply(context, from, &mut self.parts.types).is_none() {
                    let found = tvmlike_text::quote_type(context, from);
                    let message = format!("cannot infer a type from '{found}'");
                    return Err(self.parser.op_error(self.parser.op_place(), message));
                }
                match self.parts.types.len() - start {
                    1 if !transform.is_list() => Types::One(self.parts.types[start]),
                    count => Types::Range(start, start + count),
                }
            }
        })
    }

    /// Whether an entry has any number of types.
    fn is_variable(&self, of: TypeOf) -> bool {
        match of {
            TypeOf::Operand(index) => self.program.operands.arities[index] != Arity::One,
            TypeOf::Result(index) => self.program.results.arities[index] != Arity::One,
            TypeOf::Operands | TypeOf::Results => true,
        }
    }

    fn first_type(&self, of: TypeOf) -> Option<Type> {
        let (start, end) = self.range(of);
        self.parts.types[start..end].first().copied()
    }

    fn resolve_operands(&mut self) -> Result<()> {
        let program = self.program;
        if program.all_operands || program.all_operand_types {
            return self.resolve_all();
        }
        for (index, source) in program.operand_types.iter().enumerate() {
            let slot = Slots::operand(index);
            let [start, len, place] = [0, 1, 2].map(|at| self.parts.numbers[slot + at] as usize);
            let types = self.types(source, TypeOf::Operand(index))?;
            self.resolve(start, len, types, place as u32)?;
        }
        Ok(())
    }

    /// Resolves operands that are one list, or whose types are one.
    fn resolve_all(&mut self) -> Result<()> {
        let program = self.program;
        let mut order: Vec<usize> = Vec::new();
        match program.all_operands {
            true => order.push(self.slots.all_operands()),
            false => order.extend((0..program.operands.len()).map(Slots::operand)),
        }
        let place = match program.all_operands {
            true => self.parts.numbers[self.slots.all_operands() + 2],
            false => self.parser.op_place().start,
        };
        // One list of operands, in the order of the record.
        let listed: Vec<_> = order
            .into_iter()
            .flat_map(|slot| {
                let start = self.parts.numbers[slot] as usize;
                let end = start + self.parts.numbers[slot + 1] as usize;
                self.parts.unresolved[start..end].to_vec()
            })
            .collect();
        let start = self.parts.unresolved.len();
        self.parts.unresolved.extend(listed);
        let len = self.parts.unresolved.len() - start;
        let types = if program.all_operand_types {
            let (start, end) = self.range(TypeOf::Operands);
            Types::Range(start, end)
        } else if let [source] = &*program.operand_types {
            // A type that the operand gets from elsewhere is that of any number of operands, as in MLIR: the verifier counts
            // them.
            self.types(source, TypeOf::Operand(0))?
        } else {
            // Transformed types are appended to the list of types, so these are put behind them afterwards.
            let mut all = Vec::with_capacity(len);
            for (index, source) in program.operand_types.iter().enumerate() {
                match self.types(source, TypeOf::Operand(index))? {
                    Types::One(ty) => all.push(ty),
                    Types::Range(start, end) => all.extend_from_slice(&self.parts.types[start..end]),
                }
            }
            let first = self.parts.types.len();
            self.parts.types.extend(all);
            Types::Range(first, self.parts.types.len())
        };
        self.resolve(start, len, types, place)
    }

    #[inline]
    fn resolve(&mut self, start: usize, len: usize, types: Types, place: u32) -> Result<()> {
        if let Types::Range(first, end) = types
            && end - first != len
        {
            let message = format!(
                "number of operands and types do not match: got {len} operands and {} types",
                end - first
            );
            let place = Span {
                start: place,
                end: place,
            };
            return Err(self.parser.op_error(place, message));
        }
        for index in 0..len {
            let ty = match types {
                Types::One(ty) => ty,
                Types::Range(first, _) => self.parts.types[first + index],
            };
            let operand = self.parts.unresolved[start + index];
            let value = self.parser.resolve_operand(operand, ty)?;
            self.parts.operands.push(value);
        }
        Ok(())
    }

    pub(super) fn range(&self, of: TypeOf) -> (usize, usize) {
        let slot = self.slots.types(of);
        let start = self.parts.numbers[slot] as usize;
        (start, start + self.parts.numbers[slot + 1] as usize)
    }
}
