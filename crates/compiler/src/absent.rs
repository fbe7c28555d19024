//! Modules that are named and not installed: their content is unknown. Each is reported once.

use std::path::Path;
use std::sync::Arc;

use functions::FileKind;
use issue::Place;
use syntax::model::{Data, NodeId};
use values::{Origin, Size, Type, Unknown, Value};

use crate::compiler::Compiler;
use crate::lists::flatten;
use crate::source::Program;

impl Compiler<'_> {
    /// Whether a name belongs to a module that is not there; then it is noted. Only in an analysis.
    pub fn is_absent(&mut self, name: &str, place: &Place) -> bool {
        if !self.analysis.is_on() {
            return false;
        }
        let module = name.trim_start_matches("::").split("::").next().unwrap_or_default().to_lowercase();
        if module.is_empty() || matches!(&*module, "environment" | "settings") || self.environment.module(&module).is_some() {
            return false;
        }
        self.analysis.note_absent_module(&module, place);
        true
    }

    /// The same for the type of a resource, which need not be named after its module.
    pub fn type_is_absent(&mut self, lower: &str, place: &Place) -> bool {
        if !self.analysis.is_on() {
            return false;
        }
        let absent = if lower.contains("::") {
            self.is_absent(lower, place)
        } else if is_of_enterprise(lower) {
            true
        } else {
            let module = resource_types::type_info(lower).and_then(|it| it.module.clone());
            match module.filter(|it| self.environment.module(it).is_none()) {
                Some(module) => {
                    self.analysis.note_absent_module(&module, place);
                    true
                }
                None => false,
            }
        };
        self.sink.incomplete |= absent;
        absent
    }

    /// Returns what a value is compared with: what a type accepts is unknown if its module is missing.
    pub fn accepted_by(&mut self, program: &Arc<Program>, node: NodeId, value: Value) -> Value {
        let is_missing = matches!(value, Value::Type(_)) && self.names_absent_type(program, node);
        if is_missing { self.analysis.missing_value("type") } else { value }
    }

    /// Whether an expression names a type whose module is missing.
    pub fn names_absent_type(&mut self, program: &Arc<Program>, node: NodeId) -> bool {
        if !self.analysis.is_on() {
            return false;
        }
        program.model.subtree(node).into_iter().any(|it| match program.data(it) {
            Data::Reference(name) if name.contains("::") => {
                let place = program.place_at(it);
                matches!(self.type_named(name), Ok(Type::Reference(_))) && self.is_absent(&name.to_lowercase(), &place)
            }
            _ => false,
        })
    }

    /// Notes that a type is missing, and with it perhaps what it is the type of.
    pub fn note_missing_type(&mut self) {
        self.sink.incomplete |= self.analysis.is_on();
    }

    /// The same for a function.
    pub fn function_is_absent(&mut self, name: &str, place: &Place) -> bool {
        if !self.analysis.is_on() {
            return false;
        }
        if name.contains("::") {
            let absent = self.is_absent(name, place);
            // It may declare whatever it likes, unless it is known to give a value alone.
            self.sink.incomplete |= absent && functions::find(name).is_none() && name != "stdlib::has_function";
            return absent;
        }
        // These come with PuppetDB and with Puppet Enterprise, not with a module that somebody could install.
        if name == "puppetdb_query" || is_of_enterprise(name) {
            return true;
        }
        match module_of_function(name).filter(|it| self.environment.module(it).is_none()) {
            Some(module) => {
                self.analysis.note_absent_module(module, place);
                self.sink.incomplete |= name.starts_with("ensure_");
                true
            }
            None => false,
        }
    }

    /// The same for a file that is named with its module, as `apache/vhost.epp`.
    pub fn file_is_absent(&mut self, name: &str, place: &Place) -> bool {
        let module = name.split_once('/').map(|it| it.0);
        module.filter(|it| environment::is_module_name(it)).is_some_and(|it| self.is_absent(it, place))
    }

    /// Value that a function returns for the text of such a file.
    pub fn missing_text(&self, function: &str) -> Value {
        self.missing_of(function, Type::String(Size::ANY))
    }

    /// Whether a file is one of the server, which is not here: an absolute path outside of what is checked.
    pub fn is_on_server(&self, name: &str) -> bool {
        self.analysis.is_on() && Path::new(name).is_absolute() && self.environment.find_module_file(name, FileKind::File).is_none()
    }

    /// Value of a function that would have to look into a module or a folder of the server that is missing here before it finds anything.
    /// None where it finds something, or nothing at all.
    pub fn read_absent(&mut self, function: &str, arguments: &[Value], place: &Place) -> Option<Value> {
        if !self.analysis.is_on() {
            return None;
        }
        let text = || Type::String(Size::ANY);
        let (ty, kind) = match function {
            "file" => (text(), FileKind::File),
            "binary_file" => (Type::Any, FileKind::File),
            "find_file" => (Type::optional(text()), FileKind::File),
            "find_template" => (Type::optional(text()), FileKind::Template),
            "loadjson" | "stdlib::loadjson" | "loadyaml" | "stdlib::loadyaml" => {
                let is_absent = arguments.first().and_then(Value::as_str).is_some_and(|it| self.is_on_server(it));
                return is_absent.then(|| self.missing_of(function, Type::Any));
            }
            _ => return None,
        };
        let mut names = Vec::new();
        arguments.iter().for_each(|it| flatten(it.clone(), &mut names, 0));
        for name in names.iter().filter_map(Value::as_str) {
            if self.environment.find_module_file(name, kind).is_some() {
                return None;
            }
            if self.is_on_server(name) || self.file_is_absent(name, place) {
                return Some(self.missing_of(function, ty));
            }
        }
        None
    }

    fn missing_of(&self, function: &str, ty: Type) -> Value {
        Value::Unknown(std::sync::Arc::new(Unknown { ty, origin: Origin::Function(function.into()) }))
    }
}

/// Whether servers of Puppet Enterprise bring a type or function along, as `pe_ini_setting` and `pe_build_version`.
fn is_of_enterprise(name: &str) -> bool {
    name.starts_with("pe_")
}

/// The module that is known to define a function whose name does not say so, as `stdlib` does `ensure_packages`.
pub fn module_of_function(name: &str) -> Option<&'static str> {
    match functions::find(name).map(|it| it.origin) {
        Some(functions::Origin::Module(module)) => Some(module),
        _ => crate::builtin::of_module(name).map(|_| "stdlib"),
    }
}
