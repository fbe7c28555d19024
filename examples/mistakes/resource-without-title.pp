# The title is missing.
file {
  ensure => file,
}
