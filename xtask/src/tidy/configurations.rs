//! Settings that a page gives to copy into an editor are read here as the editor would.

use serde_json::Value;

use super::tree::Tree;

const PAGES: &[&str] = &["docs/editors.md", "editors/vscode/README.md"];

/// Settings in the documentation of an editor, by the heading of the page. `*` is a name that is free, and a list is what it has in it.
/// Editors pass over what they do not know, or refuse the whole file, as Helix does.
const KEYS: &[(&str, &[&str])] = &[
    (
        "Helix",
        &[
            "language-server.*.args",
            "language-server.*.command",
            "language-server.*.config",
            "language.block-comment-tokens.end",
            "language.block-comment-tokens.start",
            "language.comment-tokens",
            "language.file-types",
            "language.indent.tab-width",
            "language.indent.unit",
            "language.language-id",
            "language.language-servers",
            "language.name",
            "language.roots",
            "language.scope",
        ],
    ),
    (
        "Kate",
        &[
            "servers.*.command",
            "servers.*.highlightingModeRegex",
            "servers.*.initializationOptions",
            "servers.*.root",
            "servers.*.rootIndicationFileNames",
            "servers.*.settings",
        ],
    ),
    ("Sublime Text", &["clients.*.command", "clients.*.enabled", "clients.*.initializationOptions", "clients.*.selector"]),
    ("Vim", &["languageserver.*.args", "languageserver.*.command", "languageserver.*.filetypes", "languageserver.*.rootPatterns"]),
    ("Zed", &["language_servers.*.languages", "language_servers.*.name"]),
];

pub fn readable(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for page in PAGES {
        let Some(text) = tree.get(page) else {
            complaints.push(format!("no {page}"));
            continue;
        };
        for block in blocks(text) {
            let read = match block.language {
                "json" => serde_json::from_str::<Value>(&block.text).map_err(|e| e.to_string()),
                "toml" => toml::from_str::<Value>(&block.text).map_err(|e| e.message().to_owned()),
                _ => continue,
            };
            match read {
                Ok(settings) => {
                    let unknown = unknown(&settings, block.heading);
                    complaints.extend(unknown.iter().map(|it| format!("{page}:{}: {} has no setting {it}", block.line, block.heading)));
                }
                Err(why) => complaints.push(format!("{page}:{}: this is no {}: {why}", block.line, block.language)),
            }
        }
    }
    complaints
}

/// The settings that the editor of a heading does not know.
fn unknown(settings: &Value, heading: &str) -> Vec<String> {
    let Some((_, known)) = KEYS.iter().find(|(name, _)| *name == heading) else { return Vec::new() };
    let mut found = Vec::new();
    let mut waiting = vec![(String::new(), settings)];
    while let Some((path, value)) = waiting.pop() {
        // Whatever stands below a setting is its own.
        if known.iter().any(|it| fits(it, &path)) {
            continue;
        }
        match value {
            Value::Object(members) => {
                let below = |name: &String| if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                waiting.extend(members.iter().map(|(name, it)| (below(name), it)));
            }
            Value::Array(all) if all.iter().all(Value::is_object) => waiting.extend(all.iter().map(|it| (path.clone(), it))),
            _ => found.push(path),
        }
    }
    found.sort();
    found
}

fn fits(known: &str, path: &str) -> bool {
    let (known, path): (Vec<&str>, Vec<&str>) = (known.split('.').collect(), path.split('.').collect());
    known.len() == path.len() && known.iter().zip(path).all(|(a, b)| *a == "*" || *a == b)
}

/// Code of a page, with the line where it begins.
struct Block<'a> {
    /// Heading above it.
    heading: &'a str,
    language: &'a str,
    line: usize,
    text: String,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut open: Option<Block<'_>> = None;
    let mut heading = "";
    for (number, line) in text.lines().enumerate() {
        match (line.trim_start().strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(language), None) => open = Some(Block { heading, language: language.trim(), line: number + 2, text: String::new() }),
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => heading = line.strip_prefix("## ").map_or(heading, str::trim),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_no_editor_would_read() {
        let of = |text: &str| readable(&Tree::new(&[("docs/editors.md", text), ("editors/vscode/README.md", "")]));
        assert!(of("```json\n{\"a\": [1]}\n```\n```toml\n[a]\nb = 1\n```\n```lua\n{{\n```\n").is_empty());
        assert_eq!(of("x\n```json\n{\"a\": [1],}\n```\n").len(), 1);
        assert!(of("```toml\n[a\n```\n")[0].starts_with("docs/editors.md:2: this is no toml: "));
        assert_eq!(readable(&Tree::new(&[])).len(), 2);
    }

    #[test]
    fn settings_that_an_editor_does_not_know() {
        let of = |text: &str| readable(&Tree::new(&[("docs/editors.md", text), ("editors/vscode/README.md", "")]));
        let helix = "## Helix\n```toml\n[language-server.b]\ncommand = \"b\"\n[[language]]\nname = \"p\"\ncomment = \"#\"\n```\n";
        assert_eq!(of(helix), ["docs/editors.md:3: Helix has no setting language.comment"]);
        assert!(of("## Kate\n```json\n{\"servers\": {\"p\": {\"settings\": {\"a\": 1}, \"command\": [\"b\"]}}}\n```\n").is_empty());
        assert_eq!(of("## Zed\n```toml\n[language_server.b]\nname = \"b\"\n```\n").len(), 1);
        assert!(of("## Others\n```json\n{\"a\": 1}\n```\n").is_empty());
    }
}
