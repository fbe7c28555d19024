# The name of a type of Puppet's own.
class integer {
}
