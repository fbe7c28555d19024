# A character is written with four hexadecimal digits, or up to six in braces.
$dash = "a \u14 b"
