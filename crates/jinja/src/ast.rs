//! A template as it is evaluated. Each part has its range in the source.

use std::rc::Rc;

use text_size::TextRange;

use crate::value::Value;

pub type Name = Rc<str>;

#[derive(Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    /// The tag alone; of text and of `{{ … }}`, all of it.
    pub range: TextRange,
}

#[derive(Debug)]
pub enum StmtKind {
    /// Text of the source.
    Text,
    Print(Vec<Expr>),
    If {
        branches: Vec<(Expr, Vec<Stmt>)>,
        otherwise: Vec<Stmt>,
    },
    For(Rc<For>),
    Set {
        target: Expr,
        value: Expr,
    },
    SetBlock {
        target: Expr,
        filter: Option<Expr>,
        body: Vec<Stmt>,
    },
    Macro(Rc<Macro>),
    Call {
        macro_: Rc<Macro>,
        call: Expr,
    },
    FilterBlock {
        filter: Expr,
        body: Vec<Stmt>,
    },
    Import {
        template: Expr,
        name: Name,
        context: bool,
    },
    From {
        template: Expr,
        names: Vec<(Name, Name)>,
        context: bool,
    },
    Include {
        template: Expr,
        ignore_missing: bool,
        context: bool,
    },
    Block(Rc<Block>),
    Extends(Expr),
    Do(Expr),
    With {
        targets: Vec<Expr>,
        values: Vec<Expr>,
        body: Vec<Stmt>,
    },
    Autoescape {
        value: Expr,
        body: Vec<Stmt>,
    },
    Break,
    Continue,
    /// A tag of a host whose body is evaluated where it stands.
    Wrapped {
        label: Expr,
        body: Vec<Stmt>,
    },
    /// A tag of a host that imports a file, and gives its text to a filter.
    ImportThrough {
        template: Expr,
        name: Name,
        context: bool,
        filter: Name,
    },
    /// A tag of a host that gives the text of its body to a filter.
    BlockThrough {
        target: Expr,
        filter: Name,
        body: Vec<Stmt>,
    },
}

#[derive(Debug)]
pub struct For {
    pub target: Expr,
    pub iter: Expr,
    pub test: Option<Expr>,
    pub recursive: bool,
    pub body: Vec<Stmt>,
    pub otherwise: Vec<Stmt>,
}

#[derive(Debug)]
pub struct Macro {
    /// None of the body of a `call` block.
    pub name: Option<Name>,
    pub parameters: Vec<Name>,
    /// Of the last parameters.
    pub defaults: Vec<Expr>,
    pub body: Vec<Stmt>,
    /// Special names that the body reads and nobody sets.
    pub uses_varargs: bool,
    pub uses_kwargs: bool,
    pub uses_caller: bool,
}

#[derive(Debug)]
pub struct Block {
    pub name: Name,
    pub scoped: bool,
    pub required: bool,
    pub body: Vec<Stmt>,
}

#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub range: TextRange,
    /// How deep it is nested.
    pub height: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    FloorDiv,
    Mod,
    Pow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    In,
    NotIn,
}

#[derive(Debug)]
pub enum ExprKind {
    Const(Value),
    Name(Name),
    /// `namespace.attribute`, where it is assigned.
    NamespaceRef(Name, Name),
    List(Vec<Expr>),
    Tuple(Vec<Expr>),
    Dict(Vec<(Expr, Expr)>),
    Attribute(Box<Expr>, Name),
    Item(Box<Expr>, Box<Expr>),
    Slice(Option<Box<Expr>>, Option<Box<Expr>>, Option<Box<Expr>>),
    Call(Box<Expr>, Arguments),
    /// Without a value: the body of a block.
    Filter(Option<Box<Expr>>, Name, Arguments),
    Test(Box<Expr>, Name, Arguments),
    Not(Box<Expr>),
    Neg(Box<Expr>),
    Pos(Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    Concat(Vec<Expr>),
    Conditional {
        test: Box<Expr>,
        then: Box<Expr>,
        otherwise: Option<Box<Expr>>,
    },
}

#[derive(Debug, Default)]
pub struct Arguments {
    pub positional: Vec<Expr>,
    pub named: Vec<(Name, Expr)>,
    pub rest: Option<Box<Expr>>,
    pub named_rest: Option<Box<Expr>>,
}

impl Arguments {
    pub fn all(&self) -> impl Iterator<Item = &Expr> {
        let rest = self.rest.iter().chain(&self.named_rest).map(|it| &**it);
        self.positional.iter().chain(self.named.iter().map(|it| &it.1)).chain(rest)
    }
}

impl Expr {
    /// The expressions right inside of it.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Const(_) | ExprKind::Name(_) | ExprKind::NamespaceRef(..) => vec![],
            ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Concat(items) => items.iter().collect(),
            ExprKind::Dict(pairs) => pairs.iter().flat_map(|it| [&it.0, &it.1]).collect(),
            ExprKind::Attribute(it, _) | ExprKind::Not(it) | ExprKind::Neg(it) | ExprKind::Pos(it) => vec![it],
            ExprKind::Item(a, b) | ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => vec![a, b],
            ExprKind::Slice(a, b, c) => [a, b, c].into_iter().flatten().map(|it| &**it).collect(),
            ExprKind::Call(it, arguments) | ExprKind::Test(it, _, arguments) => std::iter::once(&**it).chain(arguments.all()).collect(),
            ExprKind::Filter(it, _, arguments) => it.iter().map(|it| &**it).chain(arguments.all()).collect(),
            ExprKind::Compare(it, others) => std::iter::once(&**it).chain(others.iter().map(|it| &it.1)).collect(),
            ExprKind::Conditional { test, then, otherwise } => {
                [Some(test), Some(then), otherwise.as_ref()].into_iter().flatten().map(|it| &**it).collect()
            }
        }
    }
}

/// Parts of a statement.
#[derive(Default)]
pub struct Parts<'a> {
    pub expressions: Vec<&'a Expr>,
    pub bodies: Vec<&'a [Stmt]>,
    /// Expressions that are assigned.
    pub targets: Vec<&'a Expr>,
    /// Names that become known by it.
    pub names: Vec<&'a Name>,
}

impl Stmt {
    pub fn parts(&self) -> Parts<'_> {
        let mut parts = Parts::default();
        match &self.kind {
            StmtKind::Text | StmtKind::Break | StmtKind::Continue => {}
            StmtKind::Print(them) => parts.expressions.extend(them),
            StmtKind::If { branches, otherwise } => {
                for (test, body) in branches {
                    parts.expressions.push(test);
                    parts.bodies.push(body);
                }
                parts.bodies.push(otherwise);
            }
            StmtKind::For(it) => {
                parts.expressions.push(&it.iter);
                parts.expressions.extend(&it.test);
                parts.targets.push(&it.target);
                parts.bodies.extend([&*it.body, &*it.otherwise]);
            }
            StmtKind::Set { target, value } => {
                parts.targets.push(target);
                parts.expressions.push(value);
            }
            StmtKind::SetBlock { target, filter, body } => {
                parts.targets.push(target);
                parts.expressions.extend(filter);
                parts.bodies.push(body);
            }
            StmtKind::Macro(it) => {
                parts.expressions.extend(&it.defaults);
                parts.bodies.push(&it.body);
                parts.names.extend(&it.name);
            }
            StmtKind::Call { macro_, call } => {
                parts.expressions.extend(&macro_.defaults);
                parts.expressions.push(call);
                parts.bodies.push(&macro_.body);
            }
            StmtKind::FilterBlock { filter, body } => {
                parts.expressions.push(filter);
                parts.bodies.push(body);
            }
            StmtKind::Import { template, name, .. } | StmtKind::ImportThrough { template, name, .. } => {
                parts.expressions.push(template);
                parts.names.push(name);
            }
            StmtKind::From { template, names, .. } => {
                parts.expressions.push(template);
                parts.names.extend(names.iter().map(|it| &it.1));
            }
            StmtKind::Include { template, .. } => parts.expressions.push(template),
            StmtKind::Block(it) => parts.bodies.push(&it.body),
            StmtKind::Extends(it) | StmtKind::Do(it) => parts.expressions.push(it),
            StmtKind::With { targets, values, body } => {
                parts.targets.extend(targets);
                parts.expressions.extend(values);
                parts.bodies.push(body);
            }
            StmtKind::Autoescape { value, body } | StmtKind::Wrapped { label: value, body } => {
                parts.expressions.push(value);
                parts.bodies.push(body);
            }
            StmtKind::BlockThrough { target, body, .. } => {
                parts.targets.push(target);
                parts.bodies.push(body);
            }
        }
        parts
    }
}
