//! Requests and notifications of a client.
//!
//! Invariant: each request gets one response, whatever it contains, and a notification that cannot be understood changes
//! nothing but the client's log. Documents are read when no message waits, or when a request is about them: many edits in a
//! row cost one reading.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tvmlike_ir::Context;

use super::analysis::Analysis;
use super::complete::{Item, complete};
use super::describe;
use super::document::{Contexts, Document, Place};
use super::navigate::places;
use super::protocol::{
    ChangeParams, Code, DocumentParams, Failure, PlaceParams, capabilities, notification, response,
};
use super::transport::{self, Message};

/// After so many texts a new context replaces the one in which they were read, so that types and attributes of old texts go.
const TEXTS: usize = 64;

/// Makes contexts; several texts share one, because each loads its dialects.
pub(crate) struct SharedContexts<F> {
    make: F,
    current: Option<Arc<Context>>,
    texts: usize,
}

impl<F: FnMut() -> Context> Contexts for SharedContexts<F> {
    fn next(&mut self) -> Arc<Context> {
        if self.texts == TEXTS {
            (self.current, self.texts) = (None, 0);
        }
        self.texts += 1;
        Arc::clone(self.current.get_or_insert_with(|| Arc::new((self.make)())))
    }
}

/// How far a session is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    ShutDown,
}

/// The open documents of a session.
pub(crate) struct Server<F> {
    phase: Phase,
    documents: HashMap<String, Document>,
    contexts: SharedContexts<F>,
}

impl<F: FnMut() -> Context> Server<F> {
    pub(crate) fn new(make: F) -> Self {
        Self {
            phase: Phase::New,
            documents: HashMap::new(),
            contexts: SharedContexts {
                make,
                current: None,
                texts: 0,
            },
        }
    }

    /// Answers messages until the client ends the session. Returns whether it did so as the protocol asks.
    ///
    /// # Errors
    /// A stream fails, or what arrives is no messages.
    pub(crate) fn run(
        &mut self,
        messages: &Receiver<io::Result<Message>>,
        output: &mut impl Write,
    ) -> io::Result<bool> {
        let mut waiting = VecDeque::new();
        loop {
            waiting.extend(messages.try_iter());
            let message = match waiting.pop_front() {
                Some(message) => message,
                None => {
                    for message in self.publish() {
                        transport::write(output, message)?;
                    }
                    match messages.recv() {
                        Ok(message) => message,
                        Err(_) => return Ok(self.phase == Phase::ShutDown),
                    }
                }
            };
            let answer = match message? {
                Message::Request { id, method, params } => {
                    let answer = match is_cancelled(&id, &method, &waiting) {
                        true => Err(Failure::new(Code::Cancelled, "the request was cancelled")),
                        false => self.answer(&method, params),
                    };
                    Some(response(&id, answer))
                }
                Message::Notification { method, .. } if method == "exit" => {
                    return Ok(self.phase == Phase::ShutDown);
                }
                Message::Notification { method, params } => self.take(&method, params),
                Message::Response => None,
                Message::Wrong { id, failure } => Some(response(&id, Err(failure))),
            };
            if let Some(answer) = answer {
                transport::write(output, answer)?;
            }
        }
    }

    fn answer(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        let wrong_time = |message| Err(Failure::new(Code::InvalidRequest, message));
        match (self.phase, method) {
            (Phase::New, "initialize") => {
                self.phase = Phase::Running;
                Ok(json!({
                    "capabilities": capabilities(),
                    "serverInfo": { "name": "tvmlike-lsp", "version": env!("CARGO_PKG_VERSION") },
                }))
            }
            (Phase::New, _) => Err(Failure::new(
                Code::NotInitialized,
                "the first request must be initialize",
            )),
            (Phase::Running, "initialize") => wrong_time("the session is initialized already"),
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            (Phase::Running, _) => self.ask(method, params),
            (Phase::ShutDown, _) => wrong_time("the session is shut down"),
        }
    }

    /// Answers a request about a document.
    fn ask(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        let find: Find = match method {
            "textDocument/definition" => definition,
            "textDocument/references" => references,
            "textDocument/hover" => hover,
            "textDocument/completion" => completion,
            _ => {
                let message = format!("the method {method} is not supported");
                return Err(Failure::new(Code::MethodNotFound, message));
            }
        };
        let params: PlaceParams = serde_json::from_value(params)
            .map_err(|error| Failure::new(Code::InvalidParams, format!("{method}: {error}")))?;
        // A request that fails leaves the documents as they were.
        let found = catch_unwind(AssertUnwindSafe(|| self.find(&params, find)));
        let panicked = |_| {
            let message = format!("internal error: {method} panicked; please report the text");
            Failure::new(Code::InternalError, message)
        };
        found.map(Option::unwrap_or_default).map_err(panicked)
    }

    /// What there is at a place of a document, which is read to its present state.
    fn find(&mut self, params: &PlaceParams, find: Find) -> Option<Value> {
        let document = self.documents.get_mut(&params.text_document.uri)?;
        document.refresh(&mut self.contexts);
        let (analysis, place, offset) = document.part_at(params.position)?;
        find(params, analysis, &place, offset)
    }

    /// Takes a notification; answers with diagnostics that are outdated, or why it is ignored.
    fn take(&mut self, method: &str, params: Value) -> Option<Value> {
        if self.phase != Phase::Running {
            return None;
        }
        let taken = match method {
            "textDocument/didOpen" => read(params).map(|params: DocumentParams| {
                let document = params.text_document;
                let opened = Document::new(document.uri.clone(), document.version, document.text);
                self.documents.insert(document.uri, opened);
                None
            }),
            "textDocument/didChange" => read(params).and_then(|params: ChangeParams| {
                let document = params.text_document;
                let open = self.documents.get_mut(&document.uri).ok_or(NOT_OPEN)?;
                open.edit(document.version, &params.content_changes);
                Ok(None)
            }),
            "textDocument/didClose" => read(params).and_then(|params: DocumentParams| {
                let uri = params.text_document.uri;
                self.documents.remove(&uri).ok_or(NOT_OPEN)?;
                Ok(Some(diagnostics(json!({ "uri": uri, "diagnostics": [] }))))
            }),
            _ => Ok(None),
        };
        taken.unwrap_or_else(|reason| {
            let message = format!("{method} is ignored: {reason}");
            Some(notification(
                "window/logMessage",
                json!({ "type": LOG_ERROR, "message": message }),
            ))
        })
    }

    /// Reads the documents that changed, and makes their diagnostics known.
    fn publish(&mut self) -> Vec<Value> {
        let mut messages = Vec::new();
        for document in self.documents.values_mut().filter(|document| document.is_dirty) {
            document.refresh(&mut self.contexts);
            messages.push(diagnostics(json!({
                "uri": document.uri(),
                "version": document.version,
                "diagnostics": document.diagnostics(),
            })));
        }
        messages
    }
}

fn diagnostics(params: Value) -> Value {
    notification("textDocument/publishDiagnostics", params)
}

/// The number of the protocol for errors in the client's log.
const LOG_ERROR: u32 = 1;

const NOT_OPEN: &str = "the document is not open";

fn read<T: DeserializeOwned>(params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|error| error.to_string())
}

/// Whether a message that waits cancels a request. Those that begin and end the session have to be answered.
fn is_cancelled(id: &Value, method: &str, waiting: &VecDeque<io::Result<Message>>) -> bool {
    method.starts_with("textDocument/")
        && waiting.iter().any(|message| {
            matches!(message, Ok(Message::Notification { method, params })
                if method == "$/cancelRequest" && params["id"] == *id)
        })
}

/// Answers a request about an offset in a part of a document.
type Find = fn(&PlaceParams, &Analysis, &Place<'_>, usize) -> Option<Value>;

fn definition(_: &PlaceParams, analysis: &Analysis, place: &Place<'_>, offset: usize) -> Option<Value> {
    Some(place.location(places(analysis, offset)?.definition?))
}

fn references(params: &PlaceParams, analysis: &Analysis, place: &Place<'_>, offset: usize) -> Option<Value> {
    let places = places(analysis, offset)?;
    let definition = places.definition.filter(|_| params.context.include_declaration);
    let all = definition.into_iter().chain(places.uses);
    Some(all.map(|range| place.location(range)).collect())
}

fn hover(_: &PlaceParams, analysis: &Analysis, place: &Place<'_>, offset: usize) -> Option<Value> {
    let (text, range) = describe::hover(analysis, offset)?;
    Some(json!({
        "contents": { "kind": "markdown", "value": text },
        "range": place.range(range),
    }))
}

fn completion(_: &PlaceParams, analysis: &Analysis, place: &Place<'_>, offset: usize) -> Option<Value> {
    let (items, range) = complete(analysis, offset);
    let range = place.range(range);
    let item = |item: Item| {
        let mut shown = json!({
            "kind": item.kind as u32,
            "textEdit": { "range": range, "newText": item.label },
            "label": item.label,
        });
        if !item.detail.is_empty() {
            shown["detail"] = item.detail.into();
        }
        shown
    };
    Some(items.into_iter().map(item).collect())
}
