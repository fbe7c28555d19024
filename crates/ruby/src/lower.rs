//! From prism's tree to the one that is evaluated. Nothing but this and the outline names prism.

mod assignments;
mod calls;
mod definitions;
mod flow;
mod literals;
mod patterns;
mod variables;

use std::fmt;
use std::ops::Range;

use ruby_prism as prism;

use crate::ast::{Kind, Name, Node, Place, Target};
use crate::coverage::Use;
use crate::erb::{ESCAPED, Source};

/// Deeper trees are not covered: every walk over them is bounded.
const DEEPEST: u32 = 1_000;

/// Stack that prism may need, which it bounds itself.
const STACK: usize = 96 << 20;

/// Mistake in a text of Ruby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub message: String,
    /// Bytes of the template.
    pub range: Range<u32>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

pub struct Parsed {
    pub root: Node,
    pub locals: usize,
    /// The names of these variables.
    pub names: Vec<String>,
    /// Features that it uses and where, for the report on coverage.
    pub uses: Vec<(u32, Use)>,
}

/// Gives prism the stack that it may need, unless it was given already.
pub fn with_parser<T>(run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STACK / 2, STACK, run)
}

/// A template as Ruby.
pub fn source(text: &str) -> Source {
    with_parser(|| {
        let source = Source::new(text);
        let comments = comments(&source);
        if comments.is_empty() { source } else { Source::with_comments(text, &comments) }
    })
}

/// Reads a template: its tree, or what is wrong with it.
pub fn template(text: &str, file: &str) -> Result<Parsed, Vec<Problem>> {
    with_parser(|| lowered(&source(text), text, file))
}

/// Errors that the parser finds in a text. Its places may be within a character: it reads some mistakes byte by byte, and sees a
/// space for each byte of a template between tags. The ranges here hold whole characters.
pub fn problems(parsed: &prism::ParseResult<'_>, text: &str) -> Vec<Problem> {
    let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let before = |at: usize| (0..=at).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
    let after = |at: usize| (at..text.len()).find(|it| text.is_char_boundary(*it)).unwrap_or(text.len());
    let problem = |it: prism::Diagnostic<'_>| {
        let (start, end) = (it.location().start() as usize, it.location().end() as usize);
        Problem { message: String::from_utf8_lossy(it.message()).into_owned(), range: byte(before(start))..byte(after(end)) }
    };
    parsed.errors().map(problem).collect()
}

/// The same problems in a file whose text begins after some bytes.
pub fn moved(problems: Vec<Problem>, skipped: u32) -> Vec<Problem> {
    problems.into_iter().map(|it| Problem { range: it.range.start + skipped..it.range.end + skipped, ..it }).collect()
}

/// Reads a text that is Ruby.
pub fn program(text: &str, file: &str) -> Result<Parsed, Vec<Problem>> {
    with_parser(|| lowered(&Source::of_program(text), text, file))
}

fn comments(source: &Source) -> Vec<Range<usize>> {
    if !source.code.contains('#') {
        return Vec::new();
    }
    let parsed = prism::parse(source.code.as_bytes());
    parsed.comments().map(|it| it.location().start() as usize..it.location().end() as usize).collect()
}

/// The tree of a source, whose places are those of this text.
fn lowered(source: &Source, text: &str, file: &str) -> Result<Parsed, Vec<Problem>> {
    let lacking = |at: u32, what: &str| Parsed {
        root: Node { kind: Kind::NotCovered(what.into()), at },
        locals: 0,
        names: Vec::new(),
        uses: vec![(at, Use::Construct(what.into()))],
    };
    if let Some((at, what)) = source.not_covered {
        return Ok(lacking(at, what));
    }
    let escape = || lacking(source.code.find(ESCAPED).and_then(|it| u32::try_from(it).ok()).unwrap_or(0), "`%%>` outside of a literal");
    let parsed = prism::parse(source.code.as_bytes());
    let problems = problems(&parsed, text);
    if !problems.is_empty() {
        // Ruby might have read the text that is meant otherwise.
        return if source.escapes > 0 { Ok(escape()) } else { Err(problems) };
    }
    let mut lower = Lower { source, file: file.into(), scopes: Vec::new(), depth: 0, loops: vec![false], uses: Vec::new(), escapes: 0 };
    let node = parsed.node();
    let Some(program) = node.as_program_node() else {
        return Err(Vec::new());
    };
    lower.scopes.push(names(&program.locals()));
    let root = lower.statements(Some(program.statements()), 0);
    if source.escapes > 0 {
        let in_comments = parsed.comments().map(|it| String::from_utf8_lossy(it.text()).matches(ESCAPED).count());
        if lower.escapes + in_comments.sum::<usize>() != source.escapes {
            return Ok(escape());
        }
    }
    let names = lower.scopes.pop().unwrap_or_default();
    Ok(Parsed { root, locals: names.len(), names, uses: lower.uses })
}

struct Lower<'s> {
    source: &'s Source,
    file: Name,
    /// The variables of the scopes around.
    scopes: Vec<Vec<String>>,
    depth: u32,
    /// Whether `break` leaves a loop, in the innermost code.
    loops: Vec<bool>,
    uses: Vec<(u32, Use)>,
    /// How many `%%>` its literals have.
    escapes: usize,
}

fn text_of(bytes: &[u8]) -> Option<Name> {
    std::str::from_utf8(bytes).ok().map(Into::into)
}

fn name_of(id: &prism::ConstantId<'_>) -> Name {
    String::from_utf8_lossy(id.as_slice()).into()
}

fn names(list: &prism::ConstantList<'_>) -> Vec<String> {
    list.iter().map(|it| String::from_utf8_lossy(it.as_slice()).into_owned()).collect()
}

/// Common name of an unsupported node.
fn kind_name(node: &prism::Node<'_>) -> Name {
    use prism::Node as P;
    let name = match node {
        P::GlobalVariableWriteNode { .. } | P::GlobalVariableOrWriteNode { .. } | P::GlobalVariableTargetNode { .. } => {
            "an assignment to a global variable"
        }
        P::ClassVariableReadNode { .. } | P::ClassVariableWriteNode { .. } | P::ClassVariableOrWriteNode { .. } => "a class variable",
        P::ConstantOrWriteNode { .. } | P::ConstantAndWriteNode { .. } | P::ConstantOperatorWriteNode { .. } => {
            "an assignment to a constant with an operator"
        }
        P::ConstantPathWriteNode { .. } | P::ConstantPathNode { .. } => "a constant of a value",
        P::AliasMethodNode { .. } | P::AliasGlobalVariableNode { .. } => "alias",
        P::UndefNode { .. } => "undef",
        P::SuperNode { .. } | P::ForwardingSuperNode { .. } => "super",
        P::CaseMatchNode { .. } | P::MatchPredicateNode { .. } | P::MatchRequiredNode { .. } => "pattern matching",
        P::MatchLastLineNode { .. } | P::InterpolatedMatchLastLineNode { .. } => "a pattern alone as a condition",
        P::RationalNode { .. } => "a fraction",
        P::ImaginaryNode { .. } => "a complex number",
        P::FlipFlopNode { .. } => "a flip-flop",
        P::RedoNode { .. } => "redo",
        P::SourceLineNode { .. } => "__LINE__",
        P::SourceEncodingNode { .. } => "__ENCODING__",
        P::CallOperatorWriteNode { .. } | P::CallOrWriteNode { .. } | P::CallAndWriteNode { .. } => "an attribute with an operator",
        P::ItLocalVariableReadNode { .. } | P::ItParametersNode { .. } => "it",
        P::ForwardingParameterNode { .. } | P::ForwardingArgumentsNode { .. } => "forwarded arguments",
        P::NoKeywordsParameterNode { .. } => "**nil",
        P::PreExecutionNode { .. } | P::PostExecutionNode { .. } => "BEGIN and END",
        _ => "such code",
    };
    name.into()
}

impl Lower<'_> {
    fn node(&mut self, node: &prism::Node<'_>) -> Node {
        let at = node.location().start();
        self.depth += 1;
        let kind = if self.depth > DEEPEST { Kind::NotCovered("code nested so deep".into()) } else { self.kind(node) };
        self.depth -= 1;
        self.uses.extend(Use::from_kind(&kind).map(|it| (at, it)));
        Node { kind, at }
    }

    /// Kind of a node. Each of the parts knows some kinds, and gives none for all others.
    fn kind(&mut self, node: &prism::Node<'_>) -> Kind {
        self.literal(node)
            .or_else(|| self.variable(node))
            .or_else(|| self.any_call(node))
            .or_else(|| self.assignment(node))
            .or_else(|| self.flow(node))
            .or_else(|| self.pattern_matching(node))
            .or_else(|| self.definition(node))
            .unwrap_or_else(|| not_covered(node))
    }

    fn boxed(&mut self, node: &prism::Node<'_>) -> Box<Node> {
        Box::new(self.node(node))
    }

    fn optional(&mut self, node: Option<prism::Node<'_>>, at: u32) -> Box<Node> {
        Box::new(match node {
            Some(node) => self.node(&node),
            None => Node { kind: Kind::Nil, at },
        })
    }

    fn some(&mut self, node: Option<prism::Node<'_>>) -> Option<Box<Node>> {
        node.map(|it| self.boxed(&it))
    }

    fn list(&mut self, list: &prism::NodeList<'_>) -> Vec<Node> {
        list.iter().map(|it| self.node(&it)).collect()
    }

    fn statements(&mut self, statements: Option<prism::StatementsNode<'_>>, at: u32) -> Node {
        let Some(statements) = statements else { return Node { kind: Kind::Nil, at } };
        let at = statements.location().start();
        let mut all = self.list(&statements.body());
        match all.len() {
            1 => all.pop().unwrap_or(Node { kind: Kind::Nil, at }),
            _ => Node { kind: Kind::Sequence(all), at },
        }
    }

    fn place(&self, name: &[u8], depth: u32) -> Option<Place> {
        let name = std::str::from_utf8(name).ok()?;
        let index = self.scopes.len().checked_sub(1 + depth as usize)?;
        let slot = self.scopes.get(index)?.iter().position(|it| it == name)?;
        Some(Place { depth, slot: u32::try_from(slot).ok()? })
    }

    fn local(&self, name: &prism::ConstantId<'_>, depth: u32) -> Target {
        match self.place(name.as_slice(), depth) {
            Some(place) => Target::Local(place),
            None => Target::NotCovered("a variable of no scope".into()),
        }
    }
}

fn not_covered(node: &prism::Node<'_>) -> Kind {
    Kind::NotCovered(kind_name(node))
}
