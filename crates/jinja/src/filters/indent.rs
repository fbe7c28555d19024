//! The filter `indent`: takes a text and returns it with its lines indented.

use super::shared::split_lines;
use super::{Filter, filter};
use crate::args::Bound;
use crate::error::{Error, Outcome};
use crate::eval::{Renderer, text_like};
use crate::value::{Value, repr_str};

pub(super) static FILTER: Filter = filter(&["indent"], "do_indent", &["s", "width", "first", "blank"], 1, 0, indent);

fn indent(r: &mut Renderer<'_>, args: &Bound) -> Outcome {
    let text = match args.value(0).defined()? {
        Value::Str(text) => text.clone(),
        other => {
            return Err(Error::type_error(format!("unsupported operand type(s) for +=: {} and 'str'", repr_str(&other.type_name()))));
        }
    };
    let indention = match args.get(1) {
        Some(Value::Str(text)) => text.to_string(),
        _ => {
            if let Some(width) = args.get(1) {
                width.defined()?;
            }
            let width = usize::try_from(args.int(1, 4)?).unwrap_or(0);
            r.charge_text(width)?;
            " ".repeat(width)
        }
    };
    let (first, blank) = (args.truth(2, false)?, args.truth(3, false)?);
    let whole = format!("{}\n", &*text);
    let lines = split_lines(&whole, false);
    r.charge_text(whole.len().saturating_add(lines.len().saturating_mul(indention.len())))?;
    let mut out = String::new();
    if first {
        out.push_str(&indention);
    }
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            out.push('\n');
            if blank || !line.is_empty() {
                out.push_str(&indention);
            }
        }
        out.push_str(line);
    }
    Ok(text_like(&text, &out))
}
