# The tag of a heredoc without its closing parenthesis.
$text = @(END
  hello
  | END
