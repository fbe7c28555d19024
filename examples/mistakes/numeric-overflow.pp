# Integers have 64 bits.
$size = 9223372036854775808
