//! Comments that silence checks: `# lint:ignore:CHECK reason` and `# lint:endignore`.

use rustc_hash::FxHashMap;

use crate::data::link;
use crate::lexer;
use crate::token::{Kind, Token};

/// How each of these comments begins.
pub const CONTROL: &str = "lint:";

/// Control comments of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// Where each check is silent.
    ignored: FxHashMap<String, Silence>,
    pub warnings: Vec<String>,
}

/// Where a check is silent, with the reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Silence {
    /// Lines by themselves, in their order.
    lines: Vec<(u32, String)>,
    /// From line to line, in their order. What lies in another one is not here: the outer one ends last, and so has the last word.
    blocks: Vec<(u32, u32, String)>,
}

struct Open {
    line: u32,
    reason: String,
    check: String,
}

impl Control {
    /// Reads the comments of a text; of one that puppet-lint cannot read there are none.
    pub fn of_text(text: &str) -> Self {
        lexer::tokens(text).map(|tokens| Self::from_tokens(&tokens)).unwrap_or_default()
    }

    /// Reads the comments of a file.
    pub fn from_tokens(tokens: &[Token<'_>]) -> Self {
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
            // After code, or after white space that does not begin the line.
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
        let silence = self.ignored.entry(check.to_owned()).or_default();
        while silence.lines.pop_if(|(line, _)| *line >= first).is_some() {}
        if first == last {
            silence.lines.push((first, reason.to_owned()));
            return;
        }
        while silence.blocks.pop_if(|(begin, ..)| *begin >= first).is_some() {}
        silence.blocks.push((first, last, reason.to_owned()));
    }

    /// The reason why a check is silent on a line, if it is.
    pub fn reason(&self, check: &str, line: u32) -> Option<&str> {
        let Silence { lines, blocks } = self.ignored.get(check)?;
        if let Ok(index) = lines.binary_search_by_key(&line, |(line, _)| *line) {
            return lines.get(index).map(|(_, reason)| reason.as_str());
        }
        let begun = blocks.partition_point(|(first, ..)| *first <= line);
        let (_, last, reason) = blocks.get(begun.checked_sub(1)?)?;
        (line <= *last).then_some(reason)
    }
}

fn strip(text: &str) -> &str {
    text.trim_matches(|it: char| it.is_ascii_whitespace() || it == '\0' || it == '\u{b}')
}

fn is_control(text: &str) -> bool {
    let Some(command) = text.strip_prefix(CONTROL) else { return false };
    command.starts_with("endignore")
        || command.strip_prefix("ignore:").is_some_and(|it| it.starts_with(|it: char| it.is_ascii_alphanumeric() || it == '_'))
}
