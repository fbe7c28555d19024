# A site of the web server.
define site(Integer $port) { }
site { 'blog':
  port => 'http',
}
