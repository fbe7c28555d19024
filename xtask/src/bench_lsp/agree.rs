//! Whether the editor shows what `bunraku check` prints.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// A finding as both say it: its code, where it begins and ends, how bad it is, what it says.
type Compared = (String, (u64, u64), (u64, u64), u64, String);

/// Compares the findings that an editor has with those of `check` for a file as it is on disk. Says how many they are.
pub fn with_check(bunraku: &Path, file: &Path, text: &str, shown: &[Value]) -> Result<usize, String> {
    let out = Command::new(bunraku).args(["check", "--format", "json"]).arg(file).output();
    let out = out.map_err(|error| format!("{}: {error}", bunraku.display()))?;
    let report: Value = serde_json::from_slice(&out.stdout).map_err(|error| format!("check of {}: {error}", file.display()))?;
    let printed: BTreeSet<Compared> = report["findings"].as_array().into_iter().flatten().map(|it| of_check(text, it)).collect();
    let shown: BTreeSet<Compared> = shown.iter().map(of_editor).collect();
    if shown == printed {
        return Ok(shown.len());
    }
    let list =
        |of: &BTreeSet<Compared>, other: &BTreeSet<Compared>| of.difference(other).map(|it| format!("\n  {it:?}")).collect::<String>();
    Err(format!(
        "{}: the editor and `check` disagree\nonly the editor shows:{}\nonly `check` prints:{}",
        file.display(),
        list(&shown, &printed),
        list(&printed, &shown)
    ))
}

fn of_editor(it: &Value) -> Compared {
    let place = |it: &Value| (it["line"].as_u64().unwrap_or_default(), it["character"].as_u64().unwrap_or_default());
    let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
    let range = &it["range"];
    (text(&it["code"]), place(&range["start"]), place(&range["end"]), it["severity"].as_u64().unwrap_or_default(), text(&it["message"]))
}

fn of_check(text: &str, it: &Value) -> Compared {
    let place = |it: &Value| {
        let offset = usize::try_from(it["offset"].as_u64().unwrap_or_default()).unwrap_or_default();
        let before = text.get(..offset).unwrap_or(text);
        let line = before.rfind('\n').map_or(0, |it| it + 1);
        (before.matches('\n').count() as u64, before[line..].encode_utf16().count() as u64)
    };
    let said = |it: &Value| it.as_str().unwrap_or_default().to_owned();
    let mut message = said(&it["message"]);
    let systems: Vec<String> = it["systems"].as_array().into_iter().flatten().map(said).collect();
    if !systems.is_empty() {
        message = format!("{message} (on {})", systems.join(", "));
    }
    if let Some(help) = it["help"].as_str() {
        message = format!("{message}\n{help}");
    }
    let severity = match it["severity"].as_str() {
        Some("error") => 1,
        Some("hint") => 4,
        _ => 2,
    };
    let range = &it["range"];
    (said(&it["code"]), place(&range["start"]), place(&range["end"]), severity, message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn both_say_the_same_each_in_its_way() {
        let text = "é\n$x = y\n";
        let check = json!({
            "code": "c", "severity": "deprecation", "message": "m", "help": "h", "systems": ["a", "b"],
            "range": { "start": { "offset": 3 }, "end": { "offset": 5 } },
        });
        let editor = json!({
            "code": "c", "severity": 2, "message": "m (on a, b)\nh",
            "range": { "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 2 } },
        });
        assert_eq!(of_check(text, &check), of_editor(&editor));
    }
}
