# Only functions take any number of values.
class web(*$ports) {
}
