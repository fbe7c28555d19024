# A heredoc that says it is Base64, and is not.
$data = @(END:base64)
  hello!
  |- END
