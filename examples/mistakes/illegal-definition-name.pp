# Names of classes have no dashes.
class web-server {
}
