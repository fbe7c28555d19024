//! How Puppet's messages name a node.

use super::{Data, DefinitionKind, Model, NodeId};

/// The label without an article, as "Literal Integer".
pub fn label(model: &Model, id: NodeId) -> String {
    let fixed = match model.data(id) {
        Data::Nop => "Nop Expression",
        Data::Block { .. } => "Block Expression",
        Data::ApplyBlock { .. } => "Apply Block Expression",
        Data::Integer { .. } => "Literal Integer",
        Data::Float(_) => "Literal Float",
        Data::String(_) => "String",
        Data::Boolean(_) => "Boolean",
        Data::Undef => "'undef' expression",
        Data::Default => "'default' expression",
        Data::Regex(_) => "Regular Expression",
        Data::Name(_) => "Name",
        Data::Reference(_) => "Type-Name",
        Data::Reserved(word) => return format!("Reserved Word '{word}'"),
        Data::Variable { .. } => "Variable",
        Data::Concat { .. } => "Double Quoted String",
        Data::Text { .. } => "Expression in Interpolated String",
        Data::Heredoc { syntax, .. } => return format!("'@({syntax})' expression"),
        Data::List { .. } => "Array Expression",
        Data::Hash { .. } => "Hash Expression",
        Data::Entry { .. } => "Hash Entry",
        Data::Access { .. } => "'[]' expression",
        Data::Paren { .. } => "Parenthesized Expression",
        Data::Not { .. } => "'not' expression",
        Data::Minus { .. } => "Unary Minus",
        Data::Unfold { .. } => "Unfold",
        Data::Arithmetic { op, .. } => return format!("'{op}' expression"),
        Data::Comparison { op, .. } => return format!("'{op}' expression"),
        Data::Match { op, .. } => return format!("'{op}' expression"),
        Data::Assignment { op, .. } => return format!("'{op}' expression"),
        Data::Relationship { op, .. } => return format!("'{op}' expression"),
        Data::AttributeOperation { op, .. } => return format!("'{op}' expression"),
        Data::In { .. } => "'in' expression",
        Data::And { .. } => "'and' expression",
        Data::Or { .. } => "'or' expression",
        Data::NamedAccess { .. } => "'.' expression",
        Data::Selector { .. } => "Selector Expression",
        Data::SelectorEntry { .. } => "Selector Option",
        Data::Case { .. } => "'case' statement",
        Data::CaseOption { .. } => "Case Option",
        Data::If { .. } => "'if' statement",
        Data::Unless { .. } => "'unless' Statement",
        Data::Call { .. } => "Function Call",
        Data::MethodCall { .. } => "Method call",
        Data::Lambda { .. } => "Lambda",
        Data::Parameter { .. } => "Parameter Definition",
        Data::Definition { kind, .. } => match kind {
            DefinitionKind::Class => "Host Class Definition",
            DefinitionKind::Define => "'define' expression",
            DefinitionKind::Function => "Function Definition",
            DefinitionKind::Plan => "Plan Definition",
        },
        Data::NodeDefinition { .. } => "Node Definition",
        Data::TypeAlias { .. } => "Type Alias",
        Data::TypeMapping { .. } => "Type Mapping",
        Data::TypeDefinition { .. } => "Type Definition",
        Data::Apply { .. } => "'apply' expression",
        Data::Resource { .. } => "Resource Statement",
        Data::ResourceBody { .. } => "Resource Instance Definition",
        Data::ResourceDefaults { .. } => "Resource Defaults Expression",
        Data::ResourceOverride { .. } => "Resource Override",
        Data::AttributesOperation { .. } => "Object",
        Data::Collect { query, .. } => return label(model, *query),
        Data::Query { exported: true, .. } => "Exported Query",
        Data::Query { exported: false, .. } => "Virtual Query",
        Data::Epp { .. } => "Epp Template",
        Data::RenderString(_) => "Epp Text",
        Data::Render { .. } => "Epp Interpolated Expression",
    };
    fixed.to_owned()
}

/// "a Literal Integer", "an 'if' statement".
pub fn a_an(model: &Model, id: NodeId) -> String {
    let label = label(model, id);
    format!("{} {label}", article(&label))
}

/// "A Literal Integer".
pub fn a_an_uc(model: &Model, id: NodeId) -> String {
    let label = label(model, id);
    let article = if article(&label) == "an" { "An" } else { "A" };
    format!("{article} {label}")
}

/// Puppet's rule: the first character decides, after a quote the second.
pub fn article(label: &str) -> &'static str {
    let mut chars = label.chars();
    let first = match chars.next() {
        Some('\'' | '"') => chars.next(),
        other => other,
    };
    match first.map(|c| c.to_ascii_lowercase()) {
        Some('a' | 'e' | 'i' | 'o' | 'u' | 'y') => "an",
        _ => "a",
    }
}
