# Only resources can be virtual: not their defaults.
@File {
  mode => '0644',
}
