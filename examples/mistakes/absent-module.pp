class web {
  include apt
  apt::source { 'web': }
}
