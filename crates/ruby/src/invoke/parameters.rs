//! How arguments become variables.

use std::rc::Rc;

use crate::ast::{Name, Parameters};
use crate::eval::Ruby;
use crate::stop::Outcome;
use crate::value::{Proc, Value};

impl Ruby<'_> {
    /// Gives the parameters their values.
    pub(super) fn bind(
        &mut self,
        parameters: &Parameters,
        mut given: Vec<Value>,
        keywords: bool,
        block: Option<Rc<Proc>>,
        is_strict: bool,
    ) -> Outcome<()> {
        if let Some(what) = &parameters.not_covered {
            return self.not_covered(format!("parameters with {what}"));
        }
        let takes_keywords = !parameters.keywords.is_empty() || parameters.keyword_rest.is_some();
        let mut named = Vec::new();
        if takes_keywords
            && keywords
            && let Some(Value::Hash(hash)) = given.last()
        {
            named = hash.pairs();
            given.pop();
        }
        let least = parameters.required.len() + parameters.posts.len();
        let most = if parameters.rest.is_some() { None } else { Some(least + parameters.optional.len()) };
        if is_strict && (given.len() < least || most.is_some_and(|it| given.len() > it)) {
            return self.wrong_number(given.len(), least, most);
        }
        // Too few are filled up, too many are cut.
        while given.len() < least {
            given.push(Value::Nil);
        }
        let mut next = 0;
        let count = given.len();
        for target in &parameters.required {
            self.assign(target, given.get(next).cloned().unwrap_or(Value::Nil))?;
            next += 1;
        }
        for (target, default) in &parameters.optional {
            let left = count.saturating_sub(next).saturating_sub(parameters.posts.len());
            let value = if left > 0 {
                next += 1;
                given.get(next - 1).cloned().unwrap_or(Value::Nil)
            } else {
                self.eval(default)?
            };
            self.assign(target, value)?;
        }
        let after = count.saturating_sub(parameters.posts.len()).max(next);
        if let Some(rest) = &parameters.rest {
            if let Some(target) = rest {
                let list = self.heap.array(given.get(next..after).unwrap_or_default().to_vec());
                self.assign(target, list)?;
            }
            next = after;
        }
        for target in &parameters.posts {
            self.assign(target, given.get(next).cloned().unwrap_or(Value::Nil))?;
            next += 1;
        }
        if takes_keywords {
            self.bind_keywords(parameters, named)?;
        }
        if let Some(target) = &parameters.block {
            let value = block.map_or(Value::Nil, Value::Proc);
            self.assign(target, value)?;
        }
        Ok(())
    }

    fn bind_keywords(&mut self, parameters: &Parameters, mut named: Vec<(Value, Value)>) -> Outcome<()> {
        let mut missing: Vec<Name> = Vec::new();
        let mut take = |name: &Name| {
            let at = named.iter().position(|(key, _)| matches!(key, Value::Symbol(it) if it == name))?;
            Some(named.remove(at).1)
        };
        let values: Vec<Option<Value>> = parameters.keywords.iter().map(|(name, ..)| take(name)).collect();
        for ((name, target, default), value) in parameters.keywords.iter().zip(values) {
            match (value, default) {
                (Some(value), _) => self.assign(target, value)?,
                (None, Some(default)) => {
                    let value = self.eval(default)?;
                    self.assign(target, value)?;
                }
                (None, None) => missing.push(name.clone()),
            }
        }
        if !missing.is_empty() {
            let names: Vec<String> = missing.iter().map(|it| format!(":{it}")).collect();
            let plural = if names.len() > 1 { "s" } else { "" };
            return self.raise("ArgumentError", format!("missing keyword{plural}: {}", names.join(", ")));
        }
        match &parameters.keyword_rest {
            Some(target) => {
                let hash = crate::value::Hash::default();
                for (key, value) in named {
                    self.store(&hash, key, value)?;
                }
                let value = self.heap.hash_of(hash);
                match target {
                    Some(target) => self.assign(target, value),
                    None => Ok(()),
                }
            }
            None if named.is_empty() => Ok(()),
            None => {
                let mut names = Vec::new();
                for (key, _) in &named {
                    names.push(self.inspect(key)?);
                }
                let plural = if names.len() > 1 { "s" } else { "" };
                self.raise("ArgumentError", format!("unknown keyword{plural}: {}", names.join(", ")))
            }
        }
    }
}
