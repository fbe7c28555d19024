//! `range`.

use values::Value;
use values::regex::Regex;

use crate::core::fqdn_rand::to_i;
use crate::{Call, Context, Failure, Outcome, ruby};

/// The module itself gives no more.
const MOST: usize = 1_000_000;

pub(super) fn range(context: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let (start, stop, step, exclusive) = match call.arguments {
        [] => return Err(Failure::plain("range(): Wrong number of arguments given (0 for 1)")),
        [value] => {
            let Value::String(text) = value else { return Err(ruby::no_method("match", value)) };
            let pattern = Regex::new("^(\\w+)(\\.\\.\\.?|\\-)(\\w+)$").map_err(Failure::plain)?;
            let Some(groups) = pattern.captures(text) else {
                let any = text.split('\n').any(|it| !it.is_empty());
                return Err(Failure::plain(if any {
                    format!("range(): Unable to compute range from the value: {text}")
                } else {
                    format!("range(): Unknown range format: {text}")
                }));
            };
            let group = |index: usize| groups.get(index).cloned().flatten().unwrap_or_default();
            (Value::from(group(1)), Value::from(group(3)), 1, group(2) == "...")
        }
        [start, stop, rest @ ..] => {
            let step = match rest.first() {
                None | Some(Value::Undef) => 1,
                Some(step) => to_i(step)?.unsigned_abs(),
            };
            if step == 0 {
                return Err(Failure::plain("range(): 3rd arg (step size) must be a non zero integer (e.g. 1 or -1)"));
            }
            (start.clone(), stop.clone(), step, false)
        }
    };
    let step = usize::try_from(step).unwrap_or(usize::MAX);
    let shown = ruby::to_s(&start);
    let numbers = shown.split('\n').any(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()));
    let result: Vec<Value> = if numbers {
        let (start, stop) = (to_i(&start)?, to_i(&stop)?);
        let stop = if exclusive { stop.saturating_sub(1) } else { stop };
        (start..=stop).step_by(step).take(MOST).map(Value::Integer).collect()
    } else {
        texts(context, &shown, &ruby::to_s(&stop), exclusive)?.into_iter().step_by(step).take(MOST).map(Value::from).collect()
    };
    context.spend(u64::try_from(result.len()).unwrap_or(u64::MAX))?;
    Ok(Value::array(result))
}

/// `(start..stop).to_a`: from one text to the next, until the last one or one that is longer.
fn texts(context: &mut dyn Context, start: &str, stop: &str, exclusive: bool) -> Result<Vec<String>, Failure> {
    let mut result = Vec::new();
    if start > stop || exclusive && start == stop {
        return Ok(result);
    }
    let end = successor(stop);
    let mut at = start.to_owned();
    while at != end {
        context.spend(1)?;
        result.push(at.clone());
        if at == stop || result.len() >= MOST {
            break;
        }
        at = successor(&at);
        if exclusive && at == stop || at.len() > stop.len() || at.is_empty() {
            break;
        }
    }
    Ok(result)
}

/// `text.succ`: the rightmost letter or digit is counted up, with carry to the next on its left.
pub(crate) fn successor(text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let alphanumeric: Vec<usize> = characters.iter().enumerate().filter(|(_, it)| it.is_ascii_alphanumeric()).map(|(at, _)| at).collect();
    if alphanumeric.is_empty() {
        if let Some(last) = characters.last_mut() {
            *last = char::from_u32(u32::from(*last) + 1).unwrap_or(*last);
        }
        return characters.into_iter().collect();
    }
    let mut carried_at = 0;
    let mut right: Option<usize> = None;
    for at in alphanumeric.into_iter().rev() {
        // A carry does not reach over what is neither letter nor digit, unless nothing else is there.
        if right.is_some_and(|right| right > at + 1) {
            break;
        }
        right = Some(at);
        let Some(it) = characters.get_mut(at) else { break };
        match *it {
            '9' => *it = '0',
            'z' => *it = 'a',
            'Z' => *it = 'A',
            other => {
                *it = char::from_u32(u32::from(other) + 1).unwrap_or(other);
                return characters.into_iter().collect();
            }
        }
        carried_at = at;
    }
    let first = match characters.get(carried_at) {
        Some('0') => '1',
        Some(other) => *other,
        None => return text.to_owned(),
    };
    characters.insert(carried_at, first);
    characters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn successors() {
        for (text, next) in [("a9", "b0"), ("Zz", "AAa"), ("h09", "h10"), ("a-9", "a-10"), ("zz", "aaa"), ("1.9", "1.10"), ("***", "**+")] {
            assert_eq!(super::successor(text), next, "{text}");
        }
    }
}
