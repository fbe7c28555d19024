//! Language cases: many short texts in one readable file. `tests/language/README.md` describes the format.

use std::path::Path;

use serde_json::{Value, json};

use crate::digest;

/// One text to ask Puppet and Bunraku about, with all that decides the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// `SUBJECT/NAME` for a language case, the path for a file.
    pub id: String,
    pub code: String,
    /// A template, not a manifest.
    pub epp: bool,
    /// With Puppet's `tasks` setting.
    pub tasks: bool,
    /// Puppet's `strict` setting, if it is not Puppet 8's own.
    pub strict: Option<String>,
    /// The name of the file, as messages give it.
    pub file: Option<String>,
    /// Where modules lie, which makes some file names mean something.
    pub modulepath: Option<String>,
    /// The text is in this file of the corpus, and not copied into the repository.
    pub path: Option<String>,
}

impl Case {
    /// The line that asks about this case.
    pub fn request(&self) -> Value {
        let mut line = json!({"id": self.id, "code": self.code});
        if self.epp {
            line["epp"] = true.into();
        }
        if self.tasks {
            line["settings"] = json!({"tasks": true});
        }
        if let Some(file) = &self.file {
            line["file"] = file.as_str().into();
        }
        if let Some(path) = &self.modulepath {
            line["modulepath"] = path.as_str().into();
        }
        line
    }

    /// Changes whenever anything that decides the answer does.
    pub fn input(&self) -> String {
        let mut request = self.request();
        if let Some(strict) = &self.strict {
            request["strict"] = strict.as_str().into();
        }
        digest::value(&request)
    }

    /// Row of the tables that counts this case.
    pub fn subject(&self) -> &str {
        if self.path.is_some() { "corpus" } else { self.id.split('/').next().unwrap_or(&self.id) }
    }
}

/// All language cases of the folder, by file and then in the order in which they are written.
pub fn all(folder: &Path) -> Result<Vec<Case>, String> {
    in_folder(folder, read)
}

/// Reads the files with cases in a folder, by the files' names. A reader gets the name and the text; its errors begin with the line number.
pub fn in_folder<T>(folder: &Path, read: impl Fn(&str, &str) -> Result<Vec<T>, String>) -> Result<Vec<T>, String> {
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .map_err(|e| format!("{}: {e}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "cases"))
        .collect();
    names.sort();
    let mut cases = Vec::new();
    for name in names {
        let subject = name.file_stem().and_then(|s| s.to_str()).ok_or("a file name that is not UTF-8")?;
        let text = std::fs::read_to_string(&name).map_err(|e| format!("{}: {e}", name.display()))?;
        cases.extend(read(subject, &text).map_err(|e| format!("{}:{e}", name.display()))?);
    }
    Ok(cases)
}

/// Reads one file of cases. An error begins with the line number.
pub fn read(subject: &str, text: &str) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    let mut body: Vec<&str> = Vec::new();
    let mut options = Options::default();
    for (number, line) in text.split('\n').enumerate() {
        let Some(heading) = line.strip_prefix("--- ") else {
            if !cases.is_empty() {
                body.push(line);
            } else if !line.is_empty() && !line.starts_with('#') {
                return Err(format!("{}: text before the first case", number + 1));
            }
            continue;
        };
        finish(&mut cases, &mut body, &options).map_err(|e| format!("{number}: {e}"))?;
        let (name, rest) = heading.split_once(" | ").unwrap_or((heading, ""));
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
            return Err(format!("{}: a name is of small letters, digits and dashes: {name:?}", number + 1));
        }
        let id = format!("{subject}/{name}");
        if cases.iter().any(|case| case.id == id) {
            return Err(format!("{}: a second case of the name {name}", number + 1));
        }
        let mut case = Case { id, ..Case::default() };
        options = Options::default();
        for option in rest.split_whitespace() {
            match option.split_once('=') {
                None if option == "epp" => case.epp = true,
                None if option == "tasks" => case.tasks = true,
                None if option == "newline" => options.newline = true,
                None if option == "escaped" => options.escaped = true,
                Some(("strict", value)) => case.strict = Some(value.to_owned()),
                Some(("file", value)) => case.file = Some(value.to_owned()),
                Some(("modulepath", value)) => case.modulepath = Some(value.to_owned()),
                Some(("repeat", value)) => options.repeat = Some(value.parse().map_err(|_| format!("{}: repeat={value}", number + 1))?),
                _ => return Err(format!("{}: no such option: {option}", number + 1)),
            }
        }
        cases.push(case);
    }
    finish(&mut cases, &mut body, &options)?;
    Ok(cases)
}

/// How the lines of a text are to be read.
#[derive(Clone, Copy, Default)]
pub struct Options {
    pub newline: bool,
    pub escaped: bool,
    pub repeat: Option<usize>,
}

fn finish(cases: &mut [Case], body: &mut Vec<&str>, options: &Options) -> Result<(), String> {
    if let Some(case) = cases.last_mut() {
        case.code = text_of(body, options)?;
    }
    Ok(())
}

/// The text that lines stand for; takes them away.
pub fn text_of(body: &mut Vec<&str>, options: &Options) -> Result<String, String> {
    while body.last().is_some_and(|line| line.is_empty()) {
        body.pop();
    }
    let mut code = body.join("\n");
    body.clear();
    if options.newline {
        code.push('\n');
    }
    if options.escaped {
        code = unescape(&code)?;
    }
    if let Some(times) = options.repeat {
        // `<<<x>>>` stands for a number of x: deep nesting would otherwise not be readable.
        while let Some((before, rest)) = code.split_once("<<<") {
            let (middle, after) = rest.split_once(">>>").ok_or("<<< without >>>")?;
            code = format!("{before}{}{after}", middle.repeat(times));
        }
    }
    Ok(code)
}

/// `\n \r \t \\ \s \u{H}`, where `\s` is a space that an editor would take away.
fn unescape(text: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('r') => out.push('\r'),
            Some('t') => out.push('\t'),
            Some('s') => out.push(' '),
            Some('\\') => out.push('\\'),
            Some('u') if chars.next() == Some('{') => {
                let digits: String = chars.by_ref().take_while(|c| *c != '}').collect();
                let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                out.push(code.ok_or_else(|| format!("no such character: \\u{{{digits}}}"))?);
            }
            other => return Err(format!("no such escape: \\{}", other.map_or_else(String::new, String::from))),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<String> {
        read("s", text).unwrap_or_default().into_iter().map(|case| case.code).collect()
    }

    #[test]
    fn a_case_is_the_lines_below_its_heading_without_the_last_break() {
        assert_eq!(codes("# About.\n\n--- a\n$x = 1\n\n--- b\n1\n\n2\n"), ["$x = 1", "1\n\n2"]);
    }

    #[test]
    fn escapes_and_the_last_line_break_are_asked_for() {
        assert_eq!(codes("--- a | newline\n1\n--- b | escaped\n\\u{feff}1\\r\\n\\\\\n--- c\n\\n\n"), ["1\n", "\u{feff}1\r\n\\", "\\n"]);
    }

    #[test]
    fn depth_is_written_as_a_number() {
        assert_eq!(codes("--- a | repeat=3\n<<<[>>>1<<<]>>>"), ["[[[1]]]"]);
    }

    #[test]
    fn options_are_part_of_the_question() {
        let cases = read("s", "--- a\n1\n--- b | tasks\n1\n--- c | epp\n1\n--- d | strict=warning file=/x/a.pp\n1").unwrap_or_default();
        let inputs: std::collections::HashSet<_> = cases.iter().map(Case::input).collect();
        assert_eq!((cases.len(), inputs.len()), (4, 4));
    }

    #[test]
    fn mistakes_are_refused_with_their_line() {
        for (text, line) in [("1\n", "1:"), ("--- a\n\n--- a\n", "3:"), ("--- A\n", "1:"), ("\n--- a | nonsense\n", "2:")] {
            let error = read("s", text).err().unwrap_or_default();
            assert!(error.starts_with(line), "{text:?}: {error:?}");
        }
    }
}
