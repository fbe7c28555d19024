//! Values that can be known without evaluating anything.

use crate::puppet::model::{Data, Integer, Model, NodeId};

/// A value that is written out. Two are equal if Puppet's hashes would take them for the same key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Literal {
    Undef,
    Default,
    Boolean(bool),
    Integer(String),
    /// As Ruby prints it: equal floats print alike.
    Float(String),
    String(String),
    Regex(String),
    List(Vec<Literal>),
    Hash(Vec<(Literal, Literal)>),
}

/// Deeper values are not worth knowing.
const MAX_DEPTH: usize = 100;

/// The value of a node, if it is written out.
pub(crate) fn literal(model: &Model, id: NodeId) -> Option<Literal> {
    value(model, id, 0)
}

fn value(model: &Model, id: NodeId, depth: usize) -> Option<Literal> {
    if depth > MAX_DEPTH {
        return None;
    }
    let all = |ids: &[NodeId]| ids.iter().map(|id| value(model, *id, depth + 1)).collect::<Option<Vec<_>>>();
    Some(match model.data(id) {
        Data::String(s) | Data::Name(s) | Data::RenderString(s) => Literal::String(s.to_string()),
        Data::Integer { value: Integer::Small(n), .. } => Literal::Integer(n.to_string()),
        Data::Integer { value: Integer::Big(n), .. } => Literal::Integer(n.to_string()),
        Data::Float(f) => Literal::Float(literals::float(*f)),
        Data::Boolean(b) => Literal::Boolean(*b),
        Data::Undef => Literal::Undef,
        Data::Default => Literal::Default,
        Data::Regex(pattern) => Literal::Regex(pattern.clone()),
        // Types are compared by their names in lower case, which are nothing but strings.
        Data::Reference(name) => Literal::String(name.to_lowercase()),
        Data::Access { keys, .. } => {
            if let [one] = keys.as_slice()
                && matches!(model.data(*one), Data::List { .. })
            {
                return None;
            }
            Literal::List(all(keys)?)
        }
        Data::Minus { expr } => match value(model, *expr, depth + 1)? {
            Literal::Integer(n) => Literal::Integer(n.strip_prefix('-').map_or_else(|| format!("-{n}"), str::to_owned)),
            Literal::Float(f) => Literal::Float(f.strip_prefix('-').map_or_else(|| format!("-{f}"), str::to_owned)),
            _ => return None,
        },
        Data::Concat { segments } => match segments.as_slice() {
            [one] => match model.data(*one) {
                Data::String(s) => Literal::String(s.to_string()),
                _ => return None,
            },
            _ => return None,
        },
        Data::List { values } => Literal::List(all(values)?),
        Data::Hash { entries } => {
            let mut pairs: Vec<(Literal, Literal)> = Vec::new();
            for entry in entries {
                if let Data::Entry { key, value: v } = model.data(*entry) {
                    let (key, v) = (value(model, *key, depth + 1)?, value(model, *v, depth + 1)?);
                    match pairs.iter_mut().find(|(k, _)| *k == key) {
                        Some(pair) => pair.1 = v,
                        None => pairs.push((key, v)),
                    }
                }
            }
            Literal::Hash(pairs)
        }
        _ => return None,
    })
}

impl Literal {
    /// Ruby's `to_s`.
    pub(crate) fn to_s(&self) -> String {
        match self {
            Literal::Undef => String::new(),
            Literal::Default => "default".to_owned(),
            Literal::String(s) => s.clone(),
            Literal::Regex(pattern) => format!("(?-mix:{})", pattern.replace('/', "\\/")),
            other => other.inspect(),
        }
    }

    /// Ruby's `inspect`.
    fn inspect(&self) -> String {
        match self {
            Literal::Undef => "nil".to_owned(),
            Literal::Default => ":default".to_owned(),
            Literal::Boolean(b) => b.to_string(),
            Literal::Integer(n) | Literal::Float(n) => n.clone(),
            Literal::String(s) => inspect_string(s),
            Literal::Regex(pattern) => format!("/{}/", pattern.replace('/', "\\/")),
            Literal::List(items) => {
                let items: Vec<String> = items.iter().map(Literal::inspect).collect();
                format!("[{}]", items.join(", "))
            }
            Literal::Hash(pairs) => {
                let pairs: Vec<String> = pairs.iter().map(|(k, v)| format!("{}=>{}", k.inspect(), v.inspect())).collect();
                format!("{{{}}}", pairs.join(", "))
            }
        }
    }
}

fn inspect_string(text: &str) -> String {
    let mut out = String::from("\"");
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{1b}' => out.push_str("\\e"),
            '#' if matches!(chars.peek(), Some('{' | '$' | '@')) => out.push_str("\\#"),
            c if c < ' ' => out.push_str(&format!("\\x{:02X}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
