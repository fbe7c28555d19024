//! `bunraku lint` in the place of puppet-lint, in a repository with a file of options and control comments.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

const MANIFESTS: &[(&str, &str)] = &[
    (
        "manifests/init.pp",
        "# A module.\nclass m (\n  $x = \"a\",\n) {\n  # lint:ignore:double_quoted_strings lint:ignore:file_mode as it was\n  $y = \"b\"\n  \
         # lint:endignore\n  $z = \"c\" # lint:ignore:double_quoted_strings\n  file { '/a':\n    mode => 644,\n    ensure => present,\n  }\n}\n",
    ),
    ("manifests/sub/b.pp", "class m::sub::b {\n\tinclude ::m \n}\n"),
    ("manifests/c.pp", "define m::c($a) {\n  // no\n  notify { \"${a}\": }\n}\n# lint:endignore\n"),
    ("manifests/broken.pp", "$x = \n)\n"),
    ("manifests/unclosed.pp", "# lint:ignore:hard_tabs\n$x =\t1\n"),
    ("manifests/fine.pp", "# Fine.\nclass m::fine {\n}\n"),
    ("vendor/other/manifests/init.pp", "class other {\n\t\n}\n"),
    ("data/common.yaml", "m::x: \"%{::fqdn}\"\nm::y:\n  - \"%{facts.osfamily}\" # lint:ignore:legacy_facts\n"),
];

/// Content of `.puppet-lint.rc`. All are asked alike.
const OPTIONS: &[&str] = &[
    "",
    "--fail-on-warnings\n",
    "--no-documentation-check\n--no-autoloader_layout-check\n",
    "--only-checks=hard_tabs,trailing_whitespace\n",
    "--only-checks hard_tabs\n",
    "--error-level=error\n",
    "--error-level=warning\n--fail-on-warnings\n",
    "--relative\n",
    "--with-filename\n",
    "--log-format=%{path}:%{line}:%{column}:%{check}:%{KIND}:%{message}\n",
    "--ignore-paths=manifests/sub/**/*.pp\n",
    "--ignore-paths=vendor/**/*.pp,manifests/c.pp\n",
    "--ignore-paths=manifests/[bfiu]*.pp,manifests/sub/b.pp\n",
    "\n  --no-hard_tabs-check  \n\n",
    "--show-ignored\n",
    "--no-such-check\n",
    "--top-scope-variables=x,y\n--80chars-check\n",
];

/// Arguments that are tested with the options of the repository alone.
const ARGUMENTS: &[&[&str]] = &[
    &["manifests"],
    &["."],
    &["manifests/init.pp"],
    &["manifests/c.pp", "manifests/fine.pp"],
    &["--fail-on-warnings", "manifests/c.pp"],
    &["manifests/fine.pp"],
    &["manifests/none.pp"],
    &["--json", "manifests"],
    &["--sarif", "manifests"],
    &["--log-format", "%{fullpath}|%{filename}|%{kind}", "manifests"],
    &["--show-ignored", "manifests/init.pp"],
    &["--no-config", "manifests"],
    &["--config", "other.rc", "manifests"],
    &["--fix", "manifests"],
    &["--fix", "--only-checks=hard_tabs", "manifests/sub"],
    &["--fix", "--json", "manifests/sub"],
    &["--list-checks", "--bogus"],
    &[],
];

/// How many runs are equal, and how the others differ.
pub fn compare(binary: &Path) -> Result<(usize, Vec<String>), String> {
    let theirs = crate::program::oracle_home().join("bin/puppet-lint4");
    if !theirs.is_file() {
        return Err(format!("puppet-lint is not installed: no {}; run tests/oracle/install.sh", theirs.display()));
    }
    let with_options = OPTIONS.iter().map(|options| (*options, ARGUMENTS[0]));
    let with_arguments = ARGUMENTS.iter().map(|arguments| ("--no-140chars-check\n", *arguments));
    let (mut equal, mut complaints) = (0, Vec::new());
    for (options, arguments) in with_options.chain(with_arguments) {
        let theirs = run(&theirs, &[], options, arguments)?;
        let ours = run(binary, &["lint"], options, arguments)?;
        if theirs == ours {
            equal += 1;
        } else {
            complaints.push(format!("lint {arguments:?} with {options:?}:\n  puppet-lint: {theirs}\n  bunraku:     {ours}"));
        }
    }
    Ok((equal, complaints))
}

/// Runs a program in a fresh copy of the repository: how it ends, what it prints, and what is in the files then.
fn run(program: &Path, first: &[&str], options: &str, arguments: &[&str]) -> Result<String, String> {
    let fail = |error: std::io::Error| format!("{}: {error}", program.display());
    let folder = tempfile::tempdir().map_err(fail)?;
    // Absolute paths are reported, too.
    let root = folder.path().join("m");
    let files = MANIFESTS.iter().copied().chain([(".puppet-lint.rc", options), ("other.rc", "--only-checks=slash_comments\n")]);
    for (name, text) in files {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(&root)).map_err(fail)?;
        std::fs::write(path, text).map_err(fail)?;
    }
    let mut command = Command::new(program);
    command.args(first).args(arguments).current_dir(&root).env("HOME", folder.path());
    let out = command.env_remove("GITHUB_ACTION").env_remove("CODECLIMATE_REPORT_FILE").output().map_err(fail)?;
    let mut said = String::from_utf8_lossy(&out.stdout).replace(&*folder.path().to_string_lossy(), "");
    if let Some(found) = serde_json::from_str(&said).ok().filter(|_| arguments.contains(&"--json")) {
        said = without_objects(found).to_string();
    }
    // Options that cannot be read are refused in other words.
    let warnings = String::from_utf8_lossy(&out.stderr);
    let warnings: Vec<&str> = warnings.lines().filter(|line| line.starts_with("WARNING")).collect();
    let refused = if said.starts_with("puppet-lint: ") { "" } else { said.as_str() };
    let mut all = format!("ends with {:?}, says {refused:?}, warns {warnings:?}", out.status.code());
    for (name, before) in MANIFESTS {
        let now = std::fs::read_to_string(root.join(name)).map_err(fail)?;
        if now != *before {
            all.push_str(&format!(", {name}: {now:?}"));
        }
    }
    Ok(all)
}

/// puppet-lint's JSON also shows what its checks keep: objects of Ruby, and what belongs to them.
fn without_objects(mut found: Value) -> Value {
    const TOLD: &[&str] = &["kind", "check", "message", "line", "column", "path", "fullpath", "filename", "KIND", "reason", "help_uri"];
    for problem in found.as_array_mut().into_iter().flatten().filter_map(Value::as_array_mut).flatten() {
        if let Some(fields) = problem.as_object_mut() {
            fields.retain(|name, _| TOLD.contains(&name.as_str()));
        }
    }
    found
}
