//! A tree of SLS files with three minions: opened, and typed into.

use std::fmt::Write as _;
use std::path::Path;

use super::editor::Editor;
use super::page::{mb, ms, rows};
use super::process;
use super::typing::{Document, Keystrokes};
use super::{QUIET, agree};
use crate::bench::files::write;

/// SLS files of the tree.
const FILES: usize = 600;

/// The file that is open, and what is typed into it.
const OPEN: &str = "app7/init.sls";
const AFTER: &str = "    - user: root\n";
const TYPED: &str = "    - mode: '0640'\n    - require:\n      - pkg: app7\n";

const SETTINGS: &str = "[[salt_targets]]\nid = \"web01\"\nsystem = \"debian-12\"\npillar = \"pillar.json\"\n\n\
                        [[salt_targets]]\nid = \"db01\"\nsystem = \"rocky-9\"\npillar = \"pillar.json\"\n\n\
                        [[salt_targets]]\nid = \"app01\"\nsystem = \"ubuntu-24.04\"\npillar = \"pillar.json\"\n";

/// Measurements.
pub struct Measured {
    /// From the start until all findings of the open file are there, in milliseconds.
    ready: f64,
    /// The same until all files are read.
    loaded: f64,
    keystrokes: Keystrokes,
    memory_end: f64,
    agreed: usize,
}

pub fn measure(binary: &Path) -> Result<Measured, String> {
    let folder = tempfile::tempdir().map_err(|error| format!("a folder: {error}"))?;
    for (path, text) in files() {
        write(&folder.path().join(path), &text)?;
    }
    let mut editor = Editor::start(binary, Some(folder.path()))?;
    let mut document = Document::open(&mut editor, &folder.path().join(OPEN))?;
    let (_, all, _) = document.findings(&mut editor)?;
    let ready = all.duration_since(editor.started).as_secs_f64() * 1000.0;
    let loaded = editor.loaded()?.duration_since(editor.started).as_secs_f64() * 1000.0;
    editor.settle(QUIET);

    let mut keystrokes = Keystrokes { bytes: document.text.len(), ..Keystrokes::default() };
    document.go_behind(AFTER)?;
    for c in TYPED.chars() {
        document.keystroke(&mut editor, 0, c.encode_utf8(&mut [0; 4]), &mut keystrokes)?;
    }
    for _ in 0..TYPED.len() {
        document.keystroke(&mut editor, 1, "", &mut keystrokes)?;
    }
    // What is wrong in the end, so that there is something to agree on.
    for c in "    - requires: []\n".chars() {
        document.keystroke(&mut editor, 0, c.encode_utf8(&mut [0; 4]), &mut keystrokes)?;
    }
    editor.settle(QUIET);
    let (memory_end, _) = process::memory(editor.process());
    write(&document.path, &document.text)?;
    let agreed = agree::with_check(binary, &document.path, &document.text, &document.shown(&editor))?;
    if agreed == 0 {
        return Err("a misspelt requisite is not found: nothing was measured".to_owned());
    }
    Ok(Measured { ready, loaded, keystrokes, memory_end, agreed })
}

impl Measured {
    /// A table for the page.
    pub fn render(&self) -> String {
        let mut out = format!(
            "\nA tree of {FILES} SLS files that is made up, checked for three minions with a pillar:\n\n| | wanted | got |\n|---|---|---|\n"
        );
        let mut row = |name: &str, wanted: &str, got: String, _: &str| {
            let _ = writeln!(out, "| {name} | {wanted} | {got} |");
        };
        row("start to all findings of the open file", "≤ 500 ms", ms(self.ready), "");
        row("start until all files are read", "≤ 500 ms", ms(self.loaded), "");
        rows(&mut row, &format!("a keystroke in `{OPEN}`"), &self.keystrokes, "≤ 20 ms", "≤ 20 ms", "");
        row("memory in the end", "", mb(self.memory_end), "");
        row("findings on which the editor and `check` agree", "", self.agreed.to_string(), "");
        out
    }
}

/// Files by their paths: each application has a map, and includes the common states; every tenth file includes the nine before it.
fn files() -> Vec<(String, String)> {
    let mut files = vec![
        ("bunraku.toml".to_owned(), SETTINGS.to_owned()),
        ("pillar.json".to_owned(), "{ \"app\": { \"ports\": [8080, 8081], \"owner\": \"www-data\" } }\n".to_owned()),
        ("common/init.sls".to_owned(), "common packages:\n  pkg.installed:\n    - pkgs: [curl, vim, git]\n".to_owned()),
        (
            "map.jinja".to_owned(),
            "{% set settings = salt['grains.filter_by']({'Debian': {'etc': '/etc/default'}, 'RedHat': {'etc': '/etc/sysconfig'}}, merge=salt['pillar.get']('app')) %}\n"
                .to_owned(),
        ),
    ];
    let mut top = "base:\n  '*':\n".to_owned();
    for number in 0..FILES - 1 {
        let app = format!("app{number}");
        let _ = writeln!(top, "    - {app}");
        let mut text = "{% from 'map.jinja' import settings with context %}\ninclude:\n  - common\n".to_owned();
        for other in (number % 10 == 0).then(|| number.saturating_sub(9)..number).into_iter().flatten() {
            let _ = writeln!(text, "  - app{other}");
        }
        let _ = write!(
            text,
            "\n{app}:\n  pkg.installed:\n    - require:\n      - pkg: common packages\n  service.running:\n    - enable: true\n    - watch:\n      \
             - file: {{{{ settings.etc }}}}/{app}\n\n{{{{ settings.etc }}}}/{app}:\n  file.managed:\n    - user: root\n    - contents: |\n        \
             {{% for port in settings.ports %}}\n        port={{{{ port }}}}\n        {{% endfor %}}\n"
        );
        files.push((format!("{app}/init.sls"), text));
    }
    files.push(("top.sls".to_owned(), top));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_has_as_many_states_files_as_it_says() {
        let files = files();
        assert_eq!(files.iter().filter(|(path, _)| path.ends_with("/init.sls")).count(), FILES);
        let open = files.iter().find(|(path, _)| path == OPEN).expect("the file that is opened");
        assert!(open.1.contains(AFTER), "{}", open.1);
    }
}
