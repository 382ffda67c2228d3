//! Saves a value as JSON.
//!
//! Nodes are numbered depth first, each before its items, as in TVM, with an explicit stack instead of recursion.

use std::collections::HashMap;

use tvmlike::{Any, AnyView, Array, Error, FromArg, Map, Result, Shape, Tensor, TypeIndex, check_interrupt};

use super::document::{Document, Node, Repr};
use super::records;
use crate::container::{FloatImm, IntImm};
use crate::dtype::name_of;
use crate::{keys, reflect};

/// The attribute with an object's state.
pub(super) const STATE: &str = "state";

/// A node whose items are being numbered.
struct Open {
    node: usize,
    /// The address of the node's object, if it has one.
    address: Option<usize>,
    items: std::vec::IntoIter<Any>,
}

#[derive(Default)]
struct Saving {
    nodes: Vec<Node>,
    /// The nodes of objects by their addresses, and whether they are open.
    known: HashMap<usize, (usize, bool)>,
    /// The objects of all nodes, kept alive so that no address is reused.
    kept: Vec<Any>,
    stack: Vec<Open>,
}

/// Saves a value, with all that it contains, as JSON text.
///
/// # Errors
/// TypeError for functions, devices and objects without `__getstate__`. ValueError for an object that contains itself, and for
/// tensors whose elements cannot be read.
pub fn save(value: &AnyView<'_>) -> Result<String> {
    let mut saving = Saving::default();
    // The first node is None.
    saving.nodes.push(Node::default());
    let root = saving.number(value.to_owned()?)?;
    while let Some(open) = saving.stack.last_mut() {
        let node = open.node;
        match open.items.next() {
            Some(item) => {
                let item = saving.number(item)?;
                saving.nodes[node].data.push(item);
            }
            None => saving.close(),
        }
    }
    let Saving { nodes, .. } = saving;
    Ok(Document { root, nodes }.to_string())
}

impl Saving {
    /// The node of a value. A new node with items is opened.
    fn number(&mut self, value: Any) -> Result<usize> {
        if value.view().is_none() {
            return Ok(0);
        }
        let address = value.view().as_object().map(|object| object.as_ptr().addr());
        match address.and_then(|address| self.known.get(&address)) {
            Some((_, true)) => {
                return Err(Error::value_error(format!(
                    "an object of {} contains itself, which JSON cannot express",
                    keys::name_of(value.view().kind())
                )));
            }
            Some((node, false)) => return Ok(*node),
            None => {}
        }
        if self.nodes.len() % 1024 == 1023 {
            check_interrupt()?;
        }
        let (node, items) = described(value.view())?;
        let at = self.nodes.len();
        self.nodes.push(node);
        if let Some(address) = address {
            self.known.insert(address, (at, true));
            self.kept.push(value);
        }
        self.stack.push(Open {
            node: at,
            address,
            items: items.into_iter(),
        });
        Ok(at)
    }

    /// Closes the open node on top, all of whose items have nodes.
    fn close(&mut self) {
        let Some(Open { node, address, .. }) = self.stack.pop() else {
            return;
        };
        let node = &mut self.nodes[node];
        // An object's state is one of its attributes.
        if let Some((_, text)) = node.attrs.iter_mut().find(|(name, _)| name == STATE)
            && let Some(state) = node.data.pop()
        {
            *text = state.to_string();
        }
        if let Some((_, open)) = address.and_then(|address| self.known.get_mut(&address)) {
            *open = false;
        }
    }
}

/// The node of a value, without its items.
fn described(value: &AnyView<'_>) -> Result<(Node, Vec<Any>)> {
    let type_key = keys::name_of(value.kind()).into_owned();
    let written = |type_key: &str, repr: Option<Repr>| Node {
        type_key: type_key.to_owned(),
        repr,
        ..Node::default()
    };
    let plain = |type_key: &str, text: String| Ok((written(type_key, Some(Repr::Plain(text))), Vec::new()));
    if let Some(text) = value.as_str() {
        return Ok((written("runtime.String", repr_of(text?)), Vec::new()));
    }
    if let Some(bytes) = value.as_bytes() {
        let repr = Repr::Base64(records::of_bytes(bytes));
        return Ok((written("runtime.Bytes", Some(repr)), Vec::new()));
    }
    match value.kind() {
        TypeIndex::INT => plain("runtime.BoxInt", value.convert::<i64>()?.to_string()),
        TypeIndex::BOOL => plain("runtime.BoxBool", value.convert::<bool>()?.to_string()),
        TypeIndex::FLOAT => plain("runtime.BoxFloat", float(value.convert()?)),
        TypeIndex::SHAPE => plain(&type_key, records::of_shape(&value.convert::<Shape>()?)),
        TypeIndex::TENSOR => {
            let tensor = <&Tensor>::from_arg(value).map_err(|why| why.into_error("a tensor"))?;
            plain(&type_key, records::of_tensor(tensor)?)
        }
        TypeIndex::ARRAY | TypeIndex::LIST => {
            let items: Array = value.convert()?;
            let items = items.iter().map(AnyView::to_owned).collect::<Result<_>>()?;
            Ok((written("Array", None), items))
        }
        TypeIndex::MAP => map(&value.convert()?),
        kind if kind.is_object() => object(value, type_key),
        kind => Err(Error::type_error(format!(
            "{} cannot be written as JSON",
            kind.name()
        ))),
    }
}

/// Text as it is if it is printable ASCII, otherwise its bytes.
fn repr_of(text: &str) -> Option<Repr> {
    match text {
        "" => None,
        text if text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) => Some(Repr::Plain(text.to_owned())),
        text => Some(Repr::Base64(records::of_bytes(text.as_bytes()))),
    }
}

/// The shortest text that reads back as the number.
fn float(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    format!("{number:?}")
}

fn map(map: &Map) -> Result<(Node, Vec<Any>)> {
    let mut node = Node {
        type_key: "Map".to_owned(),
        ..Node::default()
    };
    // Keys with control characters, which TVM's reader cannot read, become nodes.
    let keys = map.iter().map(|(key, _)| match key.as_str() {
        Some(Ok(text)) if !text.bytes().any(|byte| byte < 0x20) => Some(text.to_owned()),
        _ => None,
    });
    let keys: Option<Vec<String>> = keys.collect();
    let mut items = Vec::new();
    for (key, value) in map.iter() {
        if keys.is_none() {
            items.push(key.to_owned()?);
        }
        items.push(value.to_owned()?);
    }
    node.keys = keys.unwrap_or_default();
    Ok((node, items))
}

/// The node of a number with a data type.
fn number(value: &AnyView<'_>, type_key: &str) -> Option<Node> {
    let (dtype, text) = if let Some(number) = value.downcast_ref::<IntImm>() {
        let (dtype, value) = number.parts();
        (dtype, value.to_string())
    } else {
        let (dtype, value) = value.downcast_ref::<FloatImm>()?.parts();
        (dtype, float(value))
    };
    let attrs = [
        ("dtype", name_of(dtype)),
        ("span", "0".to_owned()),
        ("value", text),
    ];
    Some(Node {
        type_key: type_key.to_owned(),
        attrs: attrs.map(|(name, value)| (name.to_owned(), value)).into(),
        ..Node::default()
    })
}

/// The node of an object that is not a container, by its `__getstate__`.
fn object(value: &AnyView<'_>, type_key: String) -> Result<(Node, Vec<Any>)> {
    let kind = value.kind();
    if let Some(number) = number(value, &type_key) {
        return Ok((number, Vec::new()));
    }
    let taken_apart = reflect::member(kind, "__getstate__")?.filter(reflect::Member::is_method);
    match (taken_apart, reflect::member(kind, "__from_state__")?) {
        (Some(take_apart), Some(_)) => Ok((
            Node {
                type_key,
                attrs: vec![(STATE.to_owned(), String::new())],
                ..Node::default()
            },
            vec![take_apart.read(value)?],
        )),
        _ => Err(Error::type_error(format!(
            "an object of {type_key} cannot be written as JSON: its type has no `__getstate__` and `__from_state__`"
        ))),
    }
}
