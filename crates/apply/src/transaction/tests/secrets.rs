//! Secrets are not shown, whatever goes wrong with them.

use super::*;

/// All texts about one resource: messages, and the parts of reports and histories.
#[track_caller]
fn messages(run: &mut Run, type_name: &str, title: &str, parameters: Json) -> String {
    run.least = Level::Debug;
    let (log, outcome) = run.apply(&[(type_name, title, parameters)]);
    let stored = format!("{log}{:?}", outcome.statuses);
    assert!(!stored.contains("hush"), "{stored}");
    log
}

#[test]
fn what_judges_a_secret_content_is_not_quoted() {
    let mut run = Run::new();
    run.memory.answers.push(("/bin/sh -c /bin/meet*".to_owned(), 1, "line 2: key = hush".to_owned()));
    let file = json!({"content": "a = 1\nkey = hush\n", "validate_cmd": "/bin/meet %", "sensitive": ["content"]});
    let said = messages(&mut run, "File", "/t/a", file);
    assert!(said.contains("Execution of '/bin/meet /t/a"), "{said}");
    assert!(said.contains("returned 1: [output redacted]"), "{said}");
    // Where it is no secret, the error is shown.
    let (said, _) = run.apply(&[("File", "/t/a", json!({"content": "key = 2", "validate_cmd": "/bin/meet %"}))]);
    assert!(said.contains("returned 1: line 2: key = hush"), "{said}");
}

#[test]
fn what_a_judge_says_of_good_secrets_is_not_quoted() {
    let mut run = Run::new();
    run.memory.answers.push(("/bin/sh -c /bin/meet*".to_owned(), 0, "read key = hush".to_owned()));
    let said =
        messages(&mut run, "File", "/t/a", json!({"content": "key = hush\n", "validate_cmd": "/bin/meet %", "sensitive": ["content"]}));
    assert!(said.contains("[output redacted]"), "{said}");
}

#[test]
fn a_secret_command_that_judges_is_not_shown() {
    let mut run = Run::new();
    run.memory.answers.push(("/bin/sh -c /bin/meet*".to_owned(), 1, "bad hush".to_owned()));
    let file = json!({"content": "a", "validate_cmd": "/bin/meet -p hush %", "sensitive": ["validate_cmd"]});
    let said = messages(&mut run, "File", "/t/a", file);
    assert!(said.contains("Execution of '[command redacted]' returned 1: [output redacted]"), "{said}");
}

#[test]
fn a_secret_source_is_not_shown() {
    for source in ["/t/hush", "puppet:///hush/a", "puppet:///modules/a/hush", "odd://hush", "file:///t/hush/"] {
        let said = messages(&mut Run::new(), "File", "/t/a", json!({"source": source, "sensitive": ["source"]}));
        assert!(said.contains("Error"), "{said}");
    }
    let said = messages(&mut Run::new(), "File", "/t/a", json!({"source": ["/t/hush", "/t/b/hush"], "sensitive": ["source"]}));
    assert!(said.contains("from environment production source(s) [redacted]\n"), "{said}");
}

#[test]
fn where_a_link_leads_to_can_be_secret() {
    let mut run = Run::new();
    let link = |to: &str| json!({"ensure": "link", "target": to, "sensitive": ["target"]});
    messages(&mut run, "File", "/t/a", link("/t/hush"));
    let said = messages(&mut run, "File", "/t/a", link("/t/hush-hush"));
    assert!(said.contains("File[/t/a]/target: changed [redacted] to [redacted]\n"), "{said}");
}

#[test]
fn what_a_command_says_of_its_secret_environment_is_not_told() {
    let mut run = Run::new();
    run.memory.answers.push(("/bin/echo a".to_owned(), 1, "cannot log in with hu-sh, I mean hush".to_owned()));
    let exec = json!({"command": "/bin/echo a", "environment": ["PW=hush", "PW=hush2", "hush"], "sensitive": ["environment"]});
    let said = messages(&mut run, "Exec", "e", exec.clone());
    assert!(said.contains("Exec[e]/returns: [output redacted]\n"), "{said}");
    assert!(said.contains("'/bin/echo a' returned 1 instead of one of [0]"), "{said}");
    assert!(said.contains("Overriding environment setting 'PW' with '[redacted]'"), "{said}");
    assert!(!said.contains("hu-sh"), "{said}");
    run.memory.answers.clear();
    run.memory.answers.push(("/bin/echo a".to_owned(), 127, "no hu-sh".to_owned()));
    let said = messages(&mut run, "Exec", "e", exec);
    assert!(!said.contains("hu-sh") && said.contains("[output redacted]"), "{said}");
}

#[test]
fn a_secret_command_that_is_not_there_is_not_named() {
    let said = messages(&mut Run::new(), "Exec", "e", json!({"command": "/bin/hush now", "sensitive": ["command"]}));
    assert!(said.contains("Could not find command '[redacted]'"), "{said}");
    let refresh = json!({"command": "/bin/true", "refresh": "/bin/hush now", "subscribe": "Notify[n]", "sensitive": ["refresh"]});
    let mut run = Run::new();
    run.least = Level::Debug;
    let (said, outcome) = run.apply(&[("Notify", "n", json!({})), ("Exec", "e", refresh)]);
    assert!(said.contains("Failed to call refresh: Could not find command '[redacted]'"), "{said}");
    assert!(!said.contains("hush") && !format!("{:?}", outcome.statuses).contains("hush"), "{said}");
}

#[test]
fn a_secret_folder_of_a_command_is_not_named() {
    let said = messages(&mut Run::new(), "Exec", "e", json!({"command": "/bin/true", "cwd": "/t/hush", "sensitive": ["cwd"]}));
    assert!(said.contains("Working directory [redacted] does not exist!"), "{said}");
}

#[test]
fn what_other_types_are_told_of_their_secrets_is_not_told() {
    let said = messages(&mut Run::new(), "Exec", "e", json!({"command": "/bin/true", "creates": "/t/hush", "sensitive": ["creates"]}));
    assert!(said.contains("Checking that 'creates' path '[redacted]' exists"), "{said}");
    messages(&mut Run::new(), "Exec", "e", json!({"command": "/bin/true", "user": "hush", "sensitive": ["user"]}));
    messages(&mut Run::new(), "File", "/t/a", json!({"ensure": "file", "owner": "hush", "sensitive": ["owner"]}));
    messages(&mut Run::new(), "File_line", "f", json!({"path": "/t/f", "line": "hush", "match": "(hush", "sensitive": ["line", "match"]}));
    messages(
        &mut Run::new(),
        "Ini_setting",
        "i",
        json!({"path": "/t/i", "section": "s", "setting": "k", "value": "hush", "sensitive": ["value"]}),
    );
    messages(&mut Run::new(), "Host", "h", json!({"ip": "hush hush", "sensitive": ["ip"]}));
    messages(&mut Run::new(), "Vcsrepo", "/t/v", json!({"provider": "git", "source": "https://u:hush@h/r", "sensitive": ["source"]}));
    messages(&mut Run::new(), "Archive", "/t/z", json!({"source": "https://u:hush@h/z", "sensitive": ["source"]}));
    messages(&mut Run::new(), "Package", "p", json!({"ensure": "hush", "provider": "apt", "sensitive": ["ensure"]}));
    messages(
        &mut Run::new(),
        "Service",
        "s",
        json!({"ensure": "running", "start": "/bin/hush", "provider": "base", "sensitive": ["start"]}),
    );
}

#[test]
fn the_command_that_judges_what_is_put_together_can_be_secret() {
    let mut run = Run::new();
    run.memory.answers.push(("/bin/sh -c /bin/meet*".to_owned(), 1, "bad".to_owned()));
    run.least = Level::Debug;
    let concat = json!({"validate_cmd": "/bin/meet -p hush %", "sensitive": ["validate_cmd"]});
    let (said, _) = run.apply(&[("Concat_file", "/t/a", concat), ("Concat_fragment", "f", json!({"target": "/t/a", "content": "x"}))]);
    assert!(said.contains("Execution of '[command redacted]'") && !said.contains("hush"), "{said}");
}
