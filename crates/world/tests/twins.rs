//! The two worlds give the same answers to the same questions.

use std::io::{ErrorKind, Result};
use std::path::{Path, PathBuf};

use world::{FileKind, MemoryWorld, RealWorld, World};

/// Asks both worlds, which hold the same files, and compares what they say.
#[track_caller]
fn check<T: PartialEq + std::fmt::Debug>(ask: impl Fn(&dyn World, &Path) -> Result<T>, expected: std::result::Result<T, ErrorKind>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // The folder itself may lie behind a link.
    let top = folder.path().canonicalize().expect("the folder");
    real_files(&top).expect("files are written");
    assert_eq!(ask(&RealWorld, &top).map_err(|it| it.kind()), expected, "the real world");
    assert_eq!(ask(&memory_files(), Path::new("/top")).map_err(|it| it.kind()), expected, "the world in memory");
}

fn real_files(top: &Path) -> Result<()> {
    std::fs::create_dir_all(top.join("folder/inner"))?;
    std::fs::write(top.join("folder/b.pp"), "bb")?;
    std::fs::write(top.join("folder/a.pp"), "")?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink("folder", top.join("link"))?;
        symlink("../folder/b.pp", top.join("folder/file_link"))?;
        symlink("nowhere", top.join("broken"))?;
        symlink("circle", top.join("circle"))?;
        rustix::fs::mkfifoat(rustix::fs::CWD, top.join("pipe"), rustix::fs::Mode::from_raw_mode(0o600))?;
        symlink("pipe", top.join("pipe_link"))?;
        symlink("/dev/zero", top.join("device"))?;
    }
    Ok(())
}

fn memory_files() -> MemoryWorld {
    let mut world = MemoryWorld::new();
    world.set_current_dir("/top");
    world.add_dir("folder/inner");
    world.add_file("folder/b.pp", "bb");
    world.add_file("/top/folder/a.pp", "");
    #[cfg(unix)]
    {
        world.add_link("link", "folder");
        world.add_link("folder/file_link", "../folder/b.pp");
        world.add_link("broken", "nowhere");
        world.add_link("circle", "circle");
        world.add_special("pipe");
        world.add_link("pipe_link", "pipe");
        world.add_special("/dev/zero");
        world.add_link("device", "/dev/zero");
    }
    world
}

#[test]
fn files_are_read_up_to_a_limit() {
    check(|world, top| world.read(&top.join("folder/b.pp"), 2), Ok(b"bb".to_vec()));
    check(|world, top| world.read(&top.join("folder/b.pp"), 1), Err(ErrorKind::FileTooLarge));
    check(|world, top| world.read(&top.join("folder/a.pp"), 0), Ok(Vec::new()));
    check(|world, top| world.read(&top.join("none"), 1), Err(ErrorKind::NotFound));
}

#[test]
#[cfg(unix)]
fn what_is_no_regular_file_is_refused_at_once() {
    for path in ["pipe", "pipe_link", "device"] {
        check(|world, top| world.read(&top.join(path), 1), Err(ErrorKind::Unsupported));
    }
}

#[test]
fn what_lies_at_a_path() {
    let kind = |path: &'static str| move |world: &dyn World, top: &Path| world.metadata(&top.join(path)).map(|it| it.kind);
    check(kind("folder"), Ok(FileKind::Directory));
    check(kind("folder/b.pp"), Ok(FileKind::File));
    check(kind("folder/inner/../b.pp"), Ok(FileKind::File));
    check(kind("none"), Err(ErrorKind::NotFound));
    check(|world, top| world.metadata(&top.join("folder/b.pp")).map(|it| it.len), Ok(2));
}

#[cfg(unix)]
#[test]
fn links_are_followed_or_seen() {
    let kind = |path: &'static str| move |world: &dyn World, top: &Path| world.metadata(&top.join(path)).map(|it| it.kind);
    let own_kind = |path: &'static str| move |world: &dyn World, top: &Path| world.link_metadata(&top.join(path)).map(|it| it.kind);
    check(kind("link"), Ok(FileKind::Directory));
    check(own_kind("link"), Ok(FileKind::Link));
    check(kind("link/file_link"), Ok(FileKind::File));
    check(own_kind("link/b.pp"), Ok(FileKind::File));
    check(kind("broken"), Err(ErrorKind::NotFound));
    check(own_kind("broken"), Ok(FileKind::Link));
    check(kind("folder/b.pp/c"), Err(ErrorKind::NotADirectory));
    // The standard library has no stable name for this kind.
    check(|world, top| Ok(world.metadata(&top.join("circle")).is_err()), Ok(true));
}

#[cfg(unix)]
#[test]
fn real_paths_have_no_links() {
    let inside = |path: &'static str| {
        move |world: &dyn World, top: &Path| {
            let real = world.real_path(&top.join(path))?;
            Ok(real.strip_prefix(top).map(Path::to_owned).unwrap_or(real))
        }
    };
    check(inside("link/file_link"), Ok(PathBuf::from("folder/b.pp")));
    check(inside("link/inner/../.."), Ok(PathBuf::new()));
    check(inside("broken"), Err(ErrorKind::NotFound));
}

#[test]
fn entries_come_by_name() {
    let names = |world: &dyn World, path: PathBuf| {
        let entries = world.read_dir(&path)?;
        Ok(entries.into_iter().filter(|it| it.kind != FileKind::Link).map(|it| (it.name, it.kind)).collect::<Vec<_>>())
    };
    let expected = [("a.pp", FileKind::File), ("b.pp", FileKind::File), ("inner", FileKind::Directory)];
    check(|world, top| names(world, top.join("folder")), Ok(expected.map(|(name, kind)| (name.into(), kind)).to_vec()));
    check(|world, top| names(world, top.join("folder/inner")), Ok(Vec::new()));
    check(|world, top| names(world, top.join("none")), Err(ErrorKind::NotFound));
}

#[test]
fn the_world_in_memory_is_as_it_was_set_up() {
    let mut world = memory_files();
    world.set_env("HOME", "/home/me");
    world.add_special("/top/pipe");
    world.remove("folder");
    assert_eq!(world.env("HOME"), Some("/home/me".into()));
    assert_eq!(world.env("OTHER"), None);
    assert_eq!(world.current_dir().ok(), Some(PathBuf::from("/top")));
    assert_eq!(world.metadata(Path::new("pipe")).map(|it| it.kind).ok(), Some(FileKind::Special));
    assert!(world.metadata(Path::new("folder/a.pp")).is_err());
}
