user { 'anna':
  name => 'app',
}
user { 'bert':
  name => 'app',
}
