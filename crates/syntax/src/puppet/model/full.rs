//! Every node with its class, its place and its attributes, in the order of Puppet's own model.

use super::json::Json;
use super::{Data, DefinitionKind, Form, Model, NodeId, pn};

/// `["Program", null, null, {…}]`
pub fn program(model: &Model) -> Json {
    let body = model.root.map(|root| ("body".to_owned(), node(model, root)));
    Json::Array(vec![Json::string("Program"), Json::Null, Json::Null, Json::Object(body.into_iter().collect())])
}

/// `[class, name, offset]` for each definition.
pub fn definitions(model: &Model) -> Json {
    let all = model.definitions.iter().map(|id| {
        let n = model.get(*id);
        let name = match &n.data {
            Data::Definition { rest, .. } => Json::string(rest.name.as_str()),
            Data::TypeAlias { name, .. } | Data::TypeDefinition { name, .. } => Json::string(&**name),
            _ => Json::Null,
        };
        Json::Array(vec![Json::string(class(&n.data)), name, Json::number(n.offset)])
    });
    Json::Array(all.collect())
}

/// The name of the node's class in Puppet's model.
pub fn class(data: &Data) -> &'static str {
    match data {
        Data::Nop => "Nop",
        Data::Block { .. } => "BlockExpression",
        Data::ApplyBlock { .. } => "ApplyBlockExpression",
        Data::Integer { .. } => "LiteralInteger",
        Data::Float(_) => "LiteralFloat",
        Data::String(_) => "LiteralString",
        Data::Boolean(_) => "LiteralBoolean",
        Data::Undef => "LiteralUndef",
        Data::Default => "LiteralDefault",
        Data::Regex(_) => "LiteralRegularExpression",
        Data::Name(_) => "QualifiedName",
        Data::Reference(_) => "QualifiedReference",
        Data::Reserved(_) => "ReservedWord",
        Data::Variable { .. } => "VariableExpression",
        Data::Concat { .. } => "ConcatenatedString",
        Data::Text { .. } => "TextExpression",
        Data::Heredoc { .. } => "HeredocExpression",
        Data::List { .. } => "LiteralList",
        Data::Hash { .. } => "LiteralHash",
        Data::Entry { .. } => "KeyedEntry",
        Data::Access { .. } => "AccessExpression",
        Data::Paren { .. } => "ParenthesizedExpression",
        Data::Not { .. } => "NotExpression",
        Data::Minus { .. } => "UnaryMinusExpression",
        Data::Unfold { .. } => "UnfoldExpression",
        Data::Arithmetic { .. } => "ArithmeticExpression",
        Data::Comparison { .. } => "ComparisonExpression",
        Data::Match { .. } => "MatchExpression",
        Data::In { .. } => "InExpression",
        Data::And { .. } => "AndExpression",
        Data::Or { .. } => "OrExpression",
        Data::Assignment { .. } => "AssignmentExpression",
        Data::Relationship { .. } => "RelationshipExpression",
        Data::NamedAccess { .. } => "NamedAccessExpression",
        Data::Selector { .. } => "SelectorExpression",
        Data::SelectorEntry { .. } => "SelectorEntry",
        Data::Case { .. } => "CaseExpression",
        Data::CaseOption { .. } => "CaseOption",
        Data::If { .. } => "IfExpression",
        Data::Unless { .. } => "UnlessExpression",
        Data::Call { .. } => "CallNamedFunctionExpression",
        Data::MethodCall { .. } => "CallMethodExpression",
        Data::Lambda { .. } => "LambdaExpression",
        Data::Parameter { .. } => "Parameter",
        Data::Definition { kind, .. } => match kind {
            DefinitionKind::Class => "HostClassDefinition",
            DefinitionKind::Define => "ResourceTypeDefinition",
            DefinitionKind::Function => "FunctionDefinition",
            DefinitionKind::Plan => "PlanDefinition",
        },
        Data::NodeDefinition { .. } => "NodeDefinition",
        Data::TypeAlias { .. } => "TypeAlias",
        Data::TypeMapping { .. } => "TypeMapping",
        Data::TypeDefinition { .. } => "TypeDefinition",
        Data::Apply { .. } => "ApplyExpression",
        Data::Resource { .. } => "ResourceExpression",
        Data::ResourceBody { .. } => "ResourceBody",
        Data::ResourceDefaults { .. } => "ResourceDefaultsExpression",
        Data::ResourceOverride { .. } => "ResourceOverrideExpression",
        Data::AttributeOperation { .. } => "AttributeOperation",
        Data::AttributesOperation { .. } => "AttributesOperation",
        Data::Collect { .. } => "CollectExpression",
        Data::Query { exported: true, .. } => "ExportedQuery",
        Data::Query { exported: false, .. } => "VirtualQuery",
        Data::Epp { .. } => "EppExpression",
        Data::RenderString(_) => "RenderStringExpression",
        Data::Render { .. } => "RenderExpression",
    }
}

struct Attributes<'a> {
    model: &'a Model,
    entries: Vec<(String, Json)>,
}

impl Attributes<'_> {
    fn one(&mut self, name: &str, id: NodeId) {
        self.entries.push((name.to_owned(), node(self.model, id)));
    }

    fn maybe(&mut self, name: &str, id: Option<NodeId>) {
        if let Some(id) = id {
            self.one(name, id);
        }
    }

    /// Empty lists are left out.
    fn many(&mut self, name: &str, ids: &[NodeId]) {
        if !ids.is_empty() {
            let all = ids.iter().map(|id| node(self.model, *id)).collect();
            self.entries.push((name.to_owned(), Json::Array(all)));
        }
    }

    fn text(&mut self, name: &str, text: &str) {
        self.entries.push((name.to_owned(), Json::string(text)));
    }

    fn flag(&mut self, name: &str, value: bool) {
        self.entries.push((name.to_owned(), Json::Bool(value)));
    }

    fn form(&mut self, form: Form) {
        self.text("form", form.name());
    }

    fn sides(&mut self, left: NodeId, right: NodeId) {
        self.one("left_expr", left);
        self.one("right_expr", right);
    }

    fn operator(&mut self, op: &str, left: NodeId, right: NodeId) {
        self.sides(left, right);
        self.text("operator", op);
    }
}

fn tagged(tag: &str, value: String) -> Json {
    Json::Object(vec![("!".to_owned(), Json::string(tag)), ("v".to_owned(), Json::String(value))])
}

fn node(model: &Model, id: NodeId) -> Json {
    let n = model.get(id);
    let mut a = Attributes { model, entries: Vec::new() };
    match &n.data {
        Data::Nop | Data::Undef | Data::Default => {}
        Data::Block { statements } | Data::ApplyBlock { statements } => a.many("statements", statements),
        Data::Integer { value, radix } => {
            a.entries.push(("radix".to_owned(), Json::number(radix)));
            a.entries.push(("value".to_owned(), Json::Number(pn::integer(value))));
        }
        Data::Float(f) => a.entries.push(("value".to_owned(), tagged("float", literals::float(*f)))),
        Data::String(s) | Data::RenderString(s) | Data::Name(s) => a.text("value", s),
        Data::Boolean(b) => a.flag("value", *b),
        Data::Regex(pattern) => {
            a.entries.push(("value".to_owned(), tagged("regexp", pattern.clone())));
            a.text("pattern", &inspect_regex(pattern));
        }
        Data::Reference(name) => a.text("cased_value", name),
        Data::Reserved(word) => {
            a.text("word", word);
            a.flag("future", false);
        }
        Data::Variable { expr }
        | Data::Text { expr }
        | Data::Paren { expr }
        | Data::Not { expr }
        | Data::Minus { expr }
        | Data::Unfold { expr }
        | Data::Render { expr }
        | Data::AttributesOperation { expr } => a.one("expr", *expr),
        Data::Concat { segments } => a.many("segments", segments),
        Data::Heredoc { syntax, text } => {
            a.text("syntax", syntax);
            a.one("text_expr", *text);
        }
        Data::List { values } => a.many("values", values),
        Data::Hash { entries } => a.many("entries", entries),
        Data::Entry { key, value } => {
            a.one("key", *key);
            a.one("value", *value);
        }
        Data::Access { left, keys } => {
            a.one("left_expr", *left);
            a.many("keys", keys);
        }
        Data::Arithmetic { op, left, right } => a.operator(op.symbol(), *left, *right),
        Data::Comparison { op, left, right } => a.operator(op.symbol(), *left, *right),
        Data::Match { op, left, right } => a.operator(op.symbol(), *left, *right),
        Data::Assignment { op, left, right } => a.operator(op.symbol(), *left, *right),
        Data::Relationship { op, left, right } => a.operator(op.symbol(), *left, *right),
        Data::In { left, right } | Data::And { left, right } | Data::Or { left, right } | Data::NamedAccess { left, right } => {
            a.sides(*left, *right);
        }
        Data::Selector { left, selectors } => {
            a.one("left_expr", *left);
            a.many("selectors", selectors);
        }
        Data::SelectorEntry { matching, value } => {
            a.one("matching_expr", *matching);
            a.one("value_expr", *value);
        }
        Data::Case { test, options } => {
            a.one("test", *test);
            a.many("options", options);
        }
        Data::CaseOption { values, then } => {
            a.many("values", values);
            a.maybe("then_expr", *then);
        }
        Data::If { test, then, otherwise } | Data::Unless { test, then, otherwise } => {
            a.one("test", *test);
            a.maybe("then_expr", *then);
            a.maybe("else_expr", *otherwise);
        }
        Data::Call { functor, rval_required, arguments, lambda } => {
            a.flag("rval_required", *rval_required);
            a.one("functor_expr", *functor);
            a.many("arguments", arguments);
            a.maybe("lambda", *lambda);
        }
        Data::MethodCall { functor, arguments, lambda } => {
            a.flag("rval_required", true);
            a.one("functor_expr", *functor);
            a.many("arguments", arguments);
            a.maybe("lambda", *lambda);
        }
        Data::Lambda { parameters, body, return_type } => {
            a.many("parameters", parameters);
            a.maybe("body", *body);
            a.maybe("return_type", *return_type);
        }
        Data::Parameter { name, type_expr, value, captures_rest } => {
            a.text("name", name);
            a.maybe("value", *value);
            a.maybe("type_expr", *type_expr);
            if *captures_rest {
                a.flag("captures_rest", true);
            }
        }
        Data::Definition { parameters, rest, .. } => {
            a.text("name", &rest.name);
            a.many("parameters", parameters);
            a.maybe("body", rest.body);
            a.maybe("return_type", rest.return_type);
            if let Some(parent) = &rest.parent {
                a.text("parent_class", parent);
            }
        }
        Data::NodeDefinition { parent, matches, body } => {
            a.maybe("parent", *parent);
            a.many("host_matches", matches);
            a.maybe("body", *body);
        }
        Data::TypeAlias { name, type_expr } => {
            a.text("name", name);
            a.one("type_expr", *type_expr);
        }
        Data::TypeMapping { type_expr, mapping } => {
            a.one("type_expr", *type_expr);
            a.one("mapping_expr", *mapping);
        }
        Data::TypeDefinition { name, parent, body } => {
            a.text("name", name);
            if let Some(parent) = parent {
                a.text("parent", parent);
            }
            a.maybe("body", *body);
        }
        Data::Apply { arguments, body } => {
            a.many("arguments", arguments);
            a.one("body", *body);
        }
        Data::Resource { form, type_name, bodies } => {
            a.form(*form);
            a.one("type_name", *type_name);
            a.many("bodies", bodies);
        }
        Data::ResourceBody { title, operations } => {
            a.one("title", *title);
            a.many("operations", operations);
        }
        Data::ResourceDefaults { form, type_ref, operations } => {
            a.form(*form);
            a.one("type_ref", *type_ref);
            a.many("operations", operations);
        }
        Data::ResourceOverride { form, resources, operations } => {
            a.form(*form);
            a.one("resources", *resources);
            a.many("operations", operations);
        }
        Data::AttributeOperation { name, op, value } => {
            a.text("attribute_name", name);
            a.text("operator", op.symbol());
            a.one("value_expr", *value);
        }
        Data::Collect { type_expr, query, operations } => {
            a.one("type_expr", *type_expr);
            a.one("query", *query);
            a.many("operations", operations);
        }
        Data::Query { expr, .. } => a.maybe("expr", *expr),
        Data::Epp { parameters_specified, body } => {
            a.flag("parameters_specified", *parameters_specified);
            a.maybe("body", *body);
        }
    }
    Json::Array(vec![Json::string(class(&n.data)), Json::number(n.offset), Json::number(n.length), Json::Object(a.entries)])
}

/// A regular expression as Ruby shows it.
fn inspect_regex(pattern: &str) -> String {
    let mut out = String::from("/");
    let mut escaped = false;
    for c in pattern.chars() {
        match c {
            '/' if !escaped => out.push_str("\\/"),
            c => out.push(c),
        }
        escaped = c == '\\' && !escaped;
    }
    out.push('/');
    out
}
