//! A stage without an order relative to another one.

use std::sync::Arc;

use catalog::Condition;
use catalog::puppet::reference;
use compiler::{Applied, Compiled};

use super::raised::Draft;
use super::{Rule, Texts, spot};
use crate::{Edit, Fix, Related};

/// It is found in the graph, and not among the errors.
pub(crate) const RULE: Rule = Rule::Catalog;

/// A finding for each stage of a catalog of which all is known.
pub fn all(applied: &Applied, compiled: &Compiled, texts: &dyn Texts, only: Option<&str>) -> Vec<Draft> {
    let catalog = &applied.catalog;
    if catalog.is_doubtful || catalog.resources().iter().any(|it| it.unknown.iter().any(|it| it == "*")) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for id in catalog.ids() {
        let Some(stage) = catalog.get(id).filter(|it| it.type_name == "Stage" && it.title != "main") else { continue };
        let is_plain = !stage.is_virtual && stage.condition == Condition::Always && stage.unknown.is_empty();
        if !is_plain || applied.graph.relations().iter().any(|it| it.before == id || it.after == id) {
            continue;
        }
        let Some(place) = compiled.place(stage.origin) else { continue };
        let file = place.file.as_deref().unwrap_or("");
        if only.is_some_and(|it| it != file) {
            continue;
        }
        let Some(program) = texts.program(file) else { continue };
        let classes = catalog.resources().iter().filter(|it| it.value("stage").and_then(|it| it.as_str()) == Some(stage.title.as_str()));
        let related = classes.take(1).filter_map(|class| {
            let place = compiled.place(class.origin)?;
            let file = place.file.as_deref().unwrap_or("");
            let program = texts.program(file)?;
            let range = spot::declared(&program, place, &reference(class))?.range(&program);
            Some(Related { file: file.into(), range, message: format!("{} is in this stage", reference(class)) })
        });
        let declared = spot::declared(&program, place, &stage.key());
        let range = declared.as_ref().map_or_else(|| spot::range(&program, place), |it| it.range(&program));
        let name: Arc<str> = file.into();
        found.push(Draft {
            issue: None,
            message: format!("Nothing orders the stage `{}`: what is in it is applied at any time", stage.title),
            related: related.collect(),
            help: Some("A stage needs a relationship, such as `before => Stage['main']`".to_owned()),
            fixes: fix(&program, &name, range).into_iter().collect(),
            file: name,
            range,
        });
    }
    found
}

/// Behind `stage { 'x':` without attributes.
fn fix(program: &compiler::Program, file: &Arc<str>, range: syntax::TextRange) -> Option<Fix> {
    let after = program.text.get(range.end().into()..)?;
    let gap = after.find(':')?;
    let rest = after.get(gap + 1..)?;
    if !after.get(..gap)?.trim().is_empty() || !rest.trim_start().starts_with(['}', ';']) {
        return None;
    }
    let at = range.end() + syntax::TextSize::new(u32::try_from(gap + 1).ok()?);
    let edit = Edit { file: file.clone(), range: syntax::TextRange::empty(at), text: " before => Stage['main']".to_owned() };
    Some(Fix { title: "Put it before `Stage['main']`".to_owned(), edits: vec![edit], sure: false })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::evaluation::tests::check;

    #[test]
    fn it_stands_at_the_stage() {
        check(
            r#"
class repositories { }
stage { 'pre': }
stage { 'post': require => Stage['main'] }
class { 'repositories': stage => 'pre' }
"#,
            expect![[r#"
                unordered-stage: Nothing orders the stage `pre`: what is in it is applied at any time
                  site.pp:2 stage { 'pre': }
                            ^^^^^^^^^^^^^
                  help: A stage needs a relationship, such as `before => Stage['main']`
                  site.pp:4 class { 'repositories': stage => 'pre' }
                            ---------------------- Class[Repositories] is in this stage
                  fix: Put it before `Stage['main']`
                    - stage { 'pre': }
                    + stage { 'pre': before => Stage['main'] }
            "#]],
        );
    }

    #[test]
    fn an_arrow_orders_too() {
        check(
            r#"
stage { ['a', 'b']: }
Stage['a'] -> Stage['main'] -> Stage['b']
"#,
            expect![[""]],
        );
    }
}
