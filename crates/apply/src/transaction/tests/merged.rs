//! `--merge_dependency_warnings`.

use super::*;

fn messages(merged: bool) -> String {
    let mut run = Run::new();
    run.options.merge_warnings = merged;
    run.tell(&[
        ("Class", "One", json!({"kind": "class"})),
        ("Class", "Two", json!({"kind": "class", "require": "Class[One]"})),
        ("Exec", "/bin/false", json!({"within": "Class[One]", "logoutput": false})),
        ("Notify", "a", json!({"within": "Class[Two]"})),
        ("Notify", "b", json!({"within": "Class[Two]"})),
        ("Notify", "behind", json!({"require": "Class[One]"})),
    ])
}

#[test]
fn what_a_class_lacks_is_told_once_of_the_class() {
    expect_test::expect![[r#"
        Error: '/bin/false' returned 1 instead of one of [0]
        Error: /Stage[main]/Main/One/Exec[/bin/false]/returns: change from 'notrun' to ['0'] failed: '/bin/false' returned 1 instead of one of [0]
        Notice: Class[One]: Class dependency Exec[/bin/false] has failures: true
        Warning: /Stage[main]/Main/Two: Skipping resources in class because of failed class dependencies
        Warning: /Stage[main]/Main/Notify[behind]: Skipping because of failed dependencies
    "#]].assert_eq(&messages(true));
}

#[test]
fn or_of_each_resource() {
    expect_test::expect![[r#"
        Error: '/bin/false' returned 1 instead of one of [0]
        Error: /Stage[main]/Main/One/Exec[/bin/false]/returns: change from 'notrun' to ['0'] failed: '/bin/false' returned 1 instead of one of [0]
        Notice: /Stage[main]/Main/Two/Notify[a]: Dependency Exec[/bin/false] has failures: true
        Warning: /Stage[main]/Main/Two/Notify[a]: Skipping because of failed dependencies
        Warning: /Stage[main]/Main/Two/Notify[b]: Skipping because of failed dependencies
        Warning: /Stage[main]/Main/Notify[behind]: Skipping because of failed dependencies
    "#]].assert_eq(&messages(false));
}
