//! Output formats: lines, JSON, SARIF, annotations for GitHub, a report for Code Climate.

mod climate;
mod sarif;
mod text;

use std::path::Path;

use lint::{Options, Problem, Report, State};
use serde_json::{Map, Value, json};

use super::files::Input;

pub use text::help;

/// A problem that is reported, with what is known of its file.
pub struct Reported<'a> {
    pub problem: &'a Problem,
    pub path: &'a str,
    pub full_path: &'a str,
    /// The line that it is on, without the space around it.
    pub context: Option<String>,
}

impl Reported<'_> {
    pub fn file_name(&self) -> &str {
        Path::new(self.path).file_name().and_then(|it| it.to_str()).unwrap_or(self.path)
    }

    /// A problem with puppet-lint's fields, except those that its checks use only themselves.
    fn json(&self) -> Value {
        let problem = self.problem;
        let mut out = Map::new();
        let mut put = |key: &str, value: Value| out.insert(key.to_owned(), value);
        put("message", json!(problem.message));
        put("line", json!(problem.line));
        put("column", json!(problem.column));
        put("kind", json!(problem.kind()));
        put("check", json!(problem.check));
        put("fullpath", json!(self.full_path));
        put("path", json!(self.path));
        put("filename", json!(self.file_name()));
        if let State::Ignored(reason) = &problem.state {
            put("reason", json!(reason));
        }
        put("KIND", json!(problem.kind().to_uppercase()));
        if let Some(context) = &self.context {
            put("context", json!(context));
        }
        Value::Object(out)
    }
}

pub struct Printer<'a> {
    options: &'a Options,
    format: text::Format,
    out: String,
    /// Each file's problems.
    json: Vec<Value>,
    sarif: Option<sarif::Sarif>,
    climate: Option<climate::Climate>,
}

impl<'a> Printer<'a> {
    /// `first` is the first path of the command line: SARIF names files from there.
    pub fn new(options: &'a Options, current: &Path, first: &Path, files: usize) -> Self {
        Self {
            options,
            format: text::Format::new(options, files > 1),
            out: String::new(),
            json: Vec::new(),
            sarif: options.sarif.then(|| sarif::Sarif::new(&current.join(first))),
            climate: options.code_climate_file.as_ref().map(|_| climate::Climate::default()),
        }
    }

    pub fn file(&mut self, input: &Input, text: &str, report: &Report) {
        let options = self.options;
        let mut json = Vec::new();
        for problem in &report.problems {
            let is_told = match problem.state {
                State::Ignored(_) => options.show_ignored && options.error_level.is_none(),
                State::Fixed => true,
                State::Open => options.error_level.is_none_or(|level| level == problem.severity),
            };
            if !is_told {
                continue;
            }
            let context = || text.split('\n').nth(problem.line.saturating_sub(1) as usize).map(|line| line.trim().to_owned());
            let context = if options.with_context { context() } else { None };
            let reported = Reported { problem, path: &input.path, full_path: &input.full_path, context };
            if options.sarif {
                if let Some(sarif) = &mut self.sarif {
                    sarif.add(&reported);
                }
            } else if options.json {
                json.push(reported.json());
            } else {
                self.format.add(&mut self.out, &reported);
                if options.github_actions {
                    text::annotate(&mut self.out, &reported);
                }
            }
            if let Some(climate) = &mut self.climate {
                climate.add(&reported);
            }
        }
        self.json.push(Value::Array(json));
        if report.problems.iter().any(|it| it.check == lint::SYNTAX) {
            eprintln!("Try running `bunraku check --syntax {}`", input.path);
        }
    }

    /// Standard output, and the report for Code Climate.
    pub fn finish(self) -> (String, Option<String>) {
        let text = match self.sarif {
            Some(sarif) => pretty(&sarif.finish()),
            None if self.options.json => pretty(&Value::Array(self.json)),
            None => self.out,
        };
        (text, self.climate.map(|it| pretty(&it.finish())))
    }
}

fn pretty(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}
