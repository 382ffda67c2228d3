//! Messages on streams: a header with the length of the body, then the body in JSON.
//!
//! Invariant: after a body that is no message, the stream is at the next header; a wrong header ends the stream, because
//! nothing says where the next one begins.

use std::io::{self, BufRead, Read, Write};

use serde_json::{Value, json};

use super::protocol::{Code, Failure};

/// The longest line of a header, and the longest body, in bytes.
const MAX_LINE: u64 = 4096;
const MAX_BODY: u64 = 1 << 30;

/// A message of the client.
#[derive(Debug, PartialEq)]
pub(crate) enum Message {
    /// It gets one response.
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    /// It gets none.
    Notification { method: String, params: Value },
    /// An answer to a request; the server makes none.
    Response,
    /// It cannot be read; the response says why.
    Wrong { id: Value, failure: Failure },
}

/// Reads the next message; `None` at the end of the stream.
///
/// # Errors
/// The stream fails, or a header is wrong.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let Some(length) = read_header(input)? else {
        return Ok(None);
    };
    if length > MAX_BODY {
        return Err(invalid(format!(
            "a message of {length} bytes is too long: the limit is {MAX_BODY}"
        )));
    }
    let mut body = Vec::new();
    // The memory grows with what arrives, not with what the header promises.
    if input.by_ref().take(length).read_to_end(&mut body)? as u64 != length {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(value) => message(value),
        Err(error) => wrong(
            Value::Null,
            Code::ParseError,
            format!("the message is no JSON: {error}"),
        ),
    }))
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Reads a header up to the empty line behind it: the length of the body.
fn read_header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        if !line.ends_with('\n') {
            return Err(invalid("a header has no end of line".to_owned()));
        }
        let line = line.trim();
        if line.is_empty() {
            let missing = || invalid("a header has no Content-Length".to_owned());
            return length.ok_or_else(missing).map(Some);
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(invalid(format!("malformed header line: {line:?}")));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            let number = value.trim().parse();
            length = Some(number.map_err(|_| invalid(format!("malformed header line: {line:?}")))?);
        }
    }
}

fn wrong(id: Value, code: Code, reason: String) -> Message {
    Message::Wrong {
        id,
        failure: Failure::new(code, reason),
    }
}

fn message(mut value: Value) -> Message {
    let Some(fields) = value.as_object_mut() else {
        let reason = "a message must be an object".to_owned();
        return wrong(Value::Null, Code::InvalidRequest, reason);
    };
    let id = fields.remove("id");
    let params = fields.remove("params").unwrap_or_default();
    match (id, fields.remove("method")) {
        (None, Some(Value::String(method))) => Message::Notification { method, params },
        (Some(id @ (Value::String(_) | Value::Number(_))), Some(Value::String(method))) => {
            Message::Request { id, method, params }
        }
        (Some(_), None) if fields.contains_key("result") || fields.contains_key("error") => Message::Response,
        (id, _) => {
            let id = id.filter(|id| id.is_string() || id.is_number());
            let reason = "a message needs a method; the id of a request must be a string or a number";
            wrong(id.unwrap_or_default(), Code::InvalidRequest, reason.to_owned())
        }
    }
}

/// Writes a message.
///
/// # Errors
/// The stream fails.
pub(crate) fn write(output: &mut impl Write, mut message: Value) -> io::Result<()> {
    message["jsonrpc"] = json!("2.0");
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8]) -> (Vec<Message>, Option<String>) {
        let mut input = text;
        let mut messages = Vec::new();
        loop {
            match read(&mut input) {
                Ok(Some(message)) => messages.push(message),
                Ok(None) => return (messages, None),
                Err(error) => return (messages, Some(error.to_string())),
            }
        }
    }

    fn framed(body: &[u8]) -> Vec<u8> {
        let mut text = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
        text.extend_from_slice(body);
        text
    }

    #[test]
    fn a_wrong_body_does_not_end_the_stream() {
        let good = br#"{"jsonrpc":"2.0","method":"initialized"}"#;
        for (body, code) in [
            (&b"{"[..], Code::ParseError),
            (b"", Code::ParseError),
            (b"\xff\xfe", Code::ParseError),
            (&b"[".repeat(100_000), Code::ParseError),
            (b"[]", Code::InvalidRequest),
            (b"{}", Code::InvalidRequest),
            (br#"{"id":1}"#, Code::InvalidRequest),
            (br#"{"id":null,"method":"shutdown"}"#, Code::InvalidRequest),
            (br#"{"id":{},"method":"shutdown"}"#, Code::InvalidRequest),
            (br#"{"id":1,"method":2}"#, Code::InvalidRequest),
        ] {
            let (messages, error) = all(&[framed(body), framed(good)].concat());
            assert_eq!(
                (messages.len(), error),
                (2, None),
                "{}",
                String::from_utf8_lossy(body)
            );
            assert!(matches!(&messages[0], Message::Wrong { failure, .. } if failure.code == code));
            assert!(matches!(messages[1], Message::Notification { .. }));
        }
    }

    #[test]
    fn ids_and_headers_have_several_forms() {
        for id in [
            "1",
            "1.5",
            "-7",
            "123456789012345678901234567890",
            r#""a""#,
            r#""""#,
        ] {
            let body = format!(r#"{{"id":{id},"method":"shutdown"}}"#);
            let text = format!("content-type: x\ncontent-length:{}\n\n{body}", body.len());
            let (messages, error) = all(text.as_bytes());
            assert!(matches!(&messages[..], [Message::Request { .. }]), "{messages:?}");
            assert_eq!(error, None);
        }
        let (messages, _) = all(&framed(br#"{"id":1,"result":null}"#));
        assert_eq!(messages, [Message::Response]);
    }

    #[test]
    fn a_wrong_header_ends_the_stream() {
        for (text, expected) in [
            (&b"\r\n"[..], "no Content-Length"),
            (b"Content-Length: x\r\n\r\n", "malformed header line"),
            (b"Content-Length: -1\r\n\r\n", "malformed header line"),
            (
                b"Content-Length: 99999999999999999999\r\n\r\n",
                "malformed header line",
            ),
            (b"Content-Length: 18446744073709551615\r\n\r\n{}", "is too long"),
            (b"nonsense\r\n\r\n", "malformed header line"),
            (&b"x".repeat(100_000), "no end of line"),
        ] {
            let (messages, error) = all(text);
            let error = error.unwrap_or_default();
            assert!(messages.is_empty() && error.contains(expected), "{error}");
        }
        // The end of the stream within a message.
        assert_eq!(all(b"Content-Length: 10\r\n\r\n{}"), (Vec::new(), None));
    }
}
