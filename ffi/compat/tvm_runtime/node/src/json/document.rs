//! The text: what nodes it has, and how they are written.
//!
//! Invariant: a document that was parsed refers to nodes that it has.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use serde_json::{Map, Value};
use tvmlike::{Error, Result};

/// The newest version that reads and writes this form; readers look at it only where they fail.
const VERSION: &str = "0.19.0";

/// What TVM wrote, or would.
pub(super) struct Document {
    /// The node that the whole is.
    pub(super) root: usize,
    pub(super) nodes: Vec<Node>,
}

/// One value. Everything but the key is left out where it is empty.
#[derive(Default)]
pub(super) struct Node {
    /// The type; nothing for no value.
    pub(super) type_key: String,
    /// Fields by their names.
    pub(super) attrs: Vec<(String, String)>,
    /// The keys of a map, where all are text.
    pub(super) keys: Vec<String>,
    /// What a value is that is written as text.
    pub(super) repr: Option<Repr>,
    /// The nodes of items.
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
        // Tensors that are fields of nodes, none of which are made here; and who wrote it.
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
                "the root is node {root}, and there are {}",
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
            return Err(Error::value_error(format!("{what}: its type key is no text")));
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
    index.ok_or_else(|| unexpected(what, "the number of a node", value))
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

/// The text with the control characters inside strings escaped: TVM writes them as they are, which JSON does not allow.
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

/// Text in quotes. TVM's reader knows the escapes of these five characters and no other.
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
