# The name of a class is not quoted.
class 'web' {
}
