//! A parsed file, as the evaluation reads it.

use std::path::PathBuf;
use std::sync::Arc;

use syntax::model::{Data, Integer, Model, NodeId};
use syntax::{Dialect, ParseOptions, Problem, Severity};
use values::{Str, Value};

/// One text: its model, its places, and the values of its literals, which are made once.
#[derive(Debug)]
pub struct Program {
    /// As messages name it; none for code of the command line.
    pub file: Option<Str>,
    pub path: Option<PathBuf>,
    pub text: Arc<str>,
    pub model: Model,
    /// Where each line begins.
    lines: Vec<u32>,
    constants: Vec<Value>,
    /// What stops Puppet from using the file: its syntax errors, or those of validation.
    pub errors: Vec<Problem>,
    pub has_syntax_errors: bool,
    pub warnings: Vec<Problem>,
}

/// What of validation depends on more than the text.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    pub strict: syntax::Strict,
    pub tasks: bool,
    pub autoload: Option<syntax::Autoload>,
}

impl Program {
    pub fn parse(file: Option<Str>, path: Option<PathBuf>, text: Arc<str>, dialect: Dialect, reading: &Reading) -> Program {
        let parse = syntax::parse(&text, ParseOptions { dialect, tasks: reading.tasks });
        let mut problems: Vec<Problem> = parse.problems().to_vec();
        let options = syntax::ValidateOptions { strict: reading.strict, tasks: reading.tasks, autoload: reading.autoload.clone() };
        problems.extend(syntax::validate(&parse, &options));
        let (errors, warnings) = problems.into_iter().partition(|it| it.severity == Severity::Error);
        let model = parse.model();
        let constants = model.nodes().iter().map(|node| constant(&node.data)).collect();
        let mut lines = vec![0];
        lines.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| u32::try_from(at + 1).unwrap_or(u32::MAX)));
        let has_syntax_errors = parse.problems().iter().any(|it| it.severity == Severity::Error);
        Program { file, path, text, model, lines, constants, errors, has_syntax_errors, warnings }
    }

    /// The line and column where Puppet says that a node is, from 1; columns count characters.
    pub fn place(&self, node: NodeId) -> (u32, u32) {
        self.place_of(self.model.get(node).offset)
    }

    pub fn place_of(&self, offset: u32) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(0);
        let before = self.text.get(start as usize..offset as usize).unwrap_or("");
        let column = before.chars().count() + 1;
        (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
    }

    pub fn line(&self, node: NodeId) -> u32 {
        let offset = self.model.get(node).offset;
        u32::try_from(self.lines.partition_point(|start| *start <= offset).max(1)).unwrap_or(u32::MAX)
    }

    /// The value of a literal; undef for what is none.
    pub fn constant(&self, node: NodeId) -> &Value {
        self.constants.get(node.index()).unwrap_or(&Value::Undef)
    }

    pub fn data(&self, node: NodeId) -> &Data {
        self.model.data(node)
    }
}

fn constant(data: &Data) -> Value {
    match data {
        Data::String(text) | Data::Name(text) | Data::Reserved(text) | Data::RenderString(text) => Value::string(text),
        Data::Integer { value: Integer::Small(value), .. } => Value::Integer(*value),
        Data::Float(value) => Value::Float(*value),
        Data::Boolean(value) => Value::Boolean(*value),
        Data::Default => Value::Default,
        Data::Regex(source) => values::regex::Regex::new(source).map_or(Value::Undef, |regex| Value::Regex(Arc::new(regex))),
        _ => Value::Undef,
    }
}
