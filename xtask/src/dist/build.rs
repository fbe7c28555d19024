//! Builds the program for a target: for other systems with zig as the compiler of what is written in C, and as the linker.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::glibc;
use super::run::ran;
use super::targets::Target;

/// zig takes it for an error that C writes the day into a program, and what is released must not depend on the day.
const C_FLAGS: &str = "-Wno-builtin-macro-redefined -D__DATE__=\"\" -D__TIME__=\"\"";

pub fn program(root: &Path, target: &Target, profile: &str) -> Result<PathBuf, String> {
    if let Some(missing) = missing(target) {
        return Err(format!("{} cannot be built here: {missing}", target.triple));
    }
    let mut command = Command::new(cargo());
    command.current_dir(root).args(if target.zig { &["zigbuild"][..] } else { &["build"] });
    command.args(["--locked", "--package", "cli", "--profile", profile, "--target", &target.wanted()]);
    if target.zig {
        command.env("TARGET_CFLAGS", C_FLAGS);
    }
    ran(&mut command)?;
    let file = target_directory(root)?.join(target.triple).join(if profile == "dev" { "debug" } else { profile }).join(target.program());
    if !file.is_file() {
        return Err(format!("cargo made no {}", file.display()));
    }
    if let Some(promised) = target.glibc {
        let needed = glibc::needed(&file)?;
        if needed > promised {
            return Err(format!("{} needs glibc {needed}, and {promised} is promised", file.display()));
        }
    }
    Ok(file)
}

/// Missing prerequisites, with the remedy. Cargo itself would say so only after minutes, and of something else.
fn missing(target: &Target) -> Option<String> {
    if target.apple() && std::env::consts::OS != "macos" {
        return Some("it takes Apple's tools, on a Mac".into());
    }
    let sysroot = ran(Command::new("rustc").args(["--print", "sysroot"])).ok()?;
    if !Path::new(sysroot.trim()).join("lib/rustlib").join(target.triple).join("lib").is_dir() {
        return Some(format!("Rust's library for it is missing; `rustup target add {}`", target.triple));
    }
    if target.zig && ran(Command::new(cargo()).args(["zigbuild", "--help"])).is_err() {
        return Some("cargo-zigbuild is missing; `pip install cargo-zigbuild`, which brings zig".into());
    }
    None
}

fn cargo() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn target_directory(root: &Path) -> Result<PathBuf, String> {
    let answer = ran(Command::new(cargo()).current_dir(root).args(["metadata", "--format-version", "1", "--no-deps"]))?;
    let answer: serde_json::Value = serde_json::from_str(&answer).map_err(|e| format!("cargo metadata: {e}"))?;
    answer["target_directory"].as_str().map(PathBuf::from).ok_or_else(|| "cargo metadata names no target directory".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_built_says_why() {
        let mac = Target::named("aarch64-apple-darwin").unwrap();
        let built = program(Path::new("."), mac, "dist-check").map(drop);
        if std::env::consts::OS != "macos" {
            assert_eq!(built, Err("aarch64-apple-darwin cannot be built here: it takes Apple's tools, on a Mac".to_owned()));
        }
        let none = Target { triple: "z80-unknown-cpm", ..*Target::named("x86_64-pc-windows-gnu").unwrap() };
        assert!(program(Path::new("."), &none, "dist-check").is_err_and(|it| it.ends_with("`rustup target add z80-unknown-cpm`")));
    }
}
