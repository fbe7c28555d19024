//! A parsed file, as the evaluation reads it.

mod node_table;

use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, OnceLock};

use issue::{Node, Place};
use rustc_hash::FxHashMap;
use syntax::model::{Data, Integer, Model, NodeId};
use syntax::{Dialect, ParseOptions, Place as ProblemPlace, Problem, Severity};
use values::{Str, Value};

pub use node_table::{NodeEntry, NodeTable, is_found_by_title, node_name, regexp_node_name};

/// One text: its model and its places.
#[derive(Debug)]
pub struct Program {
    /// As messages name it; none for code of the command line.
    pub file: Option<Str>,
    pub path: Option<PathBuf>,
    pub text: Arc<str>,
    pub model: Arc<Model>,
    /// Where each line begins.
    lines: Arc<[u32]>,
    /// Compiled once; other literals are values as they are.
    regexes: FxHashMap<NodeId, Value>,
    /// Errors that stop Puppet from using the file: of its syntax, or of validation.
    pub errors: Vec<Problem>,
    pub has_syntax_errors: bool,
    pub warnings: Vec<Problem>,
    nodes: OnceLock<Option<NodeTable>>,
    /// Whether the model is that of the whole text. Places in a piece name no nodes, as nobody else has its model.
    is_whole: bool,
    /// The values of its expressions are kept, where an evaluation is asked for those of marked files.
    pub is_marked: bool,
}

/// The pieces of a manifest as they are read; none as the last one where it cannot be read so.
pub type Pieces = Receiver<Option<Program>>;

/// Approximate bytes of a piece of a large manifest.
const PIECE: usize = 32 << 10;

/// Part of validation that depends on more than the text.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    pub strict: syntax::Strict,
    pub tasks: bool,
    pub autoload: Option<syntax::Autoload>,
}

impl Reading {
    /// How a manifest is parsed and validated.
    pub fn options(&self) -> (ParseOptions, syntax::ValidateOptions) {
        let validate = syntax::ValidateOptions { strict: self.strict, tasks: self.tasks, autoload: self.autoload.clone() };
        (ParseOptions { dialect: Dialect::Manifest, tasks: self.tasks }, validate)
    }
}

impl Program {
    pub fn parse(file: Option<Str>, path: Option<PathBuf>, text: Arc<str>, dialect: Dialect, reading: &Reading) -> Program {
        let (model, problems) = syntax::parse_model(&text, ParseOptions { dialect, tasks: reading.tasks });
        Program::of_model(file, path, text, problems, Arc::new(model), reading)
    }

    /// The same of a text that was parsed already, into this model and with these problems.
    pub fn of_model(
        file: Option<Str>,
        path: Option<PathBuf>,
        text: Arc<str>,
        mut problems: Vec<Problem>,
        model: Arc<Model>,
        reading: &Reading,
    ) -> Program {
        let has_syntax_errors = problems.iter().any(|it| it.severity == Severity::Error);
        if !has_syntax_errors {
            problems.extend(syntax::validate_model(&model, &reading.options().1));
        }
        Program::of_validated(file, path, text, problems, has_syntax_errors, model)
    }

    /// The same of a text that was validated, too: with the problems of both.
    pub fn of_validated(
        file: Option<Str>,
        path: Option<PathBuf>,
        text: Arc<str>,
        problems: Vec<Problem>,
        has_syntax_errors: bool,
        model: Arc<Model>,
    ) -> Program {
        let (errors, warnings) = problems.into_iter().partition(|it| it.severity == Severity::Error);
        let regexes = regexes(&model);
        let lines = lines(&text);
        Program {
            file,
            path,
            text,
            model,
            lines,
            regexes,
            errors,
            has_syntax_errors,
            warnings,
            nodes: OnceLock::new(),
            is_whole: true,
            is_marked: false,
        }
    }

    /// The same as the programs of its pieces, one after the other, if it is large and there is nothing to say about it. Each can be
    /// dropped when it was evaluated.
    pub fn pieces<'a>(
        file: &'a Str,
        path: &'a Path,
        text: &'a Arc<str>,
        options: &'a (ParseOptions, syntax::ValidateOptions),
    ) -> Option<impl Iterator<Item = Option<Program>> + 'a> {
        let models = syntax::models_of_pieces(text, options.0, &options.1, PIECE)?;
        let lines = lines(text);
        let program = move |model: Model| Program {
            file: Some(file.clone()),
            path: Some(path.to_owned()),
            text: text.clone(),
            regexes: regexes(&model),
            model: Arc::new(model),
            lines: lines.clone(),
            errors: Vec::new(),
            has_syntax_errors: false,
            warnings: Vec::new(),
            nodes: OnceLock::new(),
            is_whole: false,
            is_marked: false,
        };
        Some(models.map(move |model| model.map(&program)))
    }

    /// Its nodes, unless there are none, or something is wrong with them.
    pub(crate) fn node_table(&self) -> Option<&NodeTable> {
        self.nodes.get_or_init(|| NodeTable::from_program(self)).as_ref()
    }

    /// The line and column where Puppet says that a node is, from 1; columns count characters.
    pub fn place(&self, node: NodeId) -> (u32, u32) {
        self.place_of(self.model.get(node).offset)
    }

    /// The place where Puppet says that a node is.
    pub fn place_at(&self, node: NodeId) -> Place {
        Place { node: self.named(node), ..self.place_at_offset(self.model.get(node).offset) }
    }

    /// The line where Puppet says that a node is. Of resources and definitions it names no column.
    pub fn line_at(&self, node: NodeId) -> Place {
        Place { node: self.named(node), ..Place::line(self.file.clone(), Some(self.line(node))) }
    }

    fn named(&self, node: NodeId) -> Option<Node> {
        self.is_whole.then(|| Node(node.number()))
    }

    /// The node that a place names. None where the text is no longer the one that was evaluated.
    pub fn node_at(&self, place: &Place) -> Option<NodeId> {
        let node = self.model.numbered(place.node?.0)?;
        let (line, column) = self.place(node);
        let is_there = place.line == Some(line) && place.column.is_none_or(|it| it == column);
        (is_there && place.file == self.file).then_some(node)
    }

    /// The place of an offset in the text.
    pub fn place_at_offset(&self, offset: u32) -> Place {
        let (line, column) = self.place_of(offset);
        Place { file: self.file.clone(), line: Some(line), column: Some(column), node: None }
    }

    /// The place where Puppet says that a problem is.
    pub fn place_of_problem(&self, problem: &Problem) -> Place {
        match problem.puppet_place {
            ProblemPlace::Same => self.place_at_offset(problem.range.start().into()),
            ProblemPlace::At(offset) => self.place_at_offset(offset.into()),
            ProblemPlace::None => Place::line(self.file.clone(), None),
        }
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

    /// A node as it is written.
    pub fn slice(&self, node: NodeId) -> &str {
        self.text.get(std::ops::Range::<usize>::from(self.model.get(node).range)).unwrap_or_default()
    }

    /// The value of a literal; undef for what is none.
    pub fn constant(&self, node: NodeId) -> Value {
        match self.data(node) {
            Data::String(text) | Data::Name(text) | Data::Reserved(text) | Data::RenderString(text) => Value::String(text.clone()),
            Data::Integer { value: Integer::Small(value), .. } => Value::Integer(*value),
            Data::Float(value) => Value::Float(*value),
            Data::Boolean(value) => Value::Boolean(*value),
            Data::Default => Value::Default,
            Data::Regex(_) => self.regexes.get(&node).cloned().unwrap_or(Value::Undef),
            _ => Value::Undef,
        }
    }

    pub fn data(&self, node: NodeId) -> &Data {
        self.model.data(node)
    }
}

fn lines(text: &str) -> Arc<[u32]> {
    let behind = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| u32::try_from(at + 1).unwrap_or(u32::MAX));
    std::iter::once(0).chain(behind).collect()
}

fn regexes(model: &Model) -> FxHashMap<NodeId, Value> {
    model.ids().filter_map(|id| Some((id, regex(model.data(id))?))).collect()
}

fn regex(data: &Data) -> Option<Value> {
    let Data::Regex(source) = data else { return None };
    Some(Value::Regex(Arc::new(values::regex::Regex::new(source).ok()?)))
}

/// Looks through parentheses, which mean nothing to lists, selectors and case options.
pub fn unwrap_parentheses(program: &Program, mut node: NodeId) -> NodeId {
    while let Data::Paren { expr } = program.data(node) {
        node = *expr;
    }
    node
}
