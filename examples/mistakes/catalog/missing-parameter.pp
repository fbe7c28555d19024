# A site of the web server.
define site($port) { }
site { 'blog': }
