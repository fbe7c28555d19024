//! The filter `quote`: takes a text and returns it as one word of a shell.

use super::shared::arguments::text;
use jinja::{Args, Outcome, Str, Value};

use super::Filter;
use super::shared::steps::by_text;

pub(super) static FILTER: Filter = Filter { name: "quote", steps: by_text, run: quote };

fn quote(args: &Args) -> Outcome {
    let text = text(args)?;
    let is_safe = |it: char| it.is_ascii_alphanumeric() || "@%+=:,./-_".contains(it);
    if !text.is_empty() && text.chars().all(is_safe) {
        return Ok(args.positional.first().cloned().unwrap_or(Value::None));
    }
    // What `json` and `yaml` give is marked as safe for HTML, and Python escapes the quotes that are added to it.
    if matches!(args.positional.first(), Some(Value::Str(it)) if it.is_safe()) && !text.is_empty() {
        let text = text.replace('\'', "&#39;&#34;&#39;&#34;&#39;");
        return Ok(Value::Str(Str::safe(format!("&#39;{text}&#39;"))));
    }
    Ok(Value::str(format!("'{}'", text.replace('\'', "'\"'\"'"))))
}
