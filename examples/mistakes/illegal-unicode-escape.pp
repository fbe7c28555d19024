# A character is written with four hexadecimal digits, or up to six in braces.
$dash = "${facts['kernel']} \u14 b"
