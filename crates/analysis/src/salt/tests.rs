//! Which files are rendered and compiled again after an edit.

use std::path::Path;
use std::sync::{Arc, Mutex};

use world::MemoryWorld;

use crate::tests::log;
use crate::{AnalysisHost, Change, Systems};

const WATCHED: [&str; 4] = ["states", "minion", "rendered", "compiled"];

struct Site {
    host: AnalysisHost,
    executed: Arc<Mutex<Vec<String>>>,
}

const FILES: [(&str, &str); 6] = [
    ("/s/top.sls", "base:\n  '*':\n    - web\n"),
    ("/s/web.sls", "include:\n  - pkgs\n{{ 'web' }}:\n  test.nop:\n    - require:\n      - test: pkgs\n"),
    ("/s/pkgs.sls", "{% from 'map.jinja' import name %}\n{{ name }}:\n  test.nop: []\n"),
    ("/s/map.jinja", "{% set name = 'pkgs' %}\n"),
    ("/s/alone.sls", "{{ 'alone' }}:\n  test.nop: []\n"),
    ("/s/other/init.sls", "other:\n  test.nop: []\n"),
];

impl Site {
    fn new() -> Site {
        let mut world = MemoryWorld::new();
        FILES.iter().for_each(|(path, text)| world.add_file(path, *text));
        let (executed, on_event) = log();
        let mut site = Site { host: AnalysisHost::with_events(Arc::new(world), Some(Box::new(on_event))), executed };
        FILES.iter().for_each(|(path, text)| site.edit(path, text));
        site.look("/s/web.sls");
        site
    }

    fn edit(&mut self, path: &str, text: &str) {
        self.host.apply(Change::new().editor(path, Some(text.into())));
    }

    /// The messages of a file, and which queries ran how often.
    fn look(&self, path: &str) -> (Vec<String>, String) {
        self.executed.lock().unwrap().clear();
        let found = self.host.analysis().run(|snapshot| {
            let file = snapshot.file(path).expect("a file");
            let found = snapshot.sls_wrong(file, Systems::All);
            let on = |ids: &[String]| if ids.is_empty() { String::new() } else { format!(" (on {})", ids.join(", ")) };
            found.iter().map(|it| it.0.problem.render(salt::Release::default()) + &on(&it.1)).collect::<Vec<_>>()
        });
        let executed = std::mem::take(&mut *self.executed.lock().unwrap());
        let count = |query: &str| executed.iter().filter(|it| *it == query).count();
        let ran = WATCHED.iter().map(|it| (it, count(it))).filter(|it| it.1 > 0).map(|(query, count)| format!("{count} x {query}"));
        (found.expect("nobody writes"), ran.collect::<Vec<_>>().join(", "))
    }
}

#[test]
fn an_edit_renders_its_file_and_compiles_what_includes_it() {
    let mut site = Site::new();
    assert_eq!(site.look("/s/alone.sls"), (Vec::new(), String::new()));
    site.edit("/s/pkgs.sls", "{% from 'map.jinja' import name %}\n{{ name }}:\n  test.nop:\n    - order: 1\n");
    assert_eq!(site.look("/s/web.sls"), (Vec::new(), "1 x rendered, 1 x compiled".to_owned()));
    site.edit("/s/alone.sls", "{{ 'lonely' }}:\n  test.nop: []\n");
    assert_eq!(site.look("/s/web.sls"), (Vec::new(), "1 x rendered, 1 x compiled".to_owned()));
    // What imports a template is rendered again, and nothing else.
    site.edit("/s/map.jinja", "{% set name = 'other' %}\n");
    let missing = "Referenced state does not exist for requisite [require: (test: pkgs)] in state [web] in SLS [web]";
    assert_eq!(site.look("/s/web.sls"), (vec![missing.to_owned()], "1 x rendered, 2 x compiled".to_owned()));
}

#[test]
fn a_chain_of_files_is_compiled_once() {
    let mut site = Site::new();
    let text = |number: usize| match number {
        0 => "c0:\n  test.nop: []\n".to_owned(),
        _ => format!("include: [chain.c{}]\nc{number}:\n  test.nop: []\n", number - 1),
    };
    (0..600).for_each(|number| site.edit(&format!("/s/chain/c{number}.sls"), &text(number)));
    let count = |ran: &str| ran.split(", ").find_map(|it| it.strip_suffix(" x compiled")).map(str::to_owned);
    // The chain, and the three other files that no file includes, as the tree has more files now.
    assert_eq!(count(&site.look("/s/alone.sls").1).as_deref(), Some("4"));
    site.edit("/s/chain/c0.sls", "c0:\n  test.nop:\n    - order: 1\n");
    assert_eq!(site.look("/s/alone.sls").1, "1 x rendered, 1 x compiled");
}

#[test]
fn missing_targets_are_found_in_files_by_themselves() {
    let mut site = Site::new();
    let text = "extend:\n  OTHER:\n    test:\n      - order: 1\nalone:\n  test.nop:\n    - require_in:\n      - test: TARGET\n";
    let edit = |site: &mut Site, other: &str, target: &str| {
        site.edit("/s/alone.sls", &text.replace("OTHER", other).replace("TARGET", target));
        site.look("/s/alone.sls").0
    };
    let cannot = |id: &str| {
        format!(
            "Cannot extend ID '{id}' in 'base:alone'. It is not part of the high state.\nThis is likely due to a missing include statement or an \
             incorrectly typed ID.\nEnsure that a state with an ID of '{id}' is available\nin environment 'base' and to SLS 'alone'"
        )
    };
    // Another file of a run has it.
    assert_eq!(edit(&mut site, "other", "web"), Vec::<String>::new());
    assert_eq!(edit(&mut site, "ghost", "web"), [cannot("ghost")]);
    site.edit("/s/alone.sls", "alone:\n  test.nop:\n    - require_in:\n      - test: ghost\n");
    assert_eq!(site.look("/s/alone.sls").0, [cannot("ghost")]);
    // A state with an argument of this value is meant, too.
    site.edit("/s/other/init.sls", "other:\n  test.nop:\n    - foo: ghost\n");
    assert_eq!(site.look("/s/alone.sls").0, Vec::<String>::new());
    // And one that is not known may be.
    site.edit("/s/other/init.sls", "other:\n  test.nop:\n    - foo: {{ salt['cmd.run']('x') }}\n");
    assert_eq!(site.look("/s/alone.sls").0, Vec::<String>::new());
}

#[test]
fn a_comment_compiles_nothing_elsewhere() {
    let mut site = Site::new();
    site.edit("/s/map.jinja", "{# names #}{% set name = 'pkgs' %}\n");
    assert_eq!(site.look("/s/web.sls").1, "1 x rendered");
}

#[test]
fn minions_have_their_own_grains_and_pillar() {
    let mut site = Site::new();
    site.edit("/s/bunraku.toml", "[[salt_targets]]\nid = 'a'\nsystem = 'debian-12'\n[[salt_targets]]\nid = 'b'\nsystem = 'redhat-9'\n");
    let text = "{% if grains.os_family == 'Debian' %}\nx: 5\n{% endif %}\n";
    site.edit("/s/alone.sls", text);
    assert_eq!(site.look("/s/alone.sls").0, ["ID x in SLS alone is not a dictionary (on a)"]);
    site.edit("/s/alone.sls", "x: 5\n");
    assert_eq!(site.look("/s/alone.sls").0, ["ID x in SLS alone is not a dictionary"]);
    // Other states are near the one that is missing.
    let name = "{{ 'nginx' if grains.os_family == 'Debian' else 'nginz' }}:\n  test.nop: []\n";
    site.edit("/s/web.sls", &format!("{name}web:\n  test.nop:\n    - require:\n      - test: nginy\n"));
    let missing = "Referenced state does not exist for requisite [require: (test: nginy)] in state [web] in SLS [web]";
    assert_eq!(site.look("/s/web.sls").0, [missing]);
    // What the run of a minion misses is certain, also where another file has it.
    site.edit("/s/web.sls", "web:\n  test.nop:\n    - require:\n      - test: other\n");
    let missing = "Referenced state does not exist for requisite [require: (test: other)] in state [web] in SLS [web]";
    assert_eq!(site.look("/s/web.sls").0, [missing]);
}

#[test]
fn minions_with_the_same_texts_are_compiled_once() {
    let mut site = Site::new();
    let minions = ["a", "b", "c"].map(|it| format!("[[salt_targets]]\nid = '{it}'\nsystem = 'debian-12'\n"));
    site.edit("/s/bunraku.toml", &minions.concat());
    let run = |site: &mut Site, web: &str, alone: &str| {
        site.edit("/s/web.sls", "web: [test.nop]\n");
        site.edit("/s/alone.sls", alone);
        site.look("/s/web.sls");
        site.edit("/s/web.sls", web);
        site.look("/s/web.sls")
    };
    let broken = "web:\n  test.nop:\n    - require: [test: ghost]\n";
    let missing = "Referenced state does not exist for requisite [require: (test: ghost)] in state [web] in SLS [web]";
    assert_eq!(run(&mut site, broken, "alone: [test.nop]\n"), (vec![missing.to_owned()], "3 x rendered, 2 x compiled".to_owned()));
    // Another text in any file, also one that is not in the run.
    let on = |minions: &str| vec![format!("{missing} (on {minions})")];
    assert_eq!(run(&mut site, broken, "{{ grains.id }}: [test.nop]\n").1, "3 x rendered, 6 x compiled");
    // The other file, too: before, what `a` has held for `b`.
    let for_some = "{% if grains.id != 'b' %}\n".to_owned() + broken + "{% endif %}\n";
    assert_eq!(run(&mut site, &for_some, "alone: [test.nop]\n"), (on("a, c"), "3 x rendered, 5 x compiled".to_owned()));
    // Other files for one of them.
    site.edit("/s/top.sls", "base:\n  '*':\n    - web\n  'c':\n    - other\n");
    let found = run(&mut site, "web:\n  test.nop:\n    - require: [test: other]\n", "alone: [test.nop]\n");
    assert_eq!(found.0, [missing.replace("ghost", "other") + " (on a, b)"]);
}

#[test]
fn a_configuration_has_grains_and_options_of_a_minion() {
    let mut site = Site::new();
    site.edit("/s/bunraku.toml", "[[salt_targets]]\nid = 'a'\nconfig = 'minion'\n");
    site.edit("/s/alone.sls", "{% if grains.role == 'web' %}\nx: 5\n{% endif %}\n");
    site.edit("/s/minion", "grains: {role: web}\n");
    let found = ["ID x in SLS alone is not a dictionary"];
    assert_eq!(site.look("/s/alone.sls").0, found);
    site.edit("/s/minion", "grains: {role: db}\n");
    assert_eq!(site.look("/s/alone.sls").0, [""; 0]);
    site.edit("/s/alone.sls", "{% if pillar.role == 'web' %}\nx: 5\n{% endif %}\n");
    site.edit("/s/minion", "pillar: {role: web}\n");
    assert_eq!(site.look("/s/alone.sls").0, found);
    site.edit("/s/alone.sls", "{% if grains.role == 'web' %}\nx: 5\n{% endif %}\n");
    // Nothing is known of the minion if its configuration is not supported.
    site.edit("/s/minion", "grains: {role: web}\nrenderer: py\n");
    assert!(site.look("/s/alone.sls").0.iter().all(|it| it != found[0]));
}

#[test]
fn a_file_that_comes_is_included() {
    let mut site = Site::new();
    site.edit("/s/web.sls", "include:\n  - new\n");
    assert_eq!(site.look("/s/web.sls").0.len(), 1);
    site.edit("/s/new.sls", "new:\n  test.nop: []\n");
    assert_eq!(site.look("/s/web.sls").0, Vec::<String>::new());
}

#[test]
fn the_root_is_found_by_the_files_around() {
    let files = [
        "/s/top.sls",
        "/s/pillar/top.sls",
        "/f/nginx/init.sls",
        "/f/nginx/ng/init.sls",
        "/g/FORMULA",
        "/g/a/b/c.sls",
        "/e/pillar/base/top.sls",
    ];
    let kind = |path: &Path| files.iter().any(|it| Path::new(it) == path).then_some(world::FileKind::File);
    let place =
        |path: &str| super::place::find(&kind, Path::new(path)).map(|it| format!("{} {} {:?}", it.root.display(), it.name, it.role));
    assert_eq!(place("/s/web/init.sls").as_deref(), Some("/s web States"));
    assert_eq!(place("/s/top.sls").as_deref(), Some("/s top Top"));
    assert_eq!(place("/s/pillar/web.sls").as_deref(), Some("/s/pillar web Pillar"));
    assert_eq!(place("/s/orch/web.sls").as_deref(), Some("/s orch.web Other"));
    assert_eq!(place("/s/map.jinja").as_deref(), Some("/s map.jinja Template"));
    assert_eq!(place("/f/nginx/ng/config.sls").as_deref(), Some("/f nginx.ng.config States"));
    assert_eq!(place("/g/a/b/c.sls").as_deref(), Some("/g a.b.c States"));
    assert_eq!(place("/h/a.sls").as_deref(), Some("/h a States"));
    assert_eq!(place("/e/pillar/base/web.sls").as_deref(), Some("/e/pillar/base web Pillar"));
    assert_eq!(place("/h/a.pp"), None);
}

#[test]
fn templates_and_pillar_have_findings_of_their_own() {
    let mut site = Site::new();
    site.edit("/s/map.jinja", "{% set a = 1 %}\n{% if a %}\n");
    let (found, _) = site.look("/s/map.jinja");
    assert!(matches!(&*found, [only] if only.contains("Jinja syntax error: Unexpected end of template")), "{found:?}");
    site.edit("/s/other.jinja", "{{ missing }}{{ x|unheard }}");
    assert_eq!(site.look("/s/other.jinja").0, [] as [String; 0], "another program may have the filter");
    // An SLS file of the tree imports this one.
    site.edit("/s/map.jinja", "{{ missing }}{{ x|unheard }}");
    let (found, _) = site.look("/s/map.jinja");
    assert!(
        matches!(&*found, [only] if only.contains("SLS 'base:pkgs' failed: Jinja syntax error: No filter named 'unheard'")),
        "{found:?}"
    );
    // Without a top file the root of a pillar is not known.
    site.edit("/s/top.sls", "base: {'*': []}\n");
    site.edit("/s/pillar/a.sls", "{% from 'm.jinja' import m %}\na: 1\na: 2\n");
    assert_eq!(site.look("/s/pillar/a.sls").0, [] as [String; 0]);
    site.edit("/s/pillar/top.sls", "base: {'*': [a]}\n");
    site.edit("/s/pillar/a.sls", "a: 1\na: 2\n");
    let (found, _) = site.look("/s/pillar/a.sls");
    assert!(matches!(&*found, [only] if only.contains("found conflicting ID 'a'")), "{found:?}");
    // What depends on grains that are not known is not wrong.
    site.edit("/s/pillar/a.sls", "{% if grains['os'] == 'x' %}\na: [\n{% endif %}\n");
    assert_eq!(site.look("/s/pillar/a.sls").0.iter().filter(|it| it.contains("conflicting")).count(), 0);
    site.edit("/s/pillar/a.sls", "a: {{ pillar.get('x', 1) }}\nb: [1, 2]\n");
    assert_eq!(site.look("/s/pillar/a.sls").0, [] as [String; 0]);
    // The pillar that a pillar file sees comes from elsewhere; its imports are in its own root.
    site.edit("/s/pillar/a.sls", "{% if pillar.get('x') %}\na: 1\n{% else %}\na: [1]\n{% endif %}\n{{ pillar['y'] }}: 2\n");
    assert_eq!(site.look("/s/pillar/a.sls").0, [] as [String; 0]);
    site.edit("/s/pillar/m.jinja", "{% set m = 1 %}\n");
    site.edit("/s/pillar/a.sls", "{% from 'm.jinja' import m %}\na: {{ m }}\n");
    assert_eq!(site.look("/s/pillar/a.sls").0, [] as [String; 0]);
    site.edit("/s/pillar/a.sls", "#!yaml|gpg\na: |\n  -----BEGIN PGP MESSAGE-----\n");
    assert_eq!(site.look("/s/pillar/a.sls").0, [] as [String; 0]);
}
