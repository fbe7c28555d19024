//! A shell stands for the Ruby: it is called alike.

use std::os::unix::fs::PermissionsExt;

use super::*;

/// Program that a stand-in receives, and does not run.
const PROGRAM: &str = "puts 1\n";

/// A program that swallows ours, says that it is ready, and then does what is written.
fn stand_in(name: &str, then: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("bunraku-ruby-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let text = format!("#!/bin/sh\nhead -c \"$3\" >/dev/null\n{then}\n");
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn start(name: &str, then: &str) -> Result<Box<dyn Channel>, RubyError> {
    Ruby::new(Providers::At(stand_in(name, then)), PROGRAM).start()
}

const READY: &str = "echo '{\"ready\":\"8\"}'";

#[test]
fn lines_go_there_and_back() {
    let mut process = start("echo", &format!("{READY}; exec cat")).unwrap();
    process.send("one".to_owned());
    process.send("two".to_owned());
    let patience = Duration::from_secs(20);
    assert_eq!((process.receive(patience), process.receive(patience)), (Ok("one".to_owned()), Ok("two".to_owned())));
}

#[test]
fn how_it_ended_is_told() {
    let mut process = start("ends", &format!("{READY}; read line; exit 3")).unwrap();
    process.send("go".to_owned());
    assert_eq!(process.receive(Duration::from_secs(20)), Err(RubyError::Ended("exit code 3".to_owned())));
}

#[test]
fn what_it_has_started_ends_with_it_when_it_does_not_answer() {
    let mut process = start("hangs", &format!("{READY}; sleep 1000 & echo $!; wait")).unwrap();
    let child = process.receive(Duration::from_secs(300)).unwrap();
    let begun = Instant::now();
    assert_eq!(process.receive(Duration::from_millis(100)), Err(RubyError::TimedOut));
    // A busy machine takes its time to end what was killed; left alone it would go on for far longer.
    let state = || std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
    let is_gone = || state().is_empty() || state().contains(") Z");
    while !is_gone() {
        assert!(begun.elapsed() < Duration::from_secs(500), "{}", state());
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(begun.elapsed() < Duration::from_secs(500));
}

#[test]
fn a_ruby_without_puppet_says_so() {
    let problem = start("bare", "echo 'cannot load such file -- puppet (LoadError)' >&2; exit 1").err().unwrap().to_string();
    assert!(problem.contains("bare: cannot load such file -- puppet (LoadError)"), "{problem}");
    assert!(problem.contains("install openvox-agent or puppet-agent"), "{problem}");
    assert!(Ruby::new(Providers::Off, PROGRAM).start().err().unwrap().to_string().contains("--ruby-providers=off"));
}

#[test]
fn the_ruby_of_a_puppet_is_the_one_beside_it_or_the_one_that_runs_it() {
    let puppet = stand_in("puppet8", "");
    std::fs::write(&puppet, "#!/usr/local/bin/ruby3\n").unwrap();
    assert_eq!(of_puppet(&puppet), Some(PathBuf::from("/usr/local/bin/ruby3")));
    let folder = puppet.parent().unwrap().join("bin");
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["puppet", "ruby"] {
        std::fs::write(folder.join(name), "#!/bin/sh\n").unwrap();
    }
    assert_eq!(of_puppet(&folder.join("puppet")), Some(std::fs::canonicalize(folder.join("ruby")).unwrap()));
    assert_eq!(of_puppet(Path::new("/usr/bin/ruby3.1")), None);
}
