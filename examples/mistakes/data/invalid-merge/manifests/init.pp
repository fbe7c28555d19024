# A web server.
#
# @param users who may log in
class web (
  Array[String] $users = [],
) {
  notice($users)
}
