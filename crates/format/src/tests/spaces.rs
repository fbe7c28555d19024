//! Line ends and other white space.

use expect_test::expect;

use super::{check, check_same, formatted};
use crate::{Edit, Options, format};

#[test]
fn windows_line_ends_are_kept() {
    assert_eq!(formatted("class a{\r\n  include b\r\n\r\n\r\n  include c }\r\n"), "class a {\r\n  include b\r\n\r\n  include c\r\n}\r\n");
    assert_eq!(formatted("# a \r\n$b=1\r\n"), "# a\r\n$b = 1\r\n");
}

#[test]
fn a_byte_order_mark_is_kept() {
    assert_eq!(formatted("\u{feff}$a=1"), "\u{feff}$a = 1\n");
}

#[test]
fn what_is_copied_keeps_its_blanks_behind_a_byte_order_mark() {
    assert_eq!(formatted("\u{feff}\n\n else {\n"), "\u{feff} else {\n");
    assert_eq!(formatted("\u{feff} else {\n"), "\u{feff} else {\n");
}

#[test]
fn tabs_and_blanks_at_ends_go() {
    check("class a {\t\n\tinclude b  \n}\n\n\n", expect![["class a {\n  include b\n}\n"]]);
}

#[test]
fn strings_are_copied() {
    check_same("$a = 'b  \n\t  c '\n");
}

#[test]
fn changes_are_small() {
    let text = "class a {\n  file { '/b':\n    ensure=> file,\n  }\n}\n";
    let edits = format(text, Options::default()).expect("it can be formatted");
    assert_eq!(edits, [Edit { range: syntax::TextRange::empty(35.into()), text: " ".to_owned() }]);
}
