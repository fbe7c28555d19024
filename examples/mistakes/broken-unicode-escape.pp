# The number of no character.
$dash = "a \u{110000} b"
