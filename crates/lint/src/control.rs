//! Comments that silence checks: `# lint:ignore:CHECK reason` and `# lint:endignore`.

use rustc_hash::FxHashMap;

use crate::data::link;
use crate::token::{Kind, Token};

/// What the control comments of a file say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// The lines on which a check is silent, with the reason.
    ignored: FxHashMap<String, FxHashMap<u32, String>>,
    pub warnings: Vec<String>,
}

struct Open {
    line: u32,
    reason: String,
    check: String,
}

impl Control {
    /// Reads the comments of a file.
    pub fn of(tokens: &[Token<'_>]) -> Self {
        let mut control = Self::default();
        let mut stack: Vec<Vec<Open>> = Vec::new();
        for token in tokens.iter().filter(|token| token.kind.is_comment()) {
            let text = strip(&token.value);
            if !is_control(text) {
                continue;
            }
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            let commands = words.iter().take_while(|word| word.starts_with("lint:ignore") || word.starts_with("lint:endignore")).count();
            let (commands, reason) = words.split_at(commands);
            let reason = reason.join(" ");
            let before = link(token.prev).and_then(|id| tokens.get(id as usize)).map(|token| token.kind);
            // Behind code, or behind white space that does not begin the line.
            let is_trailing = before.is_some_and(|kind| !matches!(kind, Kind::Newline | Kind::Indent));
            let mut opened = Vec::new();
            for command in commands {
                let mut parts = command.split(':').skip(1);
                match (parts.next(), parts.next()) {
                    (Some("ignore"), Some(check)) if is_trailing => control.ignore(check, token.line, token.line, &reason),
                    (Some("ignore"), Some(check)) => {
                        opened.push(Open { line: token.line, reason: reason.clone(), check: check.to_owned() });
                    }
                    (Some("ignore"), None) => {}
                    _ => match stack.pop() {
                        Some(open) => {
                            for open in open {
                                control.ignore(&open.check, open.line, token.line, &open.reason);
                            }
                        }
                        None => control.warnings.push(format!(
                            "WARNING: lint:endignore comment with no opening lint:ignore:<check> comment found on line {}",
                            token.line
                        )),
                    },
                }
            }
            if !opened.is_empty() {
                stack.push(opened);
            }
        }
        for open in stack.iter().filter_map(|open| open.first()) {
            control
                .warnings
                .push(format!("WARNING: lint:ignore:{} comment on line {} with no closing lint:endignore comment", open.check, open.line));
        }
        control
    }

    fn ignore(&mut self, check: &str, first: u32, last: u32, reason: &str) {
        let lines = self.ignored.entry(check.to_owned()).or_default();
        for line in first..=last {
            lines.insert(line, reason.to_owned());
        }
    }

    /// The reason why a check is silent on a line, if it is.
    pub fn reason(&self, check: &str, line: u32) -> Option<&str> {
        self.ignored.get(check)?.get(&line).map(String::as_str)
    }
}

fn strip(text: &str) -> &str {
    text.trim_matches(|it: char| it.is_ascii_whitespace() || it == '\0' || it == '\u{b}')
}

fn is_control(text: &str) -> bool {
    let Some(command) = text.strip_prefix("lint:") else { return false };
    command.starts_with("endignore")
        || command.strip_prefix("ignore:").is_some_and(|it| it.starts_with(|it: char| it.is_ascii_alphanumeric() || it == '_'))
}
