# A heredoc inside the interpolation of another.
$text = @("OUTER")
  ${@(INNER)}
  hello
  | INNER
  | OUTER
