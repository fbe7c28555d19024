# A heredoc that says it is JSON, and is not.
$data = @(END:json)
  { "a": 1, }
  | END
