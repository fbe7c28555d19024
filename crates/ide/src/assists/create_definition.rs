//! A class, defined type or function that is used and not there: a file for it, where Puppet looks for it.

use analysis::{File, Origin, Snapshot};
use diagnostics::{Finding, codes};
use hir::name;
use syntax::SyntaxNode;
use syntax::ast::{AnyAttribute, AstNode, CallExpr, Expr, Resource};

use super::context::Context;
use super::type_of;
use crate::code_actions::NewFile;

/// File that would define the name missing in a finding, and a title for the menu. Only in modules of the workspace, and where no name is
/// near: that one is rather meant.
pub(crate) fn create_definition(snapshot: Snapshot<'_>, file: File, finding: &Finding) -> Option<(String, NewFile)> {
    let kinds = [
        (codes::UNKNOWN_CLASS, ("class", "class", "manifests")),
        (codes::UNKNOWN_RESOURCE_TYPE, ("define", "defined type", "manifests")),
        (codes::UNKNOWN_FUNCTION, ("function", "function", "functions")),
    ];
    let (_, (word, what, folder)) = kinds.into_iter().find(|it| it.0 == finding.code)?;
    if !finding.fixes.is_empty() || finding.file != snapshot.path(file) {
        return None;
    }
    let text = snapshot.text(file);
    let name = name::normal(text.get(std::ops::Range::<usize>::from(finding.range))?);
    let (module, rest) = name.split_once("::").unwrap_or((&name, ""));
    // A function that is called like its module can be loaded from nowhere.
    if !name::is_name(&name) || word == "function" && rest.is_empty() {
        return None;
    }
    let root = root(snapshot, file, module)?;
    let rest = if rest.is_empty() { "init".to_owned() } else { rest.replace("::", "/") };
    let path = format!("{root}/{folder}/{rest}.pp");
    if snapshot.file_at(std::path::Path::new(&path)).is_some() {
        return None;
    }
    let parameters = parameters(snapshot, file, finding);
    let parameters = match (word, parameters.is_empty()) {
        ("function", _) => format!("({}) {{\n}}\n", parameters.join(", ")),
        (_, true) => " {\n}\n".to_owned(),
        (_, false) => format!(" (\n{}) {{\n}}\n", parameters.iter().map(|it| format!("  {it},\n")).collect::<String>()),
    };
    Some((format!("Create the {what} `{name}`"), NewFile { path, text: format!("{word} {name}{parameters}") }))
}

/// The folder of a module that the site of a file finds in the workspace.
fn root(snapshot: Snapshot<'_>, file: File, module: &str) -> Option<String> {
    let mut roots = snapshot.modules().into_iter().filter(|it| it.module == *module).map(|it| it.root);
    let found = snapshot.module_folder(file, module);
    let root = roots.find(|it| found.as_deref().is_none_or(|found| found == std::path::Path::new(it)))?;
    let is_ours = snapshot.files_below(&root).any(|it| snapshot.origin(it) == Origin::Local);
    is_ours.then_some(root)
}

/// Parameters passed where the definition is used.
fn parameters(snapshot: Snapshot<'_>, file: File, finding: &Finding) -> Vec<String> {
    let Some(context) = Context::new(snapshot, file, finding.range) else { return Vec::new() };
    let around = |it: &SyntaxNode| CallExpr::can_cast(it.kind()) || Resource::can_cast(it.kind());
    let Some(node) = context.ancestors().find(around) else { return Vec::new() };
    let mut found: Vec<String> = Vec::new();
    let mut add = |name: &str, value: Option<Expr>| {
        let is_known = found.iter().any(|it| it.split('$').nth(1) == Some(name));
        if name::is_parameter(name) && !is_known {
            let ty = value.and_then(|it| type_of(&it)).unwrap_or_else(|| "Any".to_owned());
            found.push(format!("{ty} ${name}"));
        }
    };
    if let Some(call) = CallExpr::cast(node.clone()) {
        for (number, it) in call.arg_list().into_iter().flat_map(|it| it.args()).enumerate() {
            let value = Expr::cast(it.syntax().clone());
            let name = match &value {
                Some(Expr::VarExpr(it)) => context.text_of(it.syntax()).trim_start_matches('$').rsplit("::").next().map(str::to_owned),
                _ => None,
            };
            add(&name.unwrap_or_else(|| format!("arg{}", number + 1)), value);
        }
    } else if let Some(resource) = Resource::cast(node) {
        for it in resource.bodies().flat_map(|it| it.attributes()) {
            let AnyAttribute::Attribute(it) = it else { continue };
            let name = it.attribute_name().map(|it| context.text_of(it.syntax()).to_owned()).unwrap_or_default();
            if !resource_types::is_metaparameter(&name) {
                add(&name, it.value());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use syntax::TextRange;

    use crate::tests::fixture;

    #[track_caller]
    fn check(body: &str, expected: Expect) {
        let files = format!(
            "#- /e/environment.conf\n\n#- /e/modules/a/manifests/init.pp\nclass a {{\n  {body}\n}}\n#- /e/modules/b/manifests/init.pp\n\
             class b {{ }}\n#- /library/c/manifests/init.pp\nclass c {{ }}\n"
        );
        let found = fixture(&files).ask(|snapshot, file, at| {
            let all = crate::code_actions(snapshot, file, TextRange::empty(at), |_| true);
            let created = all.iter().filter_map(|it| Some((it, it.creates.as_ref()?)));
            created.map(|(it, new)| format!("{}\n{}\n{}", it.title, new.path, new.text)).collect::<String>()
        });
        expected.assert_eq(&found);
    }

    #[test]
    fn what_is_not_there_gets_a_file() {
        check(
            "include a::x::$0y",
            expect![[r#"
            Create the class `a::x::y`
            /e/modules/a/manifests/x/y.pp
            class a::x::y {
            }
        "#]],
        );
        check(
            "class { '::b$0::z': port => 80, require => File['/x'] }",
            expect![[r#"
                Create the class `b::z`
                /e/modules/b/manifests/z.pp
                class b::z (
                  Integer $port,
                ) {
                }
            "#]],
        );
        check(
            "a::h$0ost { 't': ports => [1], on => $facts['x'] }",
            expect![[r#"
                Create the defined type `a::host`
                /e/modules/a/manifests/host.pp
                define a::host (
                  Array[Integer] $ports,
                  Any $on,
                ) {
                }
            "#]],
        );
        check(
            "$c = 1\n  notice(a::f$0ull($c, 'x', [1]))",
            expect![[r#"
                Create the function `a::full`
                /e/modules/a/functions/full.pp
                function a::full(Any $c, String $arg2, Array[Integer] $arg3) {
                }
            "#]],
        );
    }

    #[test]
    fn what_lies_elsewhere_or_is_meant_otherwise_gets_none() {
        let refused = |body: &str| check(body, expect![""]);
        refused("include nowhere::$0x");
        refused("include c::$0x");
        refused("notice(not_$0there())");
        refused("notfi$0y { 'x': }");
        refused("include $0b");
    }
}
