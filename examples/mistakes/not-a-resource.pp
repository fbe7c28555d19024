# A call is no type of resource.
type_of($x) {
  mode => '0644',
}
