# An escape that heredocs do not have.
$text = @(END/x)
  hello
  | END
