# What all machines have.
class base {
  notify { 'hello':
    message => 'hello',
  }
}
# What some machines have.
class other {
  Notify['hello'] {
    message => 'hi',
  }
}
include base, other
