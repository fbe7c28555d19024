//! Values that are computed when the catalog is applied, given to parameters.

use functions::{Failure, LogLevel};
use issue::Place;
use values::{Str, Value};

use crate::compiler::{Compiler, Eval};

impl Compiler<'_> {
    /// Functions seldom declare their return type; a possible mismatch is reported once.
    pub fn check_deferred(&mut self, given: &[(Str, Value)], place: &Place) -> Eval<()> {
        for (_, value) in given {
            let Value::Deferred(deferred) = value else { continue };
            let name = &deferred.name;
            let returns = match self.find_puppet_function(name)? {
                Some((program, node)) => match program.data(node) {
                    syntax::model::Data::Definition { rest, .. } => rest.return_type.is_some(),
                    _ => false,
                },
                None if !self.has_function(name)? => {
                    if self.deferred_is_absent(name, place) {
                        continue;
                    }
                    // Puppet breaks down at this.
                    return Err(Failure::plain(format!(
                        "The function '{name}', which is to be called when the catalog is applied, does not exist"
                    )));
                }
                None => functions::says_what_it_returns(name) || self.says_what_it_returns(name),
            };
            if !returns && self.sink.deprecated.insert(format!("{name}_deferred_warning").into()) {
                let message = format!("Deferred function {name} has no return_type, unable to guarantee value type during compilation.");
                self.sink.log(LogLevel::Warning, format!("{message}\n   (file & line not available)"), None);
            }
        }
        Ok(())
    }

    /// Whether the text of a function in Ruby has a `return_type`.
    fn says_what_it_returns(&mut self, name: &str) -> bool {
        let found = self.loaded.ruby_function(self.environment, None, name).map(|it| it.file.clone());
        let Some(path) = found else { return false };
        let text = self.environment.world.read(&path, 1 << 20).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        text.lines().any(|it| it.trim_start().starts_with("return_type"))
    }

    /// Whether it comes with a module that is not there. It is called elsewhere: it declares nothing here.
    fn deferred_is_absent(&mut self, name: &str, place: &Place) -> bool {
        let incomplete = self.sink.incomplete;
        let absent = self.function_is_absent(name, place);
        self.sink.incomplete = incomplete;
        absent
    }
}
