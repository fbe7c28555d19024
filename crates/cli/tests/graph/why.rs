use snapbox::{IntoData, str};

use crate::folder::Folder;
use crate::site;

#[track_caller]
fn check(first: &str, second: &str, code: i32, expected: impl IntoData) {
    site().bunraku(&["why", first, second, "site.pp"]).assert().code(code).stdout_eq(expected).stderr_eq("");
}

#[test]
fn the_first_line_answers_and_the_way_follows() {
    check(
        "Package[ntp]",
        "Service['ntp']",
        0,
        str![[r#"
Package[ntp] comes before Service[ntp]
  Package[ntp] -> File[/etc/ntp.conf]: `require` of File[/etc/ntp.conf] (site.pp:5)
  File[/etc/ntp.conf] ~> Service[ntp]: an arrow (site.pp:8)

"#]],
    );
    check(
        "Package[ntp]",
        "Notify[done]",
        0,
        str![[r#"
Package[ntp] comes before Notify[done]
  Package[ntp] -> Class[Ntp] ends: Class[Ntp] contains Package[ntp]
  Class[Ntp] ends -> Notify[done]: `require` of Notify[done] (site.pp:11)

"#]],
    );
}

#[test]
fn other_answers() {
    check(
        "Notify[done]",
        "Package[ntp]",
        1,
        str![[r#"
Notify[done] does not come before Package[ntp]: Package[ntp] comes before Notify[done]
  Package[ntp] -> Class[Ntp] ends: Class[Ntp] contains Package[ntp]
  Class[Ntp] ends -> Notify[done]: `require` of Notify[done] (site.pp:11)

"#]],
    );
    check(
        "Class[ntp]",
        "Package[ntp]",
        1,
        str![[r#"
Class[Ntp] contains Package[ntp]
  Class[Ntp] begins -> Package[ntp]: Class[Ntp] contains it

"#]],
    );
    check(
        "Package[ntp]",
        "Class[Ntp]",
        1,
        str![[r#"
Class[Ntp] contains Package[ntp]
  Class[Ntp] begins -> Package[ntp]: Class[Ntp] contains it

"#]],
    );
    check(
        "Notify[done]",
        "Notify[else]",
        1,
        str![[r#"
Nothing orders Notify[done] and Notify[else]: Notify[done] is applied first in this catalog

"#]],
    );
    check(
        "Notify[else]",
        "Notify[else]",
        1,
        str![[r#"
Notify[else] is the same resource twice

"#]],
    );
}

#[test]
fn cycles_are_told() {
    let code = "notify { ['a', 'b']: } Notify['a'] -> Notify['b'] -> Notify['a']";
    let folder = Folder::new();
    folder
        .bunraku(&["why", "Notify[a]", "Notify[b]", "-e", code])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
Notify[a] comes before Notify[b], and Notify[b] before Notify[a]: this is a cycle
  Notify[a] -> Notify[b]: an arrow (line 1)
and back
  Notify[b] -> Notify[a]: an arrow (line 1)

"#]])
        .stderr_eq("");
    folder
        .bunraku(&["why", "Notify[a]", "Notify[a]", "-e", code])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
Notify[a] comes before itself
  Notify[a] -> Notify[b]: an arrow (line 1)
  Notify[b] -> Notify[a]: an arrow (line 1)

"#]])
        .stderr_eq("");
}

#[test]
fn what_is_not_there() {
    site().bunraku(&["why", "Package[ntpd]", "Service[ntp]", "site.pp"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
bunraku: there is no Package[ntpd] in the catalog; did you mean Package[ntp]?

"#]]);
    site().bunraku(&["why", "package[NTP]", "Service[ntp]", "site.pp"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
bunraku: there is no Package[NTP] in the catalog; did you mean Package[ntp], Class[Ntp] or Service[ntp]?

"#]]);
    site().bunraku(&["why", "ntp", "Service[ntp]", "site.pp"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
bunraku: ntp is not a reference; did you mean Class[Ntp], Package[ntp] or Service[ntp]?

"#]]);
}
