# A site of the web server.
define site($port) {
  validate_integer($port)
}
function validate_integer($value) {
  fail("deprecation. validate_integer. This method is deprecated: ${value}")
}
site { 'blog':
  port => 80,
}
