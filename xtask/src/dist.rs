//! `cargo xtask dist`: what is released, for each system: archives, packages of Debian, the extension of VS Code. `docs/release.md`
//! describes its use.

mod archive;
mod build;
mod check;
mod debian;
mod glibc;
mod licences;
mod parts;
mod run;
mod start;
mod targets;

use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use parts::Parts;
use run::ran;
use targets::Target;

/// Options of the command line.
struct Options {
    targets: Vec<&'static Target>,
    /// A program that is there already: nothing is built.
    binary: Option<PathBuf>,
    out: PathBuf,
    profile: String,
    vsix: bool,
    check: bool,
    licences: bool,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = read(root, args)?;
    if options.licences {
        print!("{}", licences::page(root, Target::host()?)?);
        return Ok(());
    }
    if options.check {
        return check::run(root, options.binary.as_deref());
    }
    std::fs::create_dir_all(&options.out).map_err(|e| format!("{}: {e}", options.out.display()))?;
    // Pages and completions are the same on every system: this one prints them.
    let speaker = match &options.binary {
        Some(binary) => binary.clone(),
        None => build::program(root, Target::host()?, &options.profile)?,
    };
    let parts = Parts::new(root, &speaker)?;
    let mut made = Vec::new();
    let mut failed = Vec::new();
    // What cannot be made for one system is no reason to make nothing for the others.
    for target in &options.targets {
        match release(root, target, &options, &parts) {
            Ok(files) => made.extend(files),
            Err(why) => failed.push(why),
        }
    }
    sums(&options.out, &made)?;
    for file in &made {
        println!("{}", file.display());
    }
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// All that is released for a target.
fn release(root: &Path, target: &Target, options: &Options, parts: &Parts) -> Result<Vec<PathBuf>, String> {
    let binary = match &options.binary {
        Some(binary) => binary.clone(),
        None => build::program(root, target, &options.profile)?,
    };
    if let Some(missing) = start::problem(root, target, &binary)? {
        println!("{} was not started: {missing}", binary.display());
    }
    let licences = licences::page(root, target)?;
    let contents = Contents { binary: &binary, parts, licences: &licences, quick: false };
    let mut made = packages(root, target, &contents, &options.out)?;
    if options.vsix {
        made.push(vsix(root, target, &binary, &options.out)?);
    }
    Ok(made)
}

/// Contents of a package.
struct Contents<'a> {
    binary: &'a Path,
    parts: &'a Parts,
    /// The page of the licences of libraries.
    licences: &'a str,
    /// Whether it may be larger than it could be.
    quick: bool,
}

/// The archive of a target, and its package of Debian where it has one.
fn packages(root: &Path, target: &Target, contents: &Contents<'_>, out: &Path) -> Result<Vec<PathBuf>, String> {
    let mut made = vec![archive::make(root, target, contents, out)?];
    if target.debian.is_some() {
        made.push(debian::make(root, target, contents, out)?);
    }
    Ok(made)
}

fn vsix(root: &Path, target: &Target, binary: &Path, out: &Path) -> Result<PathBuf, String> {
    // Relative to the folder of the extension it would be somewhere else, and so would the program.
    let out = std::path::absolute(out).map_err(|e| e.to_string())?;
    let binary = std::path::absolute(binary).map_err(|e| e.to_string())?;
    let file = out.join(format!("bunraku-vscode-{}-{}.vsix", version(root)?, target.vscode));
    let mut command = Command::new("node");
    command.current_dir(root.join("editors/vscode")).arg("scripts/package.mjs");
    ran(command.arg("--server").arg(binary).args(["--target", target.vscode]).arg("--out").arg(&file))?;
    Ok(file)
}

/// The version that the whole workspace has.
fn version(root: &Path) -> Result<String, String> {
    let file = root.join("Cargo.toml");
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let table: toml::Table = text.parse().map_err(|e| format!("Cargo.toml: {e}"))?;
    let version = table.get("workspace").and_then(|it| it.get("package")?.get("version")?.as_str());
    version.map(str::to_owned).ok_or_else(|| "Cargo.toml has no version".into())
}

/// As `sha256sum --check` reads them.
fn sums(out: &Path, files: &[PathBuf]) -> Result<(), String> {
    let mut text = String::new();
    for file in files {
        let bytes = std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let sum: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        text.push_str(&format!("{sum}  {}\n", file.file_name().unwrap_or_default().to_string_lossy()));
    }
    std::fs::write(out.join("SHA256SUMS"), text).map_err(|e| e.to_string())
}

fn read(root: &Path, args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        targets: Vec::new(),
        binary: None,
        out: root.join(".work/dist"),
        profile: "dist".into(),
        vsix: false,
        check: false,
        licences: false,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} wants a value"));
        match arg.as_str() {
            "--target" => options.targets.push(Target::named(&value()?)?),
            "--all" => options.targets.extend(targets::TARGETS.iter().filter(|it| !it.apple())),
            "--binary" => options.binary = Some(PathBuf::from(value()?)),
            "--out" => options.out = PathBuf::from(value()?),
            "--profile" => options.profile = value()?,
            "--vsix" => options.vsix = true,
            "--check" => options.check = true,
            "--licences" => options.licences = true,
            other => return Err(format!("dist knows no {other}")),
        }
    }
    if options.targets.is_empty() {
        options.targets.push(Target::host()?);
    }
    if options.binary.is_some() && options.targets.len() > 1 {
        return Err("one program is for one target".into());
    }
    Ok(options)
}
