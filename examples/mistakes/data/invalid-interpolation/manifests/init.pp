# A web server.
#
# @param listen where it listens
class web (
  String $listen = '',
) {
  notice($listen)
}
