//! Presence: what exists at a place, and under which conditions.

use std::sync::Arc;

use issue::Place;
use values::{Str, Type, Unknown, Value};

use crate::Entry;
use crate::compiler::{Compiler, Eval};
use crate::ids::ResId;
use crate::resource::Kind;

impl Compiler<'_> {
    /// Whether a resource is there, at this point and under the conditions of it; else the value of the question.
    fn is_there(&mut self, type_name: &str, title: &str) -> Eval<Result<bool, Value>> {
        let here = self.analysis.path.when;
        let mut perhaps = self.sink.incomplete || self.is_part() || self.analysis.may_be(type_name, title);
        if let Some(id) = self.find_resource(type_name, title)? {
            for id in self.with_variants(id) {
                let there = self.resource(id).when;
                if self.analysis.conditions.implied(here, there) {
                    return Ok(Ok(true));
                }
                perhaps |= !self.analysis.conditions.exclusive(here, there);
            }
        }
        if !perhaps {
            return Ok(Ok(false));
        }
        let origin = values::Origin::Function("defined".into());
        Ok(Err(Value::Unknown(Arc::new(Unknown { ty: Type::Boolean(None), origin }))))
    }

    /// Whether a plan is analysed.
    pub(crate) fn is_of_plan(&self) -> bool {
        self.analysis.is_on() && matches!(self.request.entry, Entry::Plan(_))
    }

    /// Whether something is evaluated by itself, not a whole site.
    pub fn is_of_entry(&self) -> bool {
        self.analysis.is_on() && self.request.entry != Entry::Site
    }

    /// Whether something stands in the node definition for nodes that no other names, and nobody has said which node it is.
    pub fn is_of_any_node(&self, scope: crate::ids::ScopeId) -> bool {
        let definition = self.definition(self.scope(scope).source);
        self.analysis.is_on()
            && self.request.any_node
            && definition.kind == crate::definitions::Kind::Node
            && *definition.name == *"default"
    }

    /// Whether the resource or class of a reference exists, in an analysis. None of other values, and of a compilation, which looks it up.
    pub fn presence_of(&mut self, value: &Value) -> Eval<Option<Result<bool, Value>>> {
        match value {
            _ if !self.analysis.is_on() => Ok(None),
            Value::Type(Type::Resource(Some(name), Some(title))) => self.is_there(name, title).map(Some),
            Value::Type(Type::Class(Some(name))) => self.is_there("Class", name).map(Some),
            _ => Ok(None),
        }
    }

    /// Whether it is not certain that something has one of these tags, or that it has none.
    pub fn is_tag_doubtful(&self, tags: &[String], is_tagged: bool) -> bool {
        if !self.analysis.is_on() {
            return false;
        }
        // What is around a part may have any tag, and what stands in an arm gives some only perhaps.
        if is_tagged {
            tags.iter().any(|tag| self.analysis.perhaps_tags.contains(tag.as_str()) || !self.is_certain_tag(tag))
        } else {
            self.sink.incomplete || self.is_part()
        }
    }

    /// One contains the other, if this place is reached.
    pub fn contain_here(&mut self, container: ResId, content: ResId, place: Place) {
        let is_new = self.draft.edges.insert((container, content));
        if !self.analysis.is_on() {
            return;
        }
        self.analysis.contained_at.entry((container, content)).or_insert(place);
        let here = self.analysis.path.when;
        if self.analysis.conditions.implied(self.resource(container).when, here) {
            self.analysis.contained.remove(&(container, content));
        } else if let Some(when) = self.analysis.contained.get(&(container, content)).copied() {
            let either = self.analysis.conditions.or(when, here);
            self.analysis.contained.insert((container, content), either);
        } else if is_new {
            self.analysis.contained.insert((container, content), here);
        }
    }

    /// A resource has a tag, if this place is reached.
    pub fn note_tag_here(&mut self, resource: ResId, tag: &str) {
        if self.analysis.is_on() && !self.analysis.conditions.implied(self.resource(resource).when, self.analysis.path.when) {
            let parts = tag.split("::").filter(|it| !it.is_empty()).chain([tag]);
            self.analysis.perhaps_tags.extend(parts.map(Str::from));
        }
    }

    /// Whether a tag of the catalog does not come of classes alone that are perhaps not here.
    pub fn is_certain_tag(&self, tag: &str) -> bool {
        let containers = self.draft.resources().filter(|it| matches!(it.kind, Kind::Class | Kind::Node) && it.tags.contains(tag));
        let mut is_there = containers.map(|it| self.analysis.conditions.implied(self.analysis.path.when, it.when)).peekable();
        is_there.peek().is_none() || is_there.any(|it| it)
    }

    /// Whether the entry is used with something around it that is not here: all but a site and the class that a module is
    /// named after.
    pub fn is_part(&self) -> bool {
        match &self.request.entry {
            Entry::Site => false,
            Entry::Class(name) => self.analysis.is_on() && name.trim_start_matches("::").contains("::"),
            Entry::Define(_) | Entry::Function(_) | Entry::Plan(_) => self.analysis.is_on(),
        }
    }

    /// Runs what says that something is missing: in a part it is perhaps somewhere around it.
    pub fn in_part<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        if !self.is_part() {
            return run(self);
        }
        let path = self.analysis.path.clone();
        self.analysis.assume_something(Place::default());
        let result = run(self);
        self.analysis.path = path;
        result
    }

    /// A resource and the others of its name.
    pub fn with_variants(&self, id: ResId) -> Vec<ResId> {
        let resource = self.resource(id);
        let key = (resource.type_name.clone(), resource.title.clone());
        let mut all = vec![id];
        all.extend(self.analysis.variants.get(&key).into_iter().flatten().filter(|it| **it != id));
        all
    }

    /// Whether the file of a function in Ruby speaks of what functions can declare.
    pub fn may_declare(&self, path: &std::path::Path) -> bool {
        if !self.analysis.is_on() {
            return true;
        }
        let text = self.environment.world.read(path, 1 << 20).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        ["resource", "catalog", "include", "call_function", "function_"].iter().any(|it| text.contains(it))
    }
}
