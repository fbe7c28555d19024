//! The tree that is evaluated: prism's, owned and without what the evaluation does not need.

use std::sync::Arc;

use num_bigint::BigInt;

pub type Name = Arc<str>;

#[derive(Debug)]
pub struct Node {
    pub kind: Kind,
    /// Where it begins, in bytes.
    pub at: u32,
}

#[derive(Debug)]
pub enum Kind {
    Nil,
    True,
    False,
    This,
    Integer(i64),
    /// An integer of more than 64 bits.
    Big(Arc<BigInt>),
    Float(f64),
    String(Name),
    /// A string that is no UTF-8.
    Bytes(Arc<[u8]>),
    Interpolation(Vec<Node>),
    Symbol(Name),
    SymbolOf(Vec<Node>),
    Regex(Vec<Node>, Flags),
    /// Elements may be splats.
    Array(Vec<Node>),
    Hash(Vec<Pair>),
    Range {
        from: Option<Box<Node>>,
        to: Option<Box<Node>>,
        exclusive: bool,
    },
    Local(Place),
    Instance(Name),
    /// `$1`
    Group(u32),
    /// `$~`, `$&` and their kin.
    Matched(Name),
    Constant(Name),
    Call(Box<Call>),
    Yield(Vec<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Defined(Box<Node>),
    /// `NAME = literal unless defined? NAME`: a constant that no other file has, and that has this value in each call.
    DefineOnce(Name, Box<Node>),
    If {
        condition: Box<Node>,
        then: Box<Node>,
        otherwise: Box<Node>,
    },
    While {
        condition: Box<Node>,
        body: Box<Node>,
        until: bool,
        body_first: bool,
    },
    For {
        target: Box<Target>,
        list: Box<Node>,
        body: Box<Node>,
    },
    Case {
        subject: Option<Box<Node>>,
        branches: Vec<(Vec<Node>, Node)>,
        otherwise: Box<Node>,
    },
    /// `case … in`, `value => pattern` and `value in pattern`.
    CaseIn(Box<CaseIn>),
    Sequence(Vec<Node>),
    Begin(Box<Begin>),
    Return(Option<Box<Node>>),
    /// Whether they leave a loop (`while`), not a block.
    Break(Option<Box<Node>>, bool),
    Next(Option<Box<Node>>, bool),
    Define(Name, Arc<Code>),
    /// `def self.name`
    DefineOn(Box<Node>, Name, Arc<Code>),
    /// `class A::B < C` and `module A::B`
    Module(Box<ModuleBody>),
    /// `class << self`
    Singleton(Box<Node>, Arc<Code>),
    /// Without arguments it passes those of the method on.
    Super(Option<(Vec<Node>, bool)>, Option<Box<BlockOf>>),
    Alias(Name, Name),
    Global(Name),
    ClassVariable(Name),
    Retry,
    /// A pattern with named groups and what it is matched with: they become variables.
    MatchWrite(Box<Node>, Vec<(Name, Target)>),
    /// A constant of what a node gives.
    ConstantOf(Box<Node>, Name),
    Lambda(Arc<Code>),
    Assign(Box<Target>, Box<Node>),
    /// `a, b = list`
    Spread(Box<Targets>, Box<Node>),
    Update {
        target: Box<Target>,
        operator: Operator,
        value: Box<Node>,
    },
    /// A text of the template.
    Text(Name),
    /// `binding`, with the variables that are visible there.
    Binding(Arc<[(Name, Place)]>),
    /// `<%= … %>`
    Echo(Box<Node>),
    Splat(Box<Node>),
    File,
    NotCovered(Name),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    pub ignore_case: bool,
    pub multiline: bool,
    pub extended: bool,
}

/// A local variable: how many scopes up, and which one there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub depth: u32,
    pub slot: u32,
}

#[derive(Debug)]
pub enum Pair {
    Entry(Node, Node),
    Splat(Node),
}

#[derive(Debug)]
pub struct Call {
    pub receiver: Option<Node>,
    pub name: Name,
    /// May end with [`Kind::Hash`] where [`Call::keywords`] is set.
    pub arguments: Vec<Node>,
    pub keywords: bool,
    pub block: Option<BlockOf>,
    pub safe: bool,
    /// A word that could be a variable.
    pub is_word: bool,
    /// Where its name stands.
    pub name_at: u32,
}

#[derive(Debug)]
pub struct ModuleBody {
    pub name: Name,
    pub is_module: bool,
    pub parent: Option<Node>,
    pub body: Arc<Code>,
}

#[derive(Debug)]
pub enum BlockOf {
    Code(Arc<Code>),
    /// `&expression`
    Value(Node),
}

#[derive(Debug)]
pub enum Operator {
    Or,
    And,
    Method(Name),
}

#[derive(Debug)]
pub enum Target {
    Local(Place),
    Instance(Name),
    Index { receiver: Node, arguments: Vec<Node> },
    Attribute { receiver: Node, name: Name, safe: bool },
    Constant(Name),
    ClassVariable(Name),
    Spread(Targets),
    NotCovered(Name),
}

#[derive(Debug)]
pub struct Targets {
    pub lefts: Vec<Target>,
    /// A star, with or without a variable.
    pub rest: Option<Option<Box<Target>>>,
    pub rights: Vec<Target>,
}

#[derive(Debug)]
pub struct CaseIn {
    pub subject: Node,
    pub branches: Vec<Branch>,
    /// Without it, a value that no branch matches is an error.
    pub otherwise: Option<Node>,
}

#[derive(Debug)]
pub struct Branch {
    pub pattern: Pattern,
    /// The guard, and whether it is `unless`.
    pub guard: Option<(Node, bool)>,
    pub body: Node,
}

/// A pattern of `in`.
#[derive(Debug)]
pub enum Pattern {
    /// A value whose `===` decides.
    Value(Node),
    Variable(Target),
    /// `a | b`
    Either(Vec<Pattern>),
    /// `pattern => name`
    Capture(Box<Pattern>, Target),
    List(Box<ListPattern>),
    Find(Box<FindPattern>),
    Hash(Box<HashPattern>),
    NotCovered(Name),
}

/// `Const[a, *rest, b]`
#[derive(Debug)]
pub struct ListPattern {
    pub constant: Option<Node>,
    pub lefts: Vec<Pattern>,
    /// A star, with or without a variable.
    pub rest: Option<Option<Target>>,
    pub rights: Vec<Pattern>,
}

/// `Const[*before, a, *after]`
#[derive(Debug)]
pub struct FindPattern {
    pub constant: Option<Node>,
    pub before: Option<Target>,
    pub items: Vec<Pattern>,
    pub after: Option<Target>,
}

/// `Const(a:, **rest)`
#[derive(Debug)]
pub struct HashPattern {
    pub constant: Option<Node>,
    pub pairs: Vec<(Name, Pattern)>,
    pub rest: HashRest,
}

#[derive(Debug)]
pub enum HashRest {
    None,
    /// `**`
    Any,
    /// `**nil`
    Empty,
    Variable(Target),
}

#[derive(Debug)]
pub struct Begin {
    pub body: Node,
    pub rescues: Vec<Rescue>,
    pub otherwise: Option<Node>,
    pub ensure: Option<Node>,
}

#[derive(Debug)]
pub struct Rescue {
    /// None are those of `StandardError`.
    pub classes: Vec<Node>,
    pub variable: Option<Target>,
    pub body: Node,
}

/// Code of a block, lambda or method.
#[derive(Debug)]
pub struct Code {
    pub parameters: Parameters,
    pub body: Node,
    pub locals: usize,
    /// The names of the variables, those of the parameters among them.
    pub names: Vec<Name>,
    pub at: u32,
    /// The name of the file, which is empty for templates.
    pub file: Name,
    /// Whether a decision may end it early: `next if …`.
    pub jumps: bool,
}

impl Code {
    /// Whether it takes one value, and gives that.
    pub fn is_identity(&self) -> bool {
        let Parameters { required, optional, rest, posts, keywords, keyword_rest, block, trailing_comma, not_covered } = &self.parameters;
        let takes_one = optional.is_empty()
            && posts.is_empty()
            && keywords.is_empty()
            && (rest.is_none() && keyword_rest.is_none() && block.is_none() && not_covered.is_none() && !trailing_comma);
        let mut body = &self.body;
        while let Kind::Sequence(nodes) = &body.kind {
            match nodes.as_slice() {
                [only] => body = only,
                _ => return false,
            }
        }
        match (required.as_slice(), &body.kind) {
            ([Target::Local(taken)], Kind::Local(given)) => takes_one && given.depth == 0 && taken == given,
            _ => false,
        }
    }
}

#[derive(Debug, Default)]
pub struct Parameters {
    pub required: Vec<Target>,
    pub optional: Vec<(Target, Node)>,
    pub rest: Option<Option<Target>>,
    pub posts: Vec<Target>,
    pub keywords: Vec<(Name, Target, Option<Node>)>,
    pub keyword_rest: Option<Option<Target>>,
    pub block: Option<Target>,
    /// `|a, |`
    pub trailing_comma: bool,
    pub not_covered: Option<Name>,
}

impl Parameters {
    /// Whether a list that is the only argument of a block is taken apart.
    pub fn takes_apart(&self) -> bool {
        let count = self.required.len() + self.optional.len() + self.posts.len();
        count > 1 || (count == 1 && (self.rest.is_some() || self.trailing_comma))
    }
}
