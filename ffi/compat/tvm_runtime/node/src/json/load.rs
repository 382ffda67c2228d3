//! Loads a value from JSON.
//!
//! Every node is made once, after its items. Invariant: a cyclic or incomplete document is an error; no document is deep or large
//! enough to crash the process.

use tvmlike::{Any, Array, Error, Map, Result, ToAny, TypeIndex, check_interrupt};
use tvmlike_classic::string_object;

use super::document::{Document, Node, Repr};
use super::records;
use super::save::STATE;
use crate::container::imm;
use crate::{dtype, keys, reflect};

/// The progress of a node.
enum Made {
    Not,
    /// Its items are being made.
    Open,
    Done(Any),
}

/// Loads a value from JSON text.
///
/// # Errors
/// ValueError for invalid text, TypeError for an unknown type or one that cannot be made from JSON.
pub fn load(text: &str) -> Result<Any> {
    let document = Document::parse(text)?;
    let nodes = &document.nodes;
    let items = nodes
        .iter()
        .enumerate()
        .map(|(at, node)| items_of(node, at, nodes.len()));
    let items = items.collect::<Result<Vec<_>>>()?;
    let mut made: Vec<Made> = nodes.iter().map(|_| Made::Not).collect();
    for first in 0..nodes.len() {
        if !matches!(made[first], Made::Not) {
            continue;
        }
        let mut stack = vec![(first, 0)];
        made[first] = Made::Open;
        while let Some((at, next)) = stack.last_mut() {
            let at = *at;
            if let Some(&item) = items[at].get(*next) {
                *next += 1;
                match made[item] {
                    Made::Not => {
                        made[item] = Made::Open;
                        stack.push((item, 0));
                    }
                    Made::Open => return Err(of_node(at, &format!("cyclic reference to node {item}"))),
                    Made::Done(_) => {}
                }
                continue;
            }
            stack.pop();
            let items: Vec<&Any> = items[at].iter().filter_map(|&item| done(&made, item)).collect();
            let value = make(&nodes[at], &items)
                .map_err(|why| Error::new(&*why.kind(), format!("node {at}: {}", why.message())))?;
            made[at] = Made::Done(value);
        }
        if first % 1024 == 1023 {
            check_interrupt()?;
        }
    }
    done(&made, document.root)
        .cloned()
        .ok_or_else(|| Error::internal_error("the root was not made"))
}

fn done(made: &[Made], at: usize) -> Option<&Any> {
    match &made[at] {
        Made::Done(value) => Some(value),
        _ => None,
    }
}

fn of_node(at: usize, what: &str) -> Error {
    Error::value_error(format!("node {at}: {what}"))
}

/// The nodes that a node needs.
fn items_of(node: &Node, at: usize, nodes: usize) -> Result<Vec<usize>> {
    let mut items = node.data.clone();
    if let Some(state) = attr(node, STATE) {
        let state = state.parse().ok();
        items.push(state.ok_or_else(|| of_node(at, "the state is not a node number"))?);
    }
    match items.iter().find(|&&item| item >= nodes) {
        Some(item) => Err(of_node(
            at,
            &format!("reference to node {item}, but the document has {nodes} nodes"),
        )),
        None => Ok(items),
    }
}

fn attr<'a>(node: &'a Node, name: &str) -> Option<&'a str> {
    let found = node.attrs.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value.as_str())
}

/// Makes the value of a node from its items.
fn make(node: &Node, items: &[&Any]) -> Result<Any> {
    match node.type_key.as_str() {
        "" => return Ok(Any::default()),
        "runtime.BoxInt" => return number::<i64>(&repr(node)?, "an int"),
        "runtime.BoxFloat" => return number::<f64>(&repr(node)?, "a float"),
        "runtime.BoxBool" => return number::<bool>(&repr(node)?, "a bool"),
        "IntImm" | "FloatImm" => return imm(node),
        "runtime.String" => return Ok(string_object(&repr(node)?)),
        "runtime.Bytes" => return Ok(repr_bytes(node)?.as_slice().to_any()),
        _ => {}
    }
    match keys::index_of(&node.type_key) {
        Some(TypeIndex::ARRAY) => Ok(items.iter().copied().cloned().collect::<Array>().into()),
        Some(TypeIndex::MAP) => map(node, items),
        Some(TypeIndex::SHAPE) => Ok(records::shape(&repr(node)?)?.into()),
        Some(TypeIndex::TENSOR) => Ok(records::tensor(&repr(node)?)?.into()),
        Some(index) => object(index, node, items),
        None => Err(Error::type_error(format!(
            "no type is registered as {:?}",
            node.type_key
        ))),
    }
}

/// A node's text as bytes.
fn repr_bytes(node: &Node) -> Result<Vec<u8>> {
    match &node.repr {
        Some(Repr::Plain(text)) => Ok(text.clone().into_bytes()),
        Some(Repr::Base64(text)) => records::bytes(text),
        None => Ok(Vec::new()),
    }
}

fn repr(node: &Node) -> Result<String> {
    String::from_utf8(repr_bytes(node)?).map_err(|_| Error::value_error("text is not UTF-8"))
}

fn number<T: std::str::FromStr + ToAny>(text: &str, what: &str) -> Result<Any> {
    let number = text.parse::<T>().map(ToAny::to_any);
    number.map_err(|_| Error::value_error(format!("{text:?} is not {what}")))
}

/// Makes a number with a data type.
fn imm(node: &Node) -> Result<Any> {
    let text = attr(node, "value").unwrap_or_default();
    let dtype =
        attr(node, "dtype").ok_or_else(|| Error::value_error(format!("{} without dtype", node.type_key)))?;
    let dtype = dtype::parse(dtype)?;
    if node.type_key == "IntImm" {
        imm::int(number::<i64>(text, "an int")?.cast()?, dtype)
    } else {
        imm::float(number::<f64>(text, "a float")?.cast()?, dtype)
    }
}

fn map(node: &Node, items: &[&Any]) -> Result<Any> {
    if node.keys.is_empty() {
        let (pairs, []) = items.as_chunks::<2>() else {
            return Err(Error::value_error("map has a key without a value"));
        };
        let pairs = pairs
            .iter()
            .map(|[key, value]| (Any::clone(key), Any::clone(value)));
        return Ok(Map::new(pairs).into());
    }
    if node.keys.len() != items.len() {
        return Err(Error::value_error(format!(
            "map has {} keys and {} values",
            node.keys.len(),
            items.len()
        )));
    }
    let keys = node.keys.iter().map(|key| string_object(key));
    Ok(Map::new(keys.zip(items.iter().copied().cloned())).into())
}

/// Makes an object with its type's `__from_state__`.
fn object(index: TypeIndex, node: &Node, items: &[&Any]) -> Result<Any> {
    let key = &node.type_key;
    let make = match reflect::member(index, "__from_state__")? {
        Some(make) if index.is_object() => make,
        _ => {
            return Err(Error::type_error(format!(
                "cannot make an object of {key} from JSON: its type has no `__from_state__`"
            )));
        }
    };
    match (attr(node, STATE), items) {
        (Some(_), [state]) => make.call(&[*state.view()]),
        _ => Err(Error::value_error(format!("missing state of an object of {key}"))),
    }
}
