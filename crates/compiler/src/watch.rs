//! The values that the expressions of one file had: kept only where somebody asks, as for what an editor shows.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use syntax::TextRange;
use syntax::model::{Data, NodeId};
use values::{Str, Value};

use crate::compiler::Compiler;
use crate::source::Program;

/// So many different values of one expression are kept.
pub const MOST_VALUES: usize = 8;

/// An expression that is evaluated more often has been seen.
const MOST_VISITS: u32 = 200;

/// So many expressions of a file are looked at.
const MOST_PLACES: usize = 50_000;

/// What the expressions of a file were, by the ranges of their texts.
#[derive(Debug, Default)]
pub struct Watched {
    file: Str,
    seen: FxHashMap<TextRange, Seen>,
    /// In the order in which classes were evaluated.
    pub bound: Vec<Bound>,
}

/// The values of one expression.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// Different ones, in the order in which they were met.
    pub values: Vec<Value>,
    /// There were more.
    pub more: bool,
    visits: u32,
}

/// A parameter of a class that data gave its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    pub class: Str,
    pub parameter: Str,
    pub value: Value,
    /// The files that had the key, and its line in each; several where they were merged.
    pub sources: Vec<(Str, Option<u32>)>,
}

impl Watched {
    pub fn new(file: Str) -> Watched {
        Watched { file, ..Watched::default() }
    }

    /// The values of the expression that is written there.
    pub fn at(&self, range: TextRange) -> Option<&Seen> {
        self.seen.get(&range)
    }

    fn note(&mut self, range: TextRange, value: &Value) {
        if self.seen.len() >= MOST_PLACES && !self.seen.contains_key(&range) {
            return;
        }
        let seen = self.seen.entry(range).or_default();
        if seen.visits >= MOST_VISITS {
            seen.more = true;
            return;
        }
        seen.visits += 1;
        if seen.values.contains(value) {
            return;
        }
        match seen.values.len() < MOST_VALUES {
            true => seen.values.push(value.clone()),
            false => seen.more = true,
        }
    }
}

impl Compiler<'_> {
    /// Keeps a value, if it is one of the file that is watched.
    pub fn watch(&mut self, program: &Arc<Program>, node: NodeId, value: &Value) {
        // An interpolation is written as what it interpolates.
        if let Some(watched) = &mut self.watched
            && program.file.as_ref() == Some(&watched.file)
            && !matches!(program.data(node), Data::Text { .. })
        {
            watched.note(program.model.get(node).range, value);
        }
    }

    /// Keeps what data gave a parameter, with where they had it.
    pub fn watch_data(&mut self, class: &Str, parameter: &Str, value: &Value) {
        let Some(watched) = &mut self.watched else { return };
        let key = format!("{class}::{parameter}");
        let place = |file: String| {
            let line = self.lookups.site.files.place(std::path::Path::new(&file), [key.as_str()]).map(|it| it.0);
            (Str::from(file), line)
        };
        let sources = self.lookups.sources(&key).into_iter().map(place).collect();
        watched.bound.push(Bound { class: class.clone(), parameter: parameter.clone(), value: value.clone(), sources });
    }
}
