# A decimal number that is none.
$factor = 1e+3
