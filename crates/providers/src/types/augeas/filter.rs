//! `onlyif`: what has to hold in the tree.

use resource_types::Pattern;

use super::commands::{self, Command};
use super::script::{Loading, line};
use crate::instance::ProviderError;
use machine::System;

/// Whether a filter holds.
pub fn holds(filter: &Command, context: &str, loading: &Loading, system: &mut dyn System) -> Result<bool, ProviderError> {
    let path = filter.arguments.first().map(String::as_str).unwrap_or_default();
    let failed =
        |params: &str, message: &str| ProviderError::new(format!("Error sending command '{}' with params {params}/{message}", filter.name));
    match (filter.name.as_str(), filter.arguments.as_slice()) {
        ("get", [_, comparator, wanted]) => {
            let said = loading.run(&[line("get", &[path])], system)?;
            compares(&said.value(0, path).unwrap_or_default(), comparator, wanted).map_err(|it| failed("[]", &it.message))
        }
        ("match" | "values", [_, clause]) => {
            let said = loading.run(&[line("match", &[path])], system)?;
            if !said.succeeded {
                return Err(failed("nil", &format!("unknown error - Matching path expression '{path}' failed")));
            }
            let is_match = filter.name == "match";
            let found = said.matched(0).into_iter().map(|(path, value)| if is_match { Some(path) } else { value }).collect();
            clause_holds(filter, clause, context, is_match, found).map_err(|it| failed("nil", &it.message))
        }
        _ => Ok(true),
    }
}

fn clause_holds(filter: &Command, clause: &str, context: &str, is_match: bool, found: Vec<Option<String>>) -> Result<bool, ProviderError> {
    let clauses = commands::parsed([clause].into_iter(), context)?;
    let Some(clause) = clauses.into_iter().next() else {
        return Err(ProviderError::new("undefined method `shift' for nil:NilClass"));
    };
    let first = clause.arguments.first().cloned().unwrap_or_default();
    let same = || -> Result<bool, ProviderError> {
        let wanted = commands::array(&first);
        let wanted = wanted.ok_or_else(|| ProviderError::new(format!("Invalid array in command: {}", filter.name)))?;
        Ok(found.iter().map(Option::as_deref).eq(wanted.iter().map(|it| Some(it.as_str()))))
    };
    let includes = || found.iter().any(|it| it.as_ref() == Some(&first));
    Ok(match clause.name.as_str() {
        "size" if is_match => {
            let wanted: usize = clause.arguments.get(1).and_then(|it| it.parse().ok()).unwrap_or_default();
            orders(found.len().cmp(&wanted), &first)
        }
        "include" => includes(),
        "not_include" => !includes(),
        "==" => same()?,
        "!=" => !same()?,
        _ => false,
    })
}

fn orders(order: std::cmp::Ordering, comparator: &str) -> bool {
    match comparator {
        "==" => order.is_eq(),
        "!=" => order.is_ne(),
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        ">=" => order.is_ge(),
        _ => false,
    }
}

/// Numbers are compared as numbers where both are.
fn compares(is: &str, comparator: &str, wanted: &str) -> Result<bool, ProviderError> {
    if comparator == "=~" {
        let pattern = Pattern::of_source(wanted);
        return if pattern.compiles() {
            Ok(pattern.is_match(is))
        } else {
            Err(ProviderError::new(format!("The pattern /{wanted}/ cannot be understood")))
        };
    }
    let number = |text: &str| text.parse::<f64>().ok().filter(|_| text.ends_with(|it: char| it.is_ascii_digit()));
    let order = match (number(is), number(wanted)) {
        (Some(is), Some(wanted)) if !matches!(comparator, "==" | "!=") => is.total_cmp(&wanted),
        _ => is.cmp(wanted),
    };
    Ok(orders(order, comparator))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared() {
        for (is, comparator, wanted, holds) in [
            ("10", ">", "9", true),
            ("a10", ">", "a9", false),
            ("1", "==", "1.0", false),
            ("yes", "!=", "no", true),
            ("yes", "=~", "^y", true),
            ("", "==", "", true),
        ] {
            assert_eq!(compares(is, comparator, wanted), Ok(holds), "{is} {comparator} {wanted}");
        }
    }
}
