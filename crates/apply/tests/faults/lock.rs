//! Somebody else installs something, and does not end.

use std::time::Duration;

use apply::{Options, State, Transaction};
use catalog::puppet::{NoTypes, from_json, relationship_graph};
use jiff::Zoned;
use machine::Holder;
use providers::OfPuppet;
use serde_json::json;

use crate::faulty::{Fate, Fault, Listener};
use machine::{Account, Command, Content, Details, Error, FileKind, Found, Judge, Output, System};

use crate::memory::{Memory, machine};

/// A machine on which the lock of dpkg is held for this number of seconds.
struct Busy {
    inner: Memory,
    seconds: i64,
}

macro_rules! as_memory {
    ($(fn $name:ident(&self $(, $argument:ident: $of:ty)*) -> $result:ty;)*) => {
        $(fn $name(&self $(, $argument: $of)*) -> $result { self.inner.$name($($argument),*) })*
    };
}

macro_rules! as_memory_mut {
    ($(fn $name:ident(&mut self $(, $argument:ident: $of:ty)*) -> $result:ty;)*) => {
        $(fn $name(&mut self $(, $argument: $of)*) -> $result { self.inner.$name($($argument),*) })*
    };
}

type Io<T> = std::io::Result<T>;

impl System for Busy {
    as_memory! {
        fn now(&self) -> Zoned;
        fn is_root(&self) -> bool;
        fn look(&self, path: &str, follow: bool) -> Io<Option<Found>>;
        fn details(&self, path: &str) -> Io<Option<Details>>;
        fn read(&self, path: &str) -> Io<Vec<u8>>;
        fn feed(&self, path: &str, piece: &mut dyn FnMut(&[u8])) -> Io<()>;
        fn list(&self, path: &str) -> Io<Vec<String>>;
        fn link_target(&self, path: &str) -> Io<String>;
        fn times(&self, path: &str) -> Io<(Zoned, Zoned)>;
        fn user(&self, name: &str) -> Option<Account>;
        fn home(&self, name: &str) -> Option<String>;
        fn user_name(&self, id: u32) -> Option<String>;
        fn group(&self, name: &str) -> Option<u32>;
        fn group_name(&self, id: u32) -> Option<String>;
        fn is_executable(&self, path: &str) -> bool;
        fn variable(&self, name: &str) -> Option<String>;
    }

    as_memory_mut! {
        fn replace(
            &mut self, path: &str, content: Content<'_>, mode: u32, folder: Option<&str>, judge: &mut Judge<'_>
        ) -> Result<(), Error>;
        fn create(&mut self, path: &str, mode: u32) -> Io<()>;
        fn make_folder(&mut self, path: &str, mode: Option<u32>) -> Io<()>;
        fn make_link(&mut self, target: &str, path: &str) -> Io<()>;
        fn remove_file(&mut self, path: &str) -> Io<()>;
        fn remove_tree(&mut self, path: &str) -> Io<()>;
        fn set_mode(&mut self, path: &str, mode: u32) -> Io<()>;
        fn set_owner(&mut self, path: &str, owner: Option<u32>, group: Option<u32>, follow: bool) -> Io<()>;
        fn run(&mut self, command: &Command) -> Result<Output, Error>;
        fn sleep(&mut self, time: Duration) -> ();
        fn fresh_name(&mut self, start: &str) -> String;
    }

    fn lock_holder(&self, _path: &str) -> Option<Holder> {
        (self.inner.seconds < self.seconds).then(|| Holder { id: 7, program: "apt-get".to_owned() })
    }
}

/// Messages about a package that is to be installed, and the number of attempts.
fn messages(seconds: i64) -> (String, usize) {
    let resources = json!([
        {"type": "Stage", "title": "main"}, {"type": "Class", "title": "main"},
        {"type": "Package", "title": "hello", "kind": "compilable_type", "parameters": {"ensure": "installed"}},
    ]);
    let edges = json!([{"source": "Stage[main]", "target": "Class[main]"}, {"source": "Class[main]", "target": "Package[hello]"}]);
    let data = json!({"name": "n", "environment": "e", "version": 1, "classes": [], "resources": resources, "edges": edges});
    let catalog = from_json(&data.to_string()).unwrap();
    let (graph, _) = relationship_graph(&catalog, &NoTypes);
    let mut busy = Busy { inner: machine(), seconds };
    for program in ["apt-get", "apt-cache", "apt-mark", "dpkg", "dpkg-query"] {
        busy.inner.put(&format!("/usr/bin/{program}"), FileKind::File, 0o755, b"");
    }
    let (options, mut state, mut listener) = (Options::default(), State::default(), Listener::new(&Fate::new(Fault::Fail, 0)));
    Transaction::new(&catalog, &graph, &options, &OfPuppet, &mut busy, &mut listener, &mut state).run();
    let tried = busy.inner.ran.iter().filter(|it| it.starts_with("/usr/bin/apt-get")).count();
    (listener.lines.join("\n"), tried)
}

#[test]
fn fault_26_the_lock_of_dpkg_is_waited_for_with_a_limit() {
    let (text, tried) = messages(0);
    assert!(!text.contains("lock of dpkg") && tried == 1, "{text}");
    let (text, tried) = messages(30);
    assert!(text.contains("Waiting for the lock of dpkg, which apt-get (process 7) holds") && tried == 1, "{text}");
    let (text, tried) = messages(1000);
    assert!(text.contains("The lock of dpkg is still held by apt-get (process 7) after 120 seconds") && tried == 0, "{text}");
}
