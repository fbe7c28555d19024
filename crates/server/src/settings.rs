//! What the user has set, as `bunraku.*`.

use analysis::Settings;
use serde_json::Value;
use syntax::Strict;

/// All settings with their defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UserSettings {
    /// `bunraku.enable`: whether there is any answer at all.
    pub(crate) enable: bool,
    /// `bunraku.strict` and `bunraku.tasks`.
    pub(crate) analysis: Settings,
    /// `bunraku.log`: what is logged, as in `BUNRAKU_LOG`.
    pub(crate) log: Option<String>,
}

impl Default for UserSettings {
    fn default() -> Self {
        UserSettings { enable: true, analysis: Settings::default(), log: None }
    }
}

impl UserSettings {
    /// Reads what a client sends: the settings themselves, or an object with them under `bunraku`. What cannot be read
    /// keeps its default, and is said.
    pub(crate) fn read(value: &Value) -> (UserSettings, Vec<String>) {
        let mut settings = UserSettings::default();
        let mut complaints = Vec::new();
        let value = value.get("bunraku").unwrap_or(value);
        let mut complain =
            |name: &str, value: &Value, expected: &str| complaints.push(format!("bunraku.{name} is {value}: expected {expected}"));
        match value.get("enable") {
            None | Some(Value::Null) => {}
            Some(Value::Bool(enable)) => settings.enable = *enable,
            Some(other) => complain("enable", other, "true or false"),
        }
        match value.get("tasks") {
            None | Some(Value::Null) => {}
            Some(Value::Bool(tasks)) => settings.analysis.tasks = *tasks,
            Some(other) => complain("tasks", other, "true or false"),
        }
        match value.get("strict") {
            None | Some(Value::Null) => {}
            Some(other) => match other.as_str() {
                Some("off") => settings.analysis.strict = Strict::Off,
                Some("warning") => settings.analysis.strict = Strict::Warning,
                Some("error") => settings.analysis.strict = Strict::Error,
                _ => complain("strict", other, "off, warning or error"),
            },
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

    use super::*;

    #[test]
    fn settings_come_with_or_without_their_name() {
        let expected =
            UserSettings { enable: false, analysis: Settings { strict: Strict::Warning, tasks: true }, log: Some("debug".to_string()) };
        let settings = json!({ "enable": false, "strict": "warning", "tasks": true, "log": "debug" });
        assert_eq!(UserSettings::read(&settings), (expected.clone(), vec![]));
        assert_eq!(UserSettings::read(&json!({ "bunraku": settings })), (expected, vec![]));
    }

    #[test]
    fn nothing_means_the_defaults() {
        for nothing in [json!(null), json!({}), json!({ "bunraku": null }), json!([]), json!({ "log": "", "strict": null })] {
            assert_eq!(UserSettings::read(&nothing), (UserSettings::default(), vec![]), "{nothing}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        let (settings, complaints) = UserSettings::read(&json!({ "strict": "very", "tasks": 1 }));
        assert_eq!(settings, UserSettings::default());
        assert_eq!(
            complaints,
            ["bunraku.tasks is 1: expected true or false", "bunraku.strict is \"very\": expected off, warning or error"]
        );
    }
}
