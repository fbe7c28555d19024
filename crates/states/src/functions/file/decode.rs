//! `file.decode`: a file with what Base64 stands for.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use machine::{Content, FileKind};
use md5::Md5;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256, Sha512};

use super::{kind, refuse_name};
use crate::Files;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &["encoded_data", "contents_pillar", "encoding_type", "checksum"];

pub const FUNCTION: Function = Function::new("file.decode", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn refuse(low: &Low, files: &Files<'_>) -> Vec<String> {
    let mut all = refuse_name(low);
    if !matches!(&*checksum(low), "md5" | "sha256" | "sha512") {
        all.push("this `checksum` of `file.decode` is not supported".to_owned());
    }
    let is_given = |name: &str| low.arg(name).is_some_and(python::is_true);
    if is_given("encoded_data") == is_given("contents_pillar") {
        return all;
    }
    match encoded(low, files) {
        Err(problem) => all.push(problem.message),
        Ok(Some(data)) if data.as_str().and_then(decoded).is_none() => {
            all.push("data of `file.decode` has to be Base64 without other characters".to_owned());
        }
        Ok(_) => {}
    }
    all
}

fn checksum(low: &Low) -> String {
    low.text("checksum").unwrap_or_else(|| "md5".to_owned())
}

/// The data of the state or of the pillar; none if the pillar has no such key.
fn encoded(low: &Low, files: &Files<'_>) -> Result<Option<Json>, salt::Unrendered> {
    if let Some(data) = low.arg("encoded_data").filter(|it| python::is_true(it)) {
        return Ok(Some(data.clone()));
    }
    let key = low.arg("contents_pillar").cloned().unwrap_or_default();
    let text = files.render("", "{{ salt['pillar.get'](key, False)|json }}", &[("key".to_owned(), key)])?;
    Ok(serde_json::from_str(&text).ok().filter(|it| *it != json!(false)))
}

/// Lines of Base64, each of them whole or all of them together.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let compact: String = text.chars().filter(|it| !it.is_ascii_whitespace()).collect();
    STANDARD.decode(compact).ok()
}

fn digest(bytes: &[u8], checksum: &str) -> String {
    let hex = |bytes: &[u8]| bytes.iter().map(|it| format!("{it:02x}")).collect();
    match checksum {
        "sha256" => hex(&Sha256::digest(bytes)),
        "sha512" => hex(&Sha512::digest(bytes)),
        _ => hex(&Md5::digest(bytes)),
    }
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    let exception = |text: &str| Err(StateError::exception("salt.exceptions.CommandExecutionError", text));
    match ["encoded_data", "contents_pillar"].map(|it| low.arg(it).is_some_and(python::is_true)) {
        [false, false] => return exception("Specify either the 'encoded_data' or 'contents_pillar' argument."),
        [true, true] => return exception("Specify only one 'encoded_data' or 'contents_pillar' argument."),
        _ => {}
    }
    let data = encoded(low, cx.files).ok().flatten();
    let Some(bytes) = data.as_ref().and_then(Json::as_str).and_then(decoded) else {
        return exception("Pillar data not found.");
    };
    let failed = |error: &std::io::Error| {
        let (class, text) = python::os_error(error, name);
        StateError::exception(class, text)
    };
    let checksum = checksum(low);
    let new = digest(&bytes, &checksum);
    let mut outcome = Outcome::default();
    if kind(cx.system, name) == Some(FileKind::File) {
        let old = digest(&cx.system.read(name).map_err(|it| failed(&it))?, &checksum);
        if old == new {
            return Ok(Outcome::fine("File is in the correct state."));
        }
        outcome.changes.insert("old".to_owned(), json!(old));
        outcome.changes.insert("new".to_owned(), json!(new));
    }
    if cx.test {
        outcome.comment = "File is set to be updated.".to_owned();
        return Ok(outcome);
    }
    let mode = cx.system.look(name, true).ok().flatten().map(|it| it.mode);
    let mode = mode.unwrap_or_else(|| super::permissions::of_umask(cx));
    cx.system.write(name, Content::Bytes(&bytes), mode).map_err(|it| failed(&it))?;
    outcome.result = Some(true);
    outcome.comment = "File was updated.".to_owned();
    if outcome.changes.is_empty() {
        outcome.changes.insert("old".to_owned(), Json::Null);
        outcome.changes.insert("new".to_owned(), json!(new));
    }
    Ok(outcome)
}
