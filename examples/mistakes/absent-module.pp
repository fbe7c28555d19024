# A web server.
class web {
  include apt
  apt::source { 'web': }
}
