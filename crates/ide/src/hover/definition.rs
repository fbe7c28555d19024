//! Definitions of manifests: how they begin, and their comments.

use analysis::names::Definition;
use analysis::{File, Snapshot};
use hir::{Item, ItemKind, Parameter, Symbol, name};

/// How a definition begins, and its comment.
pub(crate) fn text(snapshot: Snapshot<'_>, file: File, symbol: &Symbol) -> Option<String> {
    let definition = snapshot.resolve(symbol, file).into_iter().find(|it| snapshot.item(*it).is_some())?;
    let item = snapshot.item(definition)?;
    let head = match item.kind {
        ItemKind::Alias => alias(item, &written_name(snapshot, definition).unwrap_or_else(|| name::capitalized(&item.name))),
        _ => head(item),
    };
    let mut text = format!("```puppet\n{head}\n```\n");
    for docs in item.docs.summary().into_iter().chain([item.docs.text.as_str()]).filter(|it| !it.is_empty()) {
        text.push_str(&format!("\n{docs}\n"));
    }
    let parameters = item.parameters.iter().filter_map(|it| Some((it, item.docs.param(&it.name)?)));
    let parameters: Vec<String> = parameters.map(|(it, tag)| format!("- `${}`: {}", it.name, one_line(&tag.text))).collect();
    if !parameters.is_empty() {
        text.push_str(&format!("\n{}\n", parameters.join("\n")));
    }
    Some(text)
}

/// One parameter of a definition, and what its comment says of it.
pub(crate) fn parameter(snapshot: Snapshot<'_>, file: File, owner: &Symbol, name: &str) -> Option<String> {
    let item = find(snapshot, file, owner)?;
    let parameter = item.parameters.iter().find(|it| it.name == name)?;
    let mut text = format!("```puppet\n{}\n```\n\nparameter of `{}`\n", one(parameter), item.name);
    if let Some(tag) = item.docs.param(name) {
        text.push_str(&format!("\n{}\n", tag.text));
    }
    Some(text)
}

/// One parameter of a template.
pub(crate) fn template_parameter(snapshot: Snapshot<'_>, template: File, name: &str) -> Option<String> {
    let parameter = snapshot.item_tree(template).template.iter().find(|it| it.name == name)?;
    let of = snapshot.template_name(template).map(|it| format!("`{it}`")).unwrap_or_else(|| "this template".to_owned());
    Some(format!("```puppet\n{}\n```\n\nparameter of {of}\n", one(parameter)))
}

fn find<'db>(snapshot: Snapshot<'db>, file: File, symbol: &Symbol) -> Option<&'db Item> {
    snapshot.resolve(symbol, file).into_iter().find_map(|it| snapshot.item(it))
}

/// A name as its definition spells it: that of an alias has capitals, and those within a word are not known from it.
fn written_name(snapshot: Snapshot<'_>, definition: Definition) -> Option<String> {
    let range = snapshot.item_ranges(definition)?.name;
    snapshot.text(definition.file).get(std::ops::Range::<usize>::from(range)).map(|it| it.trim().to_owned())
}

fn alias(item: &Item, name: &str) -> String {
    format!("type {name} = {}", item.alias.as_deref().unwrap_or(""))
}

fn head(item: &Item) -> String {
    let word = match item.kind {
        ItemKind::Class => "class",
        ItemKind::Define => "define",
        ItemKind::Function => "function",
        ItemKind::Plan => "plan",
        ItemKind::Node => "node",
        ItemKind::Alias => return alias(item, &item.name),
    };
    let mut text = format!("{word} {}", item.name);
    if !item.parameters.is_empty() {
        let parameters: Vec<String> = item.parameters.iter().map(|it| format!("  {},\n", one(it))).collect();
        text.push_str(&format!("(\n{})", parameters.concat()));
    }
    if let Some(parent) = &item.parent {
        text.push_str(&format!(" inherits {parent}"));
    }
    if let Some(returns) = &item.returns {
        text.push_str(&format!(" >> {returns}"));
    }
    text
}

fn one(parameter: &Parameter) -> String {
    let ty = parameter.ty.as_ref().map(|it| format!("{it} ")).unwrap_or_default();
    let star = if parameter.captures_rest { "*" } else { "" };
    let default = parameter.default.as_ref().map(|it| format!(" = {it}")).unwrap_or_default();
    format!("{ty}{star}${}{default}", parameter.name)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::check;

    #[test]
    fn a_class_with_its_comment() {
        check(
            "#- /m/manifests/init.pp\n# A web server.\n#\n# @param port\n#   Where it listens\nclass m(Integer $port = 80, $x) { }\n#- /m/manifests/a.pp\nclass m::a { include m$0 }",
            expect![[r#"
                ```puppet
                class m(
                  Integer $port = 80,
                  $x,
                )
                ```

                A web server.

                - `$port`: Where it listens
            "#]],
        );
    }

    #[test]
    fn an_alias_as_it_is_written() {
        check(
            "#- /m/types/httpport.pp\ntype M::HTTPPort = Integer[1, 65535]\n#- /m/manifests/init.pp\nclass m(M::HTTP$0Port $port) { }",
            expect![[r#"
                ```puppet
                type M::HTTPPort = Integer[1, 65535]
                ```
            "#]],
        );
    }

    #[test]
    fn a_parameter() {
        check(
            "#- /m/manifests/init.pp\n# @param port\n#   Where it listens\nclass m(Integer $port = 80) { notice($po$0rt) }",
            expect![[r#"
                ```puppet
                Integer $port = 80
                ```

                parameter of `m`

                Where it listens

                Value: `80`
            "#]],
        );
    }

    #[test]
    fn a_parameter_of_a_template() {
        let template = "#- /modules/m/templates/t.epp\n<%- | Integer $x = 1 | -%>";
        let class = "#- /modules/m/manifests/init.pp\nclass m { epp('m/t.epp', {";
        check(
            &format!("{class} 'x$0' => 2 }}) }}\n{template}"),
            expect![[r#"
                ```puppet
                Integer $x = 1
                ```

                parameter of `m/t.epp`
            "#]],
        );
        // In the template it has the value that the class passes.
        check(
            &format!("{class} 'x' => 2 }}) }}\n{template}<%= $0$x %>"),
            expect![[r#"
                ```puppet
                Integer $x = 1
                ```

                parameter of `m/t.epp`

                Value: `2`
            "#]],
        );
    }

    #[test]
    fn what_nobody_defines_has_none() {
        check("#- /a.pp\ninclude no$0ne", expect![""]);
    }
}
