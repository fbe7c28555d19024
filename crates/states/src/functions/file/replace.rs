//! `file.replace`: what matches a regular expression is replaced in a file.

use serde_json::Value as Json;

use super::edited::{Edited, Missing, backup, edited, lines_of_bytes, missing, not_utf8, refuse_other_than_texts, shown};
use crate::Files;
use crate::error::StateError;
use crate::function::{Arguments, Called, Cx, Function};
use crate::low::Low;
use crate::python;
use crate::regex::{Flags, PythonRegex, Subject, Template, escape};
use crate::returned::Outcome;

const ARGUMENTS: &[&str] = &[
    "pattern",
    "repl",
    "count",
    "flags",
    "bufsize",
    "append_if_not_found",
    "prepend_if_not_found",
    "not_found_content",
    "backup",
    "show_changes",
    "ignore_if_missing",
    "backslash_literal",
];

pub const FUNCTION: Function = Function::new("file.replace", Arguments::These(ARGUMENTS), run).refusing(refuse);

fn refuse(low: &Low, _: &Files<'_>) -> Vec<String> {
    let mut all = refuse_other_than_texts(low, &["pattern", "not_found_content"]);
    if low.arg("not_found_content").is_some_and(|it| it == "") {
        all.push("an empty `not_found_content` of `file.replace` is not supported".to_owned());
    }
    if low.arg("count").is_some_and(|it| it.as_u64().is_none()) {
        all.push("`count` of `file.replace` has to be a number".to_owned());
    }
    match flags(low) {
        None => all.push("`flags` of `file.replace` can only be IGNORECASE, MULTILINE and DOTALL".to_owned()),
        Some(flags) if low.arg("pattern").is_some_and(Json::is_string) && low.args.contains_key("repl") => match compile(low, flags) {
            None => all.push(format!("the pattern `{}` of `file.replace` is not supported", low.text("pattern").unwrap_or_default())),
            Some((_, None)) => {
                all.push(format!("the text `{}` in `repl` of `file.replace` is not supported", low.text("repl").unwrap_or_default()));
            }
            Some(_) => {}
        },
        Some(_) => {}
    }
    all
}

fn flags(low: &Low) -> Option<Flags> {
    let Some(given) = low.args.get("flags") else { return Some(Flags::MULTI_LINE) };
    if let Some(bits) = given.as_u64() {
        let flags = Flags { ignore_case: bits & 2 != 0, multi_line: bits & 8 != 0, dot_all: bits & 16 != 0 };
        return (bits & !(2 | 8 | 16) == 0).then_some(flags);
    }
    let mut flags = Flags::default();
    for name in low.texts("flags") {
        match name.to_uppercase().as_str() {
            "IGNORECASE" | "I" => flags.ignore_case = true,
            "MULTILINE" | "M" => flags.multi_line = true,
            "DOTALL" | "S" => flags.dot_all = true,
            _ => return None,
        }
    }
    Some(flags)
}

/// The pattern and what replaces its matches; none for what is not supported.
fn compile(low: &Low, flags: Flags) -> Option<(PythonRegex, Option<Template>)> {
    let regex = PythonRegex::new(&low.text("pattern")?, flags, Subject::Bytes)?;
    let text = low.args.get("repl").map(python::text)?;
    let template = if low.is_on("backslash_literal", false) { Some(regex.literal(&text)) } else { regex.template(&text) };
    Some((regex, template))
}

fn run(cx: &mut Cx<'_>) -> Called {
    let low = cx.low;
    let name = low.name.as_str();
    if name.is_empty() {
        return Ok(Outcome::failed("Must provide name to file.replace"));
    }
    if let Some(problem) = missing(cx.system, name) {
        let is_fine = problem == Missing::NoFile && low.is_on("ignore_if_missing", false);
        return Ok(if is_fine { Outcome::fine("No changes needed to be made") } else { problem.outcome(name) });
    }
    let file = Edited::open(cx.system, name)?;
    file.check_text()?;
    let (appends, prepends) = (low.is_on("append_if_not_found", false), low.is_on("prepend_if_not_found", false));
    if appends && prepends {
        let text = "Only one of append and prepend_if_not_found is permitted";
        return Err(StateError::exception("salt.exceptions.SaltInvocationError", text));
    }
    let not_supported = || StateError::NotSupported { function: low.function() };
    let flags = flags(low).ok_or_else(not_supported)?;
    let (regex, template) = compile(low, flags).ok_or_else(not_supported)?;
    let template = template.ok_or_else(not_supported)?;
    let count = low.arg("count").and_then(Json::as_u64).and_then(|it| usize::try_from(it).ok()).unwrap_or_default();
    let (mut after, number) = regex.replace(&template, &file.bytes, count)?;
    if file.bytes.is_empty() && !after.is_empty() && !cx.test {
        return Err(StateError::exception("ValueError", "cannot mmap an empty file"));
    }
    let wanted = low.text("not_found_content").unwrap_or_else(|| low.args.get("repl").map(python::text).unwrap_or_default());
    if number == 0 && (appends || prepends) && !has_line(&file.bytes, &wanted, flags)? {
        after = with_line(&file.bytes, &wanted, prepends);
    }
    // Salt writes texts. It has emptied the file by then.
    if after != file.bytes
        && let Err(problem) = std::str::from_utf8(&after)
    {
        return Err(StateError::exception("UnicodeDecodeError", not_utf8(&after, problem)));
    }
    let (old, new) = (String::from_utf8_lossy(&file.bytes), String::from_utf8_lossy(&after));
    let diff = shown(low, &lines_of_bytes(&old), &lines_of_bytes(&new));
    if !cx.test && after != file.bytes {
        file.save(cx, &after, backup(low).as_deref())?;
    }
    Ok(edited(cx, diff, "Changes would have been made"))
}

/// Whether a text stands on lines of its own.
fn has_line(bytes: &[u8], text: &str, flags: Flags) -> Result<bool, StateError> {
    let pattern = format!("^{}($|(?=\r\n))", escape(text));
    PythonRegex::new(&pattern, flags, Subject::Bytes).map_or(Ok(false), |it| it.is_match(bytes))
}

fn with_line(bytes: &[u8], text: &str, at_start: bool) -> Vec<u8> {
    if at_start {
        return [text.as_bytes(), b"\n", bytes].concat();
    }
    let end: &[u8] = if bytes.is_empty() || bytes.ends_with(b"\n") { b"" } else { b"\n" };
    [bytes, end, text.as_bytes(), b"\n"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_added_at_either_end() {
        assert_eq!(with_line(b"a", "b", false), b"a\nb\n");
        assert_eq!(with_line(b"a\n", "b", false), b"a\nb\n");
        assert_eq!(with_line(b"a", "b", true), b"b\na");
        assert_eq!(with_line(b"", "b", false), b"b\n");
        assert!(has_line(b"x\na.b\ny", "a.b", Flags::MULTI_LINE).unwrap());
        assert!(!has_line(b"x\naxb\ny", "a.b", Flags::MULTI_LINE).unwrap());
    }
}
