define site(Integer $port) { }
site { 'blog':
  port => 'http',
}
