//! The JSON text: its nodes and their syntax.
//!
//! Invariant: a parsed document refers to existing nodes only.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use serde_json::{Map, Value};
use tvmlike::{Error, Result};

/// The newest version of TVM with this format; readers use it only in errors.
const VERSION: &str = "0.19.0";

/// A document of TVM's JSON.
pub(super) struct Document {
    /// The index of the root node.
    pub(super) root: usize,
    pub(super) nodes: Vec<Node>,
}

/// One value. Empty members other than the key are omitted.
#[derive(Default)]
pub(super) struct Node {
    /// The type key; empty for None.
    pub(super) type_key: String,
    /// Fields by name.
    pub(super) attrs: Vec<(String, String)>,
    /// The keys of a map, if all are strings.
    pub(super) keys: Vec<String>,
    /// The text of a value that is written as text.
    pub(super) repr: Option<Repr>,
    /// The nodes of the items.
    pub(super) data: Vec<usize>,
}

/// A value that is written as text.
pub(super) enum Repr {
    Plain(String),
    Base64(String),
}

impl Document {
    pub(super) fn parse(text: &str) -> Result<Self> {
        let value: Value = serde_json::from_str(&with_controls_escaped(text))
            .map_err(|why| Error::value_error(format!("not JSON: {why}")))?;
        let mut top = object(value, "the document")?;
        let nodes = needed(&mut top, "nodes")?;
        let root = needed(&mut top, "root")?;
        // Tensors in fields of nodes, which no type here has; and the version of the writer.
        let tensors = top
            .shift_remove("b64ndarrays")
            .unwrap_or_else(|| Value::Array(Vec::new()));
        texts(tensors, "`b64ndarrays`")?;
        top.shift_remove("attrs");
        nothing_left(&top, "the document")?;
        let nodes = list(nodes, "`nodes`")?.into_iter().enumerate();
        let nodes = nodes
            .map(|(at, node)| Node::parse(node, at))
            .collect::<Result<Vec<_>>>()?;
        let root = index(&root, "`root`")?;
        if root >= nodes.len() {
            return Err(Error::value_error(format!(
                "the root is node {root}, but the document has {} nodes",
                nodes.len()
            )));
        }
        Ok(Self { root, nodes })
    }
}

impl Node {
    fn parse(node: Value, at: usize) -> Result<Self> {
        let what = format!("node {at}");
        let mut node = object(node, &what)?;
        let Value::String(type_key) = needed(&mut node, "type_key")? else {
            return Err(Error::value_error(format!("{what}: type_key must be text")));
        };
        let mut field = |name: &str| node.shift_remove(name);
        let plain = field("repr_str")
            .map(|text| self::text(text, &what))
            .transpose()?;
        let base64 = field("repr_b64")
            .map(|text| self::text(text, &what))
            .transpose()?;
        let attrs = field("attrs").map(|attrs| object(attrs, &what)).transpose()?;
        let keys = field("keys").map(|keys| texts(keys, &what)).transpose()?;
        let data = field("data").map(|data| list(data, &what)).transpose()?;
        nothing_left(&node, &what)?;
        let attrs = attrs.unwrap_or_default().into_iter();
        Ok(Self {
            type_key,
            attrs: attrs
                .map(|(name, value)| Ok((name, text(value, &what)?)))
                .collect::<Result<_>>()?,
            keys: keys.unwrap_or_default(),
            repr: plain.map(Repr::Plain).or(base64.map(Repr::Base64)),
            data: data
                .unwrap_or_default()
                .iter()
                .map(|item| index(item, &what))
                .collect::<Result<_>>()?,
        })
    }
}

fn object(value: Value, what: &str) -> Result<Map<String, Value>> {
    match value {
        Value::Object(members) => Ok(members),
        other => Err(unexpected(what, "an object", &other)),
    }
}

fn list(value: Value, what: &str) -> Result<Vec<Value>> {
    match value {
        Value::Array(items) => Ok(items),
        other => Err(unexpected(what, "a list", &other)),
    }
}

fn text(value: Value, what: &str) -> Result<String> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(unexpected(what, "text", &other)),
    }
}

fn texts(value: Value, what: &str) -> Result<Vec<String>> {
    list(value, what)?
        .into_iter()
        .map(|item| text(item, what))
        .collect()
}

fn index(value: &Value, what: &str) -> Result<usize> {
    let index = value.as_u64().and_then(|index| usize::try_from(index).ok());
    index.ok_or_else(|| unexpected(what, "a node number", value))
}

#[cold]
fn unexpected(what: &str, expected: &str, got: &Value) -> Error {
    let got = match got {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(_) => "text".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    };
    Error::value_error(format!("{what}: expected {expected}, got {got}"))
}

fn needed(members: &mut Map<String, Value>, name: &str) -> Result<Value> {
    let found = members.shift_remove(name);
    found.ok_or_else(|| Error::value_error(format!("the member `{name}` is missing")))
}

fn nothing_left(members: &Map<String, Value>, what: &str) -> Result<()> {
    match members.keys().next() {
        Some(name) => Err(Error::value_error(format!(
            "{what} has an unknown member {name:?}"
        ))),
        None => Ok(()),
    }
}

/// Escapes the control characters in strings, which TVM writes unescaped although JSON does not allow it.
fn with_controls_escaped(text: &str) -> Cow<'_, str> {
    let mut escaped = String::new();
    let (mut copied, mut inside, mut after_backslash) = (0, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' if !after_backslash => inside = !inside,
            0..0x20 if inside => {
                escaped.push_str(&text[copied..at]);
                let _ = write!(escaped, "\\u{byte:04x}");
                copied = at + 1;
            }
            _ => {}
        }
        after_backslash = inside && byte == b'\\' && !after_backslash;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    escaped.push_str(&text[copied..]);
    Cow::Owned(escaped)
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{\n  \"root\": {}, \n  \"nodes\": [", self.root)?;
        for (at, node) in self.nodes.iter().enumerate() {
            write!(f, "{}\n    {node}", if at > 0 { ", " } else { "" })?;
        }
        write!(
            f,
            "\n  ], \n  \"b64ndarrays\": [], \n  \"attrs\": {{\"tvm_version\": \"{VERSION}\"}}\n}}"
        )
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{\"type_key\": {}", Quoted(&self.type_key))?;
        if !self.attrs.is_empty() {
            let attrs = self.attrs.iter();
            let attrs = attrs.map(|(name, value)| format!("{}: {}", Quoted(name), Quoted(value)));
            write!(f, ", \"attrs\": {{{}}}", attrs.collect::<Vec<_>>().join(", "))?;
        }
        if !self.keys.is_empty() {
            let keys = self.keys.iter().map(|key| Quoted(key).to_string());
            write!(f, ", \"keys\": [{}]", keys.collect::<Vec<_>>().join(", "))?;
        }
        match &self.repr {
            Some(Repr::Plain(text)) => write!(f, ", \"repr_str\": {}", Quoted(text))?,
            Some(Repr::Base64(text)) => write!(f, ", \"repr_b64\": {}", Quoted(text))?,
            None => {}
        }
        if !self.data.is_empty() {
            write!(f, ", \"data\": {:?}", self.data)?;
        }
        f.write_str("}")
    }
}

/// Quoted text. TVM's reader supports these five escapes only.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for character in self.0.chars() {
            match character {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                control if u32::from(control) < 0x20 => write!(f, "\\u{:04x}", u32::from(control))?,
                other => f.write_char(other)?,
            }
        }
        f.write_char('"')
    }
}
