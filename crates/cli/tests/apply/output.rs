//! Output of a run besides its messages: `--summarize`, `--timing`, `--events`, and the line on a terminal.

use std::process::Command;

use serde_json::Value;

use crate::{Place, printed};

const CODE: &str = "
    exec { 'first': command => '/bin/sleep 0.2' } -> exec { 'second': command => '/bin/sleep 0.1' }
    exec { 'beside': command => '/bin/sleep 0.25' }
    exec { '/bin/true': } ~> exec { 'told': command => '/bin/sleep 0.06', refreshonly => true }";

fn apply(place: &Place, arguments: &[&str]) -> std::process::Output {
    place.run("apply", &[arguments, &["--certname", "node", "-e", CODE]].concat())
}

#[test]
fn a_summary_is_printed_on_demand() {
    let place = Place::new();
    assert!(!printed(&apply(&place, &[])).contains("Application:"));
    let text = printed(&apply(&place, &["--summarize"]));
    let summary = text.split("seconds\n").last().unwrap();
    assert!(summary.starts_with("Application:\n   Initial environment: production\n"), "{text}");
    assert!(summary.contains("\nChanges:\n            Total: 5\n") && summary.contains("   Catalog application: 0."), "{text}");
}

#[test]
fn the_way_that_took_longest_and_the_slowest_resources_are_printed_on_demand() {
    for jobs in ["1", "4"] {
        let place = Place::new();
        let text = printed(&apply(&place, &["--timing", "--jobs", jobs]));
        let (_, timing) = text.split_once("Critical path: 0.").unwrap_or_else(|| panic!("{text}"));
        let (critical_path, slowest) = timing.split_once("Slowest resources:\n").unwrap();
        let names = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|it| it.starts_with("   "));
            lines.filter_map(|it| it.split_whitespace().nth(1)).filter(|it| *it != "Exec[/bin/true]").map(str::to_owned).collect()
        };
        assert_eq!(names(critical_path), ["Exec[first]", "Exec[second]"], "{text}");
        assert_eq!(names(slowest), ["Exec[beside]", "Exec[first]", "Exec[second]", "Exec[told]"], "{text}");
        assert!(slowest.contains("of them to refresh"), "{text}");
    }
    let text = printed(&apply(&Place::new(), &["--timing=1"]));
    assert!(text.contains("Exec[first]") && text.contains("Exec[beside]") && !text.contains("] 0.10"), "{text}");
    assert_eq!(text.lines().filter(|it| it.starts_with("   ")).count(), 2, "{text}");
}

#[test]
fn events_have_the_standard_output_for_themselves() {
    let place = Place::new();
    let out = apply(&place, &["--events", "-", "--summarize"]);
    let text = printed(&out);
    let events: Vec<Value> = text.lines().map(|it| serde_json::from_str(it).unwrap_or_else(|_| panic!("{it} of\n{text}"))).collect();
    let log = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(log.contains("Notice: Applied catalog") && log.contains("Application:\n"), "{log}");
    let of_first: Vec<&Value> = events.iter().filter(|it| it["resource"] == "Exec[first]").collect();
    assert_eq!(of_first.iter().map(|it| &it["event"]).collect::<Vec<_>>(), ["begin", "end"], "{text}");
    assert_eq!(of_first[1]["changes"][0]["message"], "executed successfully", "{text}");
    let end_event = events.iter().find(|it| it["resource"] == "Exec[told]" && it["event"] == "end").unwrap();
    assert_eq!((&end_event["restarted"], &end_event["refreshed_by"][0]), (&Value::Bool(true), &Value::from("Exec[/bin/true]")), "{text}");
    // To a file, messages stay where they are.
    let out = apply(&place, &["--events", "{t}events"]);
    assert!(printed(&out).contains("Notice: Applied catalog"), "{}", printed(&out));
}

/// Final content of a terminal after these writes, and whether any of it was erased.
fn shown(written: &str) -> (String, bool) {
    let mut lines: Vec<Vec<char>> = vec![Vec::new()];
    let (mut row, mut column, mut is_drawn) = (0, 0, false);
    let mut chars = written.chars();
    while let Some(it) = chars.next() {
        match it {
            '\r' => column = 0,
            '\n' => (row, column) = (row + 1, 0),
            '\u{1b}' => {
                let rest: String = chars.by_ref().take_while(|it| !it.is_ascii_alphabetic()).collect();
                // The letter that ended it is gone: only what takes a line away has these numbers.
                if rest == "[2" || rest == "[" {
                    lines[row].clear();
                    is_drawn = true;
                }
            }
            it => {
                if lines[row].len() <= column {
                    lines[row].resize(column + 1, ' ');
                }
                lines[row][column] = it;
                column += 1;
            }
        }
        lines.resize(lines.len().max(row + 1), Vec::new());
    }
    (lines.iter().map(|it| it.iter().collect::<String>().trim_end().to_owned() + "\n").collect(), is_drawn)
}

/// In a terminal of `script`, which is a part of Debian's essential packages.
fn in_terminal(place: &Place, arguments: &str, environment: &[(&str, &str)]) -> String {
    let t = place.folder.path().to_string_lossy().into_owned();
    let code = place.folder.path().join("site.pp");
    std::fs::write(&code, CODE).unwrap();
    let folders = "--confdir T/conf --codedir T/code --vardir T/var --publicdir T/public --logdir T/log --rundir T/run";
    let line =
        format!("{} apply {folders} --certname node {arguments} T/site.pp", env!("CARGO_BIN_EXE_bunraku")).replace("T/", &format!("{t}/"));
    let mut script = Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm").env_remove("NO_COLOR").envs(environment.iter().copied());
    printed(&script.output().expect("there is `script`"))
}

#[test]
fn a_terminal_shows_what_is_applied_now_and_no_line_is_mixed_with_it() {
    let seconds =
        |text: &str| text.lines().filter(|it| !it.is_empty() && !it.contains(" seconds")).map(|it| format!("{it}\n")).collect::<String>();
    let piped = printed(&apply(&Place::new(), &[]));
    assert!(!piped.contains('\u{1b}') && !piped.contains("/s]"), "{piped}");
    for (arguments, environment) in [("--color=false", &[][..]), ("", &[("NO_COLOR", "1")])] {
        let written = in_terminal(&Place::new(), arguments, environment);
        let (text, is_drawn) = shown(&written);
        assert!(is_drawn && written.contains("] Exec[first]"), "{written:?}");
        assert_eq!(seconds(&text), seconds(&piped), "{written:?}");
        assert!(!written.contains("\u{1b}[0m") && !written.contains("\u{1b}[3"), "{written:?}");
    }
    // In colours where nothing speaks against it; nothing where the terminal cannot take a line back, or where messages go elsewhere.
    assert!(in_terminal(&Place::new(), "", &[]).contains("\u{1b}[0mNotice"));
    assert!(!in_terminal(&Place::new(), "", &[("TERM", "dumb")]).contains("] Exec[first]"));
    let place = Place::new();
    let log = place.folder.path().join("messages");
    assert!(!in_terminal(&place, &format!("--logdest {}", log.display()), &[]).contains("Exec[first]"));
}

/// Real Puppet was asked about each: an option counts before `[user]`, that before `[main]`.
#[test]
fn what_puppet_conf_says_of_a_run() {
    let place = Place::new();
    std::fs::create_dir(place.folder.path().join("conf")).unwrap();
    let run = |conf: &str, arguments: &[&str]| {
        place.write("conf/puppet.conf", &conf.replace("{t}", &format!("{}/", place.folder.path().display())));
        let code = ["-e", "notify { 'a': } notify { 'b': tag => 'x', require => Exec['/bin/true'] } exec { '/bin/true': tag => 'x' }"];
        let out = place.run("apply", &[&["--certname", "node"], arguments, &code].concat());
        let output = printed(&out).lines().filter(|it| it.contains("Stage[main]")).fold(String::new(), |all, it| all + it + "\n");
        (output, String::from_utf8_lossy(&out.stderr).into_owned(), out.status.code())
    };
    let (output, _, code) = run("[main]\nnoop = true\n", &[]);
    assert!(output.contains("successfully (noop)") && code == Some(0), "{output}");
    let (output, ..) = run("[main]\nnoop = true\n", &["--no-noop"]);
    assert!(output.contains("executed successfully") && !output.contains("(noop)"), "{output}");
    let (output, ..) = run("[main]\nnoop = true\n[user]\nnoop = false\n", &[]);
    assert!(output.contains("executed successfully"), "{output}");
    // Those of agents and servers say nothing.
    let (output, ..) = run("[agent]\nnoop = true\n[server]\nnoop = true\n", &[]);
    assert!(output.contains("executed successfully"), "{output}");
    let (output, ..) = run("[main]\ntags = x, y\n", &[]);
    assert!(output.contains("Notify[b]") && !output.contains("Notify[a]"), "{output}");
    let (output, ..) = run("[main]\ntags = x\n", &["--tags", "a"]);
    assert!(output.contains("Notify[a]") && !output.contains("Notify[b]"), "{output}");
    let (output, ..) = run("[main]\nskip_tags = x\n", &[]);
    assert!(output.contains("Notify[a]") && !output.contains("Notify[b]"), "{output}");
    let (output, ..) = run("[main]\nprerun_command = /bin/false\n", &[]);
    assert_eq!(output, "");
    let (output, ..) = run("[main]\nlogdest = {t}log.txt\nevaltrace = true\nlog_level = info\n", &[]);
    assert_eq!(output, "");
    let log = std::fs::read_to_string(place.folder.path().join("log.txt")).unwrap();
    assert!(log.contains("Notify[a]") && log.contains("Evaluated in"), "{log}");
    let (output, error, code) = run("[main]\nshow_diff = yes\n", &[]);
    assert_eq!((output.as_str(), code), ("", Some(1)), "{error}");
    assert!(error.contains("Invalid value '\"yes\"' for boolean parameter: show_diff"), "{error}");
    // A plan has what it is about.
    place.write("conf/puppet.conf", "[main]\nskip_tags = x\n");
    let out = place.run("plan", &["-e", "notify { 'a': } notify { 'b': tag => 'x' }"]);
    assert!(printed(&out).contains("Notify[a]") && !printed(&out).contains("Notify[b]"), "{}", printed(&out));
}

#[test]
fn how_strict_the_language_is() {
    let place = Place::new();
    let code = |arguments: &[&str]| {
        let out = place.run("apply", &[&["--certname", "node", "-e", "notice($nobody)"], arguments].concat());
        out.status.code()
    };
    assert_eq!(code(&[]), Some(1));
    assert_eq!(code(&["--no-strict_variables", "--strict=off"]), Some(0));
}

/// Puppet unwraps a whole parameter only: the command prints `Sensitive [value redacted]`.
#[test]
fn a_secret_in_a_list_stays_one() {
    let place = Place::new();
    let manifest = "exec { 'a': command => ['/bin/echo', Sensitive('hunter2secret')], onlyif => [['/bin/echo', Sensitive('hunter2secret')]], \
                    logoutput => true }";
    let out = place.run("apply", &["--certname", "node", "--debug", "--json-report", "report.json", "-e", manifest]);
    let output = format!("{}{}", printed(&out), String::from_utf8_lossy(&out.stderr));
    assert!(output.contains("Exec[a]/returns: Sensitive [value redacted]") && !output.contains("hunter2"), "{output}");
    let history = place.run("history", &["--json"]);
    let report = std::fs::read_to_string(place.folder.path().join("report.json")).unwrap();
    assert!(!format!("{report}{}", String::from_utf8_lossy(&history.stdout)).contains("hunter2"));
}

#[test]
fn what_is_wrong_with_a_secret_does_not_quote_it() {
    for (what, wrong) in [
        ("exec { 'a': command => Sensitive('hunter2secret now') }", "'[redacted]' is not qualified and no path was specified"),
        ("file { '/x/y': mode => Sensitive('hunter2secret') }", "The file mode specification is invalid: \"[redacted]\""),
        ("file { '/x/y': source => Sensitive('hunter2secret') }", "Cannot use relative URLs '[redacted]'"),
        ("cron { 'a': command => '/bin/true', hour => Sensitive('hunter2secret') }", "[redacted] is not a valid hour"),
    ] {
        let place = Place::new();
        let out = place.run("apply", &["--certname", "node", "-e", what]);
        let output = format!("{}{}", printed(&out), String::from_utf8_lossy(&out.stderr));
        assert!(output.contains(wrong) && !output.contains("hunter2") && out.status.code() == Some(1), "{output}");
    }
}
