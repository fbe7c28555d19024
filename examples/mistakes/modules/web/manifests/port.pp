# Illegal-definition-location: this file of the module may define `web::port` only.
class web::ports {
}
