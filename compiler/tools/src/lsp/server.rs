//! Requests and notifications of a client.
//!
//! Invariant: each request gets one response, and a notification that cannot be understood changes nothing. Documents are
//! read when no message waits, or when a request is about them: many edits in a row cost one reading.

use std::collections::HashMap;
use std::sync::Arc;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use serde_json::{Value, json};
use tvmlike_ir::Context;

use super::analysis::Analysis;
use super::complete::{Item, complete};
use super::describe;
use super::document::{Contexts, Document, Place};
use super::navigate::places;
use super::protocol::{ChangeParams, DocumentParams, PlaceParams};

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

/// The open documents.
pub(crate) struct Server<F> {
    documents: HashMap<String, Document>,
    contexts: SharedContexts<F>,
}

impl<F: FnMut() -> Context> Server<F> {
    pub(crate) fn new(make: F) -> Self {
        Self {
            documents: HashMap::new(),
            contexts: SharedContexts {
                make,
                current: None,
                texts: 0,
            },
        }
    }

    /// Answers messages until the client ends the session. Returns whether it did so as the protocol asks.
    pub(crate) fn run(&mut self, connection: &Connection) -> bool {
        // The channel fails only when the client is gone; then receiving ends, too.
        let send = |message: Message| drop(connection.sender.send(message));
        while let Ok(message) = connection.receiver.recv() {
            match message {
                Message::Request(request) => match connection.handle_shutdown(&request) {
                    Ok(true) => return true,
                    Ok(false) => send(self.answer(request).into()),
                    Err(_) => return false,
                },
                Message::Notification(note) if note.method == "exit" => return false,
                Message::Notification(note) => self.take(note).into_iter().for_each(send),
                Message::Response(_) => {}
            }
            if connection.receiver.is_empty() {
                self.publish().into_iter().for_each(send);
            }
        }
        false
    }

    fn answer(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let find: Find = match &*method {
            "textDocument/definition" => definition,
            "textDocument/references" => references,
            "textDocument/hover" => hover,
            "textDocument/completion" => completion,
            _ => {
                let message = format!("the method {method} is not supported");
                return Response::new_err(id, ErrorCode::MethodNotFound as i32, message);
            }
        };
        match serde_json::from_value::<PlaceParams>(params) {
            Ok(params) => Response::new_ok(id, self.find(&params, find)),
            Err(error) => {
                Response::new_err(id, ErrorCode::InvalidParams as i32, format!("{method}: {error}"))
            }
        }
    }

    /// What there is at a place of a document, which is read to its present state.
    fn find(&mut self, params: &PlaceParams, find: Find) -> Option<Value> {
        let document = self.documents.get_mut(&params.text_document.uri)?;
        document.refresh(&mut self.contexts);
        let (analysis, place, offset) = document.part_at(params.position)?;
        find(params, analysis, &place, offset)
    }

    /// Takes a notification; answers with diagnostics that are outdated.
    fn take(&mut self, note: Notification) -> Option<Message> {
        match &*note.method {
            "textDocument/didOpen" => {
                let params: DocumentParams = serde_json::from_value(note.params).ok()?;
                let document = params.text_document;
                let opened = Document::new(document.uri.clone(), document.version, document.text);
                self.documents.insert(document.uri, opened);
                None
            }
            "textDocument/didChange" => {
                let params: ChangeParams = serde_json::from_value(note.params).ok()?;
                let document = self.documents.get_mut(&params.text_document.uri)?;
                document.edit(params.text_document.version, &params.content_changes);
                None
            }
            "textDocument/didClose" => {
                let params: DocumentParams = serde_json::from_value(note.params).ok()?;
                let uri = params.text_document.uri;
                self.documents.remove(&uri)?;
                Some(diagnostics(
                    json!({ "uri": uri, "diagnostics": Value::Array(Vec::new()) }),
                ))
            }
            _ => None,
        }
    }

    /// Reads the documents that changed, and makes their diagnostics known.
    fn publish(&mut self) -> Vec<Message> {
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

fn diagnostics(params: Value) -> Message {
    Notification::new("textDocument/publishDiagnostics".to_owned(), params).into()
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
