//! Files that ship with the program: its manual, completions for shells, schemas of its output.

#[path = "../check/folder.rs"]
#[allow(dead_code)]
mod folder;

mod manual;
mod schemas;
#[cfg(target_os = "linux")]
mod silent;
