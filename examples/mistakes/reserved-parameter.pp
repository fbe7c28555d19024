# Every class has `$name` and `$title` already.
class web($title) {
}
