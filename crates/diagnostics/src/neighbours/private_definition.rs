//! Private definitions of a module, used by another one.

use analysis::Snapshot;
use hir::{Item, ItemKind, Role, Symbol};
use syntax::Severity;
use syntax::model::{Data, DefinitionKind, Model, NodeId};

use super::{CodeFile, Rule};
use crate::registry::codes;
use crate::{Finding, Related};

pub(crate) const RULE: Rule = Rule::Neighbours(find);

fn find(here: &CodeFile<'_>, found: &mut Vec<Finding>) {
    let own = here.snapshot.own_module(here.file).map(|it| it.module);
    let mut reported: Vec<&Symbol> = Vec::new();
    for reference in &here.snapshot.references(here.file).all {
        let (symbol, name) = match &reference.symbol {
            symbol @ (Symbol::Class(name) | Symbol::Type(name)) => (symbol, name),
            symbol @ (Symbol::Function(name) | Symbol::Plan(name)) if reference.role == Role::Use => (symbol, name),
            _ => continue,
        };
        // To order something with a class is no matter of declaring it.
        let is_plain_use = reference.role == Role::Use && matches!(symbol, Symbol::Class(_));
        let Some((module, _)) = name.split_once("::").filter(|_| reference.role != Role::Definition && !is_plain_use) else { continue };
        if own.as_deref() == Some(module) || reported.contains(&symbol) {
            continue;
        }
        let Some(definition) = here.snapshot.resolve(symbol, here.file).into_iter().next() else { continue };
        // Parts of a module may lie elsewhere.
        if here.snapshot.own_module(definition.file).is_none_or(|it| *it.module != *module) {
            continue;
        }
        let (Some(item), Some(ranges)) = (here.snapshot.item(definition), here.snapshot.item_ranges(definition)) else { continue };
        let is_declared = matches!(item.kind, ItemKind::Class | ItemKind::Define);
        let (severity, because) = if is_declared && asserts(here.snapshot, definition.file, item) {
            (Severity::Warning, "it fails the compilation if another module declares it")
        } else if is_private(item) {
            (Severity::Hint, "its documentation says so")
        } else {
            continue;
        };
        reported.push(symbol);
        let message = format!("`{name}` is private to the module `{module}`");
        let related = Related { file: here.snapshot.path(definition.file), range: ranges.name, message: because.to_owned() };
        found.push(Finding { related: vec![related], ..here.finding(codes::PRIVATE_DEFINITION, severity, reference.range, message) });
    }
}

/// `@api private`
fn is_private(item: &Item) -> bool {
    item.docs.tag("api").is_some_and(|it| it.text.trim() == "private" || it.argument.trim() == "private")
}

/// Whether the first things that a class or defined type does, under no condition, are to ask who declares it.
fn asserts(snapshot: Snapshot<'_>, file: analysis::File, item: &Item) -> bool {
    let calls = |it: &hir::Reference| matches!(&it.symbol, Symbol::Function(name) if name == "assert_private");
    if !snapshot.references(file).all.iter().any(calls) {
        return false;
    }
    let model = snapshot.model(file);
    let body = model.definitions.iter().find_map(|id| match model.data(*id) {
        Data::Definition { kind: DefinitionKind::Class | DefinitionKind::Define, rest, .. }
            if rest.name.trim_start_matches("::").eq_ignore_ascii_case(&item.name) =>
        {
            rest.body
        }
        _ => None,
    });
    let is_call = |node: &NodeId| calls_it(&model, *node);
    body.is_some_and(|body| match model.data(body) {
        Data::Block { statements } => statements.iter().any(is_call),
        _ => is_call(&body),
    })
}

fn calls_it(model: &Model, node: NodeId) -> bool {
    let Data::Call { functor, .. } = model.data(node) else { return false };
    matches!(model.data(*functor), Data::Name(name) if &**name == "assert_private")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::neighbours::tests::check;

    #[test]
    fn what_another_module_keeps_to_itself() {
        check(
            "private-definition",
            r#"
#- /s/environment.conf
#- /s/modules/web/manifests/init.pp
class web {
  include db::server::install
  include db::server
  class { 'db::server::config': }
  db::grant { 'x': require => Class['db::server::install'] }
  $x = db::hash('y')
  include web::own
}
#- /s/modules/web/manifests/own.pp
# @api private
class web::own {
  assert_private()
}
#- /s/modules/db/manifests/server.pp
# @api public
class db::server {
  include db::server::install
}
#- /s/modules/db/manifests/server/install.pp
class db::server::install {
  assert_private()
}
#- /s/modules/db/manifests/server/config.pp
# Writes the files.
# @api private
class db::server::config {
  if $x { assert_private() }
}
#- /s/modules/db/manifests/grant.pp
# @api private
define db::grant { }
#- /s/modules/db/functions/hash.pp
# @api private
function db::hash($x) { $x }
"#,
            expect![[r#"
                Warning: `db::server::install` is private to the module `db`
                  /s/modules/web/manifests/init.pp:2   include db::server::install
                                                               ^^^^^^^^^^^^^^^^^^^
                  /s/modules/db/manifests/server/install.pp:1 class db::server::install {
                                                                    ------------------- it fails the compilation if another module declares it
                Hint: `db::server::config` is private to the module `db`
                  /s/modules/web/manifests/init.pp:4   class { 'db::server::config': }
                                                                ^^^^^^^^^^^^^^^^^^
                  /s/modules/db/manifests/server/config.pp:3 class db::server::config {
                                                                   ------------------ its documentation says so
                Hint: `db::grant` is private to the module `db`
                  /s/modules/web/manifests/init.pp:5   db::grant { 'x': require => Class['db::server::install'] }
                                                       ^^^^^^^^^
                  /s/modules/db/manifests/grant.pp:2 define db::grant { }
                                                            --------- its documentation says so
                Hint: `db::hash` is private to the module `db`
                  /s/modules/web/manifests/init.pp:6   $x = db::hash('y')
                                                            ^^^^^^^^
                  /s/modules/db/functions/hash.pp:2 function db::hash($x) { $x }
                                                             -------- its documentation says so
            "#]],
        );
    }

    /// A checkout has the modules that it is tested with below its own folder.
    #[test]
    fn a_module_among_the_fixtures_of_another() {
        check(
            "private-definition",
            r#"
#- /src/web/metadata.json
{"name": "us-web"}
#- /src/web/manifests/init.pp
class web {
  include db::install
}
#- /src/web/spec/fixtures/modules/db/metadata.json
{"name": "us-db"}
#- /src/web/spec/fixtures/modules/db/manifests/init.pp
class db {
  include db::install
}
#- /src/web/spec/fixtures/modules/db/manifests/install.pp
# @api private
class db::install {
  assert_private()
}
"#,
            expect![[r#"
                Warning: `db::install` is private to the module `db`
                  /src/web/manifests/init.pp:2   include db::install
                                                         ^^^^^^^^^^^
                  /src/web/spec/fixtures/modules/db/manifests/install.pp:2 class db::install {
                                                                                 ----------- it fails the compilation if another module declares it
            "#]],
        );
    }
}
