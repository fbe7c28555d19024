# A web server.
class web {
  fail('this class is gone: use web::server')
  include web::server
}
