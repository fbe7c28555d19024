//! `squeeze`, and the sets of characters that Ruby writes as `a-z` and `^a-z`.

use values::Value;

use crate::{Call, Context, Failure, Outcome, ruby};

pub(super) struct Set {
    negated: bool,
    ranges: Vec<(char, char)>,
}

impl Set {
    pub(super) fn new(text: &str) -> Result<Set, Failure> {
        let all: Vec<char> = text.chars().collect();
        let (negated, mut rest) = match all.as_slice() {
            ['^', rest @ ..] if !rest.is_empty() => (true, rest),
            all => (false, all),
        };
        let mut ranges = Vec::new();
        loop {
            rest = match rest {
                [] => break,
                ['\\', it, rest @ ..] => {
                    ranges.push((*it, *it));
                    rest
                }
                [from, '-', to, ..] if from > to => {
                    return Err(Failure::plain(format!("invalid range \"{from}-{to}\" in string transliteration")));
                }
                [from, '-', to, rest @ ..] => {
                    ranges.push((*from, *to));
                    rest
                }
                [it, rest @ ..] => {
                    ranges.push((*it, *it));
                    rest
                }
            };
        }
        Ok(Set { negated, ranges })
    }

    pub(super) fn contains(&self, it: char) -> bool {
        self.ranges.iter().any(|(from, to)| (*from..=*to).contains(&it)) != self.negated
    }
}

pub(super) fn squeeze(_: &mut dyn Context, call: &Call<'_>) -> Outcome {
    let given = call.arguments.len();
    if !matches!(given, 1 | 2) {
        return Err(Failure::plain(format!("squeeze(): Wrong number of arguments given {given} for 2 or 1")));
    }
    let set = match call.get(1).filter(|it| it.is_true()) {
        Some(Value::String(set)) => Some(Set::new(set)?),
        Some(other) => return Err(crate::core::digest::no_conversion(other)),
        None => None,
    };
    let squeeze = |value: &Value| -> Outcome {
        let Value::String(text) = value else { return Err(ruby::no_method("squeeze", value)) };
        let mut squeezed = String::with_capacity(text.len());
        let mut last = None;
        for it in text.chars() {
            if last != Some(it) || set.as_ref().is_some_and(|set| !set.contains(it)) {
                squeezed.push(it);
            }
            last = Some(it);
        }
        Ok(Value::from(squeezed))
    };
    match call.at(0) {
        Value::Array(list) => Ok(Value::array(list.iter().map(squeeze).collect::<Result<_, _>>()?)),
        other => squeeze(other),
    }
}
