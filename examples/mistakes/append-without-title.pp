# `+>` belongs to overrides and collectors.
file {
  require +> Package['a'],
}
