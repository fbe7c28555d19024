# The end tag is spelled otherwise.
$text = @(END)
  hello
  | ENDE
