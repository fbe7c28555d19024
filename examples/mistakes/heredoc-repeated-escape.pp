# The same escape twice.
$text = @(END/tnt)
  hello
  | END
