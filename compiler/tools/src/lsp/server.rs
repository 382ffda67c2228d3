//! Requests and notifications of a client.
//!
//! Invariant: each request gets one response, and a notification that cannot be understood changes nothing. Documents are
//! read when no message waits, or when a request is about them: many edits in a row cost one reading.

use std::collections::HashMap;
use std::sync::Arc;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::{
    CompletionItem, CompletionParams, CompletionTextEdit, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, GotoDefinitionParams, Hover, HoverContents,
    HoverParams, MarkupContent, MarkupKind, PublishDiagnosticsParams, ReferenceParams,
    TextDocumentPositionParams, TextDocumentSyncKind, TextEdit, Uri,
};
use serde_json::{Value, json};
use tvmlike_ir::Context;

use super::complete::complete;
use super::describe;
use super::document::{Contexts, Document};
use super::navigate::places;

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

/// What the server can do: `ServerCapabilities` as JSON. Code that writes all that servers can do would be a tenth of the
/// server.
pub(crate) fn capabilities() -> Value {
    json!({
        "textDocumentSync": TextDocumentSyncKind::INCREMENTAL,
        "definitionProvider": true,
        "referencesProvider": true,
        "hoverProvider": true,
        "completionProvider": { "triggerCharacters": [".", "%", "^", "@", "#", "!"] },
    })
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
        let result = match &*method {
            "textDocument/definition" => self.definition(params),
            "textDocument/references" => self.references(params),
            "textDocument/hover" => self.hover(params),
            "textDocument/completion" => self.completion(params),
            _ => {
                let message = format!("the method {method} is not supported");
                return Response::new_err(id, ErrorCode::MethodNotFound as i32, message);
            }
        };
        match result {
            Ok(value) => Response::new_ok(id, value),
            Err(error) => {
                Response::new_err(id, ErrorCode::InvalidParams as i32, format!("{method}: {error}"))
            }
        }
    }

    /// Takes a notification; answers with diagnostics that are outdated.
    fn take(&mut self, note: Notification) -> Option<Message> {
        match &*note.method {
            "textDocument/didOpen" => {
                let document = params::<DidOpenTextDocumentParams>(note.params)
                    .ok()?
                    .text_document;
                let key = document.uri.as_str().to_owned();
                let opened = Document::new(document.uri, document.version, document.text);
                self.documents.insert(key, opened);
                None
            }
            "textDocument/didChange" => {
                let change: DidChangeTextDocumentParams = params(note.params).ok()?;
                let document = self.documents.get_mut(change.text_document.uri.as_str())?;
                document.edit(change.text_document.version, &change.content_changes);
                None
            }
            "textDocument/didClose" => {
                let uri = params::<DidCloseTextDocumentParams>(note.params)
                    .ok()?
                    .text_document
                    .uri;
                self.documents.remove(uri.as_str());
                Some(diagnostics(uri, Vec::new(), None))
            }
            _ => None,
        }
    }

    /// Reads the documents that changed, and makes their diagnostics known.
    fn publish(&mut self) -> Vec<Message> {
        let mut messages = Vec::new();
        for document in self.documents.values_mut().filter(|document| document.is_dirty) {
            document.refresh(&mut self.contexts);
            messages.push(diagnostics(
                document.uri().clone(),
                document.diagnostics(),
                Some(document.version),
            ));
        }
        messages
    }

    /// The document that a request is about, read to its present state.
    fn document(&mut self, at: &TextDocumentPositionParams) -> Option<&Document> {
        let document = self.documents.get_mut(at.text_document.uri.as_str())?;
        document.refresh(&mut self.contexts);
        Some(document)
    }

    fn definition(&mut self, value: Value) -> Result<Value, serde_json::Error> {
        let at = params::<GotoDefinitionParams>(value)?.text_document_position_params;
        let found = self.document(&at).and_then(|document| {
            let (analysis, place, offset) = document.part_at(at.position)?;
            let definition = places(analysis, offset)?.definition?;
            Some(place.location(definition))
        });
        serde_json::to_value(found)
    }

    fn references(&mut self, value: Value) -> Result<Value, serde_json::Error> {
        let asked: ReferenceParams = params(value)?;
        let at = asked.text_document_position;
        let with_definition = asked.context.include_declaration;
        let found = self.document(&at).and_then(|document| {
            let (analysis, place, offset) = document.part_at(at.position)?;
            let places = places(analysis, offset)?;
            let definition = places.definition.filter(|_| with_definition);
            let all = definition.into_iter().chain(places.uses);
            Some(all.map(|range| place.location(range)).collect::<Vec<_>>())
        });
        serde_json::to_value(found)
    }

    fn hover(&mut self, value: Value) -> Result<Value, serde_json::Error> {
        let at = params::<HoverParams>(value)?.text_document_position_params;
        let found = self.document(&at).and_then(|document| {
            let (analysis, place, offset) = document.part_at(at.position)?;
            let (text, range) = describe::hover(analysis, offset)?;
            Some(Hover {
                contents: HoverContents::Markup(MarkupContent {
                    kind: MarkupKind::Markdown,
                    value: text,
                }),
                range: Some(place.range(range)),
            })
        });
        serde_json::to_value(found)
    }

    fn completion(&mut self, value: Value) -> Result<Value, serde_json::Error> {
        let at = params::<CompletionParams>(value)?.text_document_position;
        let found = self.document(&at).and_then(|document| {
            let (analysis, place, offset) = document.part_at(at.position)?;
            let (items, range) = complete(analysis, offset);
            let range = place.range(range);
            let items = items.into_iter().map(|item| CompletionItem {
                kind: Some(item.kind),
                detail: (!item.detail.is_empty()).then_some(item.detail),
                text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                    range,
                    new_text: item.label.clone(),
                })),
                label: item.label,
                ..CompletionItem::default()
            });
            Some(items.collect::<Vec<_>>())
        });
        serde_json::to_value(found)
    }
}

fn params<P: serde::de::DeserializeOwned>(value: Value) -> Result<P, serde_json::Error> {
    serde_json::from_value(value)
}

fn diagnostics(uri: Uri, found: Vec<lsp_types::Diagnostic>, version: Option<i32>) -> Message {
    let params = PublishDiagnosticsParams::new(uri, found, version);
    Notification::new("textDocument/publishDiagnostics".to_owned(), params).into()
}
