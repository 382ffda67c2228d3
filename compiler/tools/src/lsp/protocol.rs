//! The parts of the language server protocol that the server reads and writes, under the protocol's names.
//!
//! lsp-types has them all, several hundred; it takes longer to compile than this crate.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A place in a document, in lines and UTF-16 code units from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    pub(crate) line: u32,
    pub(crate) character: u32,
}

/// A range in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Range {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

/// An edit of a document: of a range, or of the whole text.
#[derive(Debug, Deserialize)]
pub(crate) struct Change {
    pub(crate) range: Option<Range>,
    pub(crate) text: String,
}

/// A document, with what the message has of it.
#[derive(Debug, Deserialize)]
pub(crate) struct TextDocument {
    pub(crate) uri: String,
    #[serde(default)]
    pub(crate) version: i32,
    #[serde(default)]
    pub(crate) text: String,
}

/// `textDocument/didOpen`, `textDocument/didClose`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentParams {
    pub(crate) text_document: TextDocument,
}

/// `textDocument/didChange`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeParams {
    pub(crate) text_document: TextDocument,
    pub(crate) content_changes: Vec<Change>,
}

/// Requests about a place in a document.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlaceParams {
    pub(crate) text_document: TextDocument,
    pub(crate) position: Position,
    /// Of `textDocument/references`.
    #[serde(default)]
    pub(crate) context: ReferenceContext,
}

/// Which references a client wants.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ReferenceContext {
    pub(crate) include_declaration: bool,
}

/// The protocol's numbers of kinds of completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompletionKind {
    Function = 3,
    Variable = 6,
    Module = 9,
    Reference = 18,
    Constant = 21,
    Struct = 22,
}

/// Why a request has no result, as a number of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// A message is no JSON.
    ParseError = -32700,
    /// It is JSON, but no request; or it comes at the wrong time.
    InvalidRequest = -32600,
    /// The server does not know the method.
    MethodNotFound = -32601,
    /// The parameters are not those of the method.
    InvalidParams = -32602,
    /// The server failed.
    InternalError = -32603,
    /// A request before `initialize`.
    NotInitialized = -32002,
    /// The client does not want the result any more.
    Cancelled = -32800,
}

/// Why a request has no result.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

/// The response to a request.
pub(crate) fn response(id: &Value, answer: Result<Value, Failure>) -> Value {
    match answer {
        Ok(result) => json!({ "id": id, "result": result }),
        Err(failure) => {
            json!({ "id": id, "error": { "code": failure.code as i32, "message": failure.message } })
        }
    }
}

/// A notification of the server.
pub(crate) fn notification(method: &str, params: Value) -> Value {
    json!({ "method": method, "params": params })
}

/// The number of the protocol for edits that are sent as ranges.
const INCREMENTAL: u32 = 2;

/// What the server can do: `ServerCapabilities`.
pub(crate) fn capabilities() -> Value {
    json!({
        "textDocumentSync": INCREMENTAL,
        "definitionProvider": true,
        "referencesProvider": true,
        "hoverProvider": true,
        "completionProvider": { "triggerCharacters": [".", "%", "^", "@", "#", "!"] },
    })
}
