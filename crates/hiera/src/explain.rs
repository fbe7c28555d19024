//! The output of `puppet lookup --explain`: a tree of the sources and their results.

use serde_json::{Map, Value as Json, json};
use values::{Hash, Value};

/// A tree of what a lookup did.
#[derive(Debug, Default)]
pub struct Explainer {
    nodes: Vec<Node>,
    /// None at the root.
    current: Option<usize>,
    roots: Vec<usize>,
    texts: Vec<String>,
    pub(crate) only_options: bool,
}

#[derive(Debug)]
struct Node {
    what: What,
    parent: Option<usize>,
    children: Vec<usize>,
    key: String,
    value: Value,
    event: Event,
    texts: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    None,
    Found,
    InOverrides,
    InDefaults,
    NotFound,
    Result,
    NoLocation,
    NoModule,
    NoModuleData,
}

/// Subject of a part of the tree.
#[derive(Clone, Debug)]
pub(crate) enum What {
    Top(String),
    InvalidKey(String),
    MergeSource(String),
    Module(String),
    Interpolate(String),
    Merge { name: &'static str, options: Option<Hash> },
    Provider { name: String, config: Option<String>, module: Option<String> },
    Location { uri: bool, original: String, location: String },
    SubLookup(String),
    Segment,
    Scope(String),
}

impl Explainer {
    /// Only options: not what is found, but how the options of the lookup are.
    pub fn new(only_options: bool) -> Explainer {
        Explainer { only_options, ..Explainer::default() }
    }

    /// Drops what was explained: the lookup begins again.
    pub fn clear(&mut self) {
        *self = Explainer::new(self.only_options);
    }

    pub(crate) fn push(&mut self, what: What) {
        let at = self.nodes.len();
        let key = match &what {
            What::Top(key) | What::InvalidKey(key) => key.clone(),
            _ => String::new(),
        };
        self.nodes.push(Node {
            what,
            parent: self.current,
            children: Vec::new(),
            key,
            value: Value::Undef,
            event: Event::None,
            texts: Vec::new(),
        });
        match self.current.and_then(|it| self.nodes.get_mut(it)) {
            Some(parent) => parent.children.push(at),
            None => self.roots.push(at),
        }
        self.current = Some(at);
    }

    pub(crate) fn pop(&mut self) {
        self.current = self.current.and_then(|it| self.nodes.get(it)).and_then(|it| it.parent);
    }

    fn current_node(&mut self) -> Option<&mut Node> {
        self.current.and_then(|it| self.nodes.get_mut(it))
    }

    fn event(&mut self, event: Event, key: Option<&str>, value: Option<&Value>) {
        let Some(node) = self.current_node() else { return };
        node.event = event;
        if let Some(key) = key {
            key.clone_into(&mut node.key);
        }
        if let Some(value) = value {
            node.value = value.clone();
        }
    }

    pub(crate) fn found(&mut self, key: &str, value: &Value) {
        self.event(Event::Found, Some(key), Some(value));
    }

    pub(crate) fn found_in_overrides(&mut self, key: &str, value: &Value) {
        self.event(Event::InOverrides, Some(key), Some(value));
    }

    pub(crate) fn found_in_defaults(&mut self, key: &str, value: &Value) {
        self.event(Event::InDefaults, Some(key), Some(value));
    }

    pub(crate) fn not_found(&mut self, key: &str) {
        self.event(Event::NotFound, Some(key), None);
    }

    pub(crate) fn result(&mut self, value: &Value) {
        self.event(Event::Result, None, Some(value));
    }

    pub(crate) fn no_location(&mut self) {
        self.event(Event::NoLocation, None, None);
    }

    pub(crate) fn no_module(&mut self, name: &str) {
        self.push(What::Module(name.to_owned()));
        self.event(Event::NoModule, None, None);
        self.pop();
    }

    pub(crate) fn no_module_data(&mut self, name: &str) {
        self.push(What::Module(name.to_owned()));
        self.event(Event::NoModuleData, None, None);
        self.pop();
    }

    pub(crate) fn merge_source(&mut self, source: &str) {
        self.push(What::MergeSource(source.to_owned()));
        self.pop();
    }

    pub fn text(&mut self, text: impl Into<String>) {
        match self.current_node() {
            Some(node) => node.texts.push(text.into()),
            None => self.texts.push(text.into()),
        }
    }

    /// The whole as `puppet lookup --explain` prints it.
    pub fn explain(&self) -> String {
        let mut out = Out { text: String::new(), explainer: self };
        for root in &self.roots {
            out.node(*root, "", "", 0);
        }
        for text in &self.texts {
            out.line("", text);
        }
        out.text
    }
}

impl Event {
    fn name(self) -> Option<&'static str> {
        Some(match self {
            Event::None => return None,
            Event::Found => "found",
            Event::InOverrides => "found_in_overrides",
            Event::InDefaults => "found_in_defaults",
            Event::NotFound => "not_found",
            Event::Result => "result",
            Event::NoLocation => "location_not_found",
            Event::NoModule => "module_not_found",
            Event::NoModuleData => "module_provider_not_found",
        })
    }

    fn has_value(self) -> bool {
        matches!(self, Event::Found | Event::InOverrides | Event::InDefaults | Event::Result)
    }
}

impl Explainer {
    /// The whole as `puppet lookup --explain --render-as json` gives it.
    pub fn json(&self) -> Json {
        match self.roots.as_slice() {
            [only] => self.json_of(*only, 0),
            [] => json!({}),
            several => json!({ "branches": several.iter().map(|it| self.json_of(*it, 0)).collect::<Vec<_>>() }),
        }
    }

    fn json_of(&self, at: usize, depth: usize) -> Json {
        let Some(node) = self.nodes.get(at).filter(|_| depth < MAX_DEPTH) else { return Json::Null };
        let branch = |it: &usize| self.json_of(*it, depth + 1);
        let kind = match (&node.what, node.children.as_slice()) {
            (What::Merge { .. }, [only]) => return branch(only),
            (What::MergeSource(source), _) => return json!({ "type": "merge_source", "merge_source": source }),
            (What::Merge { .. }, _) => "merge",
            (What::Top(_), _) => "root",
            (What::InvalidKey(_), _) => "invalid_key",
            (What::Module(_), _) => "module",
            (What::Interpolate(_), _) => "interpolate",
            (What::Provider { .. }, _) => "data_provider",
            (What::Location { uri: true, .. }, _) => "uri",
            (What::Location { .. }, _) => "path",
            (What::SubLookup(_), _) => "sub_key",
            (What::Segment, _) => "segment",
            (What::Scope(_), _) => "scope",
        };
        let mut out = Map::new();
        if !node.children.is_empty() {
            out.insert("branches".into(), node.children.iter().map(branch).collect());
        }
        if !node.key.is_empty() {
            out.insert("key".into(), node.key.clone().into());
        }
        if node.event.has_value() {
            out.insert("value".into(), values::data::to_rich(&node.value));
        }
        if let Some(event) = node.event.name() {
            out.insert("event".into(), event.into());
        }
        if !node.texts.is_empty() {
            out.insert("texts".into(), node.texts.clone().into());
        }
        out.insert("type".into(), kind.into());
        match &node.what {
            What::Interpolate(text) => {
                out.insert("expression".into(), text.clone().into());
            }
            What::Merge { name, options } => {
                out.insert("merge".into(), (*name).into());
                if let Some(options) = options {
                    out.insert("options".into(), values::data::to_rich(&Value::hash(options.clone())));
                }
            }
            What::Provider { name, config, module } => {
                out.insert("name".into(), name.clone().into());
                if let Some(config) = config {
                    out.insert("configuration_path".into(), config.clone().into());
                }
                if let Some(module) = module {
                    out.insert("module".into(), module.clone().into());
                }
            }
            What::Location { original, location, .. } => {
                out.insert(format!("original_{kind}"), original.clone().into());
                out.insert(kind.into(), location.clone().into());
            }
            What::Scope(name) => {
                out.insert("name".into(), name.clone().into());
            }
            _ => {}
        }
        Json::Object(out)
    }
}

/// Interpolations that look up what interpolates nest; deeper ones are not shown.
const MAX_DEPTH: usize = 500;

struct Out<'e> {
    text: String,
    explainer: &'e Explainer,
}

impl Out<'_> {
    fn line(&mut self, indent: &str, text: &str) {
        self.text.push_str(indent);
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn node(&mut self, at: usize, indent: &str, first: &str, depth: usize) {
        let Some(node) = self.explainer.nodes.get(at).filter(|_| depth < MAX_DEPTH) else { return };
        let inner = format!("{indent}  ");
        match &node.what {
            What::Top(_) => {
                self.line(first, &format!("Searching for \"{}\"", node.key));
                self.children(node, &inner, depth);
            }
            What::InvalidKey(_) => self.line(first, &format!("Invalid key \"{}\"", node.key)),
            What::MergeSource(source) => self.line(first, &format!("Using merge options from \"{source}\" hash")),
            What::Module(name) => match node.event {
                Event::NoModule => self.line(indent, &format!("Module \"{name}\" not found")),
                Event::NoModuleData => self.line(indent, &format!("Module data provider for module \"{name}\" not found")),
                _ => {}
            },
            What::Interpolate(text) => {
                self.line(first, &format!("Interpolation on \"{text}\""));
                self.children(node, &inner, depth);
            }
            What::Merge { name, options } => match node.children.as_slice() {
                [] => {}
                [only] => self.node(*only, indent, first, depth + 1),
                _ => {
                    self.line(first, &format!("Merge strategy {name}"));
                    if let Some(options) = options {
                        self.value_line(&inner, "Options: ", &Value::hash(options.clone()), "");
                    }
                    self.children(node, &inner, depth);
                    if node.event == Event::Result {
                        self.value_line(&inner, "Merged result: ", &node.value, "");
                    }
                }
            },
            What::Provider { name, config, .. } => {
                self.line(first, name);
                if let Some(config) = config {
                    self.line(&inner, &format!("Using configuration \"{}\"", config));
                }
                self.children(node, &inner, depth);
                self.outcome(node, &inner);
            }
            What::Location { uri, original, location } => {
                let (kind, lower) = if *uri { ("URI", "uri") } else { ("Path", "path") };
                self.line(indent, &format!("{kind} \"{location}\""));
                self.line(&inner, &format!("Original {lower}: \"{original}\""));
                self.children(node, &inner, depth);
                if node.event == Event::NoLocation {
                    self.line(&inner, &format!("{kind} not found"));
                }
                self.outcome(node, &inner);
            }
            What::SubLookup(key) => {
                self.line(indent, &format!("Sub key: \"{key}\""));
                self.children(node, &inner, depth);
                self.outcome(node, &inner);
            }
            What::Segment => self.outcome(node, indent),
            What::Scope(name) => {
                self.line(indent, name);
                self.children(node, &inner, depth);
                self.outcome(node, &inner);
            }
        }
    }

    fn children(&mut self, node: &Node, indent: &str, depth: usize) {
        for child in &node.children {
            self.node(*child, indent, indent, depth + 1);
        }
    }

    fn outcome(&mut self, node: &Node, indent: &str) {
        let found = format!("Found key: \"{}\" value: ", node.key);
        match node.event {
            Event::NotFound => self.line(indent, &format!("No such key: \"{}\"", node.key)),
            Event::Found => self.value_line(indent, &found, &node.value, ""),
            Event::InOverrides => self.value_line(indent, &found, &node.value, " in overrides"),
            Event::InDefaults => self.value_line(indent, &found, &node.value, " in defaults"),
            _ => {}
        }
        for text in &node.texts {
            self.line(indent, text);
        }
    }

    fn value_line(&mut self, indent: &str, before: &str, value: &Value, after: &str) {
        self.text.push_str(indent);
        self.text.push_str(before);
        self.value(indent, value, 0);
        self.line("", after);
    }

    fn value(&mut self, indent: &str, value: &Value, depth: usize) {
        let inner = format!("{indent}  ");
        match value {
            _ if depth > MAX_DEPTH => self.text.push('…'),
            Value::Hash(hash) => self.block(indent, '{', '}', hash.len(), |out, at| {
                if let Some((key, value)) = hash.get_index(at) {
                    out.value(&inner, key, depth + 1);
                    out.text.push_str(" => ");
                    out.value(&inner, value, depth + 1);
                }
            }),
            Value::Array(items) => self.block(indent, '[', ']', items.len(), |out, at| {
                if let Some(item) = items.get(at) {
                    out.value(&inner, item, depth + 1);
                }
            }),
            other => self.text.push_str(&values::print::ruby(other)),
        }
    }

    fn block(&mut self, indent: &str, open: char, close: char, count: usize, mut item: impl FnMut(&mut Self, usize)) {
        self.text.push(open);
        for at in 0..count {
            self.text.push_str(if at == 0 { "\n" } else { ",\n" });
            self.text.push_str(indent);
            self.text.push_str("  ");
            item(self, at);
        }
        if count > 0 {
            self.text.push('\n');
            self.text.push_str(indent);
        }
        self.text.push(close);
    }
}
