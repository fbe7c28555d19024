//! Hiera's values for the parameters of a class.

use std::sync::Arc;

use hir::Symbol;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode};

use super::{HintKind, InlayHint, LONGEST, Values};
use crate::text::trimmed_range;
use crate::value_text;

pub(super) fn of_class(values: &mut Values<'_>, class: &SyntaxNode) -> Vec<InlayHint> {
    let Some(name) = class.children().find(|it| it.kind() == SyntaxKind::DEF_NAME) else { return Vec::new() };
    let defined = values.snapshot.references(values.file).at(trimmed_range(&name).end());
    let Some(name) = defined.iter().find_map(|it| if let Symbol::Class(name) = &it.symbol { Some(name.clone()) } else { None }) else {
        return Vec::new();
    };
    let Some(list) = class.children().find_map(ast::ParamList::cast) else { return Vec::new() };
    let parameters: Vec<ast::Param> = list.params().collect();
    if parameters.is_empty() {
        return Vec::new();
    }
    let (snapshot, file) = (values.snapshot, values.file);
    let watches = values.watches();
    let hint = |parameter: &ast::Param| {
        let variable = parameter.variable_token()?;
        let written = variable.text().trim_start_matches('$');
        let all = watches.iter().flat_map(|it| it.bound());
        let mut bound = all.filter(|it| *it.class == *name && *it.parameter == *written);
        let first = bound.next()?;
        // Differences between systems are shown in the tooltip.
        let shown = match bound.all(|it| it.value == first.value) {
            true => value_text::text(&first.value, LONGEST),
            false => "several values".to_owned(),
        };
        let place = first.sources.first().and_then(|path| {
            let line = snapshot.line_in_data(file, path, &first.key())?;
            Some((Arc::<str>::from(path.as_str()), line))
        });
        let at = trimmed_range(parameter.syntax()).end();
        let tooltip = place.as_ref().map(|(file, line)| format!("From Hiera: `{file}:{line}`"));
        Some(InlayHint { at, label: format!(" Hiera: {shown}"), kind: HintKind::Data, tooltip, place })
    };
    parameters.iter().filter_map(hint).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::inlay_hints::tests::check;

    #[test]
    fn parameters_that_data_gives_values() {
        check(
            "#- /m/metadata.json\n{\"name\": \"a-m\"}\n#- /m/hiera.yaml\nversion: 5\nhierarchy:\n  - name: c\n    path: common.yaml\n\
             #- /m/data/common.yaml\nm::port: 8080\nm::names: [a, b]\n#- /m/manifests/init.pp\n$0class m(\n  Integer $port = 80,\n  Array $names,\n  $other = 1,\n) { }\n",
            expect![[r#"
                class m(
                  Integer $port = 80« Hiera: 8080»,
                  Array $names« Hiera: ['a', 'b']»,
                  $other = 1,
                ) { }
            "#]],
        );
    }
}
