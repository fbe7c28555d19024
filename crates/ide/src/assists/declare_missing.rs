//! A resource that is named and not there: begun before the statement that names it.

use diagnostics::{Edit, Finding, codes};
use syntax::SyntaxKind;
use syntax::ast::{AccessExpr, AstNode, Expr};

use super::context::{Context, statement};
use crate::text::trimmed_range;

/// Edit that declares the resource missing in a finding, and a title for the menu.
pub(crate) fn declare_missing(snapshot: analysis::Snapshot<'_>, file: analysis::File, finding: &Finding) -> Option<(String, Edit)> {
    if finding.code != codes::MISSING_DEPENDENCY {
        return None;
    }
    let context = Context::new(snapshot, file, finding.range)?;
    let access = context.selected().and_then(AccessExpr::cast)?;
    let Expr::TypeNameExpr(ty) = access.base()? else { return None };
    let mut keys = access.keys();
    let title = Expr::cast(keys.next().filter(|_| keys.next().is_none())?.syntax().clone())?;
    let is_text = match &title {
        Expr::Literal(it) => it.value_token().is_some_and(|it| it.kind() == SyntaxKind::SQ_STRING),
        Expr::DqString(_) => true,
        _ => false,
    };
    let ty = context.text_of(ty.syntax()).trim_start_matches("::").to_ascii_lowercase();
    let statement = statement(access.syntax())?;
    let at = trimmed_range(&statement).start();
    if !is_text || !context.is_first_in_line(at) {
        return None;
    }
    let (indent, title) = (context.indent(at), context.text_of(title.syntax()));
    let text = match ty.as_str() {
        "class" => format!("include {title}\n{indent}"),
        "package" | "user" | "group" => format!("{ty} {{ {title}:\n{indent}  ensure => present,\n{indent}}}\n\n{indent}"),
        "file" => format!("file {{ {title}:\n{indent}  ensure => file,\n{indent}}}\n\n{indent}"),
        "service" => format!("service {{ {title}:\n{indent}  ensure => running,\n{indent}}}\n\n{indent}"),
        _ => format!("{ty} {{ {title}:\n{indent}}}\n\n{indent}"),
    };
    Some((format!("Declare `{}` before", context.text_of(access.syntax())), context.insert(at, text)))
}

#[cfg(test)]
mod tests {
    use crate::tests::fixture;

    #[test]
    fn what_is_missing_is_declared_before() {
        let text =
            "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/manifests/init.pp\nclass m {\n  file { '/x': require => Package['y$0'] }\n}\n";
        let actions = fixture(text).ask(|snapshot, file, at| {
            let text = snapshot.text(file);
            let all = crate::code_actions(snapshot, file, syntax::TextRange::empty(at), |_| true);
            let titles: Vec<String> = all.iter().map(|it| it.title.clone()).collect();
            let found = all
                .into_iter()
                .find(|it| it.title == "Declare `Package['y']` before")
                .unwrap_or_else(|| panic!("it is offered: {titles:?}"));
            diagnostics::apply(&text, &found.edits.iter().collect::<Vec<_>>())
        });
        assert_eq!(actions, "class m {\n  package { 'y':\n    ensure => present,\n  }\n\n  file { '/x': require => Package['y'] }\n}\n");
    }
}
