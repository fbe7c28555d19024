notify { 'hello':
  mesage => 'hello',
}
