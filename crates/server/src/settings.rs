//! Settings of the user, as `bunraku.*`.

use std::path::Path;

use diagnostics::Names;
use serde_json::Value;
use settings::Layer;

/// All settings of the editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UserSettings {
    /// `bunraku.enable`: whether there is any answer at all.
    pub(crate) enable: bool,
    /// Settings that `bunraku.toml` may have too; these win.
    pub(crate) layer: Layer,
    /// `bunraku.log`: what is logged, as in `BUNRAKU_LOG`.
    pub(crate) log: Option<String>,
}

impl Default for UserSettings {
    fn default() -> Self {
        UserSettings { enable: true, layer: Layer::default(), log: None }
    }
}

impl UserSettings {
    /// Reads what a client sends: the settings themselves, or an object with them under `bunraku`. Paths count from a folder.
    /// Unreadable settings keep their defaults and are reported.
    pub(crate) fn read(value: &Value, folder: &Path) -> (UserSettings, Vec<String>) {
        let mut settings = UserSettings::default();
        let value = value.get("bunraku").unwrap_or(value);
        // Files of facts are checked where they are read.
        let (layer, problems) = settings::read_json(value, folder, Some(&Names::new(&|_| None)));
        settings.layer = layer;
        let mut complaints: Vec<String> = problems
            .into_iter()
            .map(|it| format!("bunraku.{}: {}{}", it.key, it.message, it.help.map(|help| format!("; {help}")).unwrap_or_default()))
            .collect();
        let mut complain =
            |name: &str, value: &Value, expected: &str| complaints.push(format!("bunraku.{name} is {value}: expected {expected}"));
        match value.get("enable") {
            None | Some(Value::Null) => {}
            Some(Value::Bool(enable)) => settings.enable = *enable,
            Some(other) => complain("enable", other, "true or false"),
        }
        match value.get("log") {
            None | Some(Value::Null) => {}
            Some(Value::String(log)) => settings.log = Some(log.clone()).filter(|it| !it.is_empty()),
            Some(other) => complain("log", other, "a filter as in BUNRAKU_LOG"),
        }
        (settings, complaints)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use settings::Strict;

    use super::*;

    fn read(value: &Value) -> (UserSettings, Vec<String>) {
        UserSettings::read(value, Path::new("/site"))
    }

    fn nothing_set() -> UserSettings {
        UserSettings { layer: Layer { folder: "/site".into(), ..Layer::default() }, ..UserSettings::default() }
    }

    #[test]
    fn settings_come_with_or_without_their_name() {
        let layer = Layer { strict: Some(Strict::Warning), tasks: Some(true), ..nothing_set().layer };
        let expected = UserSettings { enable: false, layer, log: Some("debug".to_string()) };
        let settings = json!({ "enable": false, "strict": "warning", "tasks": true, "log": "debug" });
        assert_eq!(read(&settings), (expected.clone(), vec![]));
        assert_eq!(read(&json!({ "bunraku": settings })), (expected, vec![]));
    }

    #[test]
    fn nothing_means_the_defaults() {
        for nothing in [json!(null), json!({}), json!({ "bunraku": null }), json!([]), json!({ "log": "", "strict": null })] {
            assert_eq!(read(&nothing), (UserSettings { layer: read(&nothing).0.layer, ..UserSettings::default() }, vec![]), "{nothing}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        let (settings, complaints) = read(&json!({ "strict": "very", "tasks": 1 }));
        assert_eq!(settings, nothing_set());
        assert_eq!(
            complaints,
            ["bunraku.strict: expected off, warning or error, found `very`", "bunraku.tasks: expected true or false, found a number"]
        );
    }

    #[test]
    fn names_that_stand_for_nothing_are_said() {
        let (_, complaints) = read(&json!({ "systems": ["debian-12", "debain-12"], "levels": { "duplicat-key": "off" } }));
        assert_eq!(
            complaints,
            [
                "bunraku.systems: there are no built-in facts for `debain-12`; did you mean `debian-12`?",
                "bunraku.levels.duplicat-key: there is no code `duplicat-key`; did you mean `duplicate-key`?"
            ]
        );
    }
}
