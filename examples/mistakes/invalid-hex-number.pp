# A hexadecimal number with a letter that is no digit.
$mask = 0xfg
