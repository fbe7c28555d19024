# The parameter that takes the rest comes last.
[1, 2, 3].each |*$rest, $last| {
  notice($rest)
}
