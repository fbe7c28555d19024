# A heredoc without a tag never ends.
$text = @( )
  hello
