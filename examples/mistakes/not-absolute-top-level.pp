# A function inside a class.
class web {
  include nginx

  function web::port() {
    80
  }
}
