//! Constants in the data of the module that a manifest belongs to, or of its environment where the module has none.

use std::path::Path;

use analysis::data::{Layer, Role};
use diagnostics::Edit;
use hiera::levels::Reads;
use syntax::ast::{AstNode, Expr};
use syntax::{SyntaxKind, TextRange};
use yaml::Kind;

use super::context::{Context, size};

/// Constants nest no deeper than this.
const DEEPEST: usize = 4;

/// Edit that adds an entry to the data for all machines, and the owner of the data; nothing without such a file, or where something else
/// may have the key.
pub(super) fn entry(context: &Context<'_>, key: &str, value: &Expr) -> Option<(Edit, &'static str)> {
    let (snapshot, from) = (context.snapshot, context.file);
    let place = snapshot.module_of(from)?;
    let root = Path::new(&place.root);
    key.strip_prefix(place.module.as_str()).filter(|it| it.starts_with("::"))?;
    let is_of_module = snapshot.file_at(&root.join("hiera.yaml")).is_some();
    let mut found = None;
    for (layer, file, levels) in snapshot.data_files(&place.module, from) {
        if snapshot.text(file).contains(key) {
            return None;
        }
        let data = snapshot.data_place(file)?;
        let is_meant = match layer {
            Layer::Global => false,
            Layer::Environment => !is_of_module,
            Layer::Module(_) => is_of_module,
        };
        let is_ours = is_meant && matches!(data.role, Role::Data { is_sealed: false, is_json: false, .. });
        let all = snapshot.levels(&data, file);
        // A path without variables is read for every machine.
        let mut levels = levels.iter().filter_map(|it| all.get(*it));
        let is_common = levels.any(|level| matches!(level.reads, Reads::Yaml) && level.names(Path::new(&*snapshot.path(file))));
        if is_ours && is_common {
            found = Some(file);
        }
    }
    let file = found?;
    let text = snapshot.text(file);
    let is_blank = text.lines().all(|it| it.trim().is_empty() || it.starts_with('#') || it.trim_end() == "---");
    let can_grow = snapshot.data_text(file).tree.root.as_ref().is_some_and(|node| {
        // In braces, or with an end that is written, it ends before the text does.
        matches!(&node.kind, Kind::Map(_))
            && text.get(node.range.start..).is_some_and(|it| !it.starts_with('{'))
            && !text.lines().any(|it| it.starts_with("..."))
            && !text.lines().skip(1).any(|it| it.starts_with("---"))
    });
    if !can_grow && !is_blank {
        return None;
    }
    let separator = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let written = yaml(context, value, DEEPEST)?;
    let range = TextRange::empty(size(text.len()));
    let edit = Edit { file: snapshot.path(file), range, text: format!("{separator}{key}: {written}\n") };
    Some((edit, if is_of_module { "module" } else { "environment" }))
}

/// A constant as YAML on one line; nothing for a text that Hiera would interpolate.
fn yaml(context: &Context<'_>, value: &Expr, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let text = context.text_of(value.syntax());
    let quoted = |it: &str| (!it.contains("%{") && !it.contains(['\\', '\n', '\r', '\t'])).then(|| format!("'{}'", it.replace('\'', "''")));
    match value {
        Expr::NameExpr(_) => quoted(text),
        Expr::DqString(it) if it.parts().next().is_none() => quoted(text.strip_prefix('"')?.strip_suffix('"')?),
        Expr::Literal(it) => match it.value_token()?.kind() {
            SyntaxKind::SQ_STRING => quoted(text.strip_prefix('\'')?.strip_suffix('\'')?),
            SyntaxKind::TRUE_KW | SyntaxKind::FALSE_KW => Some(text.to_owned()),
            // Octal and hexadecimal numbers are others in YAML.
            SyntaxKind::NUMBER => {
                let is_plain = text == "0" || !text.starts_with('0') && text.bytes().all(|it| it.is_ascii_digit());
                is_plain.then(|| text.to_owned())
            }
            _ => None,
        },
        Expr::ListExpr(it) => {
            let items: Option<Vec<String>> = it.elements().map(|it| yaml(context, &Expr::cast(it.syntax().clone())?, depth)).collect();
            Some(format!("[{}]", items?.join(", ")))
        }
        Expr::HashExpr(it) => {
            let one = |it: syntax::ast::HashEntry| {
                let key = it.key()?;
                let is_text = !matches!(&key, Expr::Literal(it) if it.value_token()?.kind() != SyntaxKind::SQ_STRING);
                let key = yaml(context, &key, depth).filter(|_| is_text)?;
                Some(format!("{key}: {}", yaml(context, &it.value()?, depth)?))
            };
            let entries: Option<Vec<String>> = it.entries().map(one).collect();
            let entries = entries?;
            Some(if entries.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", entries.join(", ")) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use syntax::TextRange;

    use crate::assists::assists;
    use crate::tests::fixture;

    const TITLE: &str = "with its value in the module's data";

    #[track_caller]
    fn check(manifest: &str, hiera: &str, data: &str, expected: Expect) {
        let files = format!(
            "#- /modules/a/manifests/init.pp\n{manifest}\n#- /modules/a/hiera.yaml\n{hiera}\n#- /modules/a/data/common.yaml\n{data}\n#- \
             /modules/a/metadata.json\n{{ \"name\": \"me-a\" }}\n"
        );
        let out = fixture(&files).ask(|snapshot, file, offset| {
            let all = assists(snapshot, file, TextRange::empty(offset));
            let Some(assist) = all.iter().find(|it| it.title.ends_with(TITLE)) else { return "not offered\n".to_owned() };
            let mut out = format!("{}\n", assist.title);
            let mut paths: Vec<_> = assist.edits.iter().map(|it| it.file.clone()).collect();
            paths.dedup();
            for path in paths {
                let edits: Vec<_> = assist.edits.iter().filter(|it| it.file == path).collect();
                let text = snapshot.text(snapshot.file(&path).expect("a known file"));
                out += &format!("#- {path}\n{}", diagnostics::apply(&text, &edits));
            }
            out
        });
        expected.assert_eq(&out);
    }

    const HIERA: &str = "version: 5\nhierarchy:\n  - name: os\n    path: \"%{facts.os.family}.yaml\"\n  - name: all\n    path: common.yaml";

    #[test]
    fn a_constant_moves_to_the_data_of_the_module() {
        let class = |value: &str| format!("class a {{\n  file {{ '/x': content => {value} }}\n}}");
        check(
            &class("'it$0 is'"),
            HIERA,
            "a::y: 1",
            expect![[r#"
            Extract to the parameter `$content` of the class, with its value in the module's data
            #- /modules/a/manifests/init.pp
            class a (
              String $content,
            ) {
              file { '/x': content => $content }
            }
            #- /modules/a/data/common.yaml
            a::y: 1
            a::content: 'it is'
        "#]],
        );
        check(
            &class("$01"),
            HIERA,
            "---",
            expect![[r#"
                Extract to the parameter `$content` of the class, with its value in the module's data
                #- /modules/a/manifests/init.pp
                class a (
                  Integer $content,
                ) {
                  file { '/x': content => $content }
                }
                #- /modules/a/data/common.yaml
                ---
                a::content: 1
            "#]],
        );
    }

    #[test]
    fn a_module_without_data_of_its_own_has_them_in_the_environment() {
        let files = |hierarchy: &str| {
            format!(
                "#- /e/environment.conf\n\n#- /e/hiera.yaml\nversion: 5\nhierarchy:\n{hierarchy}#- /e/data/common.yaml\n---\na::y: 1\n#- \
                 /e/data/nodes/x.yaml\na::z: 1\n#- /e/modules/a/manifests/init.pp\nclass a {{\n  f($01)\n}}\n"
            )
        };
        let offered = |hierarchy: &str| {
            fixture(&files(hierarchy)).ask(|snapshot, file, offset| {
                let all = assists(snapshot, file, TextRange::empty(offset));
                let found = all.iter().find(|it| it.title.ends_with("with its value in the environment's data"))?;
                Some(found.edits.iter().map(|it| format!("{} {:?}", it.file, it.text)).collect::<Vec<_>>())
            })
        };
        let nodes = "- {name: N, path: 'nodes/%{trusted.certname}.yaml'}\n";
        let expected = [
            r#"/e/modules/a/manifests/init.pp " (\n  Integer $value,\n)""#,
            r#"/e/modules/a/manifests/init.pp "$value""#,
            r#"/e/data/common.yaml "a::value: 1\n""#,
        ];
        assert_eq!(offered(&format!("{nodes}- {{name: C, path: common.yaml}}\n")), Some(expected.map(str::to_owned).to_vec()));
        assert_eq!(offered(nodes), None);
    }

    #[test]
    fn where_it_is_not_certain_it_stays() {
        let class = |value: &str| format!("class a {{\n  file {{ '/x': content => {value} }}\n}}");
        let refused = |manifest: &str, hiera: &str, data: &str| check(manifest, hiera, data, expect!["not offered\n"]);
        refused(&class("'a%{$0b}'"), HIERA, "a::y: 1");
        refused(&class("07$07"), HIERA, "a::y: 1");
        refused(&class("'b$0'"), HIERA, "a::content: 1");
        refused(&class("'b$0'"), HIERA, "{ a::y: 1 }");
        refused(&class("'b$0'"), "version: 5\nhierarchy:\n  - name: os\n    path: \"%{facts.os.family}.yaml\"", "a::y: 1");
        refused("define a::d { file { '/x': content => 'b$0' } }", HIERA, "a::y: 1");
    }
}
