//! Messages on a pair of byte streams.
//!
//! tower-lsp's own loop ends with the first message that it cannot read. Ours answers and goes on: text between two messages is skipped,
//! and a text that is not quite Unicode is fixed so that no edit is lost.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc;

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

/// A message from the client.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A request or a notification.
    Request(Request),
    /// The answer to a request of ours.
    Response(Response),
    /// Something that is no message, and what to say to it.
    Garbage(Response),
}

/// Longer messages are refused unread; no manifest comes near.
const LONGEST: u64 = 1 << 30;
/// Longer lines are no headers.
const LONGEST_HEADER: u64 = 1 << 16;

/// The next message, or nothing at the end of the stream.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = read_headers(input)? else { return Ok(None) };
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(decode(body)))
}

/// The length of the next message, whatever stands before its headers.
fn read_headers(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let is_blank = line.iter().all(|byte| matches!(byte, b'\r' | b'\n'));
        match length {
            Some(length) if is_blank => return Ok(Some(length)),
            _ => length = content_length(&line).or(length),
        }
    }
}

fn content_length(line: &[u8]) -> Option<u64> {
    const NAME: &[u8] = b"content-length:";
    // Garbage without a line break may stand before it.
    let at = line.windows(NAME.len()).rposition(|it| it.eq_ignore_ascii_case(NAME))?;
    let value = std::str::from_utf8(line.get(at + NAME.len()..)?).ok()?;
    value.trim().parse().ok().filter(|length| *length <= LONGEST)
}

fn decode(body: Vec<u8>) -> Incoming {
    let mut text = match String::from_utf8(body) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    mend_surrogates(&mut text);
    let mut value: Value = match serde_json::from_str(&text) {
        Ok(value) => value,
        Err(error) => return garbage(None, Error::parse_error(), &error),
    };
    mend_positions(&mut value);
    let id = value.get("id").and_then(|id| serde_json::from_value::<Id>(id.clone()).ok());
    if value.get("method").is_some() {
        match serde_json::from_value(value) {
            Ok(request) => Incoming::Request(request),
            Err(error) => garbage(id, Error::invalid_request(), &error),
        }
    } else {
        match serde_json::from_value(value) {
            Ok(response) => Incoming::Response(response),
            Err(error) => garbage(id, Error::invalid_request(), &error),
        }
    }
}

fn garbage(id: Option<Id>, mut error: Error, cause: &serde_json::Error) -> Incoming {
    error.message = format!("{}: {cause}", error.message).into();
    Incoming::Garbage(Response::from_error(id.unwrap_or(Id::Null), error))
}

/// Replaces halves of UTF-16 pairs that stand alone. An editor may well hold one, and says so as `\ud83d`; for JSON in
/// Rust that is an error. The replacement is as long in UTF-16, so that later positions stay right.
fn mend_surrogates(text: &mut String) {
    // Nearly no message has any escape of this kind.
    if !text.contains("\\ud") && !text.contains("\\uD") {
        return;
    }
    let bytes = text.as_bytes();
    let mut lone = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            at += 1;
            continue;
        }
        match escaped_unit(bytes, at) {
            Some(0xD800..=0xDBFF) if matches!(escaped_unit(bytes, at + 6), Some(0xDC00..=0xDFFF)) => at += 12,
            Some(0xD800..=0xDFFF) => {
                lone.push(at);
                at += 6;
            }
            // Any other escape; the second of two backslashes begins nothing.
            _ => at += 2,
        }
    }
    for at in lone {
        text.replace_range(at..at + 6, "\\ufffd");
    }
}

/// Makes positions of an edit out of numbers that are none. The edit would be refused as a whole, and with it all that
/// comes after; and what a number below zero or beyond all lines means is plain enough.
fn mend_positions(message: &mut Value) {
    if message["method"] != "textDocument/didChange" {
        return;
    }
    let changes = message.pointer_mut("/params/contentChanges").and_then(Value::as_array_mut);
    for change in changes.into_iter().flatten() {
        for number in ["/range/start/line", "/range/start/character", "/range/end/line", "/range/end/character"] {
            if let Some(number) = change.pointer_mut(number)
                && let Some(wrong) = number.as_f64()
                && number.as_u64().is_none_or(|it| it > u64::from(u32::MAX))
            {
                *number = Value::from(wrong.clamp(0.0, f64::from(u32::MAX)) as u32);
            }
        }
    }
}

/// The unit that `\uXXXX` stands for.
fn escaped_unit(bytes: &[u8], at: usize) -> Option<u16> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    let digits = std::str::from_utf8(digits).ok().filter(|it| it.bytes().all(|it| it.is_ascii_hexdigit()))?;
    u16::from_str_radix(digits, 16).ok()
}

/// Where messages to the client go. They leave in the order in which they were sent.
#[derive(Clone)]
pub(crate) struct Outbox(mpsc::Sender<Option<Vec<u8>>>);

impl Outbox {
    pub(crate) fn new() -> (Outbox, mpsc::Receiver<Option<Vec<u8>>>) {
        let (sender, receiver) = mpsc::channel();
        (Outbox(sender), receiver)
    }

    pub(crate) fn request(&self, request: &Request) {
        self.send(request);
    }

    pub(crate) fn respond(&self, response: &Response) {
        self.send(response);
    }

    pub(crate) fn notify<N: tower_lsp::ls_types::notification::Notification>(&self, params: N::Params) {
        #[derive(serde::Serialize)]
        struct Notification<P> {
            jsonrpc: &'static str,
            method: &'static str,
            params: P,
        }
        self.send(&Notification { jsonrpc: "2.0", method: N::METHOD, params });
    }

    /// Closes the connection: earlier messages are still written, later ones are not.
    pub(crate) fn close(&self) {
        drop(self.0.send(None));
    }

    fn send(&self, message: &impl serde::Serialize) {
        match serde_json::to_vec(message) {
            // When nobody reads any more, the server is about to end.
            Ok(body) => drop(self.0.send(Some(body))),
            Err(error) => tracing::error!("cannot write a message: {error}"),
        }
    }
}

/// Writes messages until the [`Outbox`] is closed or the client hangs up.
pub(crate) fn write_all(mut output: impl Write, messages: &mpsc::Receiver<Option<Vec<u8>>>) -> io::Result<()> {
    while let Ok(Some(body)) = messages.recv() {
        write_one(&mut output, &body)?;
        loop {
            match messages.try_recv() {
                Ok(Some(body)) => write_one(&mut output, &body)?,
                Ok(None) => return output.flush(),
                Err(_) => break,
            }
        }
        output.flush()?;
    }
    output.flush()
}

fn write_one(output: &mut impl Write, body: &[u8]) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n", body.len())?;
    output.write_all(body)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn framed(body: &str) -> Vec<u8> {
        format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
    }

    fn all(mut bytes: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        while let Some(message) = read(&mut bytes).unwrap() {
            found.push(match message {
                Incoming::Request(request) => request.to_string(),
                Incoming::Response(response) => format!("answer {}", serde_json::to_string(&response).unwrap()),
                Incoming::Garbage(response) => format!("garbage {}", serde_json::to_string(&response).unwrap()),
            });
        }
        found
    }

    #[track_caller]
    fn check(bytes: &[u8], expected: Expect) {
        expected.assert_eq(&all(bytes).join("\n"));
    }

    #[test]
    fn messages_follow_one_another() {
        let mut bytes = framed(r#"{"jsonrpc":"2.0","method":"a"}"#);
        bytes.extend(framed(r#"{"jsonrpc":"2.0","id":1,"result":null}"#));
        bytes.extend(framed(r#"{"jsonrpc":"2.0","id":"x","method":"b","params":{}}"#));
        check(
            &bytes,
            expect![[r#"
            {"jsonrpc":"2.0","method":"a"}
            answer {"jsonrpc":"2.0","result":null,"id":1}
            {"jsonrpc":"2.0","method":"b","params":{},"id":"x"}"#]],
        );
    }

    #[test]
    fn headers_come_in_any_spelling() {
        let body = r#"{"jsonrpc":"2.0","method":"a"}"#;
        for headers in [
            "content-length: 30\r\n\r\n",
            "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 30\r\n\r\n",
            "Content-Length:30\r\nContent-Type: text/plain\r\nX: y\r\n\r\n",
            "Content-Length: 30\n\n",
        ] {
            assert_eq!(all(format!("{headers}{body}").as_bytes()), [body], "{headers:?}");
        }
    }

    #[test]
    fn garbage_between_messages_is_passed_over() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"a"}"#);
        for garbage in
            ["hello", "\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: 99999999999999\r\n\r\n", "\u{0}\u{1}\n", "a: b\r\n\r\n"]
        {
            let bytes = [garbage.as_bytes(), &good].concat();
            assert_eq!(all(&bytes), [r#"{"jsonrpc":"2.0","method":"a"}"#], "{garbage:?}");
        }
    }

    #[test]
    fn what_is_no_message_is_answered() {
        for body in ["{", "", "[1]", "1", r#"{"id":7}"#, r#"{"method":1,"id":8}"#, r#"{"jsonrpc":"1.0","method":"a","id":9}"#] {
            let found = all(&framed(body));
            assert!(found.len() == 1 && found[0].starts_with("garbage"), "{body:?} gave {found:?}");
        }
        check(
            &framed(r#"{"jsonrpc":"2.0","method":1,"id":8}"#),
            expect![[
                r#"garbage {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request: invalid type: integer `1`, expected a string"},"id":8}"#
            ]],
        );
    }

    #[test]
    fn half_a_message_at_the_end_is_none() {
        check(b"Content-Length: 10\r\n\r\n{}", expect![""]);
        check(b"Content-Length: 10", expect![""]);
        check(b"", expect![""]);
    }

    #[track_caller]
    fn check_mended(text: &str, expected: &str) {
        let mut text = text.to_string();
        mend_surrogates(&mut text);
        assert_eq!(text, expected);
    }

    #[test]
    fn lone_surrogates_are_replaced() {
        check_mended(r"a\ud83db", r"a\ufffdb");
        check_mended(r"\uDE00\uD83D", r"\ufffd\ufffd");
        check_mended(r"\ud83d\ud83d\ude00", r"\ufffd\ud83d\ude00");
        check_mended(r"\ud83d\ude00", r"\ud83d\ude00");
        check_mended(r"\\ud83d", r"\\ud83d");
        check_mended(r"\\\ud83d", r"\\\ufffd");
        check_mended(r"\u00e9\ud8", r"\u00e9\ud8");
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        let mut bytes = framed(r#"{"jsonrpc":"2.0","method":"a","params":["?"]}"#);
        let at = bytes.iter().position(|byte| *byte == b'?').unwrap();
        bytes[at] = 0xFF;
        check(&bytes, expect![[r#"{"jsonrpc":"2.0","method":"a","params":["�"]}"#]]);
    }
}
