# A type that depends on a variable.
class web($low, Integer[$low] $port) {
}
