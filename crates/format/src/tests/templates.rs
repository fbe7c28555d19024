//! Templates: the code between the marks is formatted, and all else stays.

use expect_test::{Expect, expect};
use syntax::{Dialect, ParseOptions};

use crate::{FormatError, Options, apply, format};

fn options() -> Options {
    Options { parse: ParseOptions { dialect: Dialect::Epp, ..ParseOptions::default() }, ..Options::default() }
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&formatted(text));
}

#[track_caller]
fn formatted(text: &str) -> String {
    let new = apply(text, &format(text, options()).expect("it can be formatted"));
    assert_eq!(format(&new, options()), Ok(Vec::new()), "formatting it again changes it");
    new
}

#[test]
fn a_blank_stands_within_marks() {
    check(
        "a <%=$b%> <%-if $c{-%>\n  d\n\n\n<%   }   else{ %>\te  <%}-%>  \n",
        expect![[r#"
            a <%= $b %> <%- if $c { -%>
              d


            <%   } else { %>	e  <% } -%>  
        "#]],
    );
}

#[test]
fn the_end_of_an_arrow_trims_nothing() {
    check(
        "<<%<-%>\na\n",
        expect![[r#"
        <<% <- %>
        a
    "#]],
    );
}

#[test]
fn blanks_behind_a_mark_that_begins_its_line_say_how_deep_the_code_is() {
    check(
        "<% if $a { -%>\n<%-   if $b { -%>\nc<%   }   -%>\n<%   } -%>\n<%=   $d %>\n",
        expect![[r#"
            <% if $a { -%>
            <%-   if $b { -%>
            c<% } -%>
            <%   } -%>
            <%= $d %>
        "#]],
    );
}

#[test]
fn text_and_comments_stay() {
    let text = "  a <%# b  %>   <%% c %%>\n\t<%#- d -%>\n\n\n x  ";
    assert_eq!(formatted(text), text);
}

#[test]
fn parameters_have_a_line_each_where_the_author_begins_one() {
    check(
        "<%-|$a,String   $b=1|-%>\nx\n",
        expect![[r#"
        <%- | $a, String $b = 1 | -%>
        x
    "#]],
    );
    check(
        "<%- | String $a,\n     $b\n| -%>\nx\n",
        expect![[r#"
            <%- |
              String $a,
              $b,
            | -%>
            x
        "#]],
    );
}

#[test]
fn parameters_that_do_not_fit_have_a_line_each() {
    let names = ["a", "b", "c", "d"].map(|it| format!("Optional[String] ${}", it.repeat(20)));
    check(
        &format!("<%- | {} | -%>\n", names.join(", ")),
        expect![[r#"
            <%- |
              Optional[String] $aaaaaaaaaaaaaaaaaaaa,
              Optional[String] $bbbbbbbbbbbbbbbbbbbb,
              Optional[String] $cccccccccccccccccccc,
              Optional[String] $dddddddddddddddddddd,
            | -%>
        "#]],
    );
}

#[test]
fn code_on_one_line_stays_there() {
    let long = format!("<%= $a.map |$k,$v|{{if $v{{\"${{k}}{}\"}}}}.join(' ') %>\n", "x".repeat(150));
    let expected = format!("<%= $a.map |$k, $v| {{ if $v {{ \"${{k}}{}\" }} }}.join(' ') %>\n", "x".repeat(150));
    assert_eq!(formatted(&long), expected);
    check(
        "<% $a.each|$b|{$c=1 $d={'e'=>1,'fff'=>2} -%>\n<% } %>",
        expect![[r#"
        <% $a.each |$b| { $c = 1 $d = { 'e' => 1, 'fff' => 2 } -%>
        <% } %>"#]],
    );
}

#[test]
fn code_on_several_lines_is_laid_out_below_its_mark() {
    check(
        "a\n   <%-\n$b = [\n1,2]\n   if $c {\n$d=1 # e\n }\n-%>\nf\n",
        expect![[r#"
            a
               <%-
                 $b = [
                   1,
                   2,
                 ]
                 if $c {
                   $d = 1 # e
                 }
               -%>
            f
        "#]],
    );
    check(
        "<% if $a {\n# b\n$c   = 1 -%>\nd\n  <% } else {\n$e=1\n} %>\n",
        expect![[r#"
            <% if $a {
              # b
              $c = 1 -%>
            d
              <% } else {
                $e = 1
              } %>
        "#]],
    );
}

#[test]
fn comments_in_code_stay_where_they_are() {
    check(
        "<% # a\n%>\n<%\n# b\n# c\n%>\n<% $d = 1 # e\n%>\n<% $f = 1 /* g */ %>\n",
        expect![[r#"
        <% # a
        %>
        <%
          # b
          # c
        %>
        <% $d = 1 # e
        %>
        <% $f = 1 /* g */ %>
    "#]],
    );
}

#[test]
fn what_goes_on_with_the_text_before_it_stays_there() {
    check(
        "a<%[1]%>b<% [1]%>\n<%[2]   %>",
        expect![[r#"
        a<%[1] %>b<% [1] %>
        <%[2] %>"#]],
    );
}

#[test]
fn a_margin_of_tabs_stays() {
    assert_eq!(formatted("\t<% $a=\n[ 1,\n2 ]\n%>\n"), "\t<% $a = [\n\t  1,\n\t  2,\n\t]\n\t%>\n");
}

#[test]
fn line_ends_of_windows_stay() {
    let new = format("a\r\n<%\r\n$b=1\r\n%>\r\n", options()).map(|it| apply("a\r\n<%\r\n$b=1\r\n%>\r\n", &it));
    assert_eq!(new.as_deref(), Ok("a\r\n<%\r\n  $b = 1\r\n%>\r\n"));
}

#[test]
fn a_template_with_an_error_is_refused() {
    assert_eq!(format("<% if { %>", options()), Err(FormatError::Template));
}
