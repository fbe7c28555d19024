define site($port) { }
site { 'blog': }
