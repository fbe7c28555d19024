//! A package of Debian, for Ubuntu too.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::parts::{Parts, copy_program, date, write};
use super::run::ran;
use super::targets::Target;
use super::{Contents, glibc, version};

pub fn make(root: &Path, target: &Target, contents: &Contents<'_>, out: &Path) -> Result<PathBuf, String> {
    let Contents { binary, parts, licences, quick } = contents;
    let architecture = target.debian.ok_or_else(|| format!("Debian has no {}", target.triple))?;
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    let folder = scratch.path().join("package");
    let version = version(root)?;
    copy_program(binary, &folder.join("usr/bin/bunraku"))?;
    for (name, page) in &parts.manual {
        zipped(&folder.join("usr/share/man/man1").join(name), page)?;
    }
    for (shell, file) in [
        ("bash", "usr/share/bash-completion/completions/bunraku"),
        ("zsh", "usr/share/zsh/vendor-completions/_bunraku"),
        ("fish", "usr/share/fish/vendor_completions.d/bunraku.fish"),
    ] {
        write(&folder.join(file), parts.completions.get(shell).map_or(&[][..], |it| it.as_bytes()))?;
    }
    for (name, text) in &parts.schemas {
        write(&folder.join("usr/share/bunraku/schemas").join(name), text)?;
    }
    let doc = folder.join("usr/share/doc/bunraku");
    write(&doc.join("copyright"), copyright(parts).as_bytes())?;
    zipped(&doc.join("LICENSES-OF-LIBRARIES.md"), licences.as_bytes())?;
    zipped(&doc.join("changelog"), parts.texts.get("CHANGELOG.md").map_or(&[][..], |it| it))?;
    let size = size(&folder)?;
    let control = control(&version, architecture, &dependencies(binary)?, size);
    write(&folder.join("DEBIAN/control"), control.as_bytes())?;
    // What the one who packs may read and write is not for packages to keep.
    ran(Command::new("chmod").args(["-R", "u=rwX,go=rX"]).arg(&folder))?;
    let file = out.join(format!("bunraku_{version}_{architecture}.deb"));
    let mut command = Command::new("dpkg-deb");
    command.env("SOURCE_DATE_EPOCH", date(root)?).arg("--root-owner-group");
    command.args(if *quick { &["-Zgzip", "-z1"][..] } else { &["-Zxz"] });
    ran(command.arg("--build").arg(&folder).arg(&file))?;
    Ok(file)
}

fn control(version: &str, architecture: &str, dependencies: &str, kilobytes: u64) -> String {
    format!(
        "Package: bunraku\n\
         Version: {version}\n\
         Architecture: {architecture}\n\
         Maintainer: The Bunraku project <bunraku@users.noreply.github.com>\n\
         Installed-Size: {kilobytes}\n\
         Depends: {dependencies}\n\
         Suggests: git\n\
         Section: devel\n\
         Priority: optional\n\
         Homepage: https://github.com/bunraku-puppet/bunraku\n\
         Description: tools for Puppet code and Salt states\n \
         Checks manifests, templates, data and SLS files by evaluating them for each\n \
         supported system, lints and formats manifests, compiles catalogs, draws their\n \
         graphs and applies them. A language server is included. Ruby, Puppet and Salt\n \
         are not needed. Messages are those of Puppet 8 and OpenVox 8.\n"
    )
}

/// The libraries that the program is linked with, by their packages.
fn dependencies(binary: &Path) -> Result<String, String> {
    let mut packages = vec![format!("libc6 (>= {})", glibc::needed(binary)?)];
    for library in glibc::libraries(binary)? {
        match library.as_str() {
            "libgcc_s.so.1" => packages.push("libgcc-s1 | libgcc1".to_owned()),
            "libc.so.6" | "libm.so.6" | "libpthread.so.0" | "libdl.so.2" | "librt.so.1" | "libutil.so.1" => {}
            name if name.starts_with("ld-linux") => {}
            other => return Err(format!("no package is known that has {other}")),
        }
    }
    Ok(packages.join(", "))
}

fn copyright(parts: &Parts) -> String {
    let text = |name: &str| parts.texts.get(name).map(|it| String::from_utf8_lossy(it).into_owned()).unwrap_or_default();
    format!(
        "Bunraku is under the MIT licence or the Apache License 2.0, as you choose. What it is built with has its\n\
         licences in LICENSES-OF-LIBRARIES.md.gz. The Apache License is in /usr/share/common-licenses/Apache-2.0.\n\n{}",
        text("LICENSE-MIT")
    )
}

fn zipped(file: &Path, bytes: &[u8]) -> Result<(), String> {
    write(file, bytes)?;
    ran(Command::new("gzip").arg("-9n").arg(file)).map(drop)
}

fn size(folder: &Path) -> Result<u64, String> {
    let said = ran(Command::new("du").args(["--summarize", "--apparent-size", "--block-size=1K"]).arg(folder))?;
    said.split_whitespace().next().and_then(|it| it.parse().ok()).ok_or_else(|| format!("du says {said}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_of_the_description_is_further_in() {
        let text = control("1.2.3", "amd64", "libc6 (>= 2.28)", 12);
        let (fields, description) = text.split_once("Description: ").unwrap();
        assert!(
            fields.lines().all(|it| it.split_once(": ").is_some_and(|(name, value)| !name.contains(' ') && !value.is_empty())),
            "{fields}"
        );
        assert!(description.lines().skip(1).all(|it| it.starts_with(' ') && it.len() < 81), "{description}");
    }
}
