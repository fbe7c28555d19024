# A web server.
class web { }
# The same again.
class web { }
