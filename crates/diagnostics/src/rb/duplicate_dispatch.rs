//! `ruby-duplicate-dispatch`: a dispatch that is never used, as an earlier one takes the same arguments.

use ruby::function_file::{ArgumentKind, Dispatch};
use syntax::{Severity, text_range};

use super::here::Here;
use super::types::{self, Read};
use crate::registry::codes;
use crate::{Finding, Related};

pub(super) fn find(here: &Here<'_>, found: &mut Vec<Finding>) {
    for function in here.functions.functions.iter().filter(|it| !it.is_open) {
        let mut seen: Vec<(Vec<(String, String)>, &Dispatch)> = Vec::new();
        for dispatch in &function.dispatches {
            let Some(taken) = taken(dispatch) else { continue };
            if let Some((_, first)) = seen.iter().find(|it| it.0 == taken) {
                let message = format!("The dispatch `{}` is never used: `{}` takes the same arguments", dispatch.method.0, first.method.0);
                let related =
                    Related { file: here.path.clone(), range: text_range(&first.method.1), message: "this one is used".to_owned() };
                found.push(Finding {
                    related: vec![related],
                    ..here.finding(codes::RUBY_DUPLICATE_DISPATCH, Severity::Warning, &dispatch.method.1, message)
                });
            } else {
                seen.push((taken, dispatch));
            }
        }
    }
}

/// Kinds and types of what a dispatch takes; none where only its evaluation knows.
fn taken(dispatch: &Dispatch) -> Option<Vec<(String, String)>> {
    if dispatch.is_open {
        return None;
    }
    let mut taken = Vec::new();
    for part in &dispatch.parts {
        let word = part.word.0.as_str();
        let kind = match word {
            "param" | "required_param" => "one",
            "optional_param" => "optional",
            "repeated_param" | "optional_repeated_param" => "any",
            "required_repeated_param" => "many",
            "block_param" | "required_block_param" => "block",
            "optional_block_param" => "optional block",
            // These take none of the arguments of a call.
            _ => continue,
        };
        let ty = match part.arguments.as_slice() {
            [ty, _] => match &ty.kind {
                ArgumentKind::Text(text) => text.as_str(),
                ArgumentKind::Symbol(_) | ArgumentKind::Other => return None,
            },
            [] | [_] if kind.ends_with("block") => "Callable",
            _ => return None,
        };
        let ty = match types::read(ty) {
            Read::Type(read) => read.plain().to_string(),
            Read::Named(_) => ty.to_owned(),
            Read::Wrong(_) | Read::Invalid(_) => return None,
        };
        taken.push((kind.to_owned(), ty));
    }
    Some(taken)
}

#[cfg(test)]
mod tests {
    use crate::rb::tests::check_function;

    #[track_caller]
    fn check(one: &str, two: &str, is_found: bool) {
        let body = format!("  dispatch :a do\n    {one}\n  end\n  dispatch :b do\n    {two}\n  end\n  def a(*x); end\n  def b(*x); end");
        let expected = "ruby-duplicate-dispatch \"b\": The dispatch `b` is never used: `a` takes the same arguments";
        let expected: &[&str] = if is_found { &[expected] } else { &[] };
        check_function(&body, expected);
    }

    #[test]
    fn dispatches_that_take_the_same() {
        check("param 'String', :x", "required_param 'String', :y\n    return_type 'Any'", true);
        check("param 'Variant[String,Integer]', :x", "param 'Variant[String, Integer]', :y", true);
        check("param 'O::Type', :x\n    block_param", "param 'O::Type', :x\n    block_param 'Callable', :b", true);
        check("param 'String', :x", "param 'Integer', :x", false);
        check("param 'String', :x", "optional_param 'String', :x", false);
        check("param 'String', :x", "param 'String', :x\n    block_param", false);
        check("param TYPE, :x", "param TYPE, :x", false);
        check("param 'String', :x if X", "param 'String', :x if X", false);
    }
}
