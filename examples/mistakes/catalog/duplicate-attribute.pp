notify { 'hello':
  message => 'hello',
  message => 'hi',
}
