//! Metadata of tasks: `tasks/restart.json` describes `tasks/restart.sh`.

use analysis::{File, Snapshot};
use yaml::{Node, Tree};

pub(crate) struct Task {
    pub(crate) description: Option<String>,
    pub(crate) parameters: Vec<Parameter>,
}

pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) ty: String,
    pub(crate) description: Option<String>,
    pub(crate) is_optional: bool,
}

/// A task by its name, as `run_task` takes it: that of `init` has its module's name. Nothing for one without metadata.
pub(crate) fn read(snapshot: Snapshot<'_>, from: File, task: &str) -> Option<Task> {
    let (module, own) = task.split_once("::").unwrap_or((task, "init"));
    let places = snapshot.modules_around(from).into_iter().filter(|it| it.module == module);
    let metadata = places.into_iter().find_map(|place| snapshot.file_at(format!("{}/tasks/{own}.json", place.root).as_ref()))?;
    let tree = Tree::of_json(&snapshot.text(metadata));
    let text = |node: Option<&Node>| node.and_then(Node::text).filter(|it| !it.is_empty()).map(str::to_owned);
    let parameter = |entry: &yaml::Entry| {
        let about = |key: &str| entry.value.as_ref().and_then(|it| it.get(key));
        let ty = text(about("type")).unwrap_or_else(|| "Any".to_owned());
        let is_optional = about("default").is_some() || ty.starts_with("Optional");
        Some(Parameter { name: entry.key.text()?.to_owned(), ty, description: text(about("description")), is_optional })
    };
    let entries = tree.find(&["parameters"]).map(Node::entries).unwrap_or_default();
    Some(Task { description: text(tree.find(&["description"])), parameters: entries.iter().filter_map(parameter).collect() })
}

/// A task for people.
pub(crate) fn hover(snapshot: Snapshot<'_>, from: File, name: &str) -> Option<String> {
    let task = read(snapshot, from, name)?;
    let mut text = format!("```puppet\n{name}\n```\n\ntask\n");
    if let Some(description) = &task.description {
        text.push_str(&format!("\n{description}\n"));
    }
    for (number, it) in task.parameters.iter().enumerate() {
        if number == 0 {
            text.push('\n');
        }
        let description = it.description.as_ref().map(|it| format!(": {it}")).unwrap_or_default();
        text.push_str(&format!("- `{} {}`{description}\n", it.ty, it.name));
    }
    Some(text)
}
