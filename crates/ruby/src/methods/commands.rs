//! Commands: backticks, and what libraries need to run them.

use std::io::ErrorKind;

use super::files;
use crate::eval::Ruby;
use crate::host::{Command, CommandText, Ended, Errors};
use crate::invoke::{Args, Method, row};
use crate::stop::Outcome;
use crate::value::Value;

pub const METHODS: &[Method] = &[
    row("`", 1, 1, |ruby, _, given| {
        let text = ruby.needs_text(&given.at(0))?;
        let ended = run(ruby, &Command { what: command_text(&text), environment: Vec::new(), errors: Errors::Shown, limit: None })?;
        output(ruby, ended.output)
    }),
    // What libraries that are written in Ruby need: the output and the errors of a command.
    row("__run_command", 2, 2, |ruby, _, given| {
        let Value::Array(words) = given.at(0) else { return ruby.not_covered("such a command") };
        let mut words = words.items();
        let mut environment = Vec::new();
        if let Some(Value::Hash(variables)) = words.first().cloned() {
            words.remove(0);
            for (name, value) in variables.pairs() {
                environment.push((ruby.needs_text(&name)?.to_string(), ruby.needs_text(&value)?.to_string()));
            }
        }
        if words.iter().any(|it| matches!(it, Value::Hash(_))) {
            return ruby.not_covered("a command with options");
        }
        let mut texts = Vec::new();
        for word in &words {
            texts.push(ruby.needs_text(word)?.to_string());
        }
        let errors = match given.at(1) {
            Value::Symbol(it) if &*it == "captured" => Errors::Captured,
            Value::Symbol(it) if &*it == "merged" => Errors::Merged,
            _ => Errors::Shown,
        };
        let what = match texts.as_slice() {
            [text] => command_text(text),
            _ => CommandText::Words(texts),
        };
        let ended = run(ruby, &Command { what, environment, errors, limit: None })?;
        let both = vec![output(ruby, ended.output)?, output(ruby, ended.errors)?];
        Ok(ruby.heap.array(both))
    }),
];

/// Words that only a shell understands.
const OF_SHELL: &[&str] = &[
    "!", ".", ":", "break", "case", "continue", "do", "done", "elif", "else", "esac", "eval", "exec", "exit", "export", "fi", "for", "if",
    "in", "readonly", "return", "set", "shift", "then", "times", "trap", "unset", "until", "while",
];

/// Ruby starts a program itself where no shell is needed.
fn command_text(text: &str) -> CommandText {
    let words: Vec<&str> = text.split([' ', '\t']).filter(|it| !it.is_empty()).collect();
    let needs_shell = text
        .contains(['*', '?', '{', '}', '[', ']', '<', '>', '(', ')', '~', '&', '|', '\\', '$', ';', '\'', '`', '"', '\n', '#'])
        || words.first().is_none_or(|it| it.contains(['=', '%']) || OF_SHELL.contains(it));
    match needs_shell {
        true => CommandText::Shell(text.to_owned()),
        false => CommandText::Words(words.into_iter().map(str::to_owned).collect()),
    }
}

fn run(ruby: &mut Ruby<'_>, command: &Command) -> Outcome<Ended> {
    match ruby.host.run(command).map_err(|it| ruby.placed(it))? {
        Ok(ended) => {
            ruby.spend((ended.output.len() + ended.errors.len()) as u64 / 16)?;
            let class = match ruby.constant_at("ProcessStatus") {
                Some(class) => class,
                None => return ruby.not_covered("the status of a command"),
            };
            let code = ended.code.map_or(Value::Nil, |it| Value::Integer(it.into()));
            ruby.status = ruby.send(&class, "new", Args::new(vec![code]))?;
            Ok(ended)
        }
        Err(kind) => {
            let program = match &command.what {
                CommandText::Words(words) => words.first().cloned().unwrap_or_default(),
                CommandText::Shell(text) => text.clone(),
            };
            let class = match kind {
                ErrorKind::NotFound => "Errno::ENOENT",
                ErrorKind::PermissionDenied => "Errno::EACCES",
                _ => return ruby.not_covered(format!("a command that cannot be run ({program})")),
            };
            ruby.raise(class, format!("{} - {program}", files::meaning(class).unwrap_or_default()))
        }
    }
}

fn output(ruby: &mut Ruby<'_>, bytes: Vec<u8>) -> Outcome {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(ruby.heap.text(text)),
        Err(_) => ruby.not_covered("a command whose output is no UTF-8"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_runs_what_needs_one() {
        let words = |text: &str| match command_text(text) {
            CommandText::Words(words) => words.join("|"),
            CommandText::Shell(_) => "shell".to_owned(),
        };
        assert_eq!(words("ls  -l /tmp"), "ls|-l|/tmp");
        for text in ["echo $HOME", "a | b", "A=1 b", "exit 3", "echo 'x'", "ls *.c", ""] {
            assert_eq!(words(text), "shell", "{text}");
        }
    }
}
