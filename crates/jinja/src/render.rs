//! Input and output of a rendering.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use text_size::TextRange;

use crate::error::Outcome;
use crate::syntax::Dialect;
use crate::value::{Function, Value};

/// Stands in the output where something is that is not known.
pub const HOLE: char = '\u{fffc}';

/// A template by its name and its text.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: Rc<str>,
    pub text: Rc<str>,
}

impl Source {
    pub fn new(name: impl Into<Rc<str>>, text: impl Into<Rc<str>>) -> Source {
        Source { name: name.into(), text: text.into() }
    }
}

/// How templates are read and rendered.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub dialect: Dialect,
    /// The context is seen by templates that are imported without it.
    pub context_is_global: bool,
    pub limits: Limits,
}

/// Limits of a rendering.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub steps: u64,
    /// Calls, includes and imports within each other.
    pub depth: u32,
    /// Bytes of one text.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: 5_000_000, depth: 120, output: 16 << 20 }
    }
}

/// Result of looking a template up by name.
pub enum Loaded {
    Source(Source),
    Missing,
    /// Nobody knows whether it exists, or what is in it.
    Unknown,
}

/// Host of a template. By itself it has nothing.
pub trait Host {
    /// A template that another one includes, imports or extends.
    fn load(&self, _name: &str, _from: &str) -> Outcome<Loaded> {
        Ok(Loaded::Missing)
    }

    /// A variable of every template, besides Jinja's own.
    fn global(&self, _name: &str) -> Option<Value> {
        None
    }

    /// A filter: the first argument is the value. It comes before Jinja's own of that name.
    fn filter(&self, _name: &str) -> Option<Function> {
        None
    }

    /// A test: the first argument is the value. It comes before Jinja's own of that name.
    fn test(&self, _name: &str) -> Option<Function> {
        None
    }

    /// Quoting of a text inside of a map when the map is printed; none is as in Python.
    fn quote_in_map(&self, _text: &str) -> Option<String> {
        None
    }

    /// Maps print values that are no texts by `str`, and texts by [`Host::quote_in_map`].
    fn quotes_in_maps(&self) -> bool {
        false
    }

    /// The arm of a decision on an unknown value; none takes both.
    fn decide(&self, _file: &str, _range: TextRange) -> Option<bool> {
        None
    }
}

/// A host with nothing.
pub struct Bare;

impl Host for Bare {}

/// Result of a rendering.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// With a [`HOLE`] for each part that is not known.
    pub text: String,
    /// Where the text comes from. In order, without gaps.
    pub origins: Vec<Origin>,
    pub places: Vec<Place>,
    /// The names of the templates that were read.
    pub files: Vec<String>,
    /// Decisions on unknown values, of which both arms were taken.
    pub undecided: Vec<PlaceId>,
    /// Descriptions of the first unknown value of a hole or a decision, as [`Value::unknown`] names it.
    pub(crate) reasons: FxHashMap<PlaceId, Rc<str>>,
}

/// An index into [`Rendered::places`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlaceId(pub u32);

/// A range of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// An index into [`Rendered::files`].
    pub file: u32,
    pub range: TextRange,
    /// The call, include or import that led there.
    pub caller: Option<PlaceId>,
}

/// Where a part of the output comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Bytes of the output.
    pub start: usize,
    pub end: usize,
    pub place: PlaceId,
    pub kind: OriginKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OriginKind {
    /// Text of a template: byte for byte what is at its place.
    Text,
    /// Value of an expression.
    Expression,
    /// Something that is not known.
    Hole,
}

pub(crate) type Piece = Origin;

impl Rendered {
    /// The origin of a byte of the output.
    pub fn origin_at(&self, offset: usize) -> Option<&Origin> {
        let index = self.origins.partition_point(|it| it.end <= offset);
        self.origins.get(index).filter(|it| it.start <= offset)
    }

    /// The place of a byte of the output: in a text, the byte itself.
    pub fn place_at(&self, offset: usize) -> Option<Place> {
        let origin = self.origin_at(offset)?;
        let mut place = self.place(origin.place)?;
        if origin.kind == OriginKind::Text {
            let at = place.range.start() + text_size::TextSize::new(u32::try_from(offset - origin.start).ok()?);
            if place.range.contains_inclusive(at) {
                place.range = TextRange::new(at, place.range.end());
            }
        }
        Some(place)
    }

    pub fn place(&self, id: PlaceId) -> Option<Place> {
        self.places.get(id.0 as usize).copied()
    }

    /// Returns what is not known at a hole or a decision.
    pub fn reason(&self, id: PlaceId) -> Option<&Rc<str>> {
        self.reasons.get(&id)
    }

    pub fn has_holes(&self) -> bool {
        self.origins.iter().any(|it| it.kind == OriginKind::Hole)
    }
}
