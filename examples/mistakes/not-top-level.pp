# A class inside a condition.
if $facts['kernel'] == 'Linux' {
  # A web server.
  class web {
  }
}
