//! `super`: which method is next, and with which arguments.

use crate::ast::{BlockOf, Node, Target};
use crate::eval::Ruby;
use crate::invoke::Args;
use crate::methods;
use crate::stop::Outcome;
use crate::value::{Running, Value};

impl Ruby<'_> {
    /// `super`
    pub fn call_super(&mut self, given: Option<&(Vec<Node>, bool)>, block: Option<&BlockOf>, at: u32) -> Outcome {
        let Some(running) = self.scope.context.method.clone() else { return self.not_covered("super outside of a method") };
        let this = self.scope.context.this.clone();
        let mut arguments = match given {
            Some((nodes, keywords)) => Args { list: self.list(nodes)?, keywords: *keywords, block: None },
            None => self.arguments_again(&running)?,
        };
        let own_block = self.scope.block.clone();
        arguments.block = match block {
            None => own_block,
            Some(BlockOf::Value(node)) => match self.eval(node)? {
                Value::Proc(it) => Some(it),
                Value::Nil => None,
                _ => return self.not_covered("a block from this"),
            },
            Some(BlockOf::Code(code)) => {
                let home = self.new_id();
                match self.proc_of(code, false, home) {
                    Value::Proc(it) => Some(it),
                    _ => None,
                }
            }
        };
        self.at = at;
        let name = running.name.clone();
        if running.singleton {
            let Value::Class(class) = &this else { return self.not_covered("super of a method of one object") };
            let all = self.own_members(class, &name);
            let after = all.iter().position(|it| it.0 == running.owner).map_or(0, |it| it + 1);
            return match all.into_iter().nth(after) {
                Some(found) => self.call_member(&this, &name, found, true, arguments),
                None if matches!(&*name, "inherited" | "included" | "extended" | "method_added") => Ok(Value::Nil),
                None => match methods::find(&this, &name) {
                    Some(method) => self.run(method, &this, arguments),
                    None => self.not_covered(format!("super of {name}")),
                },
            };
        }
        let class = self.first_class_of(&this);
        let lineage = self.lineage(&class);
        let after = lineage.iter().position(|it| *it == running.owner).map_or(0, |it| it + 1);
        let next = lineage.into_iter().skip(after).find_map(|it| {
            let member = self.classes.get(&it)?.methods.get(&name)?.clone();
            Some((it, member))
        });
        if let Some(found) = next {
            return self.call_member(&this, &name, found, false, arguments);
        }
        if &*name == "initialize" {
            if let Value::Object(object) = &this
                && let Some((members, keywords)) = self.members_of(&class)
            {
                self.fill_struct(&object.clone(), &members, keywords, &arguments)?;
                return Ok(Value::Nil);
            }
            return self.initialize(&this, &arguments);
        }
        match (&*name, methods::find(&this, &name)) {
            ("method_missing", _) => {
                let wanted = arguments.list.first().cloned().unwrap_or(Value::Nil);
                let wanted = self.name(&wanted)?;
                self.undefined_method(&this, &wanted)
            }
            ("respond_to_missing?", _) => Ok(Value::Boolean(false)),
            (_, Some(method)) => self.run(method, &this, arguments),
            _ => self.not_covered(format!("super of {name}")),
        }
    }

    /// Current values of the method's parameters.
    fn arguments_again(&mut self, running: &Running) -> Outcome<Args> {
        let (Some(code), Some(scope)) = (&running.code, running.scope.borrow().clone()) else {
            return self.not_covered("super without arguments in such a method");
        };
        let parameters = &code.parameters;
        if !parameters.keywords.is_empty() || parameters.keyword_rest.is_some() {
            return self.not_covered("super that passes keywords on");
        }
        let read = |target: &Target| match target {
            Target::Local(place) => scope.values.borrow().get(place.slot as usize).cloned(),
            _ => None,
        };
        let mut list = Vec::new();
        for target in parameters.required.iter().chain(parameters.optional.iter().map(|it| &it.0)) {
            list.push(read(target).unwrap_or(Value::Nil));
        }
        match &parameters.rest {
            Some(Some(target)) => {
                if let Some(Value::Array(rest)) = read(target) {
                    list.extend(rest.items());
                }
            }
            Some(None) => return self.not_covered("super that passes a rest without a name on"),
            None => {}
        }
        list.extend(parameters.posts.iter().filter_map(read));
        Ok(Args { list, keywords: false, block: None })
    }
}
