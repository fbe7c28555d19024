//! An archive that is unpacked anywhere: `.tar.gz`, on Windows `.zip`.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::parts::{copy_program, date, write};
use super::run::ran;
use super::targets::Target;
use super::{Contents, version};

pub fn make(root: &Path, target: &Target, contents: &Contents<'_>, out: &Path) -> Result<PathBuf, String> {
    let Contents { binary, parts, licences, quick } = contents;
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    let name = format!("bunraku-{}-{}", version(root)?, target.triple);
    let folder = scratch.path().join(&name);
    copy_program(binary, &folder.join(target.program()))?;
    write(&folder.join("LICENSES-OF-LIBRARIES.md"), licences.as_bytes())?;
    write(&folder.join("README.md"), README.as_bytes())?;
    for (name, text) in &parts.texts {
        write(&folder.join(name), text)?;
    }
    for (name, text) in &parts.schemas {
        write(&folder.join("schemas").join(name), text)?;
    }
    for (shell, text) in &parts.completions {
        write(&folder.join("completions").join(completion(shell)), text.as_bytes())?;
    }
    if !target.windows {
        for (name, page) in &parts.manual {
            write(&folder.join("man/man1").join(name), page)?;
        }
    }
    // Relative to the folder that it is run in, that of what is packed, it would be somewhere else.
    let out = std::path::absolute(out).map_err(|e| e.to_string())?;
    if target.windows {
        let file = out.join(format!("{name}.zip"));
        ran(Command::new("python3").current_dir(scratch.path()).args(["-m", "zipfile", "-c"]).arg(&file).arg(&name))?;
        return Ok(file);
    }
    let file = out.join(format!("{name}.tar.gz"));
    let date = format!("--mtime=@{}", date(root)?);
    let mut command = Command::new("tar");
    command.current_dir(scratch.path()).args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=go=rX,u+w"]);
    let compress = if *quick { "--use-compress-program=gzip -1n" } else { "--use-compress-program=gzip -9n" };
    ran(command.args([date.as_str(), compress, "-cf"]).arg(&file).arg(&name))?;
    Ok(file)
}

/// Name of the file for a shell.
fn completion(shell: &str) -> &'static str {
    match shell {
        "bash" => "bunraku.bash",
        "fish" => "bunraku.fish",
        "powershell" => "_bunraku.ps1",
        "zsh" => "_bunraku",
        _ => "bunraku.elv",
    }
}

const README: &str = "\
# Bunraku

Bunraku checks, compiles and applies Puppet code and Salt states. It needs no Ruby, no Puppet and no Salt.

    sudo install bunraku /usr/local/bin      # install the program
    bunraku --help                           # list the commands
    man -l man/man1/bunraku.1                # read the manual

- `completions`: completion scripts for bash, zsh, fish, PowerShell and elvish
- `schemas`: JSON schemas of the output and of `bunraku.toml`

There is no telemetry. The documentation is in the repository:

<https://github.com/bunraku-puppet/bunraku>
";
