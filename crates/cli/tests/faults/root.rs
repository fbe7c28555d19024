//! A throwaway root: the machine's own files with an empty layer over them, in namespaces of its own. Nothing that a test does in
//! it reaches the machine, and nothing of it stays.
//!
//! It is made as root with `unshare`; where that cannot be, the test fails.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Builds the root in `$1`; `$2` is the program, `$3` the library, `$4` what is run, `$5` the guard, which marks the root with the
/// namespace that it was started in (`STARTER`), `$6` what gives it devices.
const MAKE: &str = r#"
set -e
mount --make-rprivate /
W=$1; R=$W/root
mount -t tmpfs -o size=2g tmpfs "$W"
mkdir "$W/up" "$W/work" "$R"
mount -t overlay overlay -o "lowerdir=/,upperdir=$W/up,workdir=$W/work" "$R"
mount -t proc proc "$R/proc"
bash "$6" "$R"
mount -t tmpfs tmpfs "$R/run"
mount -t tmpfs -o mode=1777 tmpfs "$R/tmp"
mkdir -p "$R/t" "$R/p" "$R/m"
mount -t tmpfs -o size=900m,mode=755 tmpfs "$R/t"
mount -t tmpfs -o size=500m,mode=755 tmpfs "$R/p"
mkdir -p "$R/p/code/environments/production" "$R/p/conf"
echo '{"networking": {"fqdn": "n.example.org", "hostname": "n"}, "os": {"family": "Debian", "name": "Debian"}}' >"$R/p/facts.json"
for name in bunraku shim.so script guard.sh; do : >"$R/m/$name"; done
mount --bind "$2" "$R/m/bunraku"
mount --bind "$3" "$R/m/shim.so"
cp "$4" "$R/m/script"
cp "$5" "$R/m/guard.sh"
"$5" mark "$R"
exec chroot "$R" /usr/bin/env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 /bin/bash /m/script
"#;

/// Functions that every script has: `pa` applies, with all folders in the root; `spa SHIM_X=... ARGS` does while the library watches or
/// disturbs it (shim.c); `tree` lists what a test has made.
const WORDS: &str = r#"
bash /m/guard.sh || exit
folders="--confdir /p/conf --codedir /p/code --vardir /p/var --publicdir /p/public --logdir /p/log --rundir /p/run"
pb() { command=$1; shift; /m/bunraku $command $folders "$@"; }
pa() { pb apply --facts /p/facts.json --color=false "$@" 2>&1; }
spa() {
  local set=(); while [[ ${1:-} == SHIM_* ]]; do set+=("$1"); shift; done
  env LD_PRELOAD=/m/shim.so "${set[@]}" /m/bunraku apply $folders --facts /p/facts.json --color=false "$@" 2>&1
}
tree() { find "${@:-/t}" -printf '%y %m %u %p %l\n' | sort; find "${@:-/t}" -type f -exec sha256sum {} + | sort -k 2; }
cd /t
"#;

/// Exit code of the guard where it refuses.
const REFUSED: i32 = 97;

/// Seconds after which a script that hangs is ended. On a busy machine the slowest script takes ten times as long as on an idle one.
const PATIENCE: &str = "900";

/// Output and exit code of a script.
pub struct Ran {
    pub text: String,
    pub code: Option<i32>,
}

/// Runs a script in a root of its own.
pub fn run(script: &str) -> Ran {
    let work = tempfile::tempdir().unwrap();
    let root = work.path().join("root");
    std::fs::create_dir(&root).unwrap();
    let file = work.path().join("script");
    let mut out = std::fs::File::create(&file).unwrap();
    out.write_all(format!("{WORDS}{script}").as_bytes()).unwrap();
    let namespace = std::fs::read_link("/proc/self/ns/mnt").unwrap();
    let mut command = Command::new("timeout");
    command.args([PATIENCE, "unshare", "-m", "-p", "-n", "-u", "-i", "-f", "--kill-child", "bash", "-c", MAKE, "make"]);
    let harness = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/oracle/apply");
    let (guard, devices) = (harness.join("guard.sh"), harness.join("devices.sh"));
    command.args([&root, Path::new(env!("CARGO_BIN_EXE_bunraku")), shim(), &file, &guard, &devices]).env("STARTER", namespace);
    let output = command.stdin(Stdio::null()).output().expect("unshare can be run");
    let errors = String::from_utf8_lossy(&output.stderr);
    let text = format!("{}{errors}", String::from_utf8_lossy(&output.stdout));
    let refused = ["unshare:", "mount:", "chroot:"].iter().any(|it| errors.contains(it));
    assert!(!refused && output.status.code() != Some(REFUSED), "there is no throwaway root (it needs root on Linux): {text}");
    Ran { text, code: output.status.code() }
}

/// Runs a script that has to come to its end; `set -e` where it says so.
#[track_caller]
pub fn said(script: &str) -> String {
    let ran = run(script);
    assert_eq!(ran.code, Some(0), "{}", ran.text);
    ran.text
}

/// Asserts that lines are there, in this order.
#[track_caller]
pub fn assert_lines(text: &str, wanted: &[&str]) {
    let mut rest = text;
    for line in wanted {
        match rest.find(line) {
            Some(at) => rest = &rest[at + line.len()..],
            None => panic!("{line:?} is not there, or not in this place:\n{text}"),
        }
    }
}

/// The library, built once.
fn shim() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/shim.c");
        let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults-shim.so");
        // Beside its place first: several test programs may build it at once.
        let built_at = to.with_extension(format!("{}", std::process::id()));
        let built = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).args([&built_at, &source]).arg("-ldl").status();
        assert!(built.expect("there is a C compiler, which links Rust, too").success());
        std::fs::rename(&built_at, &to).unwrap();
        to
    })
}
