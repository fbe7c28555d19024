//! Tasks and plans of Bolt: their names, and the parameters that they take.

use hir::{Symbol, name};

use super::Ask;
use super::item::{CompletionItem, CompletionKind, Found, Rank};

/// The tasks of all modules, as `run_task` names them: that of `init` has its module's name.
pub(super) fn names(ask: &Ask<'_>, found: &mut Found) {
    for place in ask.snapshot.modules_around(ask.file) {
        let rank = if Some(&place.module) == ask.module.as_ref() { Rank::Required } else { Rank::Elsewhere };
        let mut last = "";
        let mut files: Vec<&String> = ask.snapshot.listing(&format!("{}/tasks", place.root), "").iter().collect();
        files.sort();
        for file in files {
            // What is run and its metadata have one name.
            let stem = file.rsplit_once('.').map_or(file.as_str(), |it| it.0);
            if stem == last || stem.contains('/') || stem.starts_with('.') {
                continue;
            }
            last = stem;
            let task = if stem == "init" { place.module.to_string() } else { format!("{}::{stem}", place.module) };
            if ask.fits(&task) {
                found.add(CompletionItem::new(task.as_str(), CompletionKind::Plan, rank).detail("task").text(ask.quoted(&task)));
            }
        }
    }
}

/// The parameters of the task or plan that a call names first, as keys of its last argument.
pub(super) fn parameters(ask: &Ask<'_>, is_plan: bool, found: &mut Found) {
    let token = ask.string.as_ref().map_or(&ask.cursor.token, |it| &it.start);
    let (Some(brace), _) = crate::cursor::enclosing(token) else { return };
    let (_, arguments) = crate::cursor::enclosing(&brace);
    let Some(named) = arguments.last().and_then(crate::cursor::text_of) else { return };
    if is_plan {
        of_plan(ask, &named, found);
    } else {
        of_task(ask, &named, found);
    }
}

fn of_plan(ask: &Ask<'_>, plan: &str, found: &mut Found) {
    let symbol = Symbol::Plan(name::normal(plan));
    let Some(item) = ask.snapshot.resolve(&symbol, ask.file).into_iter().find_map(|it| ask.snapshot.item(it)) else { return };
    for it in &item.parameters {
        let rank = if it.default.is_some() { Rank::Expected } else { Rank::Required };
        let detail = super::variables::signature(it.ty.as_deref(), it.default.as_deref());
        add(ask, &it.name, rank, detail, found);
    }
}

fn of_task(ask: &Ask<'_>, task: &str, found: &mut Found) {
    let Some(task) = crate::tasks::read(ask.snapshot, ask.file, task) else { return };
    for it in task.parameters {
        add(ask, &it.name, if it.is_optional { Rank::Expected } else { Rank::Required }, it.ty, found);
    }
}

fn add(ask: &Ask<'_>, name: &str, rank: Rank, detail: String, found: &mut Found) {
    let text = ask.quoted(name);
    let item = CompletionItem::new(name, CompletionKind::Parameter, rank).detail(detail);
    found.add(super::expected::key(ask, item, &text));
}
