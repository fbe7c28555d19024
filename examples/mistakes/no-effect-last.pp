# The last value of a class goes nowhere.
class web {
  $port = 80
  $port
}
