# A heredoc that says it is Puppet, and is not.
$code = @(END:pp)
  file { '/a' }
  | END
