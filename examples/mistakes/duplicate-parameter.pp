# The same parameter twice.
class web($port, $port) {
}
