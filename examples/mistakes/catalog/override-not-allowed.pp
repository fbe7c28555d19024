class base {
  notify { 'hello':
    message => 'hello',
  }
}
class other {
  Notify['hello'] {
    message => 'hi',
  }
}
include base, other
