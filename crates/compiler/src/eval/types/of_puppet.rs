//! The types that Puppet has for its own types and syntax: `Pcore::IntegerType`, `Puppet::AST::Program`.
//!
//! They are written in `of_puppet.txt` as Puppet 8 prints them, and read when code first names one of them.

use std::path::PathBuf;
use std::sync::Arc;

use syntax::Dialect;
use values::Str;

use crate::compiler::{Compiler, Eval};
use crate::source::{Program, Reading};

const TEXT: &str = include_str!("of_puppet.txt");

impl Compiler<'_> {
    /// Defines them if a name may be one of theirs, and says whether it is. The name is in lower case.
    pub(super) fn is_type_of_puppet(&mut self, lower: &Str) -> Eval<bool> {
        if !lower.starts_with("pcore::") && !lower.starts_with("puppet::ast") {
            return Ok(false);
        }
        // No file has this path.
        if self.loaded.definitions.loaded.insert(PathBuf::from("Pcore")) {
            let program = Program::parse(None, None, TEXT.into(), Dialect::Manifest, &Reading::default());
            self.import(&Arc::new(program), None)?;
        }
        if lower.starts_with("puppet::ast::") {
            // Those of a set are defined with it.
            self.defined_type(&"puppet::ast".into())?;
        }
        Ok(self.loaded.definitions.types.contains_key(lower))
    }
}
