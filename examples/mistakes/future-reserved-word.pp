# A word that Puppet will keep for itself.
class plan {
}
