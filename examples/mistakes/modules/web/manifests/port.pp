# This file of the module may define what begins with `web::port`, and nothing else.
class web::listener {
}
