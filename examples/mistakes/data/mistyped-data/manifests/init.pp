# A web server.
#
# @param port where it listens
class web (
  Integer $port = 80,
) {
  notice($port)
}
