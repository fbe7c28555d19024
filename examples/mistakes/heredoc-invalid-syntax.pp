# The syntax of a heredoc is named in small letters.
$data = @(END:JSON)
  {}
  | END
