//! `cargo xtask dist --check`: what is released is made from a program that is there, unpacked, installed and run.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::parts::Parts;
use super::run::ran;
use super::targets::Target;
use super::{Contents, licences, start, sums, version};
use crate::program::Program;

type Outcome = (&'static str, Result<(), String>);

pub fn run(root: &Path, binary: Option<&Path>) -> Result<(), String> {
    let Program::Bunraku { binary } = Program::bunraku(root, binary.and_then(Path::to_str))? else { return Err("not Bunraku".into()) };
    let target = Target::host()?;
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    let parts = Parts::new(root, &binary)?;
    let licences = licences::page(root, target)?;
    let contents = Contents { binary: &binary, parts: &parts, licences: &licences, quick: true };
    let made = super::packages(root, target, &contents, scratch.path())?;
    sums(scratch.path(), &made)?;
    let mut results: Vec<Outcome> = vec![
        ("every library has its licence", every_library(&licences)),
        (
            "sums are those of the files",
            ran(Command::new("sha256sum").current_dir(scratch.path()).args(["--check", "SHA256SUMS"])).map(drop),
        ),
        ("packing twice makes the same", same_again(root, target, &contents, &made)),
    ];
    let unpacked = scratch.path().join("unpacked");
    results.push(("the archive runs where it is unpacked", archive(root, &made, &unpacked)));
    if target.debian.is_some() {
        results.push(("the package of Debian is installed, runs, and leaves nothing", debian(root, &made, scratch.path())));
    }
    let failed = results.iter().filter(|it| it.1.is_err()).count();
    for (what, outcome) in &results {
        match outcome {
            Ok(()) => println!("ok {what}"),
            Err(why) => println!("not ok {what}: {why}"),
        }
    }
    println!("dist: {} passed, {failed} failed", results.len() - failed);
    if failed == 0 { Ok(()) } else { Err("what is released is not sound".into()) }
}

fn ending<'a>(made: &'a [PathBuf], end: &str) -> Result<&'a Path, String> {
    let found = made.iter().find(|it| it.to_string_lossy().ends_with(end));
    found.map(PathBuf::as_path).ok_or_else(|| format!("no {end} was made"))
}

fn every_library(page: &str) -> Result<(), String> {
    // One of Rust, one that carries C, one that has two licences at once.
    for wanted in ["- [rowan ", "Copyright (c) 2018-2025 Microsoft Corporation, Daan Leijen", "UNICODE LICENSE V3", "facterdb"] {
        if !page.contains(wanted) {
            return Err(format!("the page of licences does not have {wanted:?}"));
        }
    }
    Ok(())
}

fn same_again(root: &Path, target: &Target, contents: &Contents<'_>, made: &[PathBuf]) -> Result<(), String> {
    let again = tempfile::tempdir().map_err(|e| e.to_string())?;
    for (file, other) in made.iter().zip(super::packages(root, target, contents, again.path())?) {
        if std::fs::read(file).ok() != std::fs::read(&other).ok() {
            return Err(format!("{} is another one", other.display()));
        }
    }
    Ok(())
}

fn archive(root: &Path, made: &[PathBuf], folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    let file = ending(made, ".tar.gz")?;
    ran(Command::new("tar").arg("-xf").arg(file).arg("-C").arg(folder))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy().replace(".tar.gz", "");
    let folder = folder.join(name);
    for wanted in [
        "README.md",
        "CHANGELOG.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "LICENSES-OF-LIBRARIES.md",
        "man/man1/bunraku-check.1",
        "completions/_bunraku",
        "schemas/check.schema.json",
        "schemas/bunraku.schema.json",
    ] {
        is_there(&folder.join(wanted))?;
    }
    start::start_on_host(root, &folder.join("bunraku"))
}

/// In a root of its own, so that nothing of this machine is changed.
fn debian(root: &Path, made: &[PathBuf], scratch: &Path) -> Result<(), String> {
    let file = ending(made, ".deb")?;
    let elsewhere = scratch.join("root");
    for folder in ["var/lib/dpkg/info", "var/lib/dpkg/updates", "var/log"] {
        std::fs::create_dir_all(elsewhere.join(folder)).map_err(|e| e.to_string())?;
    }
    for file in ["status", "available"] {
        std::fs::write(elsewhere.join("var/lib/dpkg").join(file), "").map_err(|e| e.to_string())?;
    }
    let dpkg = || {
        let mut command = Command::new("dpkg");
        command.arg(format!("--root={}", elsewhere.display())).args(["--force-not-root", "--force-depends", "--force-bad-path"]);
        command
    };
    ran(dpkg().arg("--install").arg(file))?;
    let status = ran(dpkg().args(["--status", "bunraku"]))?;
    for wanted in ["Status: install ok installed\n", "Depends: libc6 (>= 2.", &format!("Version: {}\n", version(root)?)] {
        if !status.contains(wanted) {
            return Err(format!("dpkg does not say {wanted:?}:\n{status}"));
        }
    }
    start::start_on_host(root, &elsewhere.join("usr/bin/bunraku"))?;
    for wanted in [
        "usr/share/man/man1/bunraku.1.gz",
        "usr/share/bash-completion/completions/bunraku",
        "usr/share/doc/bunraku/copyright",
        "usr/share/doc/bunraku/changelog.gz",
        "usr/share/bunraku/schemas/check.schema.json",
    ] {
        is_there(&elsewhere.join(wanted))?;
    }
    let page = ran(Command::new("gzip").arg("-dc").arg(elsewhere.join("usr/share/man/man1/bunraku-fmt.1.gz")))?;
    if !page.contains(".TH bunraku-fmt 1") {
        return Err("the page of fmt is none".into());
    }
    ran(dpkg().args(["--purge", "bunraku"]))?;
    if elsewhere.join("usr").exists() {
        return Err("files are left in usr".into());
    }
    Ok(())
}

fn is_there(file: &Path) -> Result<(), String> {
    match std::fs::metadata(file) {
        Ok(it) if it.is_file() && it.len() > 0 => Ok(()),
        _ => Err(format!("{} is not there, or empty", file.display())),
    }
}
