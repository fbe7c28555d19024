class web { }
class { 'web':
  stage => 'first',
}
