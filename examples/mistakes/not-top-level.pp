# A class inside a condition.
if $facts['kernel'] == 'Linux' {
  class web {
  }
}
