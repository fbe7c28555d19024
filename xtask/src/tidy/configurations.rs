//! Settings that a page tells people to copy into their editor are read here as the editor would.

use super::tree::Tree;

const PAGES: &[&str] = &["docs/editors.md", "editors/vscode/README.md"];

pub fn readable(tree: &Tree) -> Vec<String> {
    let mut complaints = Vec::new();
    for page in PAGES {
        let Some(text) = tree.get(page) else {
            complaints.push(format!("no {page}"));
            continue;
        };
        for block in blocks(text) {
            let wrong = match block.language {
                "json" => serde_json::from_str::<serde_json::Value>(&block.text).err().map(|e| e.to_string()),
                "toml" => block.text.parse::<toml::Table>().err().map(|e| e.message().to_owned()),
                _ => None,
            };
            complaints.extend(wrong.map(|it| format!("{page}:{}: this is no {}: {it}", block.line, block.language)));
        }
    }
    complaints
}

/// Code of a page, with the line where it begins.
struct Block<'a> {
    language: &'a str,
    line: usize,
    text: String,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (number, line) in text.lines().enumerate() {
        match (line.trim_start().strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(language), None) => open = Some(Block { language: language.trim(), line: number + 2, text: String::new() }),
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_no_editor_would_read() {
        let of = |text: &str| readable(&Tree::of(&[("docs/editors.md", text), ("editors/vscode/README.md", "")]));
        assert!(of("```json\n{\"a\": [1]}\n```\n```toml\n[a]\nb = 1\n```\n```lua\n{{\n```\n").is_empty());
        assert_eq!(of("x\n```json\n{\"a\": [1],}\n```\n").len(), 1);
        assert!(of("```toml\n[a\n```\n")[0].starts_with("docs/editors.md:2: this is no toml: "));
        assert_eq!(readable(&Tree::of(&[])).len(), 2);
    }
}
