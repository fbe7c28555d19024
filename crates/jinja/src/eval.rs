//! The evaluator: it walks over what the parser read, and prints into a buffer that knows where each byte comes from.

mod attributes;
mod expressions;
mod fork;
mod loops;
mod macros;
mod scope;
mod statements;
mod templates;

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use text_size::TextRange;

use crate::ast::{Block, Stmt};
use crate::error::{Error, ErrorKind, Outcome};
use crate::render::{HOLE, Host, OriginKind, Piece, Place, PlaceId, Rendered, Settings, Source};
use crate::value::{Args, Function, Str, Unknown, Value, work};

pub(crate) use attributes::{index as index_of, no_attribute, text_like};
pub(crate) use expressions::compare;
pub(crate) use scope::{Context, Frame, Names};
pub(crate) use statements::unpack;

/// The state of a rendering. Functions of a host receive it, to call other functions and to use up the budget.
pub struct Renderer<'h> {
    pub(crate) host: &'h dyn Host,
    pub(crate) settings: &'h Settings,
    templates: Vec<Rc<Template>>,
    by_name: FxHashMap<Rc<str>, u32>,
    modules: FxHashMap<u32, Value>,
    globals: Rc<Names>,
    places: Vec<Place>,
    place_ids: FxHashMap<Place, PlaceId>,
    undecided: IndexSet<PlaceId, FxBuildHasher>,
    reasons: Reasons,
    buffers: Vec<Buffer>,
    steps: u64,
    depth: u32,
    /// The place of the call that is evaluated.
    caller: Option<PlaceId>,
    /// Depth of decisions of which both arms are taken.
    forks: u32,
    host_filters: FxHashMap<Rc<str>, Option<Function>>,
    host_tests: FxHashMap<Rc<str>, Option<Function>>,
}

/// Why values at places are not known; there can be as many as calls.
pub(crate) type Reasons = FxHashMap<PlaceId, Rc<str>>;

/// A template that was loaded.
pub(crate) struct Template {
    pub(crate) index: u32,
    pub(crate) source: Source,
    pub(crate) body: Vec<Stmt>,
    pub(crate) blocks: Vec<Rc<Block>>,
}

/// Printed output.
#[derive(Default)]
pub(crate) struct Buffer {
    text: String,
    pieces: Vec<Piece>,
}

impl Buffer {
    fn push(&mut self, text: &str, place: PlaceId, kind: OriginKind) {
        if text.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(text);
        self.pieces.push(Piece { start, end: self.text.len(), place, kind });
    }

    fn push_pieces(&mut self, text: &str, pieces: &[Piece]) {
        let start = self.text.len();
        self.text.push_str(text);
        self.pieces.extend(pieces.iter().map(|it| Piece { start: it.start + start, end: it.end + start, ..*it }));
    }

    fn has_holes(&self) -> bool {
        self.pieces.iter().any(|it| it.kind == OriginKind::Hole)
    }

    /// The text as a value; unknown where a part of it is.
    fn into_value(self, reasons: &Reasons) -> Value {
        let hole = self.pieces.iter().find(|it| it.kind == OriginKind::Hole).map(|it| it.place);
        let text = Str::with_pieces(self.text, self.pieces);
        let Some(hole) = hole else { return Value::Str(text) };
        let why = reasons.get(&hole).cloned().unwrap_or_else(|| "a part of a text".into());
        Value::Unknown(Rc::new(Unknown { why, partial: Some(text), entries: None }))
    }
}

/// Runs a part of the evaluation that can be nested, on a larger stack where this one ends.
fn with_stack<T>(run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(256 * 1024, 2 * 1024 * 1024, run)
}

impl<'h> Renderer<'h> {
    pub(crate) fn new(host: &'h dyn Host, settings: &'h Settings) -> Self {
        Renderer {
            host,
            settings,
            templates: Vec::new(),
            by_name: FxHashMap::default(),
            modules: FxHashMap::default(),
            globals: Rc::default(),
            places: Vec::new(),
            place_ids: FxHashMap::default(),
            undecided: IndexSet::default(),
            reasons: Reasons::default(),
            buffers: Vec::new(),
            steps: 0,
            depth: 0,
            caller: None,
            forks: 0,
            host_filters: FxHashMap::default(),
            host_tests: FxHashMap::default(),
        }
    }

    pub(crate) fn render(self, source: &Source, context: Names) -> Outcome<Rendered> {
        let before = work::allow(self.settings.limits.steps);
        let result = self.render_all(source, Rc::new(context));
        work::allow(before);
        result
    }

    fn render_all(mut self, source: &Source, context: Rc<Names>) -> Outcome<Rendered> {
        if self.settings.context_is_global {
            self.globals = context.clone();
        }
        let template = self.read(source)?;
        let context = Context::new(&template, context);
        self.buffers.push(Buffer::default());
        self.root(&template, &context)?;
        let buffer = self.buffers.pop().unwrap_or_default();
        Ok(Rendered {
            text: buffer.text,
            origins: buffer.pieces,
            places: self.places,
            files: self.templates.iter().map(|it| it.source.name.to_string()).collect(),
            undecided: self.undecided.into_iter().collect(),
            reasons: self.reasons,
        })
    }

    /// Uses up a number of steps of the budget.
    pub fn charge(&mut self, steps: usize) -> Outcome<()> {
        self.steps = self.steps.saturating_add(steps as u64);
        if self.steps > self.settings.limits.steps {
            return Err(Error::new(ErrorKind::Limit("steps"), "the template takes too many steps"));
        }
        Ok(())
    }

    /// Refuses texts that are too long, before they are made.
    pub fn charge_text(&mut self, length: usize) -> Outcome<()> {
        self.charge_added(length, length)
    }

    /// The same of a text that becomes this long by adding so much. What was there is paid for: else the price of a text of many parts
    /// would grow with its square.
    pub fn charge_added(&mut self, length: usize, added: usize) -> Outcome<()> {
        if length > self.settings.limits.output {
            return Err(Error::new(ErrorKind::Limit("output"), "a text is too long"));
        }
        self.charge(added / 64)
    }

    /// Calls a value.
    pub fn call(&mut self, callee: &Value, args: Args) -> Outcome {
        match callee.known()? {
            Value::Object(it) if it.is_callable() => {
                let it = it.clone();
                self.deeper(|renderer| it.call(renderer, args))
            }
            Value::Undefined(it) => Err(it.error()),
            other => Err(Error::type_error(format!("{} object is not callable", crate::value::repr_str(&other.type_name())))),
        }
    }

    fn deeper<T>(&mut self, run: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        self.charge(1)?;
        if self.depth >= self.settings.limits.depth {
            return Err(Error::new(ErrorKind::Python("RecursionError"), "maximum recursion depth exceeded"));
        }
        self.depth += 1;
        let result = with_stack(|| run(self));
        self.depth -= 1;
        result
    }

    pub(crate) fn place(&mut self, frame: &Frame, range: TextRange) -> PlaceId {
        let place = Place { file: frame.file, range, caller: frame.caller };
        if let Some(known) = self.place_ids.get(&place) {
            return *known;
        }
        let id = PlaceId(u32::try_from(self.places.len()).unwrap_or(u32::MAX));
        self.places.push(place);
        self.place_ids.insert(place, id);
        id
    }

    fn error_at(&self, error: Error, frame: &Frame, range: TextRange) -> Error {
        match self.templates.get(frame.file as usize) {
            Some(template) => error.at(&template.source.name, range),
            None => error,
        }
    }

    fn buffer(&mut self) -> &mut Buffer {
        if self.buffers.is_empty() {
            self.buffers.push(Buffer::default());
        }
        let last = self.buffers.len() - 1;
        &mut self.buffers[last]
    }

    /// Captures the output of a part as a value.
    fn capture(&mut self, run: impl FnOnce(&mut Self) -> Outcome<()>) -> Outcome {
        let buffer = self.captured(run)?;
        Ok(buffer.into_value(&self.reasons))
    }

    fn captured<T: Default>(&mut self, run: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<Buffer> {
        self.buffers.push(Buffer::default());
        let depth = self.buffers.len();
        let result = run(self);
        self.buffers.truncate(depth);
        let buffer = self.buffers.pop().unwrap_or_default();
        result.map(|_| buffer)
    }

    /// Keeps what is not known at a place; the first reason counts.
    fn note_reason(&mut self, place: PlaceId, why: &str) {
        if !why.is_empty() {
            self.reasons.entry(place).or_insert_with(|| why.into());
        }
    }

    fn hole(&mut self, place: PlaceId) {
        self.buffer().push(HOLE.encode_utf8(&mut [0; 4]), place, OriginKind::Hole);
    }

    /// Counts text that is about to be added to the output.
    fn charge_printed(&mut self, text: &str) -> Outcome<()> {
        self.charge_added(self.buffers.last().map_or(0, |it| it.text.len()) + text.len(), text.len())
    }

    /// Prints a value.
    fn print(&mut self, value: &Value, place: PlaceId, finalize: bool) -> Outcome<()> {
        let text = match value {
            Value::Unknown(it) => {
                match it.partial.as_ref().and_then(|it| Some((it, it.pieces.as_ref()?))) {
                    Some((text, pieces)) => self.buffer().push_pieces(text, pieces),
                    None => {
                        self.note_reason(place, &it.why);
                        self.hole(place);
                    }
                }
                return Ok(());
            }
            Value::Str(text) => match &text.pieces {
                Some(pieces) => {
                    self.charge_printed(text)?;
                    let pieces = pieces.clone();
                    self.buffer().push_pieces(text, &pieces);
                    return Ok(());
                }
                None => Ok(text.clone()),
            },
            Value::Object(it) => match it.print(false) {
                Some(text) if text.pieces.is_some() => return self.print(&Value::Str(text), place, finalize),
                _ => value.text(),
            },
            other if finalize && self.host.quotes_in_maps() => {
                let host = self.host;
                let quote = |text: &str| host.quote_in_map(text);
                crate::value::Value::print_with(other, &quote)
            }
            other => other.text(),
        };
        match text {
            Ok(text) => {
                self.charge_printed(&text)?;
                self.buffer().push(&text, place, OriginKind::Expression);
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::Unknown => {
                self.note_reason(place, error.message());
                self.hole(place);
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    fn print_source(&mut self, frame: &Frame, range: TextRange) -> Outcome<()> {
        let Some(template) = self.templates.get(frame.file as usize).cloned() else { return Ok(()) };
        let text = template.source.text.get(usize::from(range.start())..usize::from(range.end())).unwrap_or("");
        self.charge_printed(text)?;
        if !text.contains('\r') {
            let place = self.place(frame, range);
            self.buffer().push(text, place, OriginKind::Text);
            return Ok(());
        }
        // Every line break is printed as one character.
        let mut at = range.start();
        for line in text.split_inclusive(['\r', '\n']) {
            let length = text_size::TextSize::of(line);
            let of_pair =
                line == "\n" && usize::from(at).checked_sub(1).and_then(|it| template.source.text.as_bytes().get(it)) == Some(&b'\r');
            if !of_pair {
                let place = self.place(frame, TextRange::at(at, length));
                match line.strip_suffix('\r') {
                    Some(line) => self.buffer().push(&format!("{line}\n"), place, OriginKind::Text),
                    None => self.buffer().push(line, place, OriginKind::Text),
                }
            }
            at += length;
        }
        Ok(())
    }

    /// A filter by its name.
    pub fn filter(&mut self, name: &str) -> Option<Function> {
        let host = self.host;
        asked_once(&mut self.host_filters, name, || host.filter(name)).or_else(|| crate::filters::find(name))
    }

    /// A test by its name.
    pub fn test(&mut self, name: &str) -> Option<Function> {
        let host = self.host;
        asked_once(&mut self.host_tests, name, || host.test(name)).or_else(|| crate::tests::find(name))
    }
}

/// Answer of a host to a name; each is asked once.
fn asked_once(known: &mut FxHashMap<Rc<str>, Option<Function>>, name: &str, ask: impl FnOnce() -> Option<Function>) -> Option<Function> {
    if let Some(known) = known.get(name) {
        return known.clone();
    }
    let found = ask();
    known.insert(name.into(), found.clone());
    found
}
