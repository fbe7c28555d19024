# A web server.
class web { }
class { 'web':
  stage => 'first',
}
