//! The machine in memory that the unit tests have, too.

pub use machine::memory::Memory;
pub use machine::{FileKind, System};

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

/// Contents are compared with SHA-256, as runs do where nothing else is said.
pub fn sha256() -> providers::Options {
    providers::Options { checksum: "sha256".to_owned(), ..providers::Options::default() }
}
