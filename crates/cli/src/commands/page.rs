//! A table with details, as Markdown for a pull request and as a page for a browser.

use clap::ValueEnum;

/// How commands answer that have a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON document
    Json,
    /// For a pull request: a table, and collapsible details
    Markdown,
    /// A page for a browser
    Html,
}

/// A comment of a pull request has at most 65,536 characters.
const LONGEST: usize = 60_000;

pub struct Page {
    pub title: String,
    pub columns: &'static [&'static str],
    /// Whether the first column has names, which Markdown shows as code.
    pub has_names: bool,
    pub rows: Vec<Vec<String>>,
    /// Texts in the form of a difference, each under a line that can be opened.
    pub details: Vec<(String, String)>,
    /// Noun for the details, in the plural.
    pub noun: &'static str,
}

impl Page {
    /// The table, then the details, as far as they fit into a comment.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut out = format!("### {}\n\n", cell(&self.title));
        out.push_str(&line(self.columns.iter().map(|it| (*it).to_owned()).collect()));
        out.push_str(&format!("|{}\n", "---|".repeat(self.columns.len())));
        for (index, row) in self.rows.iter().enumerate() {
            if out.len() > LONGEST / 2 {
                let mut rest = vec![String::new(); self.columns.len()];
                rest[0] = format!("{} more", self.rows.len() - index);
                out.push_str(&line(rest));
                break;
            }
            let code = |(at, it): (usize, &String)| if at == 0 && self.has_names { format!("`{}`", cell(it)) } else { cell(it) };
            out.push_str(&line(row.iter().enumerate().map(code).collect()));
        }
        for (index, (summary, text)) in self.details.iter().enumerate() {
            let fence = fence(text);
            let summary = escaped(summary);
            let details = format!("\n<details><summary>{summary}</summary>\n\n{fence}diff\n{text}{fence}\n\n</details>\n");
            if out.len() + details.len() > LONGEST {
                out.push_str(&format!("\nThe details of {} more {} are too long to show.\n", self.details.len() - index, self.noun));
                break;
            }
            out.push_str(&details);
        }
        out
    }

    /// One page that needs no other file.
    pub fn html(&self) -> String {
        let title = escaped(&self.title);
        let row = |tag: &str, cells: Vec<String>| {
            format!("<tr>{}</tr>\n", cells.iter().map(|it| format!("<{tag}>{it}</{tag}>")).collect::<String>())
        };
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n\
             :root {{ color-scheme: light dark; }}\n\
             body {{ font-family: sans-serif; }} td, th {{ padding: 0 1em 0 0; text-align: left; }}\n\
             pre {{ background: rgb(128 128 128 / 12%); padding: 1em; overflow-x: auto; }}\n\
             </style>\n<h1>{title}</h1>\n<table>\n"
        );
        out.push_str(&row("th", self.columns.iter().map(|it| escaped(it)).collect()));
        for cells in &self.rows {
            out.push_str(&row("td", cells.iter().map(|it| escaped(it)).collect()));
        }
        out.push_str("</table>\n");
        for (summary, text) in &self.details {
            out.push_str(&format!("<details><summary>{}</summary>\n<pre>{}</pre>\n</details>\n", escaped(summary), escaped(text)));
        }
        out + "</html>\n"
    }
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

    fn page(details: &[(&str, &str)]) -> Page {
        Page {
            title: "Catalog changes".to_owned(),
            columns: &["node", "added"],
            has_names: true,
            rows: details.iter().map(|(node, _)| vec![(*node).to_owned(), "1".to_owned()]).collect(),
            details: details.iter().map(|(node, text)| ((*node).to_owned(), (*text).to_owned())).collect(),
            noun: "nodes",
        }
    }

    #[test]
    fn a_comment_has_a_table_and_details() {
        let expected = "### Catalog changes\n\n| node | added |\n|---|---|\n| `web1` | 1 |\n\n\
                        <details><summary>web1</summary>\n\n```diff\n+ File[/a]\n```\n\n</details>\n";
        assert_eq!(page(&[("web1", "+ File[/a]\n")]).markdown(), expected);
    }

    #[test]
    fn a_comment_is_never_too_long() {
        let names: Vec<String> = (0..5000).map(|it| format!("node{it}")).collect();
        let long = "+ File[/a]\n".repeat(100);
        let text = page(&names.iter().map(|it| (it.as_str(), long.as_str())).collect::<Vec<_>>()).markdown();
        assert!(text.len() < LONGEST + 1000 && text.contains("more nodes are too long to show"), "{}", text.len());
    }

    #[test]
    fn what_stands_in_a_text_breaks_out_of_nothing() {
        let text = page(&[("a|b", "+ ```\n</details>\n")]).markdown();
        assert!(text.contains("| `a_b` |") && text.contains("````diff\n"), "{text}");
        let page = page(&[("<b>", "<script>&")]).html();
        assert!(page.contains("&lt;b&gt;") && page.contains("<pre>&lt;script&gt;&amp;</pre>"), "{page}");
    }
}
