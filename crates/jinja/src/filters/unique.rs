//! The filter `unique`: takes a sequence and returns each of its items once.

use super::shared::{Attributes, generator, ignore_case};
use super::{Filter, filter};
use crate::value::{Key, Map, Value};

pub(super) static FILTER: Filter = filter(&["unique"], "sync_do_unique", &["value", "case_sensitive", "attribute"], 1, 1, |r, args| {
    let by = Attributes::one(args.some(2)?)?;
    let fold = !args.truth(1, false)?;
    let mut run = |out: &mut Vec<Value>| {
        let mut seen = Map::new();
        for item in args.value(0).iterate()? {
            let key = by.get(r, &item, None)?;
            if seen.insert(Key::new(if fold { ignore_case(&key) } else { key })?, Value::None).is_none() {
                out.push(item);
            }
        }
        Ok(())
    };
    Ok(generator(&mut run))
});
