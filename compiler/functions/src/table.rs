//! Bulk access for analysis: operations by name or attribute, and tables with a row for each operation, without an object
//! for each.

use std::collections::HashMap;

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

/// The values of an attribute: ints, floats or, where one is anything else, handles.
#[derive(Default)]
struct Column {
    has: Vec<bool>,
    values: Vec<Option<ir::Attribute>>,
}

impl Column {
    fn push(&mut self, value: Option<ir::Attribute>) {
        self.has.push(value.is_some());
        self.values.push(value);
    }

    fn into_any(self, core: &ir::Context, root: &OperationBase) -> Result<Any> {
        let all = || self.values.iter().flatten().map(|one| one.kind(core));
        if all().all(|kind| matches!(kind, AttributeKind::Integer { value, .. } if value.to_i64().is_some()))
        {
            let number = |one: &Option<ir::Attribute>| match one.map(|one| one.kind(core)) {
                Some(AttributeKind::Integer { value, .. }) => value.to_i64().unwrap_or(0),
                _ => 0,
            };
            return column(self.values.iter().map(number).collect());
        }
        if all().all(|kind| matches!(kind, AttributeKind::Float { .. })) {
            let number = |one: &Option<ir::Attribute>| match one.map(|one| one.kind(core)) {
                Some(AttributeKind::Float { value, .. }) => value.to_f64(),
                _ => f64::NAN,
            };
            return column(self.values.iter().map(number).collect());
        }
        let handles = self
            .values
            .into_iter()
            .map(|one| one.map(|one| Attribute::make(root.context(), one)));
        Ok(handles.collect::<List<_>>().to_any())
    }
}

fn column<T: tvmlike_runtime::tensor::Element>(values: Vec<T>) -> Result<Any> {
    let len = values.len() as i64;
    Ok(Any::from(Tensor::from_vec(values, &[len])?))
}

/// The columns of a table with a row for each operation, in the order of the text.
pub(crate) fn table(root: &OperationBase, attributes: &[String]) -> Result<Map> {
    let core = root.read()?;
    let wanted: Vec<_> = attributes.iter().map(|name| core.identifier(name)).collect();
    let mut names: Vec<String> = Vec::new();
    let mut numbers: HashMap<ir::Identifier, i32> = HashMap::new();
    let mut last: Option<(ir::Identifier, i32)> = None;
    let (mut name, mut parent, mut depth) = (Vec::new(), Vec::new(), Vec::new());
    let (mut operands, mut results, mut regions) = (Vec::new(), Vec::new(), Vec::new());
    let mut columns: Vec<Column> = wanted.iter().map(|_| Column::default()).collect();
    // The operations around the present one, with their rows.
    let mut above: Vec<(ir::Op, i64)> = Vec::new();
    root.op()?.walk(&core, ir::WalkOrder::PreOrder, |op| {
        let around = if above.is_empty() {
            None
        } else {
            op.parent_op(&core)
        };
        while above.last().is_some_and(|(op, _)| Some(*op) != around) {
            above.pop();
        }
        let identifier = op.name(&core);
        let number = match last {
            Some((known, number)) if known == identifier => number,
            _ => *numbers.entry(identifier).or_insert_with(|| {
                names.push(identifier.text(&core).into_owned());
                names.len() as i32 - 1
            }),
        };
        last = Some((identifier, number));
        let row = name.len() as i64;
        name.push(number);
        parent.push(above.last().map_or(-1, |(_, row)| *row));
        depth.push(above.len() as i32);
        operands.push(op.num_operands(&core) as i32);
        results.push(op.num_results(&core) as i32);
        let inside = op.num_regions(&core);
        regions.push(inside as i32);
        for (column, name) in columns.iter_mut().zip(&wanted) {
            column.push(op.attribute(&core, *name));
        }
        if inside > 0 {
            above.push((op, row));
        }
        ir::WalkResult::Advance
    });
    let mut made = vec![
        ("names".to_owned(), List(names).to_any()),
        ("name".to_owned(), column(name)?),
        ("parent".to_owned(), column(parent)?),
        ("depth".to_owned(), column(depth)?),
        ("operands".to_owned(), column(operands)?),
        ("results".to_owned(), column(results)?),
        ("regions".to_owned(), column(regions)?),
    ];
    for (column_of, name) in columns.into_iter().zip(attributes) {
        let has = column_of.has.iter().map(|has| u8::from(*has)).collect();
        made.push((format!("has:{name}"), column(has)?));
        made.push((name.clone(), column_of.into_any(&core, root)?));
    }
    Ok(Map::new(
        made.into_iter().map(|(name, values)| (name.to_any(), values)),
    ))
}
