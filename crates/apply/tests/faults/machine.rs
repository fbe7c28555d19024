//! The machine in memory that the unit tests have, too.

pub use apply::{Account, Command, Content, Details, FileKind, Found, Judge, Output, RunError, System};

#[allow(dead_code)]
#[path = "../../src/system/memory.rs"]
pub mod memory;

pub use memory::Memory;

/// A machine with a folder `/t` for files, one for what is kept, and a few programs.
pub fn machine() -> Memory {
    let mut memory = Memory::default();
    for folder in ["/t", "/bin", "/state"] {
        memory.put(folder, FileKind::Directory, 0o755, b"");
    }
    for program in ["/bin/true", "/bin/false", "/bin/echo", "/bin/touch"] {
        memory.put(program, FileKind::File, 0o755, b"");
    }
    memory
}
