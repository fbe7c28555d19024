# A web server.
#
# @param listen where it listens
# @param url where its first page is
class web (
  String $listen = '',
  String $url    = '',
) {
  notice($listen, $url)
}
