//! `import 'nodes.pp'`: removed in Puppet 4.

use compiler::Issue;

use std::sync::Arc;

use syntax::TextRange;
use syntax::model::{Data, Model, NodeId};

use super::raised::{Draft, Raised};
use super::{Rule, spot};
use crate::{Edit, Fix};

pub(crate) const RULE: Rule = Rule::Error(find);

pub(crate) const HELP: &str = "Take it away: Puppet reads all manifests of the folder that the setting `manifest` names, and finds the \
                               classes of modules by their names";

fn find(raised: &Raised<'_>) -> Vec<Draft> {
    let call = match raised.issue {
        Issue::DiscontinuedImport => enclosing_import(raised),
        Issue::UnknownFunction { .. } => match enclosing_import(raised) {
            Some(call) => Some(call),
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let mut draft = raised.draft(call);
    draft.help = Some(HELP.to_owned());
    draft.fixes = raised.program.as_deref().and_then(|it| fix(&draft.file, &it.text, draft.range)).into_iter().collect();
    vec![draft]
}

/// The `import` that an error is in: of `import nodes/x.pp`, Puppet first looks for a function `pp`.
pub(super) fn enclosing_import(raised: &Raised<'_>) -> Option<TextRange> {
    let program = raised.program.as_deref()?;
    let at = spot::offset(program, raised.place.line?, raised.place.column);
    let ranges = calls(&program.model).map(|it| program.model.get(it).range);
    ranges.into_iter().find(|it| it.contains_inclusive(at.into()))
}

/// All that is written with `import`.
pub(crate) fn calls(model: &Model) -> impl Iterator<Item = NodeId> {
    model.ids().filter(|it| match model.data(*it) {
        Data::Call { functor, .. } => matches!(model.data(*functor), Data::Name(name) if **name == *"import"),
        _ => false,
    })
}

/// Takes the whole line away, if nothing else is in it.
pub(crate) fn fix(file: &Arc<str>, text: &str, range: TextRange) -> Option<Fix> {
    let (before, behind) = (text.get(..range.start().into())?, text.get(range.end().into()..)?);
    let start = before.rfind('\n').map_or(0, |it| it + 1);
    let rest = behind.split_inclusive('\n').next().unwrap_or("");
    if !before.get(start..)?.trim().is_empty() || !rest.trim().is_empty() {
        return None;
    }
    let length = |it: usize| u32::try_from(it).ok();
    let line = TextRange::new(length(start)?.into(), (u32::from(range.end()) + length(rest.len())?).into());
    let edit = Edit { file: file.clone(), range: line, text: String::new() };
    Some(Fix { title: "Remove `import`".to_owned(), edits: vec![edit], sure: false })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn in_every_spelling() {
        check(
            r#"
import 'nodes/*.pp'
import("a.pp") import b
import nodes/kestrel.pp
$import = 1
"#,
            expect![[r#"
                discontinued-import: Use of 'import' has been discontinued in favor of a manifest directory. See http://links.puppet.com/puppet-import-deprecation
                  site.pp:1 import 'nodes/*.pp'
                            ^^^^^^^^^^^^^^^^^^^
                  help: Take it away: Puppet reads all manifests of the folder that the setting `manifest` names, and finds the classes of modules by their names
                  fix: Remove `import`
                    - import 'nodes/*.pp'
                    + import("a.pp") import b
                discontinued-import: Use of 'import' has been discontinued in favor of a manifest directory. See http://links.puppet.com/puppet-import-deprecation
                  site.pp:2 import("a.pp") import b
                            ^^^^^^^^^^^^^^
                  help: Take it away: Puppet reads all manifests of the folder that the setting `manifest` names, and finds the classes of modules by their names
                discontinued-import: Use of 'import' has been discontinued in favor of a manifest directory. See http://links.puppet.com/puppet-import-deprecation
                  site.pp:2 import("a.pp") import b
                                           ^^^^^^^^
                  help: Take it away: Puppet reads all manifests of the folder that the setting `manifest` names, and finds the classes of modules by their names
                discontinued-import: Unknown function: 'pp'.
                  site.pp:3 import nodes/kestrel.pp
                            ^^^^^^^^^^^^^^^^^^^^^^^
                  help: Take it away: Puppet reads all manifests of the folder that the setting `manifest` names, and finds the classes of modules by their names
                  fix: Remove `import`
                    - import nodes/kestrel.pp
                    + $import = 1
            "#]],
        );
    }
}
