//! Puppet's extended S-expressions, as `puppet parser dump` prints them.

use std::fmt::Write as _;

use super::json::Json;
use super::{Data, Definition, DefinitionKind, Form, Integer, Model, NodeId};

/// A tree in PN.
#[derive(Clone, Debug, PartialEq)]
pub enum Pn {
    Call(String, Vec<Pn>),
    List(Vec<Pn>),
    Map(Vec<(String, Pn)>),
    Nil,
    Bool(bool),
    Number(String),
    String(String),
}

impl Pn {
    /// The text of `--format pn`.
    pub fn write(&self, out: &mut String) {
        match self {
            Pn::Call(name, elements) => {
                out.push('(');
                out.push_str(name);
                for e in elements {
                    out.push(' ');
                    e.write(out);
                }
                out.push(')');
            }
            Pn::List(elements) => {
                out.push('[');
                for (i, e) in elements.iter().enumerate() {
                    if i > 0 {
                        out.push(' ');
                    }
                    e.write(out);
                }
                out.push(']');
            }
            Pn::Map(entries) => {
                out.push('{');
                for (i, (key, value)) in entries.iter().enumerate() {
                    if i > 0 {
                        out.push(' ');
                    }
                    let _ = write!(out, ":{key} ");
                    value.write(out);
                }
                out.push('}');
            }
            Pn::Nil => out.push_str("nil"),
            Pn::Bool(b) => {
                let _ = write!(out, "{b}");
            }
            Pn::Number(n) => out.push_str(n),
            Pn::String(s) => quote(s, out),
        }
    }

    /// The data of `--format json`.
    pub fn to_data(&self) -> Json {
        match self {
            Pn::Call(name, elements) => {
                let mut items = vec![Json::string(name.as_str())];
                items.extend(elements.iter().map(Pn::to_data));
                Json::Object(vec![("^".to_owned(), Json::Array(items))])
            }
            Pn::List(elements) => Json::Array(elements.iter().map(Pn::to_data).collect()),
            Pn::Map(entries) => {
                let mut items = Vec::with_capacity(entries.len() * 2);
                for (key, value) in entries {
                    items.push(Json::string(key.as_str()));
                    items.push(value.to_data());
                }
                Json::Object(vec![("#".to_owned(), Json::Array(items))])
            }
            Pn::Nil => Json::Null,
            Pn::Bool(b) => Json::Bool(*b),
            Pn::Number(n) => Json::Number(n.clone()),
            Pn::String(s) => Json::string(s.as_str()),
        }
    }
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => {
                let _ = write!(out, "\\o{:03o}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// The whole program in PN.
pub fn program(model: &Model) -> Pn {
    let t = Transformer { model };
    model.root.map_or_else(nop, |root| t.node(root))
}

fn nop() -> Pn {
    Pn::Call("nop".to_owned(), Vec::new())
}

fn call(name: &str, elements: Vec<Pn>) -> Pn {
    Pn::Call(name.to_owned(), elements)
}

fn entry(key: &str, value: Pn) -> (String, Pn) {
    (key.to_owned(), value)
}

fn string(text: &str) -> Pn {
    Pn::String(text.to_owned())
}

pub(super) fn integer(value: &Integer) -> String {
    match value {
        Integer::Small(n) => n.to_string(),
        Integer::Big(n) => n.to_string(),
    }
}

/// Whether Ruby ties the pattern to UTF-8: it names characters beyond ASCII.
fn has_fixed_encoding(pattern: &str) -> bool {
    if !pattern.is_ascii() {
        return true;
    }
    let mut escaped = false;
    pattern.chars().any(|c| {
        let found = escaped && matches!(c, 'u' | 'p' | 'P');
        escaped = c == '\\' && !escaped;
        found
    })
}

struct Transformer<'a> {
    model: &'a Model,
}

impl Transformer<'_> {
    fn all(&self, ids: &[NodeId]) -> Vec<Pn> {
        ids.iter().map(|id| self.node(*id)).collect()
    }

    fn list(&self, ids: &[NodeId]) -> Pn {
        Pn::List(self.all(ids))
    }

    fn binary(&self, op: &str, left: NodeId, right: NodeId) -> Pn {
        call(op, vec![self.node(left), self.node(right)])
    }

    /// A body: the statements of a block, or the one expression.
    fn body(&self, id: Option<NodeId>) -> Pn {
        match id {
            None => Pn::List(vec![nop()]),
            Some(id) => match self.model.data(id) {
                Data::Block { statements } | Data::ApplyBlock { statements } => self.list(statements),
                _ => Pn::List(vec![self.node(id)]),
            },
        }
    }

    fn parameters(&self, ids: &[NodeId]) -> Pn {
        let entries = ids
            .iter()
            .filter_map(|id| match self.model.data(*id) {
                Data::Parameter { name, type_expr, value, captures_rest } => {
                    let mut inner = Vec::new();
                    if let Some(t) = type_expr {
                        inner.push(entry("type", self.node(*t)));
                    }
                    if *captures_rest {
                        inner.push(entry("splat", Pn::Bool(true)));
                    }
                    if let Some(v) = value {
                        inner.push(entry("value", self.node(*v)));
                    }
                    Some((name.to_string(), Pn::Map(inner)))
                }
                _ => None,
            })
            .collect();
        Pn::Map(entries)
    }

    fn choice(&self, name: &str, test: NodeId, then: Option<NodeId>, otherwise: Option<NodeId>) -> Pn {
        let mut entries = vec![entry("test", self.node(test))];
        if then.is_some() {
            entries.push(entry("then", self.body(then)));
        }
        if otherwise.is_some() {
            entries.push(entry("else", self.body(otherwise)));
        }
        call(name, vec![Pn::Map(entries)])
    }

    fn called(&self, name: &str, functor: NodeId, arguments: &[NodeId], lambda: Option<NodeId>) -> Pn {
        let mut entries = vec![entry("functor", self.node(functor)), entry("args", self.list(arguments))];
        if let Some(lambda) = lambda {
            entries.push(entry("block", self.node(lambda)));
        }
        call(name, vec![Pn::Map(entries)])
    }

    fn with_form(mut entries: Vec<(String, Pn)>, form: Form) -> Pn {
        if form != Form::Regular {
            entries.push(entry("form", string(form.name())));
        }
        Pn::Map(entries)
    }

    #[allow(clippy::too_many_lines)]
    fn node(&self, id: NodeId) -> Pn {
        match self.model.data(id) {
            Data::Nop => nop(),
            Data::Block { statements } | Data::ApplyBlock { statements } => call("block", self.all(statements)),
            Data::Integer { value, radix: 10 } => Pn::Number(integer(value)),
            Data::Integer { value, radix } => {
                call("int", vec![Pn::Map(vec![entry("radix", Pn::Number(radix.to_string())), entry("value", Pn::Number(integer(value)))])])
            }
            Data::Float(f) => Pn::Number(literals::float(*f)),
            Data::String(s) => string(s),
            Data::Boolean(b) => Pn::Bool(*b),
            Data::Undef => Pn::Nil,
            Data::Default => call("default", Vec::new()),
            // Ruby's option of a fixed encoding is printed as if it were a flag.
            Data::Regex(pattern) if has_fixed_encoding(pattern) => call("regexp", vec![string(&format!("(?-imx:{pattern})"))]),
            Data::Regex(pattern) => call("regexp", vec![string(pattern)]),
            Data::Name(name) => call("qn", vec![string(name)]),
            Data::Reference(name) => call("qr", vec![string(name)]),
            Data::Reserved(word) => call("reserved", vec![string(word)]),
            Data::Variable { expr } => match self.model.data(*expr) {
                Data::Name(name) => call("var", vec![string(name)]),
                _ => call("var", vec![self.node(*expr)]),
            },
            Data::Concat { segments } => call("concat", self.all(segments)),
            Data::Text { expr } => call("str", vec![self.node(*expr)]),
            Data::Heredoc { syntax, text } => {
                let mut entries = Vec::new();
                if !syntax.is_empty() {
                    entries.push(entry("syntax", string(syntax)));
                }
                entries.push(entry("text", self.node(*text)));
                call("heredoc", vec![Pn::Map(entries)])
            }
            Data::List { values } => call("array", self.all(values)),
            Data::Hash { entries } => call("hash", self.all(entries)),
            Data::Entry { key, value } => self.binary("=>", *key, *value),
            Data::Access { left, keys } => {
                let mut elements = vec![self.node(*left)];
                elements.extend(self.all(keys));
                call("access", elements)
            }
            Data::Paren { expr } => call("paren", vec![self.node(*expr)]),
            Data::Not { expr } => call("!", vec![self.node(*expr)]),
            Data::Minus { expr } => match self.model.data(*expr) {
                Data::Integer { value: Integer::Small(n), .. } => Pn::Number((-i128::from(*n)).to_string()),
                Data::Integer { value: Integer::Big(n), .. } => Pn::Number((-(**n).clone()).to_string()),
                Data::Float(f) => Pn::Number(literals::float(-f)),
                _ => call("-", vec![self.node(*expr)]),
            },
            Data::Unfold { expr } => call("unfold", vec![self.node(*expr)]),
            Data::Arithmetic { op, left, right } => self.binary(op.symbol(), *left, *right),
            Data::Comparison { op, left, right } => self.binary(op.symbol(), *left, *right),
            Data::Match { op, left, right } => self.binary(op.symbol(), *left, *right),
            Data::Assignment { op, left, right } => self.binary(op.symbol(), *left, *right),
            Data::Relationship { op, left, right } => self.binary(op.symbol(), *left, *right),
            Data::In { left, right } => self.binary("in", *left, *right),
            Data::And { left, right } => self.binary("and", *left, *right),
            Data::Or { left, right } => self.binary("or", *left, *right),
            Data::NamedAccess { left, right } => self.binary(".", *left, *right),
            Data::Selector { left, selectors } => call("?", vec![self.node(*left), self.list(selectors)]),
            Data::SelectorEntry { matching, value } => self.binary("=>", *matching, *value),
            Data::Case { test, options } => call("case", vec![self.node(*test), self.list(options)]),
            Data::CaseOption { values, then } => Pn::Map(vec![entry("when", self.list(values)), entry("then", self.body(*then))]),
            Data::If { test, then, otherwise } => self.choice("if", *test, *then, *otherwise),
            Data::Unless { test, then, otherwise } => self.choice("unless", *test, *then, *otherwise),
            Data::Call { functor, rval_required, arguments, lambda } => {
                self.called(if *rval_required { "call" } else { "invoke" }, *functor, arguments, *lambda)
            }
            Data::MethodCall { functor, arguments, lambda } => self.called("call-method", *functor, arguments, *lambda),
            Data::Lambda { parameters, body, return_type } => {
                let mut entries = Vec::new();
                if !parameters.is_empty() {
                    entries.push(entry("params", self.parameters(parameters)));
                }
                if let Some(t) = return_type {
                    entries.push(entry("returns", self.node(*t)));
                }
                if body.is_some() {
                    entries.push(entry("body", self.body(*body)));
                }
                call("lambda", vec![Pn::Map(entries)])
            }
            Data::Parameter { .. } => self.parameters(&[id]),
            Data::Definition { kind, parameters, rest } => {
                let Definition { name, parent, body, return_type, head: _ } = &**rest;
                let mut entries = vec![entry("name", string(name))];
                if let Some(parent) = parent {
                    entries.push(entry("parent", string(parent)));
                }
                if !parameters.is_empty() {
                    entries.push(entry("params", self.parameters(parameters)));
                }
                if body.is_some() {
                    entries.push(entry("body", self.body(*body)));
                }
                if let Some(t) = return_type {
                    entries.push(entry("returns", self.node(*t)));
                }
                let word = match kind {
                    DefinitionKind::Class => "class",
                    DefinitionKind::Define => "define",
                    DefinitionKind::Function => "function",
                    DefinitionKind::Plan => "plan",
                };
                call(word, vec![Pn::Map(entries)])
            }
            Data::NodeDefinition { parent, matches, body } => {
                let mut entries = vec![entry("matches", self.list(matches))];
                if let Some(parent) = parent {
                    entries.push(entry("parent", self.node(*parent)));
                }
                if body.is_some() {
                    entries.push(entry("body", self.body(*body)));
                }
                call("node", vec![Pn::Map(entries)])
            }
            Data::TypeAlias { name, type_expr } => call("type-alias", vec![string(name), self.node(*type_expr)]),
            Data::TypeMapping { type_expr, mapping } => self.binary("type-mapping", *type_expr, *mapping),
            Data::TypeDefinition { name, parent, body } => {
                let parent = parent.as_deref().map_or(Pn::Nil, string);
                call("type-definition", vec![string(name), parent, body.map_or_else(nop, |b| self.node(b))])
            }
            Data::Apply { arguments, body } => call("apply", vec![self.list(arguments), self.node(*body)]),
            Data::Resource { form, type_name, bodies } => {
                let entries = vec![entry("type", self.node(*type_name)), entry("bodies", self.list(bodies))];
                call("resource", vec![Self::with_form(entries, *form)])
            }
            Data::ResourceBody { title, operations } => {
                Pn::Map(vec![entry("title", self.node(*title)), entry("ops", self.list(operations))])
            }
            Data::ResourceDefaults { form, type_ref, operations } => {
                let entries = vec![entry("type", self.node(*type_ref)), entry("ops", self.list(operations))];
                call("resource-defaults", vec![Self::with_form(entries, *form)])
            }
            Data::ResourceOverride { form, resources, operations } => {
                let entries = vec![entry("resources", self.node(*resources)), entry("ops", self.list(operations))];
                call("resource-override", vec![Self::with_form(entries, *form)])
            }
            Data::AttributeOperation { name, op, value } => call(op.symbol(), vec![string(name), self.node(*value)]),
            Data::AttributesOperation { expr } => call("splat-hash", vec![self.node(*expr)]),
            Data::Collect { type_expr, query, operations } => {
                let mut entries = vec![entry("type", self.node(*type_expr)), entry("query", self.node(*query))];
                if !operations.is_empty() {
                    entries.push(entry("ops", self.list(operations)));
                }
                call("collect", vec![Pn::Map(entries)])
            }
            Data::Query { exported, expr } => {
                let name = if *exported { "exported-query" } else { "virtual-query" };
                call(name, expr.map(|e| self.node(e)).into_iter().collect())
            }
            Data::Epp { body, .. } => match body.map(|b| (b, self.model.data(b))) {
                None => call("epp", Vec::new()),
                // The transformed body gives its name away and keeps its elements.
                Some((b, _)) => match self.node(b) {
                    Pn::Call(_, elements) => call("epp", elements),
                    other => call("epp", vec![other]),
                },
            },
            Data::RenderString(text) => call("render-s", vec![string(text)]),
            Data::Render { expr } => call("render", vec![self.node(*expr)]),
        }
    }
}
