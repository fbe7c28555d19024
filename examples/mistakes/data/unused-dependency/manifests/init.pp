# A web server.
class web {
  notice('web')
}
