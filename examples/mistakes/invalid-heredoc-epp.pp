# A heredoc that says it is a template, and is not.
$text = @(END:epp)
  Hello <%= $name
  | END
