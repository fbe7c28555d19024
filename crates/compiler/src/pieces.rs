//! Evaluates a large main manifest while it is read.
//!
//! Evaluated pieces are dropped before the last of the text is read, and two processors share the work. Nobody knows then whether all of it
//! is sound, and what it defines further down: if it is not, or if it defines anything, what was done is thrown away, which nobody notices
//! because a compilation touches nothing.

use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use world::FileKind;

use crate::compiler::Compiler;
use crate::source::Program;
use crate::{Cancel, Code, Entry, Environment, Evaluated, Mode, Outcome, Request};

/// A part of the text, or none where it cannot be read in parts.
type Piece = Option<Program>;

/// Limit of the pieces that wait to be evaluated.
const WAITING: usize = 2;

/// A manifest of fewer bytes is read before a second thread is there.
const SHORTEST: u64 = 128 << 10;

/// The parser goes down by recursion.
const STACK: usize = 16 << 20;

/// Compiles a large main manifest that defines nothing. None where it is another one, which is to be read as a whole before anything
/// is evaluated.
pub fn compile(environment: &Arc<Environment>, request: &Request) -> Option<(Outcome, Evaluated)> {
    if environment.keeps_manifests || request.mode != Mode::Compile || request.entry != Entry::Site {
        return None;
    }
    let Code::Files(files) = &request.code else { return None };
    let [path] = files.as_slice() else { return None };
    // What is no file can be read once only, and may be needed as a whole.
    let found = environment.world.metadata(path).ok()?;
    if found.kind != FileKind::File || found.len < SHORTEST {
        return None;
    }
    let (text, file, reading) = environment.text(path)?;
    if reading.autoload.is_some() || text.lines().any(defines) {
        return None;
    }
    let (sender, receiver) = sync_channel(WAITING);
    let read = move || {
        // The text is gone when its last statement was evaluated.
        let options = reading.options();
        Program::pieces(&file, path, &text, &options).is_some_and(|pieces| read(pieces, sender, &request.cancel))
    };
    thread::scope(|scope| {
        let reader = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, read).ok()?;
        let mut compiler = Compiler::new(environment, request);
        compiler.loaded.pieces = Some(receiver);
        let result = compiler.run();
        // An evaluation may end at an error before the rest was read.
        matches!(reader.join(), Ok(true)).then_some(result)
    })
}

/// Sends the pieces. Returns whether all of the text is sound and defines nothing, as far as it was read.
fn read(pieces: impl Iterator<Item = Piece>, to: SyncSender<Piece>, cancel: &Cancel) -> bool {
    let mut to = Some(to);
    for piece in pieces {
        if cancel.is_cancelled() {
            return true;
        }
        let piece = piece.filter(|it| it.model.definitions.is_empty());
        let is_sound = piece.is_some();
        if to.as_ref().is_some_and(|it| it.send(piece).is_err()) {
            to = None;
        }
        if !is_sound {
            return false;
        }
    }
    true
}

/// Whether a line looks like the beginning of a definition. Further parts of them are resolved on first use.
fn defines(line: &str) -> bool {
    let line = line.trim_start();
    ["class", "define", "node", "function", "type"].iter().any(|word| {
        line.strip_prefix(word).is_some_and(|rest| {
            let name = rest.trim_start();
            name.len() < rest.len() && !name.starts_with(['{', '=', '+', ','])
        })
    })
}

#[cfg(test)]
mod tests {
    use world::MemoryWorld;

    use super::*;

    fn is_read_ahead(text: String) -> bool {
        let mut world = MemoryWorld::new();
        world.add_file("/site.pp", text);
        let mut environment = Environment::new(Arc::new(world), "production", None, Vec::new(), Default::default());
        environment.keeps_manifests = false;
        compile(&Arc::new(environment), &Request::new(Code::Files(vec!["/site.pp".into()]), "n")).is_some()
    }

    fn statements(count: usize) -> String {
        "if true { notice('something that is said again and again, so that there is much to read') }\n".repeat(count)
    }

    #[test]
    fn what_is_large_and_defines_nothing_is_evaluated_while_it_is_read() {
        assert!(is_read_ahead(statements(2_000)));
        assert!(!is_read_ahead(statements(100)));
        assert!(!is_read_ahead(statements(2_000) + "class c { }\n"));
        assert!(!is_read_ahead(statements(2_000) + "if true { notice('x') } class c { }\n"));
        assert!(!is_read_ahead(statements(2_000) + "if true {\n"));
    }

    #[test]
    fn a_line_that_begins_a_definition() {
        for line in ["class a {", "  define a::b(", "node 'x' {", "function f() {", "type A = Integer"] {
            assert!(defines(line), "{line}");
        }
        for line in ["class { 'a': }", "class", "type => 'x',", "classes { 'a': }", "notify { 'class a': }"] {
            assert!(!defines(line), "{line}");
        }
    }
}
