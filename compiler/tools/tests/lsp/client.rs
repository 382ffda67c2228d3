//! A client of the language server, which runs on a thread: messages in JSON on pipes.

use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};

/// How long the server may take for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) const URI: &str = "file:///test.mlir";

/// A server with one open document, whose text the client keeps as a server should.
pub(super) struct Client {
    server: JoinHandle<i32>,
    input: Option<PipeWriter>,
    messages: Receiver<Value>,
    next: u64,
    version: i32,
    pub(super) text: String,
}

impl Client {
    /// Starts a server.
    pub(super) fn start(arguments: &[&str], text: &str) -> Self {
        let (requests, input) = pipe().expect("a pipe");
        let (output, mut answers) = pipe().expect("a pipe");
        let arguments: Vec<String> = arguments.iter().map(|each| (*each).to_owned()).collect();
        let server = thread::spawn(move || {
            tvmlike_tools::lsp::run(arguments, requests, &mut answers, &mut std::io::stderr())
        });
        let (sender, messages) = channel();
        let mut output = BufReader::new(output);
        thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self {
            input: Some(input),
            server,
            messages,
            next: 0,
            version: 1,
            text: text.to_owned(),
        }
    }

    /// Starts a server, begins a session and opens a document.
    pub(super) fn open(arguments: &[&str], text: &str) -> Self {
        let mut client = Self::start(arguments, text);
        let initialized = client.request("initialize", json!({"capabilities": {}}));
        assert_eq!(initialized["result"]["serverInfo"]["name"], "tvmlike-lsp");
        client.notify("initialized", json!({}));
        let document = json!({"uri": URI, "languageId": "mlir", "version": 1, "text": text});
        client.notify("textDocument/didOpen", json!({ "textDocument": document }));
        client
    }

    /// Sends bodies of messages, in one piece.
    pub(super) fn send(&mut self, bodies: &[&str]) {
        let framed = |body: &&str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
        let text: String = bodies.iter().map(framed).collect();
        let input = self.input.as_mut().expect("the session is open");
        input.write_all(text.as_bytes()).expect("the server reads");
        input.flush().expect("the server reads");
    }

    pub(super) fn notify(&mut self, method: &str, params: Value) {
        self.send(&[&json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string()]);
    }

    /// The next message of the server.
    pub(super) fn receive(&self) -> Value {
        self.messages.recv_timeout(PATIENCE).expect("the server answers")
    }

    /// Sends a request and returns its response.
    pub(super) fn request(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&[&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()]);
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// The diagnostics of the present version: `line:start-end message`, from 0.
    pub(super) fn diagnostics(&self) -> Vec<String> {
        loop {
            let message = self.receive();
            let params = &message["params"];
            if message["method"] == "textDocument/publishDiagnostics" && params["version"] == self.version {
                let all = params["diagnostics"].as_array().expect("a list");
                return all.iter().map(shown).collect();
            }
        }
    }

    /// Replaces a range of bytes, and sends the edit.
    pub(super) fn edit(&mut self, range: std::ops::Range<usize>, new: &str) {
        let change = json!({
            "range": {"start": self.position(range.start), "end": self.position(range.end)},
            "text": new,
        });
        self.text.replace_range(range, new);
        self.version += 1;
        let document = json!({"uri": URI, "version": self.version});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        self.notify("textDocument/didChange", params);
    }

    /// The position of an offset, in UTF-16.
    pub(super) fn position(&self, offset: usize) -> Value {
        let before = &self.text[..offset];
        let line = before.rsplit('\n').next().unwrap_or_default();
        json!({"line": before.matches('\n').count(), "character": line.encode_utf16().count()})
    }

    /// Asks about the n-th place, from 0, where a text occurs: `after` bytes behind its start.
    pub(super) fn ask(&mut self, method: &str, (text, nth, after): (&str, usize, usize)) -> Value {
        let (offset, _) = self.text.match_indices(text).nth(nth).expect("the text occurs");
        let position = self.position(offset + after);
        let params = json!({
            "textDocument": {"uri": URI},
            "position": position,
            "context": {"includeDeclaration": true, "triggerKind": 1},
        });
        let mut response = self.request(&format!("textDocument/{method}"), params);
        assert!(response["error"].is_null(), "{response}");
        response["result"].take()
    }

    /// Ends the session; the server must end, too.
    pub(super) fn close(mut self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert_eq!(self.end(), 0);
    }

    /// Closes the server's input; its exit code.
    pub(super) fn end(mut self) -> i32 {
        drop(self.input.take());
        self.server.join().expect("the server ends")
    }
}

/// A diagnostic, or a place, as text.
pub(super) fn shown(value: &Value) -> String {
    let range = &value["range"];
    let (start, end) = (&range["start"], &range["end"]);
    let place = format!("{}:{}-{}", start["line"], start["character"], end["character"]);
    match value["message"].as_str() {
        Some(message) => format!("{place} {message}"),
        None => place,
    }
}

/// The next message of a server.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", number)) => length = number.parse().ok(),
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length?];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
