# A default of a parameter sets nothing.
define web($port = ($default = 80)) {
}
