# A web server.
class web {
  include base
}
