//! Differences of one or many nodes, for a pull request and for a browser.

use catalog::diff::Diff;

/// A comment of a pull request has at most 65,536 characters.
const LONGEST: usize = 60_000;

/// What differs for a node.
pub struct Compared {
    pub node: String,
    pub text: String,
    added: usize,
    removed: usize,
    changed: usize,
}

impl Compared {
    pub fn new(node: &str, diff: Diff) -> Compared {
        let (added, removed, changed) = (diff.added.len(), diff.removed.len(), diff.changed.len());
        Compared { node: node.to_owned(), text: super::text(&diff), added, removed, changed }
    }
}

/// A table of the nodes, then the differences of each, as far as they fit into a comment.
pub fn markdown(all: &[Compared]) -> String {
    if all.iter().all(|it| it.text.is_empty()) {
        return "No catalog changes.\n".to_owned();
    }
    let mut out = "### Catalog changes\n\n| node | added | removed | changed |\n|---|---|---|---|\n".to_owned();
    for (index, it) in all.iter().enumerate() {
        if out.len() > LONGEST / 2 {
            out.push_str(&format!("| {} more nodes | | | |\n", all.len() - index));
            break;
        }
        out.push_str(&format!("| `{}` | {} | {} | {} |\n", cell(&it.node), it.added, it.removed, it.changed));
    }
    for (index, it) in all.iter().enumerate() {
        let fence = fence(&it.text);
        let details = format!("\n<details><summary>{}</summary>\n\n{fence}diff\n{}{fence}\n\n</details>\n", escaped(&it.node), it.text);
        if out.len() + details.len() > LONGEST {
            out.push_str(&format!("\nThe details of {} more nodes are too long to show.\n", all.len() - index));
            break;
        }
        out.push_str(&details);
    }
    out
}

/// One page that needs no other file.
pub fn html(all: &[Compared]) -> String {
    let mut out = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Catalog changes</title>\n<style>\n\
        body { font-family: sans-serif; } td, th { padding: 0 1em 0 0; text-align: left; } pre { background: #f6f8fa; color: #1f2328; padding: 1em; }\n\
        </style>\n<h1>Catalog changes</h1>\n<table>\n<tr><th>node</th><th>added</th><th>removed</th><th>changed</th></tr>\n"
        .to_owned();
    for it in all {
        let node = escaped(&it.node);
        out.push_str(&format!("<tr><td>{node}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", it.added, it.removed, it.changed));
    }
    out.push_str("</table>\n");
    for it in all {
        out.push_str(&format!("<details><summary>{}</summary>\n<pre>{}</pre>\n</details>\n", escaped(&it.node), escaped(&it.text)));
    }
    out.push_str("</html>\n");
    out
}

/// Longer than any row of backquotes in the text.
fn fence(text: &str) -> String {
    let longest = text.split(|it| it != '`').map(str::len).max().unwrap_or_default();
    "`".repeat(longest.max(2) + 1)
}

fn cell(text: &str) -> String {
    text.chars().map(|it| if it.is_control() || matches!(it, '`' | '|') { '_' } else { it }).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(node: &str, text: &str) -> Compared {
        Compared { node: node.to_owned(), text: text.to_owned(), added: 1, removed: 0, changed: 0 }
    }

    #[test]
    fn a_comment_has_a_table_and_details() {
        let text = markdown(&[compared("web1", "+ File[/a]\n")]);
        let expected = "### Catalog changes\n\n| node | added | removed | changed |\n|---|---|---|---|\n| `web1` | 1 | 0 | 0 |\n\n\
                        <details><summary>web1</summary>\n\n```diff\n+ File[/a]\n```\n\n</details>\n";
        assert_eq!(text, expected);
        assert_eq!(markdown(&[]), "No catalog changes.\n");
    }

    #[test]
    fn a_comment_is_never_too_long() {
        let many: Vec<Compared> = (0..5000).map(|it| compared(&format!("node{it}"), &"+ File[/a]\n".repeat(100))).collect();
        let text = markdown(&many);
        assert!(text.len() < LONGEST + 1000 && text.contains("more nodes are too long to show"), "{}", text.len());
    }

    #[test]
    fn what_stands_in_a_catalog_breaks_out_of_nothing() {
        let text = markdown(&[compared("a|b", "+ ```\n</details>\n")]);
        assert!(text.contains("| `a_b` |") && text.contains("````diff\n"), "{text}");
        let page = html(&[compared("<b>", "<script>&")]);
        assert!(page.contains("&lt;b&gt;") && page.contains("<pre>&lt;script&gt;&amp;</pre>"), "{page}");
    }
}
