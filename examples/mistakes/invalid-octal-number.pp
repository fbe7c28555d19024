# A leading zero means octal, which has no 8 and no 9.
$mode = 0689
