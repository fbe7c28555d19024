//! `augtool` and what it says. It reads its commands, so that no value is among its arguments.

use super::commands::Command;
use crate::instance::ProviderError;
use crate::types::tool;
use machine::System;

/// Prompt before each command that it has read.
const PROMPT: &str = "augtool> ";

/// Which files are read, and how.
#[derive(Clone, Debug, Default)]
pub struct Loading {
    pub root: String,
    pub lenses: String,
    pub checks: bool,
    /// A lens and the only file that is read with it.
    pub single: Option<(String, String)>,
    /// The lenses that can have nothing to do with the context.
    pub useless: Option<String>,
}

/// Result of a script: the output of each command, and whether all of them succeeded.
pub struct Said {
    pub succeeded: bool,
    answers: Vec<String>,
}

impl Said {
    /// The lines that a command of the script has said, by its number.
    fn lines(&self, number: usize) -> impl Iterator<Item = &str> {
        self.answers.get(number).map(String::as_str).unwrap_or_default().lines()
    }

    /// The paths that a `match` has found, with their values.
    pub fn matched(&self, number: usize) -> Vec<(String, Option<String>)> {
        let mut found: Vec<(String, Option<String>)> = Vec::new();
        for line in self.lines(number) {
            match (line.starts_with('/').then(|| line.split_once(" = ")).flatten(), found.last_mut()) {
                (Some((path, "(none)")), _) => found.push((path.to_owned(), None)),
                (Some((path, value)), _) => found.push((path.to_owned(), Some(value.to_owned()))),
                // A value of several lines.
                (None, Some((_, Some(value)))) => {
                    value.push('\n');
                    value.push_str(line);
                }
                _ => {}
            }
        }
        found
    }

    /// The value that a `get` has found.
    pub fn value(&self, number: usize, path: &str) -> Option<String> {
        let all = self.answers.get(number)?;
        all.strip_suffix('\n').unwrap_or(all).strip_prefix(path)?.strip_prefix(" = ").map(str::to_owned)
    }
}

impl Loading {
    fn words(&self) -> Vec<String> {
        let mut words = vec!["augtool".to_owned(), "-e".to_owned(), if self.single.is_some() { "-A" } else { "-L" }.to_owned()];
        if self.checks {
            words.push("-c".to_owned());
        }
        words.extend(["-r".to_owned(), self.root.clone()]);
        if !self.lenses.is_empty() {
            words.extend(["-I".to_owned(), self.lenses.clone()]);
        }
        words
    }

    /// Commands before all others.
    fn begin(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some((lens, file)) = &self.single {
            lines.push(line("set", &["/augeas/load/Xfm/lens", lens]));
            lines.push(line("set", &["/augeas/load/Xfm/incl", file]));
        }
        if let Some(useless) = &self.useless {
            lines.push(line("rm", &[useless]));
        }
        lines.push("load".to_owned());
        lines
    }

    /// Runs commands after all is loaded.
    pub fn run(&self, commands: &[String], system: &mut dyn System) -> Result<Said, ProviderError> {
        let begin = self.begin();
        self.run_plainly(&[begin.as_slice(), commands].concat(), begin.len(), system)
    }

    /// Runs commands, of which as many as that are not asked about.
    pub fn run_plainly(&self, lines: &[String], skipped: usize, system: &mut dyn System) -> Result<Said, ProviderError> {
        let mut command = tool::command(self.words());
        command.input = Some(format!("{}\n", lines.join("\n")).into_bytes());
        let output = tool::run(&command, system)?;
        let text = format!("\n{}", output.text());
        let end = format!("\n{PROMPT}");
        let answers = text.split(&end).skip(1 + skipped);
        let answers = answers.map(|it| it.split_once('\n').map_or("", |it| it.1).to_owned()).collect();
        Ok(Said { succeeded: output.code == Some(0), answers })
    }
}

/// A command as `augtool` reads it: every argument in quotes.
pub fn line(name: &str, arguments: &[&str]) -> String {
    let mut line = name.to_owned();
    for argument in arguments {
        line.push_str(" \"");
        for char in argument.chars() {
            match char {
                '"' | '\\' => line.extend(['\\', char]),
                '\n' => line.push_str("\\n"),
                '\t' => line.push_str("\\t"),
                other => line.push(other),
            }
        }
        line.push('"');
    }
    line
}

/// The same for what a manifest says.
pub fn written(command: &Command) -> String {
    let name = match command.name.as_str() {
        "remove" => "rm",
        "move" => "mv",
        "insert" => "ins",
        other => other,
    };
    let arguments: Vec<&str> = command.arguments.iter().map(String::as_str).collect();
    match (name, arguments.as_slice()) {
        // Where it comes is no text in quotes for `augtool`.
        ("ins", [label, place, path]) => format!("{} {place} {}", line("ins", &[label]), line("", &[path]).trim_start()),
        (name, arguments) => line(name, arguments),
    }
}
