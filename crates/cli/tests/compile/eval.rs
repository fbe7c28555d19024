use snapbox::str;

use crate::folder::Folder;

#[test]
fn a_value_is_printed_as_asked_for() {
    let folder = Folder::new();
    let of = |format: &str| {
        let args = ["eval", "-e", "notice('x') $v = { 'a' => [1, 2.5], 'b' => undef, 'c' => Integer[1, 2] } $v", "--format", format];
        let output = folder.bunraku(&args).assert().code(0).stderr_eq("notice: Scope(Class[main]): x\n").get_output().stdout.clone();
        String::from_utf8(output).expect("text")
    };
    assert_eq!(of("puppet"), "{'a' => [1, 2.5], 'b' => undef, 'c' => Integer[1, 2]}\n");
    assert_eq!(of("text"), "{a => [1, 2.5], b => , c => Integer[1, 2]}\n");
    assert_eq!(of("type"), "Struct[{'a' => Tuple[Integer[1, 1], Float[2.5, 2.5]], NotUndef['b'] => Undef, 'c' => Type[Integer[1, 2]]}]\n");
    assert!(of("json").starts_with("{\n  \"a\": [\n    1,\n    2.5\n  ],\n  \"b\": null,\n"));
}

#[test]
fn code_comes_from_anywhere() {
    let folder = Folder::new()
        .file("a.pp", "$x = 20\n$x + 1\n")
        .file("f.json", r#"{"x": 1}"#)
        .file("modules/m/functions/f.pp", "function m::f($x) { $x * 2 }\n");
    folder.bunraku(&["eval", "a.pp"]).assert().code(0).stdout_eq("21\n").stderr_eq("");
    folder.bunraku(&["eval"]).stdin("1 + 1").assert().code(0).stdout_eq("2\n");
    folder.bunraku(&["eval", "-e", "$facts['x']", "--facts", "f.json"]).assert().code(0).stdout_eq("1\n");
    folder.bunraku(&["eval", "-e", "m::f(4)", "--modulepath", "modules"]).assert().code(0).stdout_eq("8\n");
    folder.bunraku(&["eval", "none.pp"]).assert().code(2).stdout_eq("");
}

#[test]
fn errors_are_1() {
    Folder::new().bunraku(&["eval", "-e", "1 + 'a'"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: Evaluation Error: The value 'a' cannot be converted to Numeric.
 --> -e:1:5
  |
1 | 1 + 'a'
  |     ^


"#]]);
}
