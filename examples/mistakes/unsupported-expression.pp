# A type with a body of its own, which Puppet does not have yet.
type Port {
}
