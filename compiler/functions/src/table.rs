//! Bulk access for analysis: operations by name or attribute, and tables with a row for each operation, without an object
//! for each.

use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::FixedState;
use tvmlike_ir::{self as ir, AttributeKind};

use crate::api::*;
use crate::handles::{Attribute, Operation, OperationBase};

/// What operations to find.
pub(crate) struct Selection<'a> {
    pub(crate) name: Option<&'a str>,
    pub(crate) attribute: Option<&'a str>,
}

/// The operations in an operation, itself included, that a selection has.
pub(crate) fn find(root: &OperationBase, selection: &Selection<'_>) -> Result<Vec<ObjectPtr<Operation>>> {
    let core = root.read()?;
    let part = root.part();
    let name = selection.name.map(|name| core.identifier(name));
    let attribute = selection.attribute.map(|name| core.identifier(name));
    let mut found = Vec::new();
    root.op()?.walk(&core, ir::WalkOrder::PreOrder, |op| {
        if name.is_none_or(|name| op.name(&core) == name)
            && attribute.is_none_or(|name| op.attribute(&core, name).is_some())
        {
            found.push(Operation::make(&part, op));
        }
        ir::WalkResult::Advance
    });
    Ok(found)
}

/// The values of one attribute, a place for each operation.
struct Column {
    name: ir::Identifier,
    values: Vec<Option<ir::Attribute>>,
    /// The dictionaries of the last operation, and what was found in them: neighbours often share theirs.
    last: ([Option<ir::Attribute>; 2], Option<ir::Attribute>),
}

/// A column as a front end gets it.
enum Values {
    Integers(Vec<i64>),
    Floats(Vec<f64>),
    /// The distinct values, and for each operation the index of its own; -1 for none.
    Others(Vec<i32>, Vec<ir::Attribute>),
}

impl Column {
    fn new(name: ir::Identifier, rows: usize) -> Self {
        Self {
            name,
            values: Vec::with_capacity(rows),
            last: ([None; 2], None),
        }
    }

    #[inline]
    fn push(&mut self, core: &ir::Context, op: ir::Op) {
        let dictionaries = [op.properties(core), op.attributes(core)];
        if dictionaries != self.last.0 {
            self.last = (dictionaries, op.attribute(core, self.name));
        }
        self.values.push(self.last.1);
    }

    /// The values by a function, with another value for operations without the attribute; `None` if the function has none
    /// for one of them.
    fn converted<T: Copy>(&self, absent: T, convert: impl Fn(ir::Attribute) -> Option<T>) -> Option<Vec<T>> {
        let mut made = Vec::with_capacity(self.values.len());
        let mut last = (None, absent);
        for value in &self.values {
            if *value != last.0 {
                last = (*value, value.map_or(Some(absent), &convert)?);
            }
            made.push(last.1);
        }
        Some(made)
    }

    fn values(&self, core: &ir::Context) -> Values {
        let integer = |one: ir::Attribute| match one.kind(core) {
            AttributeKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        };
        if let Some(integers) = self.converted(0, integer) {
            return Values::Integers(integers);
        }
        let float = |one: ir::Attribute| match one.kind(core) {
            AttributeKind::Float { value, .. } => Some(value.to_f64()),
            _ => None,
        };
        if let Some(floats) = self.converted(f64::NAN, float) {
            return Values::Floats(floats);
        }
        let mut numbers = Numbers::default();
        let number = |value: &Option<ir::Attribute>| value.map_or(-1, |value| numbers.of(value));
        let indices = self.values.iter().map(number).collect();
        Values::Others(indices, numbers.all)
    }
}

/// Numbers ids in the order of their first appearance.
struct Numbers<T> {
    all: Vec<T>,
    known: HashMap<T, i32, FixedState>,
    last: Option<(T, i32)>,
}

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            known: HashMap::with_hasher(FixedState::with_seed(0)),
            last: None,
        }
    }
}

impl<T: Copy + Eq + Hash> Numbers<T> {
    #[inline]
    fn of(&mut self, id: T) -> i32 {
        if let Some((last, number)) = self.last
            && last == id
        {
            return number;
        }
        let number = *self.known.entry(id).or_insert_with(|| {
            self.all.push(id);
            self.all.len() as i32 - 1
        });
        self.last = Some((id, number));
        number
    }
}

/// The columns that every table has.
#[derive(Default)]
struct Facts {
    name: Vec<i32>,
    parent: Vec<i64>,
    depth: Vec<i32>,
    operands: Vec<i32>,
    results: Vec<i32>,
    regions: Vec<i32>,
}

impl Facts {
    fn with_capacity(rows: usize) -> Self {
        Self {
            name: Vec::with_capacity(rows),
            parent: Vec::with_capacity(rows),
            depth: Vec::with_capacity(rows),
            operands: Vec::with_capacity(rows),
            results: Vec::with_capacity(rows),
            regions: Vec::with_capacity(rows),
        }
    }
}

fn column<T: tvmlike_runtime::tensor::Element>(values: Vec<T>) -> Result<Any> {
    let len = values.len() as i64;
    Ok(Any::from(Tensor::from_vec(values, &[len])?))
}

/// Visits an operation and all in it, in the order of the text, each with the row and the depth of the one around it.
fn each_op(core: &ir::Context, root: ir::Op, mut visit: impl FnMut(ir::Op, i64, usize)) {
    // The operations around the present one, with their rows.
    let mut above: Vec<(ir::Op, i64)> = Vec::new();
    let (mut op, mut row) = (root, 0);
    loop {
        visit(op, above.last().map_or(-1, |(_, row)| *row), above.len());
        if let Some(nested) = op.first_nested(core) {
            above.push((op, row));
            op = nested;
        } else if let Some(next) = op.next(core).filter(|_| op != root) {
            op = next;
        } else if let Some(next) = op.next_after(core, root) {
            let around = next.parent_op(core);
            while above.last().is_some_and(|(op, _)| Some(*op) != around) {
                above.pop();
            }
            op = next;
        } else {
            return;
        }
        row += 1;
    }
}

/// The columns of a table with a row for each operation, in the order of the text.
pub(crate) fn table(root: &OperationBase, attributes: &[String]) -> Result<Map> {
    let core = root.read()?;
    let op = root.op()?;
    let mut rows = 0;
    op.walk(&core, ir::WalkOrder::PreOrder, |_| {
        rows += 1;
        ir::WalkResult::Advance
    });
    let mut names = Numbers::default();
    let mut facts = Facts::with_capacity(rows);
    let mut columns: Vec<_> = attributes
        .iter()
        .map(|name| Column::new(core.identifier(name), rows))
        .collect();
    each_op(&core, op, |op, parent, depth| {
        facts.name.push(names.of(op.name(&core)));
        facts.parent.push(parent);
        facts.depth.push(depth as i32);
        facts.operands.push(op.num_operands(&core) as i32);
        facts.results.push(op.num_results(&core) as i32);
        facts.regions.push(op.num_regions(&core) as i32);
        for column in &mut columns {
            column.push(&core, op);
        }
    });
    let names: Vec<String> = names
        .all
        .iter()
        .map(|name| name.text(&core).into_owned())
        .collect();
    let mut made = vec![
        ("names".to_owned(), List(names).to_any()),
        ("name".to_owned(), column(facts.name)?),
        ("parent".to_owned(), column(facts.parent)?),
        ("depth".to_owned(), column(facts.depth)?),
        ("operands".to_owned(), column(facts.operands)?),
        ("results".to_owned(), column(facts.results)?),
        ("regions".to_owned(), column(facts.regions)?),
    ];
    for (of, name) in columns.into_iter().zip(attributes) {
        let has = of.values.iter().map(|value| u8::from(value.is_some())).collect();
        made.push((format!("has:{name}"), column(has)?));
        let values = match of.values(&core) {
            Values::Integers(values) => column(values)?,
            Values::Floats(values) => column(values)?,
            Values::Others(indices, distinct) => {
                let handle = |one| Attribute::make(root.context(), one);
                let handles: List<_> = distinct.into_iter().map(handle).collect();
                made.push((format!("values:{name}"), handles.to_any()));
                column(indices)?
            }
        };
        made.push((name.clone(), values));
    }
    Ok(Map::new(
        made.into_iter().map(|(name, values)| (name.to_any(), values)),
    ))
}
