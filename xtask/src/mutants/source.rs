//! A manifest, its model and its lines.

use std::path::{Path, PathBuf};

use syntax::model::{Data, Model, NodeId};
use syntax::{Dialect, ParseOptions, TextRange, TextSize};

/// Nodes within nodes, this deeply at most.
const DEEPEST: usize = 1_000;

pub struct Source {
    pub path: PathBuf,
    pub text: String,
    pub model: Model,
    parents: Vec<Option<NodeId>>,
    /// Where lines begin.
    lines: Vec<usize>,
}

impl Source {
    pub fn read(path: &Path) -> Option<Source> {
        Some(Source::new(path.to_owned(), std::fs::read_to_string(path).ok()?))
    }

    pub fn new(path: PathBuf, text: String) -> Source {
        let is_template = path.extension().is_some_and(|it| it == "epp");
        let dialect = if is_template { Dialect::Epp } else { Dialect::default() };
        let model = syntax::parse(&text, ParseOptions { dialect, ..ParseOptions::default() }).model();
        let mut parents = vec![None; model.nodes().len()];
        let mut children = Vec::new();
        for id in model.ids() {
            children.clear();
            model.children(id, &mut children);
            for child in &children {
                parents[child.index()] = Some(id);
            }
        }
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(breaks).collect();
        Source { path, text, model, parents, lines }
    }

    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.parents.get(id.index()).copied().flatten()
    }

    pub fn data(&self, id: NodeId) -> &Data {
        self.model.data(id)
    }

    pub fn range(&self, id: NodeId) -> TextRange {
        self.model.get(id).range
    }

    pub fn written(&self, range: TextRange) -> &str {
        self.text.get(usize::from(range.start())..usize::from(range.end())).unwrap_or_default()
    }

    /// Whether the text at a place is this one.
    pub fn has(&self, at: TextSize, text: &str) -> bool {
        self.text.get(usize::from(at)..).is_some_and(|rest| rest.starts_with(text))
    }

    /// Whether a node is a statement by itself.
    pub fn is_statement(&self, id: NodeId) -> bool {
        self.parent(id).is_none_or(|it| {
            matches!(
                self.data(it),
                Data::Block { .. }
                    | Data::Definition { .. }
                    | Data::NodeDefinition { .. }
                    | Data::Lambda { .. }
                    | Data::If { .. }
                    | Data::Unless { .. }
                    | Data::CaseOption { .. }
            )
        })
    }

    /// Whether a node is evaluated only if something else has the right value.
    pub fn is_conditional(&self, id: NodeId) -> bool {
        let above = std::iter::successors(self.parent(id), |it| self.parent(*it));
        above.take(DEEPEST).any(|it| {
            matches!(
                self.data(it),
                Data::If { .. }
                    | Data::Unless { .. }
                    | Data::Case { .. }
                    | Data::Selector { .. }
                    | Data::And { .. }
                    | Data::Or { .. }
                    | Data::Lambda { .. }
                    | Data::Parameter { .. }
            )
        })
    }

    /// The text of a name or a plain string.
    pub fn word(&self, id: NodeId) -> Option<&str> {
        match self.data(id) {
            Data::Name(text) | Data::String(text) => Some(text),
            _ => None,
        }
    }

    /// The line of an offset; they count from 1.
    pub fn line(&self, at: TextSize) -> u32 {
        let line = self.lines.partition_point(|start| *start <= usize::from(at));
        u32::try_from(line).unwrap_or(u32::MAX)
    }

    /// The first and the last line of a range.
    pub fn lines(&self, range: TextRange) -> (u32, u32) {
        (self.line(range.start()), self.line(range.end()))
    }

    /// The lines of the innermost statement around a line that says something of resources; else that line alone.
    pub fn lines_around(&self, line: u32) -> (u32, u32) {
        let speaks = |id: &NodeId| {
            matches!(
                self.data(*id),
                Data::Resource { .. }
                    | Data::ResourceBody { .. }
                    | Data::ResourceOverride { .. }
                    | Data::ResourceDefaults { .. }
                    | Data::Collect { .. }
                    | Data::Relationship { .. }
                    | Data::Call { .. }
            )
        };
        let all = self.model.ids().filter(speaks).map(|id| self.lines(self.range(id)));
        let around = all.filter(|(first, last)| (*first..=*last).contains(&line));
        around.min_by_key(|(first, last)| last - first).unwrap_or((line, line))
    }
}
