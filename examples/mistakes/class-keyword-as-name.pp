# `class` is no name.
define class($a) {
}
