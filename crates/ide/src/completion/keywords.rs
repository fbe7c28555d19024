//! Words of the language, and forms to fill in.

use syntax::Dialect;

use super::Ask;
use super::item::{CompletionItem, CompletionKind, Found, Rank};

/// The forms of statements: the word, what it is, and the form.
const FORMS: &[(&str, &str, &str)] = &[
    ("if", "condition", "if ${1:condition} {\n  $0\n}"),
    ("unless", "condition", "unless ${1:condition} {\n  $0\n}"),
    ("case", "choice", "case ${1:value} {\n  ${2:'option'}: {\n    $0\n  }\n  default: { }\n}"),
    ("elsif", "condition", "elsif ${1:condition} {\n  $0\n}"),
    ("else", "condition", "else {\n  $0\n}"),
];

/// The forms of definitions.
const DEFINITIONS: &[(&str, &str, &str)] = &[
    ("class", "class", "class ${1:name} {\n  $0\n}"),
    ("define", "defined type", "define ${1:name} (\n  $2\n) {\n  $0\n}"),
    ("function", "function", "function ${1:name}(${2}) >> ${3:Any} {\n  $0\n}"),
    ("node", "node", "node '${1:name}' {\n  $0\n}"),
    ("type", "type alias", "type ${1:Name} = ${0:Type}"),
];

pub(super) fn words(words: &[&str], found: &mut Found) {
    for word in words {
        found.add(CompletionItem::new(*word, CompletionKind::Keyword, Rank::Local));
    }
}

/// Completes the beginnings of statements.
pub(super) fn statements(ask: &Ask<'_>, found: &mut Found) {
    let mut form = |(word, what, form): (&str, &str, &str), rank| {
        let line_is_free = ask.rest_of_line().trim().is_empty();
        let item = CompletionItem::new(word, CompletionKind::Keyword, rank).detail(what);
        // Where something follows already, the word is enough.
        found.add(if line_is_free { item.snippet(form, word) } else { item });
    };
    let inside = super::variables::definition_around(ask);
    for it in FORMS {
        form(*it, Rank::Workspace);
    }
    let is_manifest = ask.snapshot.dialect(ask.file) == Dialect::Manifest;
    if is_manifest && inside.is_none() {
        let name = ask.snapshot.namespace(ask.file);
        let path = ask.snapshot.path(ask.file);
        for (word, what, text) in DEFINITIONS {
            let fits = match *word {
                "class" | "define" => path.contains("/manifests/"),
                "function" => path.contains("/functions/"),
                "type" => path.contains("/types/"),
                _ => false,
            };
            let name = name.as_ref().filter(|_| fits).map(|it| if *word == "type" { hir::name::capitalized(it) } else { it.to_string() });
            let text = match &name {
                Some(name) => text.replace("${1:name}", name).replace("${1:Name}", name),
                None => (*text).to_owned(),
            };
            form((word, what, &text), if name.is_some() { Rank::Expected } else { Rank::Module });
        }
    }
    // Classes may be declared everywhere.
    let resource = "class { '${1:name}':\n  $0\n}";
    if ask.rest_of_line().trim().is_empty() {
        let item = CompletionItem::new("class {…}", CompletionKind::Snippet, Rank::Workspace).detail("a class with parameters");
        found.add(item.snippet(resource, "class { ").filter("class"));
    }
}

/// Words that are values, or begin some.
pub(super) fn values(found: &mut Found) {
    for word in ["true", "false", "undef", "default", "if", "unless", "case"] {
        found.add(CompletionItem::new(word, CompletionKind::Keyword, Rank::Last));
    }
}
