# `$1` belongs to matches.
$1 = 'a'
