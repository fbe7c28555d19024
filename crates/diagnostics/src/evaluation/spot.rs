//! The text range to underline for the node of a place.

use compiler::{Place, Program};
use syntax::TextRange;
use syntax::model::{Data, NodeId};

/// The offset of a place; of a line its first character that is no space.
pub fn offset(program: &Program, line: u32, column: Option<u32>) -> u32 {
    let (start, text) = line_text(program, line);
    let inside = match column {
        Some(column) => text.char_indices().nth(column.saturating_sub(1) as usize).map_or(text.len(), |(at, _)| at),
        None => text.len() - text.trim_start().len(),
    };
    start + u32::try_from(inside).unwrap_or(0)
}

/// Where a line begins, and its text without its end.
fn line_text(program: &Program, line: u32) -> (u32, &str) {
    let mut start = 0;
    for (index, text) in program.text.split_inclusive('\n').enumerate() {
        if index + 1 == line as usize {
            return (start, text.trim_end_matches(['\n', '\r']));
        }
        start += u32::try_from(text.len()).unwrap_or(0);
    }
    (start, "")
}

/// A line without the spaces around it.
pub fn whole_line(program: &Program, line: u32) -> TextRange {
    let (start, text) = line_text(program, line);
    let length = |text: &str| u32::try_from(text.len()).unwrap_or(0);
    let begin = start + length(text) - length(text.trim_start());
    TextRange::at(begin.into(), length(text.trim()).into())
}

/// The node at a place, and all that is inside of it.
pub fn subtree_at(program: &Program, place: &Place) -> Vec<NodeId> {
    program.node_at(place).map(|node| program.model.subtree(node)).unwrap_or_default()
}

/// The text of a literal.
pub fn literal(program: &Program, node: NodeId) -> Option<&str> {
    match program.data(node) {
        Data::String(text) | Data::Name(text) => Some(text),
        Data::Reference(text) => Some(text),
        // "a" without an interpolation.
        Data::Concat { segments } => match segments.as_slice() {
            [one] => match program.data(*one) {
                Data::String(text) => Some(text),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// Range to underline of a node: one line at most.
pub fn shown(program: &Program, node: NodeId) -> TextRange {
    let range = match program.data(node) {
        Data::Call { functor, .. } if !is_one_line(program, program.model.get(node).range) => program.model.get(*functor).range,
        Data::Resource { type_name, bodies, .. } => {
            let start = program.model.get(*type_name).range;
            match bodies.as_slice() {
                [only] => body(program, start, *only),
                _ => start,
            }
        }
        Data::MethodCall { functor, .. } if !is_one_line(program, program.model.get(node).range) => program.model.get(*functor).range,
        _ => program.model.focus(node),
    };
    first_line(program, range)
}

/// From the type of a resource to its title, if they are in one line.
fn body(program: &Program, type_name: TextRange, body: NodeId) -> TextRange {
    let Data::ResourceBody { title, .. } = program.data(body) else { return type_name };
    let both = type_name.cover(program.model.get(*title).range);
    if is_one_line(program, both) { both } else { type_name }
}

fn is_one_line(program: &Program, range: TextRange) -> bool {
    program.text.get(range.start().into()..range.end().into()).is_some_and(|text| !text.contains('\n'))
}

/// As much of a range as is in its first line.
pub fn first_line(program: &Program, range: TextRange) -> TextRange {
    let text = program.text.get(range.start().into()..range.end().into()).unwrap_or("");
    let line = text.split('\n').next().unwrap_or("").trim_end();
    TextRange::at(range.start(), u32::try_from(line.len()).unwrap_or(0).into())
}

/// Range at a place. Of one without a node it is the line.
pub fn range(program: &Program, place: &Place) -> TextRange {
    match (program.node_at(place), place.line, place.column) {
        (Some(node), ..) => shown(program, node),
        (None, None, _) => TextRange::default(),
        (None, Some(line), None) => whole_line(program, line),
        (None, Some(line), column) => TextRange::empty(offset(program, line, column).into()),
    }
}

/// An attribute of the resource expression at a place, or the one that is there.
pub fn attribute(program: &Program, place: &Place, name: &str) -> Option<NodeId> {
    attributes(program, place, name).into_iter().next()
}

/// All attributes of a name there.
pub fn attributes(program: &Program, place: &Place, name: &str) -> Vec<NodeId> {
    let mut found = program.node_at(place).map(|node| operations(program, node)).unwrap_or_default();
    found.retain(|id| matches!(program.data(*id), Data::AttributeOperation { name: it, .. } if **it == *name));
    found
}

/// The attributes that a node has, or is.
fn operations(program: &Program, node: NodeId) -> Vec<NodeId> {
    match program.data(node) {
        Data::AttributeOperation { .. } => vec![node],
        Data::Resource { bodies, .. } => bodies.iter().flat_map(|body| operations(program, *body)).collect(),
        Data::ResourceBody { operations, .. }
        | Data::ResourceDefaults { operations, .. }
        | Data::ResourceOverride { operations, .. }
        | Data::Collect { operations, .. } => operations.clone(),
        _ => Vec::new(),
    }
}

/// Of those of a name the one that is given to `Type[title]`; where several may be, the first.
pub fn attribute_of(program: &Program, place: &Place, name: &str, reference: &str) -> Option<NodeId> {
    let all = attributes(program, place, name);
    if let [_, _, ..] = all.as_slice() {
        let fits = |wanted: Fits| all.iter().copied().find(|it| fit_of_owner(program, *it, reference) == wanted);
        return fits(Fits::Yes).or_else(|| fits(Fits::Perhaps)).or_else(|| all.first().copied());
    }
    all.first().copied()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fits {
    Yes,
    Perhaps,
    No,
}

/// Whether the resource that an attribute is given to may be `Type[title]`.
fn fit_of_owner(program: &Program, attribute: NodeId, reference: &str) -> Fits {
    for statement in program.model.ids() {
        let Data::Resource { type_name, bodies, .. } = program.data(statement) else { continue };
        let body = bodies.iter().find(|it| match program.data(**it) {
            Data::ResourceBody { operations, .. } => operations.contains(&attribute),
            _ => false,
        });
        if let Some(body) = body {
            return fit(program, *type_name, *body, reference);
        }
    }
    Fits::Perhaps
}

/// Whether a part of a resource expression may declare `Type[title]`: its title may be known to the evaluation only.
fn fit(program: &Program, type_name: NodeId, body: NodeId, reference: &str) -> Fits {
    let (of_type, title) = catalog::split_reference(reference).unwrap_or((reference, ""));
    let same = |a: &str, b: &str| a.trim_start_matches("::").eq_ignore_ascii_case(b.trim_start_matches("::"));
    if literal(program, type_name).is_some_and(|it| !same(it, of_type)) {
        return Fits::No;
    }
    let Data::ResourceBody { title: expr, .. } = program.data(body) else { return Fits::No };
    let is_class = same(of_type, "class");
    let inside = program.model.subtree(*expr);
    let is_title = |it: &NodeId| literal(program, *it).is_some_and(|it| if is_class { same(it, title) } else { it == title });
    if inside.iter().any(is_title) {
        return Fits::Yes;
    }
    let is_open = |it: &NodeId| literal(program, *it).is_none() && !matches!(program.data(*it), Data::List { .. });
    if inside.iter().any(is_open) { Fits::Perhaps } else { Fits::No }
}

/// The name of an attribute.
pub fn attribute_name(program: &Program, attribute: NodeId) -> TextRange {
    let range = program.model.get(attribute).range;
    match program.data(attribute) {
        Data::AttributeOperation { name, .. } => TextRange::at(range.start(), u32::try_from(name.len()).unwrap_or(0).into()),
        _ => range,
    }
}

/// A declaration: of a resource expression the one with this title.
pub struct Declared {
    pub statement: NodeId,
    /// None where a function declares it.
    pub body: Option<NodeId>,
}

/// Declaration of `Type[title]` at a place; of several, the first.
pub fn declared(program: &Program, place: &Place, reference: &str) -> Option<Declared> {
    all_declared(program, place, reference).into_iter().next()
}

/// The last of those that do: of two adjacent ones, that is the one that is too many.
pub fn last_declared(program: &Program, place: &Place, reference: &str) -> Option<Declared> {
    all_declared(program, place, reference).into_iter().next_back()
}

/// Those with the title; else those with one that is known to the evaluation only, else any.
fn all_declared(program: &Program, place: &Place, reference: &str) -> Vec<Declared> {
    let Some(statement) = program.node_at(place) else { return Vec::new() };
    let (type_name, bodies) = match program.data(statement) {
        Data::Resource { type_name, bodies, .. } => (*type_name, bodies),
        // A function declares it, or its attributes are in a hash.
        Data::Call { .. } | Data::MethodCall { .. } | Data::AttributesOperation { .. } => return vec![Declared { statement, body: None }],
        _ => return Vec::new(),
    };
    if bodies.is_empty() {
        return vec![Declared { statement, body: None }];
    }
    let fits = |wanted: Fits| bodies.iter().filter(move |it| fit(program, type_name, **it, reference) == wanted).copied();
    let mut found: Vec<NodeId> = fits(Fits::Yes).collect();
    if found.is_empty() {
        found = fits(Fits::Perhaps).collect();
    }
    if found.is_empty() {
        found = bodies.iter().take(1).copied().collect();
    }
    found.into_iter().map(|body| Declared { statement, body: Some(body) }).collect()
}

impl Declared {
    /// Range to underline: the type, and the title if it follows directly.
    pub fn range(&self, program: &Program) -> TextRange {
        match (program.data(self.statement), self.body) {
            (Data::Resource { type_name, bodies, .. }, Some(one)) => {
                let type_name = program.model.get(*type_name).range;
                match program.data(one) {
                    Data::ResourceBody { title, .. } if bodies.len() > 1 => first_line(program, program.model.get(*title).range),
                    _ => body(program, type_name, one),
                }
            }
            _ => shown(program, self.statement),
        }
    }

    /// The value of an attribute that is written in it, and its name.
    pub fn attribute(&self, program: &Program, name: &str) -> Option<(TextRange, NodeId)> {
        let operations: Vec<NodeId> = match self.body.map(|it| program.data(it)) {
            Some(Data::ResourceBody { operations, .. }) => operations.clone(),
            _ => vec![self.statement],
        };
        for operation in operations {
            match program.data(operation) {
                Data::AttributeOperation { name: it, value, .. } if **it == *name => {
                    return Some((attribute_name(program, operation), *value));
                }
                Data::AttributeOperation { .. } => {}
                // `* => { name => … }`, and what is given to `create_resources`.
                _ => {
                    let entries = program.model.subtree(operation);
                    let mut named = entries.iter().filter_map(|it| match program.data(*it) {
                        Data::Entry { key, value } if literal(program, *key) == Some(name) => Some((program.model.get(*key).range, *value)),
                        _ => None,
                    });
                    if let (Some(only), None) = (named.next(), named.next()) {
                        return Some(only);
                    }
                }
            }
        }
        None
    }
}

/// A range without the quotes around it.
pub fn within_quotes(program: &Program, range: TextRange) -> TextRange {
    let text = program.text.get(range.start().into()..range.end().into()).unwrap_or("");
    let quoted = text.len() >= 2 && ["'", "\""].iter().any(|it| text.starts_with(it) && text.ends_with(it));
    if quoted { TextRange::new(range.start() + syntax::TextSize::new(1), range.end() - syntax::TextSize::new(1)) } else { range }
}

/// Where the arrow of a relationship stands between its sides.
pub(super) fn arrow(program: &Program, node: NodeId) -> Option<TextRange> {
    let Data::Relationship { op, left, right } = program.data(node) else { return None };
    let gap = TextRange::new(program.model.get(*left).range.end(), program.model.get(*right).range.start());
    let text = program.text.get(gap.start().into()..gap.end().into())?;
    // A comment may hold the same characters.
    let mut found = text.match_indices(op.symbol());
    let (at, _) = found.next()?;
    if found.next().is_some() {
        return None;
    }
    let start = gap.start() + syntax::TextSize::new(u32::try_from(at).ok()?);
    Some(TextRange::at(start, u32::try_from(op.symbol().len()).ok()?.into()))
}
